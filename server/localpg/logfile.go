//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"slices"
	"strings"
	"sync"
)

const (
	logMax  = 1 << 20 // bytes; then the file becomes .1 and a new one begins
	logKeep = 30      // lines kept in memory for error messages
)

// logFile is PostgreSQL's log: a file of at most 1 MB, and the one before it.
type logFile struct {
	path    string
	cluster clusterDir

	mu    sync.Mutex
	file  *os.File
	size  int64
	part  string // of a line that is not whole yet
	lines []string
}

func (c clusterDir) openLog() (*logFile, error) {
	l := &logFile{path: c.log(), cluster: c}
	return l, l.open()
}

func (l *logFile) open() error {
	f, err := l.cluster.open(l.path, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return err
	}
	l.file, l.size = f, info.Size()
	return nil
}

// Write never fails: a full disk must not end PostgreSQL's output pipe, and with
// it PostgreSQL. What does not fit is lost from the file, not from last.
func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remember(string(p))
	if l.size+int64(len(p)) > logMax {
		l.rotate()
	}
	n, _ := l.file.Write(p)
	l.size += int64(n)
	return len(p), nil
}

// rotate keeps the old file where a new one cannot be made.
func (l *logFile) rotate() {
	old := l.file
	if os.Rename(l.path, l.path+".1") != nil || l.open() != nil {
		l.size = 0 // try again after another megabyte
		return
	}
	_ = old.Close()
}

func (l *logFile) remember(text string) {
	all := strings.Split(l.part+text, "\n")
	l.part = all[len(all)-1]
	l.lines = append(l.lines, all[:len(all)-1]...)
	l.lines = slices.Clone(l.lines[max(0, len(l.lines)-logKeep):])
}

// last returns the latest lines of this run.
func (l *logFile) last() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return lines([]byte(strings.Join(append(slices.Clone(l.lines), l.part), "\n")))
}

func (l *logFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
