package storage

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// named is an object in a list of the body: a name, or {"path": name}.
type named string

// UnmarshalJSON refuses versions, which are not kept.
func (n *named) UnmarshalJSON(text []byte) error {
	var path string
	if json.Unmarshal(text, &path) == nil {
		*n = named(path)
		return nil
	}
	var entry struct {
		Path      string `json:"path"`
		VersionID string `json:"versionId"`
	}
	if err := json.Unmarshal(text, &entry); err != nil || entry.Path == "" {
		return object.Invalid("An object is named by its path, a text")
	}
	*n = named(entry.Path)
	return versioned(entry.VersionID)
}

// versioned refuses a request for an older version of an object.
func versioned(id string) error {
	if id == "" {
		return nil
	}
	return fault.New(fault.StorageFeatureNotEnabled, "Older versions of objects are not kept on this server")
}

// remove deletes the objects of a list. With {"prefix": "folder/", "recursive": true}, which
// Supabase's storage has not, it deletes all whose names begin with it.
func (s *Service) remove(w http.ResponseWriter, r *http.Request, c call) error {
	var body struct {
		Prefixes  []named `json:"prefixes"`
		Prefix    *string `json:"prefix"`
		Recursive bool    `json:"recursive"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	if body.Prefix != nil && body.Recursive && body.Prefixes == nil {
		n, err := s.Store.RemovePrefix(r.Context(), caller, c.bucket, *body.Prefix)
		if err == nil {
			reply(w, http.StatusOK, map[string]int{"deleted": n})
		}
		return err
	}
	if err := checkItems("prefixes", len(body.Prefixes)); err != nil {
		return err
	}
	names := make([]string, len(body.Prefixes))
	for i, name := range body.Prefixes {
		names[i] = string(name)
	}
	rows, err := s.Store.Remove(r.Context(), caller, c.bucket, names)
	if err == nil {
		reply(w, http.StatusOK, rows)
	}
	return err
}

// checkItems bounds a list of the body.
func checkItems(name string, n int) error {
	switch {
	case n == 0:
		return object.Unfit("body/" + name + " must NOT have fewer than 1 items")
	case n > object.MaxNames:
		return object.Unfit("body/" + name + " must NOT have more than " + strconv.Itoa(object.MaxNames) + " items")
	}
	return nil
}

func (s *Service) removeOne(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	if err := s.Store.RemoveOne(r.Context(), caller, c.bucket, c.name); err != nil {
		return err
	}
	reply(w, http.StatusOK, map[string]string{"message": "Successfully deleted"})
	return nil
}

// transfer is the body of a move or a copy.
type transfer struct {
	Bucket          string `json:"bucketId"`
	Source          string `json:"sourceKey"`
	SourceVersion   string `json:"sourceVersionId"`
	ToBucket        string `json:"destinationBucket"`
	Destination     string `json:"destinationKey"`
	CopyMetadata    *bool  `json:"copyMetadata"`
	MetadataChanges struct {
		MimeType        string  `json:"mimetype"`
		CacheControl    string  `json:"cacheControl"`
		ContentEncoding *string `json:"contentEncoding"`
	} `json:"metadata"`
}

func readTransfer(w http.ResponseWriter, r *http.Request) (t transfer, from, to object.Place, err error) {
	if err := readJSON(w, r, &t); err != nil {
		return t, from, to, err
	}
	for _, required := range []struct{ name, value string }{{"bucketId", t.Bucket}, {"sourceKey", t.Source}, {"destinationKey", t.Destination}} {
		if required.value == "" {
			return t, from, to, object.Unfit("body must have required property '" + required.name + "'")
		}
	}
	from = object.Place{Bucket: t.Bucket, Name: t.Source}
	to = object.Place{Bucket: cmp.Or(t.ToBucket, t.Bucket), Name: t.Destination}
	return t, from, to, versioned(t.SourceVersion)
}

func (s *Service) move(w http.ResponseWriter, r *http.Request, c call) error {
	_, from, to, err := readTransfer(w, r)
	if err != nil {
		return err
	}
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	o, err := s.Store.Move(r.Context(), caller, from, to)
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"message": "Successfully moved", "Id": o.ID, "Key": o.Bucket + "/" + o.Name})
	}
	return err
}

func (s *Service) copyObject(w http.ResponseWriter, r *http.Request, c call) error {
	t, from, to, err := readTransfer(w, r)
	if err != nil {
		return err
	}
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	var sent object.Object
	if err := readMetadataHeader(r, &sent); err != nil {
		return err
	}
	if encoding := t.MetadataChanges.ContentEncoding; encoding != nil {
		if err := checkEncoding(*encoding); err != nil {
			return err
		}
	}
	o, err := s.Store.Copy(r.Context(), caller, from, to, object.CopyOptions{
		Own: t.CopyMetadata != nil && !*t.CopyMetadata, UserMetadata: sent.UserMetadata,
		ContentType: t.MetadataChanges.MimeType, CacheControl: t.MetadataChanges.CacheControl, ContentEncoding: t.MetadataChanges.ContentEncoding,
		Upsert: strings.EqualFold(r.Header.Get("X-Upsert"), "true"),
	})
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, struct {
		KeyID string `json:"Id"`
		Key   string
		object.Row
	}{o.ID, o.Bucket + "/" + o.Name, o})
	return nil
}

// readMetadataHeader reads what the application keeps with an object.
func readMetadataHeader(r *http.Request, o *object.Object) error {
	encoded := r.Header.Get("X-Metadata")
	if encoded == "" {
		return nil
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return object.Invalid("The header x-metadata is not base64 of JSON")
	}
	return setMetadata(o, text)
}

// information is an object as GET /object/info shows it.
type information struct {
	ID              string          `json:"id"`
	Name            string          `json:"name"`
	Version         *string         `json:"version"`
	Bucket          string          `json:"bucket_id"`
	Size            *int64          `json:"size"`
	ContentType     *string         `json:"content_type"`
	ContentEncoding *string         `json:"content_encoding,omitempty"`
	CacheControl    *string         `json:"cache_control"`
	ETag            *string         `json:"etag"`
	Metadata        json.RawMessage `json:"metadata"`
	LastModified    *object.Time    `json:"last_modified"`
	CreatedAt       *object.Time    `json:"created_at"`
}

func (s *Service) replyInfo(w http.ResponseWriter, o object.Row) {
	var known struct {
		Size            *int64  `json:"size"`
		ContentType     *string `json:"mimetype"`
		ContentEncoding *string `json:"contentEncoding"`
		CacheControl    *string `json:"cacheControl"`
		ETag            *string `json:"eTag"`
		LastModified    *string `json:"lastModified"`
	}
	_ = json.Unmarshal(o.Metadata, &known) // what a dump has brought may be of other types
	about := information{
		ID: o.ID, Name: o.Name, Version: o.Version, Bucket: o.Bucket, Size: known.Size, ContentType: known.ContentType,
		ContentEncoding: known.ContentEncoding, CacheControl: known.CacheControl, ETag: known.ETag,
		Metadata: o.UserMetadata, LastModified: o.UpdatedAt, CreatedAt: o.CreatedAt,
	}
	if known.LastModified != nil {
		if at, err := time.Parse(time.RFC3339, *known.LastModified); err == nil {
			modified := object.Time(at)
			about.LastModified = &modified
		}
	}
	if about.Metadata == nil {
		about.Metadata = json.RawMessage(`{}`)
	}
	reply(w, http.StatusOK, about)
}

func (s *Service) info(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	o, err := s.Store.Row(r.Context(), caller, c.bucket, c.name)
	if err == nil {
		s.replyInfo(w, o)
	}
	return err
}

// infoAny answers as infoPublic where the bucket is public, else as info.
func (s *Service) infoAny(w http.ResponseWriter, r *http.Request, c call) error {
	err := s.infoPublic(w, r, c)
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.StorageNoSuchBucket {
		return s.info(w, r, c)
	}
	return err
}

func (s *Service) infoPublic(w http.ResponseWriter, r *http.Request, c call) error {
	o, err := s.Store.PublicRow(r.Context(), c.bucket, c.name)
	if err == nil {
		s.replyInfo(w, o)
	}
	return err
}
