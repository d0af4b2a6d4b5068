package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/storage/blob"
)

// What is derived from a file, such as a smaller picture, is kept beside it under
// r/VERSION/NAME. It has no row: it can be made again, and is found by its name.

const derivedPrefix = "r/"

func derivedKey(version, name string) string {
	return derivedPrefix + version[:2] + "/" + version + "/" + name
}

// KeepDerived keeps bytes that were derived from a file, under a name of the caller's.
func (f *Files) KeepDerived(ctx context.Context, version, name string, content []byte) error {
	if uuid.Validate(version) != nil {
		return blob.ErrNotFound
	}
	_, err := f.Bytes.Write(ctx, derivedKey(version, name), bytes.NewReader(content))
	return err
}

// OpenDerived opens what KeepDerived has kept, and gives its size. What was not kept, or
// is deleted, is blob.ErrNotFound.
func (f *Files) OpenDerived(ctx context.Context, version, name string) (io.ReadSeekCloser, int64, error) {
	if uuid.Validate(version) != nil {
		return nil, 0, blob.ErrNotFound
	}
	return f.Bytes.Open(ctx, derivedKey(version, name))
}

// derived is a file that CollectDerived may delete.
type derived struct {
	key, version string
	written      time.Time
	size         int64
}

// maxDerived bounds what is kept however small it is, which bounds the memory of
// CollectDerived too: about 40 MB.
const maxDerived = 200_000

// CollectDerived deletes what was derived from files that are gone, what is older than
// maxAge, and the oldest of the rest above maxSize bytes. It returns how many those were.
func (f *Files) CollectDerived(ctx context.Context, maxAge time.Duration, maxSize int64) (n int, err error) {
	remove := func(d derived) error {
		if err := f.Bytes.Delete(ctx, d.key); err != nil {
			return fmt.Errorf("delete what was derived from a file: %w", err)
		}
		n++
		return nil
	}
	var all []derived
	err = f.Bytes.Each(ctx, derivedPrefix, func(key string, written time.Time, size int64) error {
		d := derived{key: key, written: written, size: size}
		if parts := strings.Split(key, "/"); len(parts) == 4 {
			d.version = parts[2]
		}
		// an interrupted write leaves NAME.<time>.tmp, which nobody reads
		if time.Since(written) > maxAge || len(all) >= maxDerived || strings.HasSuffix(key, ".tmp") && time.Since(written) > time.Hour {
			return remove(d)
		}
		all = append(all, d)
		return nil
	})
	if err != nil {
		return n, err
	}
	for page := range slices.Chunk(all, 1000) {
		versions := make([]string, len(page))
		for i, d := range page {
			versions[i] = d.version
		}
		known, err := f.known(ctx, versions)
		if err != nil {
			return n, err
		}
		for i, d := range page {
			if !known[d.version] {
				if err := remove(d); err != nil {
					return n, err
				}
				page[i].size = 0
			}
		}
	}
	slices.SortFunc(all, func(a, b derived) int { return b.written.Compare(a.written) }) // the newest first
	var sum int64
	for _, d := range all {
		if sum += d.size; sum > maxSize && d.size > 0 {
			err = errors.Join(err, remove(d))
		}
	}
	return n, err
}
