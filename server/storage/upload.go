package storage

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/token"
)

// object is what an upload makes of a name: what the client says of the bytes.
type object struct {
	bucket, name string
	contentType  string
	cacheControl string
	userMetadata json.RawMessage // nil for none
	upsert       bool
}

// maxUserMetadata bounds what an application keeps with an object, in bytes.
const maxUserMetadata = 1 << 20

func (s *Service) upload(w http.ResponseWriter, r *http.Request, c call) error {
	claims, err := s.claims(r)
	if err != nil {
		return err
	}
	name := composed(c.name)
	if err := checkName(name); err != nil {
		return err
	}
	o, body, err := readObject(r)
	if err != nil {
		return err
	}
	o.bucket, o.name = c.bucket, name
	o.upsert = r.Method == http.MethodPut || strings.EqualFold(r.Header.Get("X-Upsert"), "true")
	id, err := s.store(r, c, claims, o, body, declaredSize(r))
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"Id": id, "Key": o.bucket + "/" + o.name})
	}
	return err
}

// declaredSize is what a raw body will have, in bytes; -1 where the request does not say.
func declaredSize(r *http.Request) int64 {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return -1
	}
	return r.ContentLength
}

// store keeps the bytes of body as an object of the caller, and gives the object's id. The
// policies are asked twice: before the bytes are read, with what the client says of them,
// so that a caller without the right sends nothing; and in the transaction that makes them
// visible, with their true size and type.
func (s *Service) store(r *http.Request, c call, claims token.Claims, o object, body io.Reader, declared int64) (id string, err error) {
	ctx := r.Context()
	limits, err := s.limits(ctx, o.bucket)
	if err != nil {
		return "", err
	}
	if err := limits.allow(o.contentType, declared); err != nil {
		return "", err
	}
	as := session(r, claims, c.operation)
	err = s.Pool.Tx(ctx, as, func(tx db.Tx) error {
		_, err := put(ctx, tx, o, claims, map[string]any{"mimetype": o.contentType, "contentLength": max(declared, 0), "size": max(declared, 0)}, "")
		if err == nil {
			err = errTrial
		}
		return err
	})
	if !errors.Is(err, errTrial) {
		return "", explain(err, claims, c)
	}
	written, err := s.Files.Write(ctx, o.bucket, &sizeLimit{r: body, left: limits.size})
	if err != nil {
		return "", err
	}
	id, err = s.publish(ctx, as, o, claims, written, hex.EncodeToString(written.MD5[:]), nil)
	return id, explain(err, claims, c)
}

// errTrial rolls a transaction back that was only to see whether it is allowed.
var errTrial = errors.New("rolled back")

// publish makes a written file the object's bytes, as the caller, in one transaction.
// before is executed in it as the owner of the tables; nil for nothing.
func (s *Service) publish(ctx context.Context, as db.Session, o object, claims token.Claims, w files.Written, etag string, before func(db.Tx) error) (id string, err error) {
	metadata := map[string]any{
		"eTag": `"` + etag + `"`, "size": w.Size, "mimetype": o.contentType, "cacheControl": o.cacheControl,
		"lastModified": s.Now().UTC().Format("2006-01-02T15:04:05.000Z"), "contentLength": w.Size, "httpStatusCode": http.StatusOK,
	}
	err = s.asOwner(ctx, func(tx db.Tx) error {
		if err := files.Publish(ctx, tx, w.Version, w.Size); err != nil {
			return err
		}
		if before != nil {
			if err := before(tx); err != nil {
				return err
			}
		}
		if err := db.Become(ctx, tx, as); err != nil {
			return err
		}
		id, err = put(ctx, tx, o, claims, metadata, w.Version)
		return err
	})
	if err == nil {
		return id, nil
	}
	// The connection may have been lost after the commit: then the object is there.
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	live, failed := s.Files.IsLive(after, w.Version)
	switch {
	case failed != nil: // the lease decides
	case live:
		return id, nil
	default:
		s.Files.Discard(after, w.Version)
	}
	return "", err
}

// put inserts or overwrites the object's row in tx, whose role is the caller. Only what
// overwrites reads the row, which needs the right to select.
func put(ctx context.Context, tx db.Tx, o object, claims token.Claims, metadata map[string]any, version string) (id string, err error) {
	known, err := json.Marshal(metadata)
	if err != nil {
		return "", err
	}
	id = uuid.NewString()
	ownerID, ownerUUID := owner(claims)
	args := []any{id, o.bucket, o.name, ownerUUID, ownerID, known, nullable(o.userMetadata), version}
	const insert = `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
		values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7, nullif($8, ''))`
	if !o.upsert {
		_, err = tx.Exec(ctx, insert, args...)
		return id, err
	}
	err = tx.QueryRow(ctx, insert+` on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
		metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version returning id::text`, args...).Scan(&id)
	return id, err
}

