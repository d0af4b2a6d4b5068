//go:build linux || darwin || freebsd

package localpg

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// lock is the right to run the cluster of a folder. It is the system's (flock),
// so it ends with the process that holds it, however that ends; the file stays
// and means nothing by itself.
type lock struct {
	file *os.File
	once sync.Once
}

// ErrInUse is the error of Start for a folder whose cluster another program runs.
var ErrInUse = errors.New("in use by another program")

func (c clusterDir) acquire() (*lock, error) {
	path := filepath.Join(c.dir, "lock")
	f, err := c.open(path, os.O_RDWR)
	if err != nil {
		return nil, explain("cannot lock the PostgreSQL folder", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &lock{file: f}, writePID(f)
	}
	defer f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s is %w%s: stop that one first, or give this one a folder of its own", c.dir, ErrInUse, holder(path))
	}
	return nil, explain("cannot lock "+path, err)
}

// writePID writes our process number into the file, for the message to others.
func writePID(f *os.File) error {
	err := f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	if err != nil {
		return errors.Join(explain("cannot write "+f.Name(), err), f.Close())
	}
	return nil
}

func holder(path string) string {
	text, err := os.ReadFile(path) // #nosec G304 -- a file of the cluster's folder
	if pid := strings.TrimSpace(string(text)); err == nil && pid != "" {
		return " (process " + pid + ")"
	}
	return ""
}

// release gives the lock up before it closes the file: a lock belongs to the open
// file description, which a process that is just being forked may share.
func (l *lock) release() (err error) {
	l.once.Do(func() {
		err = errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
	})
	return err
}
