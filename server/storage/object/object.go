// Package object is what all protocols of the storage API do with buckets and objects:
// ask the policies, keep bytes, publish them, find them. Each statement about a row of
// storage.buckets or storage.objects is executed as the caller, so that the database
// decides every right. It refuses what a policy, a bucket's limits or a name's rules
// forbid.
//
//	caller.go  who asks, and as whom statements run    put.go     bytes in         find.go  what a download needs
//	limits.go, sniff.go  what a bucket takes           name.go    rules of names   row.go   rows out
//	move.go    other names and copies                  remove.go  deletes          list.go  pages of names
//	error.go   refusals                                content_type.go  what browsers may show
package object

import (
	"context"
	"encoding/json"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/token"
)

// Store is safe for concurrent use.
type Store struct {
	// Pool signs in as supabase_storage_admin, which may become every caller.
	Pool  *db.Pool
	Files *files.Files
	// Verify checks a token and gives its claims.
	Verify func(bearer string) (token.Claims, error)
	// FileSizeLimit bounds an object, in bytes, whatever its bucket allows.
	FileSizeLimit int64
	// Now is the clock.
	Now func() time.Time
}

// Object is a name with its metadata, as an upload gives them.
type Object struct {
	Bucket, Name string
	ContentType  string
	CacheControl string
	// ContentEncoding is the encoding of the bytes, such as gzip; "" for not.
	ContentEncoding string
	UserMetadata    json.RawMessage // a JSON object; nil for none
	// Upsert overwrites an object of that name, which needs the rights to select and update.
	Upsert bool
}

// AsOwner executes fn in one transaction as the owner of the tables, whom no policy binds.
// It is for what the API decides by itself: whether a bucket is public, and its limits.
func (s *Store) AsOwner(ctx context.Context, fn func(db.Tx) error) error {
	return s.Pool.LoginTx(ctx, fn)
}
