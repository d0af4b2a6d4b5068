package object

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Limits are the size and the types that a bucket takes.
type Limits struct {
	Size int64 // bytes
	// Types are content types such as image/png or image/*; nil for all.
	Types []string
}

// limitsSQL reads them as the owner of the tables: a policy on storage.buckets does not
// say who may upload.
const limitsSQL = `select file_size_limit::text, to_json(allowed_mime_types)::text from storage.buckets where id = $1 and type = 'STANDARD'`

// Limits reads the limits of a bucket.
func (s *Store) Limits(ctx context.Context, bucket string) (Limits, error) {
	var size, types []byte
	err := s.Pool.ReadRow(ctx, limitsSQL, [][]byte{[]byte(bucket)}, &size, &types)
	if errors.Is(err, db.ErrNoRows) {
		return Limits{}, NoSuchBucket()
	}
	if err != nil {
		return Limits{}, err
	}
	return s.newLimits(size, types)
}

// newLimits reads the columns of limitsSQL.
func (s *Store) newLimits(size, types []byte) (l Limits, err error) {
	l.Size = s.FileSizeLimit
	if size != nil {
		own, err := strconv.ParseInt(string(size), 10, 64)
		if err != nil {
			return l, err
		}
		l.Size = min(l.Size, own)
	}
	if types != nil {
		err = json.Unmarshal(types, &l.Types)
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

func (s *sizeLimit) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return n, TooLarge()
	}
	return n, err
}
