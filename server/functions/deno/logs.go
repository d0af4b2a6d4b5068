package deno

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Logs keep what functions print, in two files for each.
type Logs struct {
	// Folder has the files. It is made at the first line.
	Folder string
	// Size is that of a file, in bytes, after which the next line begins another in place of
	// the one before. Defaults to 1 MB.
	Size int64

	mu sync.Mutex
}

// logTime is RFC 3339 in a fixed width, so that lines sort by it.
const logTime = "2006-01-02T15:04:05.000000Z"

// Add appends a line that a function printed.
func (l *Logs) Add(function, line string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := os.MkdirAll(l.Folder, 0o700); err != nil {
		return fmt.Errorf("make the folder for the logs of functions: %w", err)
	}
	path := filepath.Join(l.Folder, function+".log")
	size := l.Size
	if size == 0 {
		size = 1 << 20
	}
	if info, err := os.Stat(path); err == nil && info.Size() >= size {
		if err := os.Rename(path, path+".old"); err != nil {
			return fmt.Errorf("begin another log of a function: %w", err)
		}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600) // #nosec G304 -- of the data folder
	if err != nil {
		return fmt.Errorf("open the log of a function: %w", err)
	}
	_, err = fmt.Fprintf(file, "%s %s: %s\n", time.Now().UTC().Format(logTime), function, line)
	return errors.Join(err, file.Close())
}

// Print writes the lines of a function in the order of time; of all for "".
func (l *Logs) Print(out io.Writer, function string) error {
	entries, err := os.ReadDir(l.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list the logs of functions: %w", err)
	}
	var lines []string
	for _, entry := range entries {
		name, _, _ := strings.Cut(entry.Name(), ".")
		if function != "" && name != function {
			continue
		}
		text, err := os.ReadFile(filepath.Join(l.Folder, entry.Name()))
		if err != nil {
			return fmt.Errorf("read the log of %s: %w", name, err)
		}
		for each := range bytes.Lines(text) {
			lines = append(lines, string(each))
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		return strings.Compare(a[:min(len(a), len(logTime))], b[:min(len(b), len(logTime))])
	})
	buffered := bufio.NewWriter(out)
	for _, line := range lines {
		_, _ = buffered.WriteString(line) // Flush has the error
	}
	return buffered.Flush()
}
