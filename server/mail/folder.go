package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// The development mailbox keeps so many messages, and so many bytes of them; the oldest go.
const (
	maxMessages = 1000
	maxBytes    = 200 << 20
)

// Folder is the development mailbox: a folder with a file for each message, made when it
// is first needed.
type Folder struct{ dir string }

// NewFolder is the mailbox in a folder.
func NewFolder(dir string) *Folder { return &Folder{dir} }

// send writes a message into the folder, whole or not at all.
func (f *Folder) send(ctx context.Context, m outgoing, record record) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("make the mailbox: %w", err)
	}
	if err := f.makeRoom(len(m.raw)); err != nil {
		return fmt.Errorf("make room in the mailbox: %w", err)
	}
	file, err := os.CreateTemp(f.dir, ".message-*")
	if err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	_, err = file.Write(m.raw)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("keep a message: %w", errors.Join(err, os.Remove(file.Name())))
	}
	end, err := record(ctx)
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	err = os.Rename(file.Name(), filepath.Join(f.dir, m.id+".eml"))
	return errors.Join(err, end(ctx, err == nil))
}

// makeRoom deletes the oldest messages where one of so many bytes would be too much.
func (f *Folder) makeRoom(size int) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	total := int64(size)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && filepath.Ext(entry.Name()) == ".eml" {
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for len(files) > 0 && (len(files) >= maxMessages || total > maxBytes) {
		if err := os.Remove(filepath.Join(f.dir, files[0].Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= files[0].Size()
		files = files[1:]
	}
	return nil
}

func (f *Folder) close() {}
