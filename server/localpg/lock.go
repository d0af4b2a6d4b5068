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

// ErrInUse is why Start refuses a folder whose cluster another program runs.
var ErrInUse = errors.New("in use by another program")

func (h home) acquire() (*lock, error) {
	path := filepath.Join(h.dir, "lock")
	f, err := h.open(path, os.O_RDWR)
	if err != nil {
		return nil, clear("cannot lock the PostgreSQL folder", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &lock{file: f}, sign(f)
	}
	defer f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s is %w%s: stop that one first, or give this one a folder of its own", h.dir, ErrInUse, holder(path))
	}
	return nil, clear("cannot lock "+path, err)
}

// sign writes our process number into the file, for the message to others.
func sign(f *os.File) error {
	err := f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	if err != nil {
		return errors.Join(clear("cannot write "+f.Name(), err), f.Close())
	}
	return nil
}

func holder(path string) string {
	text, err := os.ReadFile(path)
	if pid := strings.TrimSpace(string(text)); err == nil && pid != "" {
		return " (process " + pid + ")"
	}
	return ""
}

func (l *lock) release() (err error) {
	l.once.Do(func() { err = l.file.Close() })
	return err
}