// nullable is nil for no JSON.
func nullable(text json.RawMessage) any {
	if text == nil {
		return nil
	}
	return text
}

// bucketLimits are what a bucket takes.
type bucketLimits struct {
	size  int64 // bytes
	types []string
}

// limits reads them as the owner of the tables: a policy on storage.buckets does not say
// who may upload.
func (s *Service) limits(ctx context.Context, bucket string) (l bucketLimits, err error) {
	var size *int64
	err = s.asOwner(ctx, func(tx db.Tx) error {
		return tx.QueryRow(ctx, `select file_size_limit, allowed_mime_types from storage.buckets where id = $1 and type = 'STANDARD'`, bucket).Scan(&size, &l.types)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return l, noSuchBucket()
	}
	l.size = s.FileSizeLimit
	if size != nil {
		l.size = min(l.size, *size)
	}
	return l, err
}

// allow refuses what the client says that it will send.
func (l bucketLimits) allow(contentType string, size int64) error {
	if size > l.size {
		return tooLarge()
	}
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fault.New(fault.StorageInvalidMimeType, "The content type is not one: "+contentType)
	}
	if l.types == nil {
		return nil
	}
	for _, allowed := range l.types {
		main, all := strings.CutSuffix(allowed, "/*")
		if allowed == "*/*" || strings.EqualFold(allowed, kind) || all && strings.HasPrefix(kind, strings.ToLower(main)+"/") {
			return nil
		}
	}
	return fault.New(fault.StorageInvalidMimeType, "mime type "+kind+" is not supported")
}

// sizeLimit fails where there is more than a bucket takes.
type sizeLimit struct {
	r    io.Reader
	left int64
}

func (l *sizeLimit) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n, tooLarge()
	}
	return n, err
}

// readObject reads what comes before the bytes: headers, or the fields of a form. The
// reader gives the bytes, and is valid until the request ends.
func readObject(r *http.Request) (o object, body io.Reader, err error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return readForm(r)
	}
	o.contentType = cmp.Or(r.Header.Get("Content-Type"), "application/octet-stream")
	o.cacheControl = cmp.Or(r.Header.Get("Cache-Control"), "no-cache")
	if encoded := r.Header.Get("X-Metadata"); encoded != "" {
		text, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return o, nil, invalid("The header x-metadata is not base64 of JSON")
		}
		if err := o.setMetadata(text); err != nil {
			return o, nil, err
		}
	}
	return o, r.Body, nil
}

// readForm reads fields until the file: those after it are not seen, as in Supabase's
// storage, since the file is not kept in memory.
func readForm(r *http.Request) (o object, body io.Reader, err error) {
	o.cacheControl = "no-cache"
	form, err := r.MultipartReader()
	if err != nil {
		return o, nil, invalid("The form cannot be read: " + err.Error())
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return o, nil, invalid("The form has no file")
		}
		if err != nil {
			return o, nil, badForm(err)
		}
		if isFile(part) {
			o.contentType = cmp.Or(o.contentType, part.Header.Get("Content-Type"), "application/octet-stream")
			return o, formFile{part}, nil
		}
		text, err := io.ReadAll(io.LimitReader(part, maxUserMetadata+1))
		if err != nil {
			return o, nil, badForm(err)
		}
		switch part.FormName() {
		case "cacheControl":
			if o.cacheControl = "no-cache"; digits.Match(text) {
				o.cacheControl = "max-age=" + string(text)
			}
		case "contentType":
			o.contentType = string(text)
		case "metadata":
			if err := o.setMetadata(text); err != nil {
				return o, nil, err
			}
		}
	}
}

var digits = regexp.MustCompile(`^\d{1,9}$`)

// isFile reports whether a part of a form is the file: clients give it no name, or a file's.
func isFile(part *multipart.Part) bool { return part.FileName() != "" || part.FormName() == "" }

// badForm keeps what the connection and the limits say, and blames the client for the rest.
func badForm(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return invalid("The form cannot be read: " + err.Error())
}

// formFile is a file in a form, which must have its end: a form that is cut off is no file.
type formFile struct{ part *multipart.Part }

func (f formFile) Read(p []byte) (int, error) {
	n, err := f.part.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = badForm(err)
	}
	return n, err
}

func (o *object) setMetadata(text []byte) error {
	if len(text) > maxUserMetadata {
		return tooLarge().WithHint("The metadata is above 1 MiB.")
	}
	if len(text) == 0 {
		return nil
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return invalid("The metadata is not a JSON object")
	}
	o.userMetadata = text
	return nil
}
