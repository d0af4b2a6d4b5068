package object

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
)

// Place is a bucket and the name of an object in it.
type Place struct{ Bucket, Name string }

// Move gives an object another name or bucket, whose limits it must meet. No byte is
// moved. The owner stays.
func (s *Store) Move(ctx context.Context, c Caller, from, to Place) (o Row, err error) {
	from.Name, to.Name = Composed(from.Name), Composed(to.Name)
	if err := CheckName(to.Name); err != nil {
		return o, err
	}
	limits, err := s.Limits(ctx, to.Bucket)
	if err != nil {
		return o, err
	}
	err = s.As(ctx, c.needs("select and update"), to.Bucket, func(tx db.Tx) error {
		if o, err = readRow(ctx, tx, from.Bucket, from.Name); err != nil {
			return err
		}
		var known Found
		if err := tx.QueryRow(ctx, `select `+foundColumns+` from storage.objects o where o.id = $1::uuid`, o.ID).Scan(known.fields()...); err != nil {
			return noKey(err)
		}
		if from.Bucket != to.Bucket {
			if err := limits.Allow(known.ContentType, known.Size); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `update storage.objects set bucket_id = $2, name = $3 where id = $1::uuid`, o.ID, to.Bucket, to.Name)
		if err == nil && tag.RowsAffected() == 0 {
			return s.missing(ctx, tx, from.Bucket, from.Name)
		}
		o.Bucket, o.Name = to.Bucket, to.Name
		return err
	})
	return o, s.orNoBucket(ctx, err, from.Bucket)
}

// CopyOptions say what of a copy differs from its source.
type CopyOptions struct {
	// Own leaves out the source's user metadata, and applies the fields below.
	Own bool
	// ContentType and CacheControl; "" for the source's. ContentEncoding; nil for the source's.
	ContentType, CacheControl string
	ContentEncoding           *string
	UserMetadata              json.RawMessage // nil for none
	// Upsert overwrites an object of that name, which needs the rights to select and update.
	Upsert bool
}

// Copy makes an object of the caller with the bytes of another one, which are not copied:
// both objects have the same version.
func (s *Store) Copy(ctx context.Context, c Caller, from, to Place, o CopyOptions) (made Row, err error) {
	from.Name, to.Name = Composed(from.Name), Composed(to.Name)
	if err := CheckName(to.Name); err != nil {
		return made, err
	}
	limits, err := s.Limits(ctx, to.Bucket)
	if err != nil {
		return made, err
	}
	c = c.needs("select and insert")
	if o.Upsert {
		c = c.needs("select, insert and update")
	}
	err = s.AsOwner(ctx, func(tx db.Tx) error {
		if err := c.Become(ctx, tx); err != nil {
			return err
		}
		source, err := readRow(ctx, tx, from.Bucket, from.Name)
		if err != nil {
			return err
		}
		var known Found
		if err := tx.QueryRow(ctx, `select `+foundColumns+` from storage.objects o where o.id = $1::uuid`, source.ID).Scan(known.fields()...); err != nil {
			return noKey(err)
		}
		metadata, made := map[string]any{}, Object{Bucket: to.Bucket, Name: to.Name, UserMetadata: source.UserMetadata, Upsert: o.Upsert}
		if source.Metadata != nil {
			_ = json.Unmarshal(source.Metadata, &metadata) // of a dump it may be no object
		}
		metadata["lastModified"] = s.Now().UTC().Format(millisecond)
		if o.Own {
			made.UserMetadata = o.UserMetadata
			maps.Copy(metadata, o.overrides())
			if o.ContentType != "" {
				known.ContentType = o.ContentType
			}
		}
		if err := limits.Allow(known.ContentType, known.Size); err != nil {
			return err
		}
		// The source may be overwritten meanwhile: its bytes must not be dead.
		if _, err := tx.Exec(ctx, `reset role`); err != nil {
			return err
		}
		if err := files.HoldLive(ctx, tx, known.Version); err != nil {
			return err
		}
		if err := c.Become(ctx, tx); err != nil {
			return err
		}
		insert, err := put(c, made, metadata, known.Version)
		if err != nil {
			return err
		}
		tag, err := db.Exec(ctx, tx, insert)
		if err == nil && tag.RowsAffected() != 1 {
			err = leftOut()
		}
		return err
	})
	if err != nil {
		if errors.Is(err, blob.ErrNotFound) {
			err = NoSuchKey()
		}
		return made, s.orNoBucket(ctx, c.explain(err, to.Bucket), from.Bucket)
	}
	// Who may insert need not be allowed to select.
	err = s.AsOwner(ctx, func(tx db.Tx) error {
		made, err = readRow(ctx, tx, to.Bucket, to.Name)
		return err
	})
	return made, err
}

// overrides are the fields of an object's metadata that a copy changes.
func (c CopyOptions) overrides() map[string]any {
	fields := map[string]any{}
	if c.ContentType != "" {
		fields["mimetype"] = c.ContentType
	}
	if c.CacheControl != "" {
		fields["cacheControl"] = c.CacheControl
	}
	if c.ContentEncoding != nil {
		fields["contentEncoding"] = *c.ContentEncoding
	}
	return fields
}

// millisecond is the layout of JavaScript's toISOString.
const millisecond = "2006-01-02T15:04:05.000Z"
