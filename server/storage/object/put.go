package object

import (
	"context"
	"crypto/md5" // #nosec G501 -- S3's ETag, no protection
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/files"
)

// Put keeps the bytes of body as an object of the caller, and gives the object's id. The
// policies are asked twice: before the bytes are read, with what the client says of them,
// so that a caller without the right sends nothing; and in the transaction that makes them
// visible, with their true size and type. declared is the size that the client says; -1
// for none. It makes three round trips to PostgreSQL.
func (s *Store) Put(ctx context.Context, c Caller, o Object, body io.Reader, declared int64) (Stored, error) {
	version, begin := s.Files.Begin(o.Bucket)
	limits, begun, err := s.try(ctx, c, o, &declared, begin)
	if err != nil {
		if begun {
			s.Files.Discard(context.WithoutCancel(ctx), version)
		}
		return Stored{}, err
	}
	written, err := s.Files.Fill(ctx, version, limits.Sniff(o.ContentType, limits.Reader(body)))
	if err != nil {
		return Stored{}, err
	}
	done, err := s.Publish(ctx, c, o, written, hex.EncodeToString(written.MD5[:]))
	if err != nil {
		s.Files.Discard(context.WithoutCancel(ctx), written.Version)
	}
	return done, err
}

// Try refuses an upload that the bucket or a policy would refuse, before its bytes are
// read. It gives what the bucket takes.
func (s *Store) Try(ctx context.Context, c Caller, o Object, declared int64) (Limits, error) {
	limits, _, err := s.try(ctx, c, o, &declared)
	return limits, err
}

// TryUnknown refuses an upload that a policy would refuse now, whatever its type and size.
func (s *Store) TryUnknown(ctx context.Context, c Caller, o Object) error {
	_, _, err := s.try(ctx, c, o, nil)
	return err
}

// try reads what the bucket takes, and asks the policies by an insert that is rolled back,
// in one round trip. declared is the size that the client says; nil where neither size nor
// type is known. after is executed where the policies allow the upload; begun says that it
// was, although the bucket may still refuse.
func (s *Store) try(ctx context.Context, c Caller, o Object, declared *int64, after ...db.Statement) (limits Limits, begun bool, err error) {
	metadata := map[string]any{}
	if declared != nil {
		size := max(*declared, 0)
		metadata = map[string]any{"mimetype": o.ContentType, "contentLength": size, "size": size}
	}
	c = c.needs(o.verbs())
	insert, err := put(c, o, metadata, "")
	if err != nil {
		return limits, false, err
	}
	session := c.session
	session.Before = []db.Statement{{SQL: limitsSQL, Args: [][]byte{[]byte(o.Bucket)}}}
	session.Rollback, session.SkipDeferred, session.After = true, true, after
	results, failed := s.Pool.Script(ctx, session, db.Step{Statement: insert})
	begun = failed == nil
	switch {
	case len(results) == 0:
		return limits, begun, c.explain(failed, o.Bucket)
	case len(results[0].Rows) == 0:
		return limits, begun, NoSuchBucket()
	}
	if limits, err = s.newLimits(results[0].Rows[0][0], results[0].Rows[0][1]); err != nil {
		return limits, begun, err
	}
	if declared != nil {
		if err := limits.Allow(o.ContentType, *declared); err != nil {
			return limits, begun, err
		}
	}
	return limits, begun, c.explain(failed, o.Bucket)
}

// Stored is an object after its upload.
type Stored struct {
	ID, Version string
	ETag        string // in quotes
	Size        int64  // bytes
}

