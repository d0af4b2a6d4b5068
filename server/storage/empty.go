package storage

import (
	"context"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// emptied bounds the objects of one transaction of EmptyBucket.
const emptied = 1000

// empty has all objects of a bucket deleted in the background, for the service key
// alone, as in Supabase's storage: policies are not asked for so many.
func (br bucketRoutes) empty(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := br.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	if !caller.IsService() {
		return fault.New(fault.StorageAccessDenied, "Access denied").WithHint("Only the service key may empty a bucket.").Because(errRole)
	}
	err = br.Store.As(r.Context(), caller, c.bucket, func(tx db.Tx) error {
		var there bool
		var before time.Time
		if err := tx.QueryRow(r.Context(), `select exists (select from storage.buckets where id = $1), now()`, c.bucket).Scan(&there, &before); err != nil {
			return err
		}
		if !there {
			return object.NoSuchBucket()
		}
		return br.Enqueue(r.Context(), tx, c.bucket, before)
	})
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, map[string]string{"message": "Empty bucket has been queued. Completion may take up to an hour."})
	return nil
}

// EmptyBucket deletes the objects of a bucket that were created before a time, in
// transactions of 1000. It may be interrupted and executed again.
func (s *Service) EmptyBucket(ctx context.Context, bucket string, before time.Time) error {
	for {
		var n int64
		err := s.Store.AsOwner(ctx, func(tx db.Tx) error {
			if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
				return err
			}
			tag, err := tx.Exec(ctx, `delete from storage.objects o where o.id in (
				select id from storage.objects where bucket_id = $1 and (created_at <= $2 or created_at is null) limit $3)`, bucket, before, emptied)
			n = tag.RowsAffected()
			return err
		})
		if err != nil || n < emptied {
			return err
		}
	}
}

// noLifecycle answers that a bucket has no rules by which objects expire: there are none
// on this server.
func (br bucketRoutes) noLifecycle(_ http.ResponseWriter, r *http.Request, c call) error {
	if err := br.find(r, c); err != nil {
		return err
	}
	return fault.New(fault.StorageNoLifecycle, "The lifecycle configuration does not exist")
}

// lifecycle refuses such rules.
func (br bucketRoutes) lifecycle(_ http.ResponseWriter, r *http.Request, c call) error {
	if err := br.find(r, c); err != nil {
		return err
	}
	return fault.New(fault.StorageFeatureNotEnabled, "Buckets have no lifecycle configuration on this server")
}

// find refuses a bucket that the caller may not see.
func (br bucketRoutes) find(r *http.Request, c call) error {
	return br.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		var there bool
		err := tx.QueryRow(ctx, `select exists (select from storage.buckets where id = $1)`, c.bucket).Scan(&there)
		if err == nil && !there {
			return object.NoSuchBucket()
		}
		return err
	})
}
