package resumable

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"time"

	"github.com/google/uuid"
	tus "github.com/tus/tusd/v2/pkg/handler"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/object"
)

// beforeCreate refuses an upload that its bucket or a policy would refuse at the end. The
// library calls it once it has read the length.
func (s *Service) beforeCreate(hook tus.HookEvent) (tus.HTTPResponse, tus.FileInfoChanges, error) {
	asked := requestOf(hook.Context)
	refuse := func(err error) (tus.HTTPResponse, tus.FileInfoChanges, error) {
		return tus.HTTPResponse{}, tus.FileInfoChanges{}, s.refused(hook.Context, err)
	}
	o := describedObject(hook.Upload.MetaData)
	if o.Bucket == "" {
		return refuse(object.Invalid("Upload-Metadata must have a bucketName"))
	}
	if err := object.CheckName(o.Name); err != nil {
		return refuse(err)
	}
	if err := s.identify(asked, "storage.tus.upload.create", o.Bucket+"/"+o.Name); err != nil {
		return refuse(err)
	}
	o.Upsert = asked.upserts
	u := &upload{
		service: s, ID: uuid.NewString(), Object: o, Signed: asked.signed, Account: account(asked),
		ClientMetadata: asked.Header.Get("Upload-Metadata"),
	}
	u.Owner, _ = asked.caller.Owner()
	declared := int64(-1)
	if !hook.Upload.SizeIsDeferred {
		declared = hook.Upload.Size
		u.Length = &declared
	}
	limits, err := s.Store.Try(asked.Context(), asked.caller, o, declared)
	if err != nil {
		return refuse(err)
	}
	asked.upload, asked.limit = u, limits.Size
	return tus.HTTPResponse{}, tus.FileInfoChanges{ID: u.ID}, nil
}

// describedObject reads the keys of Upload-Metadata that Supabase's storage knows.
func describedObject(metadata tus.MetaData) object.Object {
	o := object.Object{
		Bucket: metadata["bucketName"], Name: object.Composed(metadata["objectName"]),
		ContentType: cmp.Or(metadata["contentType"], "application/octet-stream"), CacheControl: "no-cache",
	}
	if seconds := metadata["cacheControl"]; digits.MatchString(seconds) {
		o.CacheControl = "max-age=" + seconds
	}
	var fields map[string]any
	if text := []byte(metadata["metadata"]); json.Unmarshal(text, &fields) == nil && fields != nil {
		o.UserMetadata = text // what is no JSON object is ignored there too
	}
	return o
}

var digits = regexp.MustCompile(`^\d{1,9}$`)

// NewUpload commits what beforeCreate has allowed.
func (s *Service) NewUpload(ctx context.Context, _ tus.FileInfo) (tus.Upload, error) {
	u := requestOf(ctx).upload
	var err error
	if u.Version, err = s.Store.Files.BeginFor(ctx, u.Bucket, s.Expiry); err != nil {
		return nil, s.refused(ctx, err)
	}
	err = s.Store.AsOwner(ctx, func(tx db.Tx) error {
		if u.Account != "" {
			// two requests of one account count one after the other
			if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('toubkal_storage.uploads ' || $1, 0))`, u.Account); err != nil {
				return err
			}
			var open int
			err := tx.QueryRow(ctx, `select count(*) from toubkal_storage.uploads
				where account = $1 and finished_at is null and expires_at > now()`, u.Account).Scan(&open)
			if err != nil {
				return err
			}
			if open >= s.MaxOpen {
				return errTooManyOpen
			}
		}
		return tx.QueryRow(ctx, `insert into toubkal_storage.uploads (id, version, bucket_id, name, content_type, cache_control, user_metadata,
				client_metadata, upsert, signed, owner_id, account, length, expires_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(secs => $14)) returning expires_at`,
			u.ID, u.Version, u.Bucket, u.Name, u.ContentType, u.CacheControl, []byte(u.UserMetadata),
			u.ClientMetadata, u.Upsert, u.Signed, u.Owner, u.Account, u.Length, s.Expiry.Seconds()).Scan(&u.Expires)
	})
	if err != nil {
		s.Store.Files.Discard(context.WithoutCancel(ctx), u.Version)
		return nil, s.refused(ctx, err)
	}
	return u, nil
}

// rememberExpired is the time that a client is told that its upload has expired.
const rememberExpired = 24 * time.Hour

// Collect deletes the rows of uploads that have expired for a day. Their bytes are
// deleted by files.Files.Collect, soon after they expire.
func (s *Service) Collect(ctx context.Context) error {
	return s.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, `delete from toubkal_storage.uploads where expires_at < now() - make_interval(secs => $1)`, rememberExpired.Seconds())
		return err
	})
}
