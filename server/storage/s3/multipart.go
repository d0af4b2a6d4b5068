package s3

import (
	"context"
	"crypto/md5" // #nosec G501 -- S3's ETag, no protection
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
)

// An upload in parts is a row of storage.s3_multipart_uploads and a pending file, whose
// version is its id. The policies are asked at each step whether the caller may make the
// object.

// uploadMetadata is the column metadata of an upload.
type uploadMetadata struct {
	ContentType     string `json:"mimetype"`
	CacheControl    string `json:"cacheControl"`
	ContentEncoding string `json:"contentEncoding,omitempty"`
}

func (s *Service) createUpload(w http.ResponseWriter, in *request) error {
	if err := in.ignoreBody(); err != nil {
		return err
	}
	o, err := in.object()
	if err != nil {
		return err
	}
	if err := object.CheckName(o.Name); err != nil {
		return err
	}
	if _, err := s.Store.Try(in.Context(), in.caller, o, -1); err != nil {
		return err
	}
	version, err := s.Store.Files.BeginFor(in.Context(), o.Bucket, s.UploadLife)
	if err != nil {
		return err
	}
	metadata, err := json.Marshal(uploadMetadata{o.ContentType, o.CacheControl, o.ContentEncoding})
	if err != nil {
		return err
	}
	ownerID, _ := in.caller.Owner()
	err = s.Store.AsOwner(in.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(in.Context(), `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
			values ($1, '', $2, $3, $1, $4, $5, $6)`, version, o.Bucket, o.Name, ownerID, []byte(o.UserMetadata), metadata)
		return err
	})
	if err != nil {
		s.Store.Files.Discard(context.WithoutCancel(in.Context()), version)
		return err
	}
	reply(w, http.StatusOK, struct {
		XMLName     xml.Name `xml:"InitiateMultipartUploadResult"`
		Namespace   string   `xml:"xmlns,attr"`
		Bucket, Key string
		UploadID    string `xml:"UploadId"`
	}{Namespace: namespace, Bucket: o.Bucket, Key: o.Name, UploadID: version})
	return nil
}

// upload is one in parts that is not complete.
type upload struct {
	id     string
	object object.Object
	parts  []files.Part // the newest of each number that has arrived, in order
	stored int64        // bytes of all parts, those that have not arrived or were sent again too
}

func noSuchUpload() error {
	return fault.New(fault.S3NoSuchUpload, "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.")
}

