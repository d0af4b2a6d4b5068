package object

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Found is the part of an object's row that a download needs.
type Found struct {
	Version, ContentType, CacheControl, ETag string
	ContentEncoding                          string          // "" for none
	Size                                     int64           // bytes
	UserMetadata                             json.RawMessage // nil for none
	Modified                                 time.Time
}

// foundColumns are the columns of Found. Whether the size is a number is not asked here: a
// regular expression is an eighth of the statement.
const foundColumns = `coalesce(o.version, ''), coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'),
	coalesce(o.metadata ->> 'cacheControl', 'no-cache'), coalesce(o.metadata ->> 'eTag', ''), coalesce(o.metadata ->> 'contentEncoding', ''),
	coalesce(o.metadata ->> 'size', ''), coalesce(o.updated_at, o.created_at, 'epoch'), o.user_metadata`

// fields are the destinations of foundColumns.
func (f *Found) fields() []any {
	return []any{&f.Version, &f.ContentType, &f.CacheControl, &f.ETag, &f.ContentEncoding, (*size)(&f.Size), &f.Modified, &f.UserMetadata}
}

// size reads bytes from what a row says in its metadata, where who may change the table may
// have written anything: 0 for what is no size.
type size int64

// Scan implements sql.Scanner.
func (s *size) Scan(value any) error {
	text, _ := value.(string)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		n = 0
	}
	*s = size(n)
	return nil
}

// noKey is the error of reading foundColumns: no row is an object that is not there, or
// that the caller may not read, which is the same to the caller.
func noKey(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return NoSuchKey()
	}
	return err
}

// findPublicSQL reads an object of a public bucket, and whether the bucket is.
const findPublicSQL = `select o.id is not null, coalesce(b.public, false), ` + foundColumns + ` from storage.buckets b
	left join storage.objects o on b.public and o.bucket_id = b.id and o.name = $2 where b.id = $1`

// findManySQL is findPublicSQL for several downloads. The subqueries keep PostgreSQL from
// planning for each array, which takes five times as long as the rest.
const findManySQL = `select n, o.id is not null, coalesce(b.public, false), ` + foundColumns + `
	from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (bucket, name, n)
	join storage.buckets b on b.id = asked.bucket
	left join storage.objects o on b.public and o.bucket_id = b.id and o.name = asked.name`

// FindPublic reads an object as the owner of the tables, in one round trip; public is
// false for one in another bucket. It is charged to the network of the request. Downloads
// that wait at the same time are read by one statement, which begins after all of them.
func (s *Store) FindPublic(r *http.Request, bucket, name string) (o Found, public bool, err error) {
	var there bool
	st := db.Statement{SQL: findPublicSQL, Args: [][]byte{[]byte(bucket), []byte(Composed(name))}}
	if text := bucket + name; utf8.ValidString(text) && !strings.Contains(text, "\x00") { // else it fails, and with it the others
		st.Many = findManySQL
	}
	err = s.Pool.ReadRowOf(r.Context(), db.LoginFor(asker(r, "", true)), st, append([]any{&there, &public}, o.fields()...)...)
	switch {
	case errors.Is(err, db.ErrNoRows), err == nil && !public:
		return o, false, nil
	case err == nil && !there:
		err = NoSuchKey()
	}
	return o, public, err
}

const findSQL = `select ` + foundColumns + ` from storage.objects o where o.bucket_id = $1 and o.name = $2`

// Find reads an object that the policies let the caller read, in one round trip.
func (s *Store) Find(ctx context.Context, c Caller, bucket, name string) (o Found, err error) {
	err = s.Pool.ReadRowAs(ctx, c.session, findSQL, [][]byte{[]byte(bucket), []byte(Composed(name))}, o.fields()...)
	return o, s.orNoBucket(ctx, c.explain(noKey(err), bucket), bucket)
}

// FindSigned reads an object that the policies let somebody read before. It is charged to
// the network of the request.
func (s *Store) FindSigned(r *http.Request, bucket, name string) (o Found, err error) {
	err = s.Pool.ReadRowAs(r.Context(), db.LoginFor(asker(r, "", false)), findSQL, [][]byte{[]byte(bucket), []byte(name)}, o.fields()...)
	return o, s.orNoBucket(r.Context(), noKey(err), bucket)
}

// orNoBucket is err, or that the bucket of an object that was not found is not there: the
// client tells a wrong bucket from a missing object, as in Supabase's storage.
func (s *Store) orNoBucket(ctx context.Context, err error, bucket string) error {
	if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Code != fault.StorageNoSuchKey {
		return err
	}
	var there bool
	known := s.AsOwner(ctx, func(tx db.Tx) error {
		return tx.QueryRow(ctx, `select exists (select from storage.buckets where id = $1)`, bucket).Scan(&there)
	})
	if known == nil && !there {
		return NoSuchBucket()
	}
	return err
}
