package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/image"
	"github.com/toubkal/toubkal/server/storage/object"
)

// renderTimeout bounds a rendering, with the reading of its source.
const renderTimeout = 30 * time.Second

// pictures renders each variant of a picture once and keeps it. It is safe for concurrent use.
type pictures struct {
	scheduler *image.Scheduler
	flights   singleflight.Group
	later     later
	log       *slog.Logger
}

// variant names a picture with options in a format: other bytes have another name. Its
// first part changes when what Render makes of the same options does.
func variant(version string, o image.Options, format image.Format) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "1\x00%s\x00%s\x00%s", version, o, format))
	return hex.EncodeToString(sum[:16])
}

// open gives a variant of an object: as it is kept, else rendered and then kept.
// Simultaneous requests for one variant render it once.
func (p *pictures) open(ctx context.Context, from *files.Files, o object.Found, options image.Options, format image.Format) (io.ReadSeekCloser, error) {
	name := variant(o.Version, options, format)
	kept, _, err := from.OpenDerived(ctx, o.Version, name)
	if err == nil || !errors.Is(err, blob.ErrNotFound) {
		return kept, err
	}
	// The rendering goes on for the others when the first one leaves.
	shared := context.WithoutCancel(ctx)
	result := p.flights.DoChan(name, func() (any, error) {
		limited, cancel := context.WithTimeout(shared, renderTimeout)
		defer cancel()
		content, err := p.rendered(limited, from, o, options, format)
		if err != nil {
			return nil, err
		}
		if err := from.KeepDerived(limited, o.Version, name, content); err != nil {
			p.log.WarnContext(limited, "a rendered picture could not be kept", "version", o.Version, "error", err)
		}
		return content, nil
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		content, _ := r.Val.([]byte)
		return inMemory{bytes.NewReader(content)}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// rendered reads the header of an object, waits for its memory, and renders it.
func (p *pictures) rendered(ctx context.Context, from *files.Files, o object.Found, options image.Options, format image.Format) (content []byte, err error) {
	file, err := from.Open(ctx, o.Version, o.Size)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	source := &readErrors{ReadSeeker: file}
	defer func() {
		if source.err != nil { // the picture may be a good one
			err = source.err
		}
	}()
	header, err := image.Read(source, o.Size)
	if err != nil {
		return nil, err
	}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	target := header.Target(format)
	err = p.scheduler.Do(ctx, image.Memory(header, options, target), func() error {
		content, err = image.Render(header, source, options, target)
		return err
	})
	return content, err
}

// readErrors remembers why a source could not be read, which decoders take for a broken picture.
type readErrors struct {
	io.ReadSeeker
	err error
}

func (r *readErrors) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// inMemory is a rendering that was not read from the store.
type inMemory struct{ *bytes.Reader }

// Close has nothing to release.
func (inMemory) Close() error { return nil }
