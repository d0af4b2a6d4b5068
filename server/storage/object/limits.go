package object

import (
	"context"
	"errors"
	"io"
	"mime"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Limits are what a bucket takes.
type Limits struct {
	Size int64 // bytes
	// Types are content types such as image/png or image/*; nil for all.
	Types []string
}

// Limits reads them as the owner of the tables: a policy on storage.buckets does not say
// who may upload.
func (s *Store) Limits(ctx context.Context, bucket string) (l Limits, err error) {
	var size *int64
	err = s.Pool.Repeat(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `select file_size_limit, allowed_mime_types from storage.buckets where id = $1 and type = 'STANDARD'`, bucket).Scan(&size, &l.Types)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return l, NoSuchBucket()
	}
	l.Size = s.FileSizeLimit
	if size != nil {
		l.Size = min(l.Size, *size)
	}
	return l, err
}

// Allow refuses what the client says that it will send.
func (l Limits) Allow(contentType string, size int64) error {
	if size > l.Size {
		return TooLarge()
	}
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fault.New(fault.StorageInvalidMimeType, "The content type is not one: "+contentType)
	}
	if l.Types == nil {
		return nil
	}
	for _, allowed := range l.Types {
		main, all := strings.CutSuffix(allowed, "/*")
		if allowed == "*/*" || strings.EqualFold(allowed, kind) || all && strings.HasPrefix(kind, strings.ToLower(main)+"/") {
			return nil
		}
	}
	return fault.New(fault.StorageInvalidMimeType, "mime type "+kind+" is not supported")
}

// Reader is r, which fails where there is more than the bucket takes.
func (l Limits) Reader(r io.Reader) io.Reader { return &sizeLimit{r, l.Size} }

// sizeLimit fails where there is more than a bucket takes.
type sizeLimit struct {
	r    io.Reader
	left int64
}

func (l *sizeLimit) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n, TooLarge()
	}
	return n, err
}
