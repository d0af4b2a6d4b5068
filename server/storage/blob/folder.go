package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// temporary is the end of the name of a file that is being written, beside its place:
// a rename within a folder is atomic.
const temporary = ".tmp"

// folder keeps each key in a file of that path.
type folder struct {
	dir string
	// synced are the folders whose names are on the disk.
	synced sync.Map
}

func openFolder(dir string) (*folder, error) {
	return &folder{dir: filepath.Clean(dir)}, os.MkdirAll(dir, 0o700)
}

// identityFile holds the identity of a folder.
const identityFile = ".toubkal-storage"

func (f *folder) identity() (string, error) {
	text, err := os.ReadFile(filepath.Join(f.dir, identityFile)) // #nosec G304 -- a file of ours
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

func (f *folder) identify(identity string) error {
	return os.WriteFile(filepath.Join(f.dir, identityFile), []byte(identity+"\n"), 0o600)
}

func (f *folder) Close() error { return nil }

// path refuses a key that leads out of the folder.
func (f *folder) path(key string) (string, error) {
	if !fs.ValidPath(key) {
		return "", fmt.Errorf("the key %q is no path", key)
	}
	return filepath.Join(f.dir, filepath.FromSlash(key)), nil
}

func (f *folder) Write(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	path, err := f.path(key)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return 0, err
	}
	unfinished := path + "." + rand.Text() + temporary
	file, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // #nosec G304 -- a key of ours
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(unfinished))
		}
	}()
	if size, err = io.Copy(file, readerUntil{ctx, r}); err != nil {
		return size, err
	}
	if err = file.Sync(); err != nil {
		return size, fmt.Errorf("write to the disk: %w", err)
	}
	if err = ctx.Err(); err != nil {
		return size, err
	}
	if err = os.Rename(unfinished, path); err != nil {
		return size, err
	}
	return size, errors.Join(file.Close(), f.syncNames(filepath.Dir(path)))
}

// syncNames has the name of a new file in a folder on the disk, and the names of the
// folders above it, which never change once they are there.
func (f *folder) syncNames(path string) error {
	for {
		opened, err := os.Open(path) // #nosec G304 -- a folder of ours
		if err != nil {
			return err
		}
		if err := errors.Join(opened.Sync(), opened.Close()); err != nil {
			return fmt.Errorf("write to the disk: %w", err)
		}
		if _, known := f.synced.Swap(path, true); known || len(path) <= len(f.dir) {
			return nil
		}
		path = filepath.Dir(path)
	}
}

func (f *folder) Reader(_ context.Context, key string, _ int64) (io.ReadSeekCloser, error) {
	path, err := f.path(key)
	if err != nil {
		return nil, err
	}
	return os.Open(path) // #nosec G304 -- within the folder
}

func (f *folder) Open(_ context.Context, key string) (io.ReadSeekCloser, int64, error) {
	path, err := f.path(key)
	if err != nil {
		return nil, 0, err
	}
	file, err := os.Open(path) // #nosec G304 -- within the folder
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

func (f *folder) Exists(_ context.Context, key string) (bool, error) {
	path, err := f.path(key)
	if err == nil {
		_, err = os.Stat(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (f *folder) Delete(_ context.Context, key string) error {
	path, err := f.path(key)
	if err == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (f *folder) DeleteUnfinished(_ context.Context, key string) error {
	path, err := f.path(key)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, filepath.Base(path)+".") && strings.HasSuffix(name, temporary) {
			if removed := os.Remove(filepath.Join(filepath.Dir(path), name)); !errors.Is(removed, fs.ErrNotExist) {
				err = errors.Join(err, removed)
			}
		}
	}
	return err
}

func (f *folder) Each(ctx context.Context, prefix string, fn func(key string, written time.Time, size int64) error) error {
	return filepath.WalkDir(filepath.Join(f.dir, filepath.FromSlash(prefix)), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // nothing is kept, or it was deleted meanwhile
			return nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil || entry.IsDir() || entry.Name() == identityFile {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		key, err := filepath.Rel(f.dir, path)
		if err != nil {
			return err
		}
		return fn(filepath.ToSlash(key), info.ModTime(), info.Size())
	})
}
