// Package blob keeps bytes under keys: in a folder, or in a bucket of any service that
// speaks S3. Bytes are written once, whole or not at all, and never changed. It refuses
// URLs of other kinds.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/gcerrors"

	_ "gocloud.dev/blob/s3blob" // opens s3://
)

// ErrNotFound means that nothing is kept under the key.
var ErrNotFound = fs.ErrNotExist

// Store keeps bytes. It is safe for concurrent use.
type Store struct {
	bucket *blob.Bucket
	// dir is the folder; "" for S3.
	dir string
	// pieces bounds the uploads to S3 that hold a piece in memory.
	pieces chan struct{}
}

// pieceSize is what an upload to S3 holds in memory: the least that S3 takes as a part.
// A file of at most 10,000 pieces is 50 GiB.
const pieceSize = 5 << 20

// maxPieces bounds them: 80 MiB together.
const maxPieces = 16

// Open opens what address names: file:///folder, which is created where it is missing, or
// s3://bucket with the parameters of gocloud.dev/blob/s3blob, such as
// s3://bucket?region=eu-west-3&endpoint=https://host&use_path_style=true. Keys of S3 are
// read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
func Open(ctx context.Context, address string) (*Store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the storage is not a URL") // its text may hold a secret
	}
	s := &Store{pieces: make(chan struct{}, maxPieces)}
	switch u.Scheme {
	case "file":
		s.dir = filepath.FromSlash(u.Path)
		s.bucket, err = fileblob.OpenBucket(s.dir, &fileblob.Options{
			CreateDir: true, DirFileMode: 0o700, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
		})
	case "s3":
		s.bucket, err = blob.OpenBucket(ctx, address)
	default:
		return nil, fmt.Errorf("the storage is at file:///folder or s3://bucket, not at %q", u.Scheme+"://")
	}
	if err != nil {
		return nil, fmt.Errorf("open the storage at %s: %w", u.Redacted(), err)
	}
	return s, nil
}

// Close releases what Open took.
func (s *Store) Close() error { return s.bucket.Close() }

// Write keeps what r gives until its end under key, and returns how many bytes those
// were. Once it returns they are on the disk, or accepted by the service. With an error,
// of r too, nothing is kept.
func (s *Store) Write(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before Close it discards what was written
	options := &blob.WriterOptions{ContentType: "application/octet-stream", DisableContentTypeDetection: true, BufferSize: pieceSize, MaxConcurrency: 1}
	var file *os.File
	if s.dir != "" {
		options.BeforeWrite = func(as func(any) bool) error {
			as(&file)
			return nil
		}
	} else {
		select {
		case s.pieces <- struct{}{}:
			defer func() { <-s.pieces }()
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	w, err := s.bucket.NewWriter(ctx, key, options)
	if err != nil {
		return 0, fmt.Errorf("begin to write: %w", err)
	}
	if size, err = io.Copy(w, r); err != nil {
		cancel()
		_ = w.Close()
		return size, err
	}
	if size == 0 { // an empty file is created by its first write
		if _, err := w.Write(nil); err != nil {
			return 0, err
		}
	}
	if file != nil {
		if err := file.Sync(); err != nil {
			cancel()
			_ = w.Close()
			return size, fmt.Errorf("write to the disk: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return size, fmt.Errorf("end to write: %w", err)
	}
	if s.dir != "" {
		return size, s.syncFolders(key)
	}
	return size, nil
}

// syncFolders has the names of a new file and of its folder on the disk.
func (s *Store) syncFolders(key string) error {
	path := filepath.Dir(s.path(key))
	for ; len(path) >= len(filepath.Clean(s.dir)); path = filepath.Dir(path) {
		folder, err := os.Open(path)
		if err != nil {
			return err
		}
		err = folder.Sync()
		if err = errors.Join(err, folder.Close()); err != nil {
			return fmt.Errorf("write to the disk: %w", err)
		}
	}
	return nil
}

func (s *Store) path(key string) string { return filepath.Join(s.dir, filepath.FromSlash(key)) }

// Reader opens the bytes under key for reading from any place. It is an *os.File where
// they are in a folder. A key that is not there is ErrNotFound, which S3 says at the
// first Read.
func (s *Store) Reader(ctx context.Context, key string, size int64) (io.ReadSeekCloser, error) {
	if s.dir == "" {
		return &remote{ctx: ctx, bucket: s.bucket, key: key, size: size}, nil
	}
	return os.Open(s.path(key))
}

// Open opens the bytes under key, whose size need not be known, and gives it. A key that
// is not there is ErrNotFound.
func (s *Store) Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error) {
	if s.dir == "" {
		body, err := s.bucket.NewReader(ctx, key, nil)
		if gcerrors.Code(err) == gcerrors.NotFound {
			return nil, 0, fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		if err != nil {
			return nil, 0, err
		}
		return &remote{ctx: ctx, bucket: s.bucket, key: key, size: body.Size(), body: body}, body.Size(), nil
	}
	file, err := os.Open(s.path(key))
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// Delete removes the bytes under key; those that are not there are no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// Each calls fn for every key that begins with prefix and when its bytes were written,
// also for what an interrupted write has left in a folder. An error of fn ends it.
func (s *Store) Each(ctx context.Context, prefix string, fn func(key string, written time.Time, size int64) error) error {
	if s.dir != "" {
		return s.eachFile(prefix, fn)
	}
	for token := blob.FirstPageToken; ; {
		page, next, err := s.bucket.ListPage(ctx, token, 1000, &blob.ListOptions{Prefix: prefix})
		if err != nil {
			return err
		}
		for _, object := range page {
			if err := fn(object.Key, object.ModTime, object.Size); err != nil {
				return err
			}
		}
		if len(next) == 0 {
			return nil
		}
		token = next
	}
}

// eachFile walks the folder of the prefix once; gocloud's pages begin at the start each time.
func (s *Store) eachFile(prefix string, fn func(key string, written time.Time, size int64) error) error {
	root := s.path(prefix[:strings.LastIndexByte(prefix, '/')+1])
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if path == root && errors.Is(err, fs.ErrNotExist) { // nothing was written yet
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(s.dir, path)
		if err != nil || !strings.HasPrefix(filepath.ToSlash(key), prefix) {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		return fn(filepath.ToSlash(key), info.ModTime(), info.Size())
	})
}

// remote reads from S3: the request is sent by the first Read, from the place that Seek
// has set, so that a range costs one request.
type remote struct {
	ctx    context.Context //nolint:containedctx // io.Reader has no place for one
	bucket *blob.Bucket
	key    string
	size   int64
	at     int64
	body   io.ReadCloser
}

func (r *remote) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.body == nil {
		body, err := r.bucket.NewRangeReader(r.ctx, r.key, r.at, -1, nil)
		if gcerrors.Code(err) == gcerrors.NotFound {
			return 0, fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		if err != nil {
			return 0, err
		}
		r.body = body
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	return n, err
}

func (r *remote) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the start")
	}
	if offset != r.at {
		if err := r.Close(); err != nil {
			return r.at, err
		}
		r.at = offset
	}
	return r.at, nil
}

func (r *remote) Close() error {
	if r.body == nil {
		return nil
	}
	body := r.body
	r.body = nil
	return body.Close()
}
