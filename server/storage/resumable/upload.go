package resumable

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	tus "github.com/tus/tusd/v2/pkg/handler"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
)

const (
	// leastPart is below which the last part is written again together with what follows, in
	// bytes: a client that sends single bytes makes few parts, and each of its requests
	// writes at most that much more.
	leastPart = 1 << 20
	// mostPart ends a part of a long request, in bytes: what came before it is kept whatever
	// happens to this process.
	mostPart = 64 << 20
)

// upload is a row of toubkal_storage.uploads, and the library's view of it.
type upload struct {
	service *Service
	ID      string
	Version string
	object.Object
	ClientMetadata string
	Owner          *string // the user; nil for none
	Account        string
	Signed         bool   // created with a signed upload token
	Length         *int64 // bytes; nil while the client has not said it
	Received       int64  // bytes
	Expires        time.Time
	Finished       bool
	// last is the newest part; its Number is 0 where there is none.
	last files.Part
}

// find reads an upload that has not expired.
func (s *Service) find(ctx context.Context, id string) (*upload, error) {
	u := &upload{service: s, ID: id}
	var expired bool
	var metadata []byte
	err := s.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `select u.version, u.bucket_id, u.name, u.content_type, u.cache_control, u.user_metadata, u.client_metadata, u.upsert,
				u.owner_id, u.account, u.length, u.received, u.expires_at, u.finished_at is not null, u.expires_at < now(),
				coalesce(l.key, ''), coalesce(l.number, 0), coalesce(p.size, 0), u.signed
			from toubkal_storage.uploads u
			left join lateral (select key, number from toubkal_storage.upload_parts where upload_id = u.id order by number desc limit 1) l on true
			left join toubkal_storage.parts p on p.key = l.key
			where u.id = $1`, id).
			Scan(&u.Version, &u.Bucket, &u.Name, &u.ContentType, &u.CacheControl, &metadata, &u.ClientMetadata, &u.Upsert,
				&u.Owner, &u.Account, &u.Length, &u.Received, &u.Expires, &u.Finished, &expired,
				&u.last.Key, &u.last.Number, &u.last.Size, &u.Signed)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNotFound
	}
	if err == nil && expired {
		return nil, errExpired
	}
	if metadata != nil {
		u.UserMetadata = metadata
	}
	return u, err
}

// GetUpload reads the upload again: the request has its lock by now.
func (s *Service) GetUpload(ctx context.Context, id string) (tus.Upload, error) {
	u, err := s.find(ctx, id)
	if err != nil {
		return nil, s.refused(ctx, err)
	}
	asked := requestOf(ctx)
	u.Upsert = u.Upsert || asked.upload.Upsert
	asked.upload = u
	return u, nil
}

// GetInfo publishes an upload whose bytes are all there, before it says so: a crash may have
// come between the two, and the client would take the file for stored.
func (u *upload) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	if u.Length != nil && u.Received == *u.Length {
		if err := u.FinishUpload(ctx); err != nil {
			return tus.FileInfo{}, err
		}
	}
	info := tus.FileInfo{ID: u.ID, Offset: u.Received, SizeIsDeferred: u.Length == nil, MetaData: tus.ParseMetadataHeader(u.ClientMetadata)}
	if u.Length != nil {
		info.Size = *u.Length
	}
	return info, nil
}

// WriteChunk keeps what src gives until its end, which the library makes of a lost
// connection too.
func (u *upload) WriteChunk(ctx context.Context, _ int64, src io.Reader) (written int64, err error) {
	room := requestOf(ctx).limit - u.Received
	if u.Length != nil {
		room = *u.Length - u.Received
	}
	// The context ends soon after the client has left; what it sent is kept nevertheless.
	ctx = context.WithoutCancel(ctx)
	for body := bufio.NewReader(src); ; {
		if _, err := body.Peek(1); err != nil {
			return written, nil
		}
		if room <= written {
			return written, u.service.refused(ctx, object.TooLarge())
		}
		n, err := u.add(ctx, body, room-written)
		if written += n; err != nil {
			return written, u.service.refused(ctx, err)
		}
	}
}

// add keeps at most room bytes of body: as a new part, or together with the last one.
func (u *upload) add(ctx context.Context, body io.Reader, room int64) (added int64, err error) {
	stored := u.service.Store.Files
	least := max(leastPart, (u.Received+room)/(files.MaxParts/2))
	before := files.Part{Number: u.last.Number + 1}
	from := io.LimitReader(body, min(room, max(mostPart, 2*least)))
	if u.last.Number > 0 && u.last.Size < least {
		before = u.last
		again, err := stored.OpenPart(ctx, before)
		if err != nil {
			return 0, err
		}
		defer func() { _ = again.Close() }()
		from = io.MultiReader(again, from)
	}
	part, err := stored.WritePart(ctx, u.Version, before.Number, from, false)
	if err != nil {
		return 0, err
	}
	if added = part.Size - before.Size; added < 0 {
		return 0, fmt.Errorf("the part %s of the upload %s has lost bytes", before.Key, u.ID)
	}
	if err := u.commit(ctx, part, added); err != nil {
		if errors.Is(err, errLocked) {
			u.drop(ctx, part.Key)
		}
		return 0, err
	}
	u.Received, u.last = u.Received+added, part
	if before.Key != "" {
		u.drop(ctx, before.Key)
	}
	return added, nil
}

