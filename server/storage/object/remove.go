package object

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// MaxNames bounds the names of one request.
const MaxNames = 1000

// removed bounds the rows of one statement that deletes many.
const removed = 1000

// Remove deletes those of names that are there and that the policies let the caller see
// and delete; the others are not in the answer. Bytes that no object has any more are
// deleted after the commit, by files.Collect.
func (s *Store) Remove(ctx context.Context, c Caller, bucket string, names []string) (rows []Row, err error) {
	composed := make([]string, len(names))
	for i, name := range names {
		composed[i] = Composed(name)
	}
	err = s.As(ctx, c, bucket, func(tx db.Tx) error {
		rows, err = removeRows(ctx, tx, `o.bucket_id = $1 and o.name = any ($2)`, bucket, composed)
		return err
	})
	return rows, err
}

// RemovePrefix deletes what Remove would of the names that begin with prefix, in several
// transactions, and says how many those were. "" is the whole bucket.
func (s *Store) RemovePrefix(ctx context.Context, c Caller, bucket, prefix string) (n int, err error) {
	for seek := Composed(prefix); ; {
		var names []string
		err = s.As(ctx, c, bucket, func(tx db.Tx) error {
			rows, err := tx.Query(ctx, `select o.name from storage.objects o where o.bucket_id = $1
				and o.name collate "C" >= $2 and o.name collate "C" < $3 order by o.name collate "C" limit $4`,
				bucket, seek, afterPrefix(Composed(prefix)), removed)
			if err != nil {
				return err
			}
			if names, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(names) == 0 {
				return err
			}
			gone, err := removeRows(ctx, tx, `o.bucket_id = $1 and o.name = any ($2)`, bucket, names)
			n += len(gone)
			return err
		})
		if err != nil || len(names) < removed {
			return n, err
		}
		seek = names[len(names)-1] + "\x01" // the caller may see the last, and not delete it
	}
}

// RemoveOne deletes an object; one that the caller may see and not delete is refused.
func (s *Store) RemoveOne(ctx context.Context, c Caller, bucket, name string) error {
	return s.As(ctx, c.needs("select and delete"), bucket, func(tx db.Tx) error {
		rows, err := removeRows(ctx, tx, `o.bucket_id = $1 and o.name = $2`, bucket, Composed(name))
		if err == nil && len(rows) == 0 {
			return s.missing(ctx, tx, bucket, name)
		}
		return err
	})
}

// removeRows deletes as the role of tx, whom the trigger of the table would refuse a plain
// delete.
func removeRows(ctx context.Context, tx db.Tx, where string, args ...any) ([]Row, error) {
	if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `delete from storage.objects o where `+where+` returning `+rowColumns, args...)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, scanRow)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'false', true)`)
	return found, err
}

// RemoveBucket deletes a bucket that holds no object, as the role of tx.
func RemoveBucket(ctx context.Context, tx db.Tx, bucket string) error {
	if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `delete from storage.buckets where id = $1`, bucket)
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.ConstraintName == "objects_bucketId_fkey" {
		return fault.New(fault.StorageResourceNotEmpty, "The bucket you tried to delete is not empty")
	}
	if err == nil && tag.RowsAffected() == 0 {
		return NoSuchBucket()
	}
	return err
}

// missing is the error of a statement of the caller that changed no row: the object is not there or may
// not be seen, or a policy refuses the change.
func (s *Store) missing(ctx context.Context, tx db.Tx, bucket, name string) error {
	var there bool
	err := tx.QueryRow(ctx, `select exists (select from storage.objects o where o.bucket_id = $1 and o.name = $2)`, bucket, Composed(name)).Scan(&there)
	switch {
	case err != nil:
		return err
	case there:
		return accessDenied("new row violates row-level security policy")
	}
	return NoSuchKey()
}

// afterPrefix sorts behind every name that begins with prefix: see storage.after_prefix().
func afterPrefix(prefix string) string { return prefix + strings.Repeat("\U0010FFFF", maxName/4+1) }