// find reads the upload of the request. One of another user is none, but for service_role.
func (s *Service) find(in *request) (*upload, error) {
	u := &upload{id: in.query.Get("uploadId"), object: object.Object{Bucket: in.bucket, Name: object.Composed(in.key), Upsert: true}}
	if uuid.Validate(u.id) != nil {
		return nil, noSuchUpload()
	}
	ownerID, _ := in.caller.Owner()
	var metadata, userMetadata []byte
	err := s.Store.AsOwner(in.Context(), func(tx db.Tx) error {
		return tx.QueryRow(in.Context(), `select u.metadata, u.user_metadata from storage.s3_multipart_uploads u
			join toubkal_storage.files f on f.version = u.id and f.state = 'pending' and f.lease_until > now()
			where u.id = $1 and u.bucket_id = $2 and u.key = $3 and (u.owner_id is not distinct from $4 or $5)`,
			u.id, u.object.Bucket, u.object.Name, ownerID, in.caller.IsService()).Scan(&metadata, &userMetadata)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, noSuchUpload()
	}
	if err != nil {
		return nil, err
	}
	var known uploadMetadata
	if err := json.Unmarshal(metadata, &known); err != nil {
		return nil, fmt.Errorf("the metadata of the upload %s: %w", u.id, err)
	}
	u.object.ContentType, u.object.CacheControl, u.object.ContentEncoding = known.ContentType, known.CacheControl, known.ContentEncoding
	u.object.UserMetadata = userMetadata
	all, err := s.Store.Files.Parts(in.Context(), u.id)
	if err != nil {
		return nil, err
	}
	for _, part := range all {
		u.stored += part.Size
		if part.MD5 == ([md5.Size]byte{}) { // it has not arrived
			continue
		}
		if n := len(u.parts); n > 0 && u.parts[n-1].Number == part.Number {
			u.parts[n-1] = part
			continue
		}
		u.parts = append(u.parts, part)
	}
	return u, nil
}

// size is the sum of the parts but that of a number, in bytes; 0 leaves none out.
func (u *upload) size(without int) (sum int64) {
	for _, part := range u.parts {
		if part.Number != without {
			sum += part.Size
		}
	}
	return sum
}

// completeUpload makes the parts that the client lists the object. Repeated after a
// success it answers the same.
func (s *Service) completeUpload(w http.ResponseWriter, in *request) error {
	var wanted struct {
		XMLName xml.Name     `xml:"CompleteMultipartUpload"`
		Parts   []wantedPart `xml:"Part"`
	}
	if err := in.readXML(&wanted); err != nil {
		return err
	}
	u, err := s.find(in)
	if err != nil {
		if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.S3NoSuchUpload {
			if o, found := s.Store.Find(in.Context(), in.caller, in.bucket, in.key); found == nil && o.Version == in.query.Get("uploadId") {
				s.completed(w, in, o.ETag)
				return nil
			}
		}
		return err
	}
	parts, err := u.choose(wanted.Parts)
	if err != nil {
		return err
	}
	size := int64(0)
	for _, part := range parts {
		size += part.Size
	}
	u.object.Upsert = in.Header.Get("If-None-Match") != "*"
	limits, err := s.Store.Try(in.Context(), in.caller, u.object, size)
	if err != nil {
		return err
	}
	forget := files.Change{Rows: 1, Otherwise: noSuchUpload(), Statement: db.Statement{
		SQL: `delete from storage.s3_multipart_uploads where id = $1`, Args: [][]byte{[]byte(u.id)},
	}}
	done, err := s.Store.PublishParts(in.Context(), in.caller, u.object, limits, u.id, parts, object.ETagOfParts(parts), forget)
	if errors.Is(err, files.ErrNoPart) {
		return fault.New(fault.S3InvalidPart, "A part was sent again meanwhile.")
	}
	if err != nil {
		return err
	}
	s.completed(w, in, done.ETag)
	return nil
}

func (s *Service) completed(w http.ResponseWriter, in *request, etag string) {
	reply(w, http.StatusOK, struct {
		XMLName               xml.Name `xml:"CompleteMultipartUploadResult"`
		Namespace             string   `xml:"xmlns,attr"`
		Location, Bucket, Key string
		ETag                  string
	}{Namespace: namespace, Location: "/" + in.bucket + "/" + in.key, Bucket: in.bucket, Key: in.key, ETag: etag})
}

type wantedPart struct {
	PartNumber int
	ETag       string
}

// choose gives the parts that are wanted, in order; without a list all.
func (u *upload) choose(wanted []wantedPart) ([]files.Part, error) {
	if len(wanted) == 0 {
		if len(u.parts) == 0 {
			return nil, malformedXML()
		}
		return u.parts, nil
	}
	if len(wanted) > files.MaxParts {
		return nil, malformedXML()
	}
	known := map[int]files.Part{}
	for _, part := range u.parts {
		known[part.Number] = part
	}
	chosen := make([]files.Part, len(wanted))
	for i, want := range wanted {
		if i > 0 && want.PartNumber <= wanted[i-1].PartNumber {
			return nil, fault.New(fault.S3InvalidPartOrder, "The list of parts was not in ascending order.")
		}
		part, ok := known[want.PartNumber]
		if !ok || !strings.EqualFold(strings.Trim(want.ETag, `"`), hex.EncodeToString(part.MD5[:])) {
			return nil, fault.New(fault.S3InvalidPart, fmt.Sprintf("The part %d could not be found, or its entity tag does not match.", want.PartNumber))
		}
		chosen[i] = part
	}
	return chosen, nil
}

// abortUpload gives the parts up: their bytes are collected.
func (s *Service) abortUpload(w http.ResponseWriter, in *request) error {
	u, err := s.find(in)
	if err != nil {
		return err
	}
	if _, err := s.Store.Try(in.Context(), in.caller, u.object, -1); err != nil {
		return err
	}
	err = s.Store.AsOwner(in.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(in.Context(), `delete from storage.s3_multipart_uploads where id = $1`, u.id)
		return err
	})
	if err != nil {
		return err
	}
	s.Store.Files.Discard(in.Context(), u.id)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