// commit makes a part count, if the request still has the upload: a slow one may have lost
// it, and another one have written these bytes.
func (u *upload) commit(ctx context.Context, part files.Part, added int64) error {
	return u.service.Store.AsOwner(ctx, func(tx db.Tx) error {
		tag, err := tx.Exec(ctx, `update toubkal_storage.uploads set received = received + $3
			where id = $1 and holder = $2 and received = $4 and finished_at is null`, u.ID, requestOf(ctx).holder, added, u.Received)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 {
			return errLocked
		}
		_, err = tx.Exec(ctx, `insert into toubkal_storage.upload_parts (upload_id, number, key) values ($1, $2, $3)
			on conflict (upload_id, number) do update set key = excluded.key`, u.ID, part.Number, part.Key)
		return err
	})
}

// drop deletes a part that does not count. Where that fails, it ends with the file.
func (u *upload) drop(ctx context.Context, key string) {
	if err := u.service.Store.Files.DropPart(ctx, key); err != nil {
		u.service.Log.WarnContext(ctx, "a part of an upload is kept until the upload ends", "upload", u.ID, "error", err)
	}
}

// AsLengthDeclarableUpload is called by the library.
func (s *Service) AsLengthDeclarableUpload(u tus.Upload) tus.LengthDeclarableUpload {
	return u.(*upload) //nolint:forcetypeassert // GetUpload gives no other
}

// DeclareLength keeps a length that was not known at the creation. permit has compared it
// with the bucket's limit.
func (u *upload) DeclareLength(ctx context.Context, length int64) error {
	err := u.service.Store.Pool.Conn(ctx, func(conn *db.Conn) error {
		tag, err := conn.Exec(ctx, `update toubkal_storage.uploads set length = $2 where id = $1 and length is null and holder = $3`,
			u.ID, length, requestOf(ctx).holder)
		if err == nil && tag.RowsAffected() != 1 {
			return errLocked
		}
		return err
	})
	if err == nil {
		u.Length = &length
	}
	return u.service.refused(ctx, err)
}

// FinishUpload publishes the upload as an object of the caller. It may be called again.
func (u *upload) FinishUpload(ctx context.Context) error {
	if u.Finished {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	err := u.publish(ctx)
	u.Finished = err == nil
	return u.service.refused(ctx, err)
}

func (u *upload) publish(ctx context.Context) error {
	asked, stored := requestOf(ctx), u.service.Store
	parts, err := u.parts(ctx)
	if err != nil {
		return err
	}
	limits, err := stored.Limits(ctx, u.Bucket)
	if err != nil {
		return err
	}
	if len(parts) == 0 { // of no bytes
		empty, err := stored.Files.WritePart(ctx, u.Version, 1, http.NoBody, false)
		if err != nil {
			return err
		}
		parts = []files.Part{empty}
	}
	etag := object.ETagOfParts(parts)
	if len(parts) == 1 {
		etag = hex.EncodeToString(parts[0].MD5[:])
	}
	caller := asked.caller
	if asked.Method == http.MethodHead { // it ends what PATCH has begun, and the policy is asked about that
		caller = object.NewCaller(asked.Request, caller.Claims, operations[http.MethodPatch])
	}
	finish := files.Change{Rows: 1, Otherwise: errLocked, Statement: db.Statement{
		SQL: `update toubkal_storage.uploads set finished_at = now() where id = $1 and finished_at is null`, Args: [][]byte{[]byte(u.ID)},
	}}
	_, err = stored.PublishParts(ctx, caller, u.Object, limits, u.Version, parts, etag, finish)
	return err
}

// parts are the parts that count, in order.
func (u *upload) parts(ctx context.Context) (parts []files.Part, err error) {
	err = u.service.Store.Pool.Repeat(ctx, func(conn *db.Conn) error {
		rows, err := conn.Query(ctx, `select p.key, l.number, p.size, p.md5 from toubkal_storage.upload_parts l
			join toubkal_storage.parts p using (key) where l.upload_id = $1 order by l.number`, u.ID)
		if err != nil {
			return err
		}
		parts, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (p files.Part, err error) {
			var sum []byte
			err = row.Scan(&p.Key, &p.Number, &p.Size, &sum)
			copy(p.MD5[:], sum)
			return p, err
		})
		return err
	})
	return parts, err
}

// AsTerminatableUpload is called by the library.
func (s *Service) AsTerminatableUpload(u tus.Upload) tus.TerminatableUpload {
	return u.(*upload) //nolint:forcetypeassert // GetUpload gives no other
}

// Terminate forgets an upload that is not finished; its bytes are deleted by the next
// files.Files.Collect.
func (u *upload) Terminate(ctx context.Context) error {
	if u.Finished {
		return errFinished
	}
	err := u.service.Store.Pool.Conn(ctx, func(conn *db.Conn) error {
		tag, err := conn.Exec(ctx, `delete from toubkal_storage.uploads where id = $1 and finished_at is null`, u.ID)
		if err == nil && tag.RowsAffected() != 1 {
			return errFinished
		}
		return err
	})
	if err != nil {
		return u.service.refused(ctx, err)
	}
	u.service.Store.Files.Discard(context.WithoutCancel(ctx), u.Version)
	return nil
}

// GetReader is for downloads, which the object has.
func (u *upload) GetReader(context.Context) (io.ReadCloser, error) { return nil, errMethod }
