package object

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
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
// for none.
func (s *Store) Put(ctx context.Context, c Caller, o Object, body io.Reader, declared int64) (Stored, error) {
	limits, err := s.Try(ctx, c, o, declared)
	if err != nil {
		return Stored{}, err
	}
	body, err = limits.Sniff(o.ContentType, limits.Reader(body))
	if err != nil {
		return Stored{}, err
	}
	written, err := s.Files.Write(ctx, o.Bucket, body)
	if err != nil {
		return Stored{}, err
	}
	done, err := s.Publish(ctx, c, o, written, hex.EncodeToString(written.MD5[:]), nil)
	if err != nil {
		s.Files.Discard(context.WithoutCancel(ctx), written.Version)
	}
	return done, err
}

// Try refuses an upload that the bucket or a policy would refuse, before its bytes are
// read. It gives what the bucket takes.
func (s *Store) Try(ctx context.Context, c Caller, o Object, declared int64) (Limits, error) {
	limits, err := s.Limits(ctx, o.Bucket)
	if err != nil {
		return limits, err
	}
	if err := limits.Allow(o.ContentType, declared); err != nil {
		return limits, err
	}
	size := max(declared, 0)
	return limits, s.try(ctx, c, o, map[string]any{"mimetype": o.ContentType, "contentLength": size, "size": size})
}

// TryUnknown refuses an upload that a policy would refuse now, whatever its type and size.
func (s *Store) TryUnknown(ctx context.Context, c Caller, o Object) error {
	if _, err := s.Limits(ctx, o.Bucket); err != nil {
		return err
	}
	return s.try(ctx, c, o, map[string]any{})
}

// try asks the policies by an insert that is rolled back.
func (s *Store) try(ctx context.Context, c Caller, o Object, metadata map[string]any) error {
	err := s.Pool.Tx(ctx, c.session, func(tx db.Tx) error {
		_, err := put(ctx, tx, c, o, metadata, "")
		if err == nil {
			err = errTrial
		}
		return err
	})
	if errors.Is(err, errTrial) {
		return nil
	}
	return c.needs(o.verbs()).explain(err, o.Bucket)
}

// errTrial rolls a transaction back that was only to see whether it is allowed.
var errTrial = errors.New("rolled back")

// Stored is an object after its upload.
type Stored struct {
	ID, Version string
	ETag        string // in quotes
	Size        int64  // bytes
}

// Publish makes a written file the object's bytes, as the caller, in one transaction. etag
// is without quotes. before is executed in it as the owner of the tables; nil for nothing.
// After an error the file is still pending: the caller discards it, or tries again.
func (s *Store) Publish(ctx context.Context, c Caller, o Object, w files.Written, etag string, before func(db.Tx) error) (Stored, error) {
	done := Stored{Version: w.Version, ETag: `"` + etag + `"`, Size: w.Size}
	metadata := map[string]any{
		"eTag": done.ETag, "size": w.Size, "mimetype": o.ContentType, "cacheControl": o.CacheControl,
		"lastModified": s.Now().UTC().Format(millisecond), "contentLength": w.Size, "httpStatusCode": http.StatusOK,
	}
	if o.ContentEncoding != "" {
		metadata["contentEncoding"] = o.ContentEncoding
	}
	c = c.needs(o.verbs())
	for attempt := 1; ; attempt++ {
		err := s.AsOwner(ctx, func(tx db.Tx) (err error) {
			if err := files.Publish(ctx, tx, w.Version, w.Size); err != nil {
				return err
			}
			if before != nil {
				if err := before(tx); err != nil {
					return err
				}
			}
			if err := c.Become(ctx, tx); err != nil {
				return err
			}
			done.ID, err = put(ctx, tx, c, o, metadata, w.Version)
			return err
		})
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

// publishAttempts is how often the last step of an upload is tried while connections are
// lost, as in a restart of PostgreSQL: all bytes are there already.
const publishAttempts = 3

// put inserts or overwrites the object's row in tx, whose role is the caller. Only what
// overwrites reads the row, which needs the right to select.
func put(ctx context.Context, tx db.Tx, c Caller, o Object, metadata map[string]any, version string) (id string, err error) {
	known, err := json.Marshal(metadata)
	if err != nil {
		return "", err
	}
	id = uuid.NewString()
	ownerID, ownerUUID := c.Owner()
	args := []any{id, o.Bucket, o.Name, ownerUUID, ownerID, known, nullable(o.UserMetadata), version}
	const insert = `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
		values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7, nullif($8, ''))`
	if !o.Upsert {
		tag, err := tx.Exec(ctx, insert, args...)
		if err == nil && tag.RowsAffected() != 1 { // else its file would be live without an object
			err = Invalid("A trigger of the database has left out the object")
		}
		return id, err
	}
	err = tx.QueryRow(ctx, insert+` on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
		metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version returning id::text`, args...).Scan(&id)
	return id, err
}

// verbs are the rights on storage.objects that an upload needs.
func (o Object) verbs() string {
	if o.Upsert {
		return "insert, select and update"
	}
	return "insert"
}

// nullable is nil for no JSON.
func nullable(text json.RawMessage) any {
	if text == nil {
		return nil
	}
	return text
}