// Publish makes a written file the object's bytes, as the caller, in one transaction. etag
// is without quotes. others are executed in it as the owner of the tables. After an error
// the file is still pending: the caller discards it, or tries again.
func (s *Store) Publish(ctx context.Context, c Caller, o Object, w files.Written, etag string, others ...files.Change) (Stored, error) {
	done := Stored{Version: w.Version, ETag: `"` + etag + `"`, Size: w.Size}
	metadata := map[string]any{
		"eTag": done.ETag, "size": w.Size, "mimetype": o.ContentType, "cacheControl": o.CacheControl,
		"lastModified": s.Now().UTC().Format(millisecond), "contentLength": w.Size, "httpStatusCode": http.StatusOK,
	}
	if o.ContentEncoding != "" {
		metadata["contentEncoding"] = o.ContentEncoding
	}
	c = c.needs(o.verbs())
	insert, err := put(c, o, metadata, w.Version)
	if err != nil {
		return Stored{}, err
	}
	changes := append([]files.Change{files.Publish(w.Version, w.Size)}, others...)
	session := c.session
	for _, change := range changes {
		session.Before = append(session.Before, change.Statement)
	}
	check := func(results []db.Result) error {
		for i, change := range changes {
			if change.Rows >= 0 && results[i].Affected != change.Rows {
				return change.Otherwise
			}
		}
		stored := results[len(changes)]
		if stored.Affected != 1 { // else the file would be live without an object
			return leftOut()
		}
		done.ID = string(insert.Args[0])
		if o.Upsert { // the object that is overwritten keeps its id
			done.ID = string(stored.Rows[0][0])
		}
		return nil
	}
	for attempt := 1; ; attempt++ {
		_, err := s.Pool.Script(ctx, session, db.Step{Statement: insert, Check: check})
		if err == nil {
			return done, nil
		}
		// The connection may have been lost after the commit: then the object is there. Where
		// it is not yet, the next attempt waits for that transaction, and loses the lease to it.
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		live, failed := s.Files.IsLive(after, w.Version)
		cancel()
		if failed == nil && live {
			return done, nil
		}
		if attempt == publishAttempts || ctx.Err() != nil || !db.IsUnavailable(err) {
			return Stored{}, c.explain(err, o.Bucket)
		}
	}
}

// PublishParts is Publish of a file that arrived in parts and consists of these, in their
// order. It refuses bytes that are not of the declared type. etag is ETagOfParts, or what the
// protocol has for a single part. finish ends the upload in the same transaction.
func (s *Store) PublishParts(ctx context.Context, c Caller, o Object, l Limits, version string, parts []files.Part, etag string, finish files.Change) (Stored, error) {
	if err := s.sniffParts(ctx, l, o.ContentType, parts); err != nil {
		return Stored{}, err
	}
	w, keys := files.Written{Version: version}, make([]string, len(parts))
	for i, part := range parts {
		keys[i], w.Size = part.Key, w.Size+part.Size
	}
	// finish comes first: of two requests for it, one goes on, and the other fails with that.
	return s.Publish(ctx, c, o, w, etag, append([]files.Change{finish}, files.KeepParts(version, keys)...)...)
}

// ETagOfParts is S3's of a file of several parts, without quotes.
func ETagOfParts(parts []files.Part) string {
	sums := md5.New() // #nosec G401
	for _, part := range parts {
		sums.Write(part.MD5[:])
	}
	return fmt.Sprintf("%x-%d", sums.Sum(nil), len(parts))
}

// publishAttempts is the number of times that the last step of an upload is tried while connections are
// lost, as in a restart of PostgreSQL: all bytes are there already.
const publishAttempts = 3

func leftOut() error { return Invalid("A trigger of the database has left out the object") }

// put is the statement by which the caller inserts or overwrites the object's row. Only
// what overwrites reads the row, which needs the right to select: it returns the id.
func put(c Caller, o Object, metadata map[string]any, version string) (db.Statement, error) {
	known, err := json.Marshal(metadata)
	if err != nil {
		return db.Statement{}, err
	}
	ownerID, ownerUUID := c.Owner()
	st := db.Statement{
		SQL: `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
			values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7, nullif($8, ''))`,
		Args: [][]byte{[]byte(uuid.NewString()), []byte(o.Bucket), []byte(o.Name), text(ownerUUID), text(ownerID), known, o.UserMetadata, []byte(version)},
	}
	if o.Upsert {
		st.SQL += ` on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
			metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version returning id::text`
	}
	return st, nil
}

// text is nil, which is NULL, for nil.
func text(s *string) []byte {
	if s == nil {
		return nil
	}
	return []byte(*s)
}

// verbs are the rights on storage.objects that an upload needs.
func (o Object) verbs() string {
	if o.Upsert {
		return "insert, select and update"
	}
	return "insert"
}
