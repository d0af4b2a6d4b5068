package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// keptBytes is the size of a file after which another begins in the place of the one before: two
// have at least 5,000 lines of the usual length.
const keptBytes = 2 << 20

const (
	keptEvery = time.Second
	keptBatch = 500 // lines; copied while requests wait
)

// kept are the files of a Log. A batch begins with a line feed, so that a line that another start
// has not finished is lost alone.
type kept struct {
	folder  string
	wake    chan struct{} // 1: lines wait
	waiting bool          // guarded by the mutex of the Log, as the next
	written int64         // the number of the last line that is on the disk
}

// Keep gives l the lines that the starts before have kept in a folder, and keeps those of l there,
// at most a second later, in two files that take turns. No request waits for the disk: where it
// refuses, log gets one warning, and the lines are in memory alone. stop writes the last ones.
func (l *Log) Keep(folder string, log *slog.Logger) (stop func()) {
	k := &kept{folder: folder, wake: make(chan struct{}, 1)}
	l.restore(k.read(), k)
	var warned sync.Once
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for running := true; running; {
			select {
			case <-k.wake:
				select {
				case <-time.After(keptEvery):
				case <-end:
					running = false
				}
			case <-end:
				running = false
			}
			if err := l.flush(); err != nil {
				warned.Do(func() {
					log.Warn("the lines of the log are kept in memory alone: they end with the program", "folder", folder, "error", err)
				})
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(end)
		<-ended
	})
}

// restore puts the lines of earlier starts before those of this one.
func (l *Log) restore(old []logLine, k *kept) {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.after(0, keptLines)
	old = old[max(0, len(old)-keptLines):]
	l.next, l.kept = 1, k
	for _, line := range old {
		l.put(line)
	}
	k.written = l.next - 1
	for _, line := range since {
		l.put(line)
	}
}

// after are the oldest lines that there are behind that of a number.
func (l *Log) after(number int64, most int) (lines []logLine) {
	for n := max(number+1, l.next-keptLines, 1); n < l.next && len(lines) < most; n++ {
		lines = append(lines, l.lines[n%keptLines])
	}
	return lines
}

// flush writes the lines that wait.
func (l *Log) flush() error {
	for {
		l.mu.Lock()
		k, batch := l.kept, l.after(l.kept.written, keptBatch)
		if len(batch) == 0 {
			k.waiting = false
			l.mu.Unlock()
			return nil
		}
		k.written = batch[len(batch)-1].Number
		l.mu.Unlock()
		if err := k.write(batch); err != nil {
			l.mu.Lock()
			k.waiting = false // the next line tries again
			l.mu.Unlock()
			return err
		}
	}
}

func (k *kept) file() string { return filepath.Join(k.folder, "lines") }

// read reads what is there: what is no line is left out.
func (k *kept) read() (lines []logLine) {
	for _, name := range []string{k.file() + ".old", k.file()} {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it does not exist, or the warning of the first line says why
		}
		for each := range bytes.Lines(text) {
			var line logLine
			if json.Unmarshal(each, &line) == nil {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func (k *kept) write(lines []logLine) error {
	text := bytes.NewBufferString("\n")
	encoder := json.NewEncoder(text)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			return fmt.Errorf("write a line of the log as JSON: %w", err)
		}
	}
	if err := os.MkdirAll(k.folder, 0o700); err != nil {
		return fmt.Errorf("make the folder of the log: %w", err)
	}
	if info, err := os.Stat(k.file()); err == nil && info.Size() >= keptBytes {
		if err := os.Rename(k.file(), k.file()+".old"); err != nil {
			return fmt.Errorf("begin another file of the log: %w", err)
		}
	}
	file, err := os.OpenFile(k.file(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the file of the log: %w", err)
	}
	_, err = file.Write(text.Bytes())
	return errors.Join(err, file.Close())
}
