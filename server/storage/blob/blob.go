// Package blob keeps bytes under keys: in a folder, or in a bucket of any service that
// speaks S3. Bytes are written once, whole or not at all, and never changed. It refuses
// URLs of other kinds.
//
//	blob.go  what both have in common      folder.go  a folder      s3.go  a bucket of S3
package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"time"
)

// ErrNotFound means that nothing is kept under the key.
var ErrNotFound = fs.ErrNotExist

// Store keeps bytes. It is safe for concurrent use.
type Store struct {
	place
	shared bool // declared to be where the bytes are
}

// place is a kind of store.
type place interface {
	// Write keeps what r gives until its end under key, and returns how many bytes those
	// were. Once it returns they are on the disk, or accepted by the service. With an error,
	// of r or ctx too, nothing is kept. A slow r holds a file open, and little memory.
	Write(ctx context.Context, key string, r io.Reader) (size int64, err error)
	// Reader opens the bytes under key for reading from any place. It is an *os.File where
	// they are in a folder. A key that is not there is ErrNotFound, which S3 says at the
	// first Read. size is that of the bytes.
	Reader(ctx context.Context, key string, size int64) (io.ReadSeekCloser, error)
	// Open opens the bytes under key, whose size need not be known, and gives it. A key that
	// is not there is ErrNotFound.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error)
	// Exists reports whether there are bytes under key.
	Exists(ctx context.Context, key string) (bool, error)
	// Delete removes the bytes under key; those that are not there are no error.
	Delete(ctx context.Context, key string) error
	// Each calls fn for every key that begins with prefix, a path that ends with a slash or
	// "", in the order of their bytes, with when they were written and their size. In a
	// folder that includes what an interrupted write has left, which ends in .tmp. An error
	// of fn ends it.
	Each(ctx context.Context, prefix string, fn func(key string, written time.Time, size int64) error) error
	// DeleteUnfinished removes what interrupted writes of key have left: in a folder a file
	// for each, in S3 an upload in parts for each that was too large for one request.
	DeleteUnfinished(ctx context.Context, key string) error
	// identity tells this store from others, "" where it has none yet; identify sets it, where
	// it does not follow from the address.
	identity() (string, error)
	identify(identity string) error
	// Close releases what Open took.
	Close() error
}

// Open opens what address names: file:///folder, which is created where it is missing, or
// s3://bucket with the parameters region (AWS_REGION by default), endpoint, use_path_style
// and prefix, such as s3://bucket?region=eu-west-3&endpoint=https://host&use_path_style=true.
// shared=true declares that all bytes are there: see Claim.
// Keys of S3 are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else those of AWS's files, of
// a web identity, a container or an instance.
func Open(address string) (*Store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the storage is not a URL") // its text may hold a secret
	}
	var opened place
	switch u.Scheme {
	case "file":
		opened, err = openFolder(filepath.FromSlash(u.Path))
	case "s3":
		opened, err = openS3(u)
	default:
		return nil, fmt.Errorf("the storage is at file:///folder or s3://bucket, not at %q", u.Scheme+"://")
	}
	if err != nil {
		return nil, fmt.Errorf("open the storage at %s: %w", u.Redacted(), err)
	}
	return &Store{opened, u.Query().Get("shared") == "true"}, nil
}

// ErrElsewhere means that the bytes of a database are in another place.
var ErrElsewhere = errors.New("this database's files are in another place, and would not be found. Have all nodes use one folder, or one bucket of S3; if the files were moved here, add shared=true to its parameters for one start, such as file:///folder?shared=true")

// Claim checks that this is the place of the bytes of a database, which keeps its identity;
// "" before the first time. It gives the identity to keep. Two nodes with a folder each
// would answer 404 for what the other one took; in one folder both find the same identity.
func (st *Store) Claim(known string) (string, error) {
	own, err := st.identity()
	switch {
	case err != nil:
		return "", err
	case own != "" && (own == known || known == "" || st.shared):
		return own, nil
	case known != "" && !st.shared:
		return "", ErrElsewhere
	case known == "":
		known = rand.Text()
	}
	return known, st.identify(known)
}

// readerUntil fails once ctx has ended: files and pipes do not know it.
type readerUntil struct {
	ctx context.Context //nolint:containedctx // io.Reader has no place for one
	r   io.Reader
}

func (r readerUntil) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
