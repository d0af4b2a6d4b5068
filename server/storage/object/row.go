package object

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Row is a row of storage.objects as the API shows it.
type Row struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Bucket         string          `json:"bucket_id"`
	Owner          *string         `json:"owner"`
	OwnerID        *string         `json:"owner_id"`
	Version        *string         `json:"version"`
	CreatedAt      *Time           `json:"created_at"`
	UpdatedAt      *Time           `json:"updated_at"`
	LastAccessedAt *Time           `json:"last_accessed_at"`
	Metadata       json.RawMessage `json:"metadata"`
	UserMetadata   json.RawMessage `json:"user_metadata"`
}

const rowColumns = `o.id::text, o.name, o.bucket_id, o.owner::text, o.owner_id, o.version, o.created_at, o.updated_at, o.last_accessed_at, o.metadata, o.user_metadata`

func scanRow(row pgx.CollectableRow) (o Row, err error) {
	var created, updated, accessed *time.Time
	err = row.Scan(&o.ID, &o.Name, &o.Bucket, &o.Owner, &o.OwnerID, &o.Version, &created, &updated, &accessed, &o.Metadata, &o.UserMetadata)
	o.CreatedAt, o.UpdatedAt, o.LastAccessedAt = (*Time)(created), (*Time)(updated), (*Time)(accessed)
	return o, err
}

// Time is printed in milliseconds and UTC, as JavaScript does.
type Time time.Time

// MarshalJSON is the format of JavaScript's toISOString.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(time.Time(t).UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// Row reads an object that the policies let the caller read.
func (s *Store) Row(ctx context.Context, c Caller, bucket, name string) (o Row, err error) {
	err = s.As(ctx, c, bucket, func(tx db.Tx) error {
		o, err = readRow(ctx, tx, bucket, name)
		return err
	})
	return o, s.orNoBucket(ctx, err, bucket)
}

// PublicRow reads an object of a public bucket.
func (s *Store) PublicRow(ctx context.Context, bucket, name string) (o Row, err error) {
	err = s.AsOwner(ctx, func(tx db.Tx) error {
		var public bool
		err := tx.QueryRow(ctx, `select coalesce(public, false) from storage.buckets where id = $1`, bucket).Scan(&public)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && !public {
			return NoSuchBucket()
		}
		if err != nil {
			return err
		}
		o, err = readRow(ctx, tx, bucket, name)
		return err
	})
	return o, err
}

func readRow(ctx context.Context, tx db.Tx, bucket, name string) (Row, error) {
	rows, err := tx.Query(ctx, `select `+rowColumns+` from storage.objects o where o.bucket_id = $1 and o.name = $2`, bucket, Composed(name))
	if err != nil {
		return Row{}, err
	}
	o, err := pgx.CollectExactlyOneRow(rows, scanRow)
	if errors.Is(err, pgx.ErrNoRows) {
		err = NoSuchKey()
	}
	return o, err
}
