package mail

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Folder is the development mailbox: a folder with a file for each message, made when it
// is first needed. The oldest files go when there are too many.
type Folder struct{ dir string }

// NewFolder is the mailbox in a folder.
func NewFolder(dir string) *Folder { return &Folder{dir} }

// String says where messages go, for the banner.
func (f *Folder) String() string {
	return "kept in " + f.dir + ", a file each (set SMTP_HOST to send it)"
}

// send writes a message into the folder, whole or not at all.
func (f *Folder) send(ctx context.Context, m outgoing, record record) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("make the mailbox: %w", err)
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

func (f *Folder) close() {}
