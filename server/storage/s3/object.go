package s3

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/gzhttp"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// overrides are the headers that a client may set in the answer. Every request here is
// signed, which S3 asks for.
var overrides = map[string]string{
	"response-content-type": "Content-Type", "response-content-disposition": "Content-Disposition", "response-cache-control": "Cache-Control",
	"response-content-encoding": "Content-Encoding", "response-content-language": "Content-Language", "response-expires": "Expires",
}

// getObject answers GET and HEAD with the bytes, a range of them, or 304.
func (s *Service) getObject(w http.ResponseWriter, in *request) error {
	o, err := s.Store.Find(in.Context(), in.caller, in.bucket, in.key)
	if err != nil {
		return err
	}
	body, err := s.Store.Files.Open(in.Context(), o.Version, o.Size)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	h := w.Header()
	h.Set("Content-Type", o.ContentType)
	h.Set("Cache-Control", o.CacheControl)
	if o.ContentEncoding != "" {
		h.Set("Content-Encoding", o.ContentEncoding)
	}
	for name, header := range overrides {
		if value := in.query.Get(name); value != "" {
			if strings.ContainsFunc(value, func(c rune) bool { return c < ' ' || c == 0x7f }) {
				return fault.New(fault.S3InvalidArgument, name+" has a control character")
			}
			h.Set(header, value)
		}
	}
	if in.signature.Presigned { // it may be opened in a browser, on the site's origin
		sent, attachment := object.Protect(h, h.Get("Content-Type"))
		h.Set("Content-Type", sent)
		if attachment && !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
			h.Set("Content-Disposition", "attachment")
		}
	}
	h.Set("X-Content-Type-Options", "nosniff")
	if o.ETag != "" {
		h.Set("Etag", o.ETag)
	}
	setUserMetadata(h, o.UserMetadata)
	h.Set(gzhttp.HeaderNoCompression, "1") // clients compare size and ETag
	object.OneRange(in.Header)
	http.ServeContent(&contentWriter{ResponseWriter: w, s: s, r: in.Request}, in.Request, "", o.Modified, body)
	return nil
}

// contentWriter gives http.ServeContent's refusals the shape of S3.
type contentWriter struct {
	http.ResponseWriter
	s       *Service
	r       *http.Request
	refused bool
}

// WriteHeader takes 412 and 416 for itself.
func (c *contentWriter) WriteHeader(status int) {
	var err error
	switch status {
	case http.StatusPreconditionFailed:
		err = fault.New(fault.S3PreconditionFailed, "At least one of the pre-conditions you specified did not hold")
	case http.StatusRequestedRangeNotSatisfiable:
		err = fault.New(fault.StorageInvalidRange, "The requested range is not satisfiable")
	default:
		c.ResponseWriter.WriteHeader(status)
		return
	}
	c.refused = true
	for _, name := range []string{"Content-Disposition", "Content-Length", "Content-Encoding"} {
		c.Header().Del(name)
	}
	c.s.refuse(c.ResponseWriter, c.r, err)
}

// Write leaves out the text of a refusal.
func (c *contentWriter) Write(p []byte) (int, error) {
	if c.refused {
		return len(p), nil
	}
	return c.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController through.
func (c *contentWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// setUserMetadata gives what a header can hold, and counts the rest, as S3 does.
func setUserMetadata(h http.Header, text json.RawMessage) {
	var fields map[string]any
	_ = json.Unmarshal(text, &fields) // null, or of a dump
	missing := 0
	for name, value := range fields {
		shown, ok := value.(string)
		if !ok {
			text, err := json.Marshal(value)
			shown, ok = string(text), err == nil
		}
		if !ok || !headerName(name) || strings.ContainsFunc(shown, func(c rune) bool { return c < ' ' || c > '~' }) {
			missing++
			continue
		}
		h["x-amz-meta-"+strings.ToLower(name)] = []string{shown} // clients give applications the name as it is sent
	}
	if missing > 0 {
		h.Set("X-Amz-Missing-Meta", strconv.Itoa(missing))
	}
}

func headerName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	})
}

// tagging says that no object has tags.
func (s *Service) tagging(w http.ResponseWriter, in *request) error {
	if _, err := s.Store.Find(in.Context(), in.caller, in.bucket, in.key); err != nil {
		return err
	}
	reply(w, http.StatusOK, struct {
		XMLName   xml.Name `xml:"Tagging"`
		Namespace string   `xml:"xmlns,attr"`
		TagSet    struct{}
	}{Namespace: namespace})
	return nil
}

// deleteObject answers 204 for a key that is not there too, as S3 does.
func (s *Service) deleteObject(w http.ResponseWriter, in *request) error {
	err := s.Store.RemoveOne(in.Context(), in.caller, in.bucket, in.key)
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.StorageNoSuchKey {
		err = s.exists(in.Context(), in.bucket)
	}
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

type deletedEntry struct{ Key string }

type deleteError struct{ Key, Code, Message string }

// deleteObjects deletes up to 1000 keys. One that is not there is reported as deleted; one
// that the caller may see and not delete is an error.
func (s *Service) deleteObjects(w http.ResponseWriter, in *request) error {
	var wanted struct {
		XMLName xml.Name `xml:"Delete"`
		Quiet   bool
		Objects []struct{ Key, VersionID string } `xml:"Object"`
	}
	if err := in.readXML(&wanted); err != nil {
		return err
	}
	if len(wanted.Objects) == 0 || len(wanted.Objects) > object.MaxNames {
		return malformedXML()
	}
	if err := s.exists(in.Context(), in.bucket); err != nil {
		return err
	}
	keys := make([]string, len(wanted.Objects))
	for i, o := range wanted.Objects {
		keys[i] = object.Composed(o.Key)
	}
	if _, err := s.Store.Remove(in.Context(), in.caller, in.bucket, keys); err != nil {
		return err
	}
	left := map[string]bool{}
	err := s.Store.As(in.Context(), in.caller, in.bucket, func(tx db.Tx) error {
		rows, err := tx.Query(in.Context(), `select name from storage.objects where bucket_id = $1 and name = any ($2)`, in.bucket, keys)
		if err != nil {
			return err
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, name := range names {
			left[name] = true
		}
		return err
	})
	if err != nil {
		return err
	}
	result := struct {
		XMLName   xml.Name `xml:"DeleteResult"`
		Namespace string   `xml:"xmlns,attr"`
		Deleted   []deletedEntry
		Error     []deleteError
	}{Namespace: namespace}
	for i, o := range wanted.Objects {
		switch {
		case left[keys[i]]:
			result.Error = append(result.Error, deleteError{o.Key, fault.StorageAccessDenied, "Access Denied"})
		case !wanted.Quiet:
			result.Deleted = append(result.Deleted, deletedEntry{o.Key})
		}
	}
	reply(w, http.StatusOK, result)
	return nil
}

// source is the object of x-amz-copy-source, which the caller must be allowed to read and
// which meets the conditions of the request.
func (s *Service) source(in *request) (object.Place, object.Found, error) {
	path, version, _ := strings.Cut(in.Header.Get("X-Amz-Copy-Source"), "?")
	text, err := url.PathUnescape(path)
	bucket, name, ok := strings.Cut(strings.TrimPrefix(text, "/"), "/")
	if err != nil || !ok || name == "" {
		return object.Place{}, object.Found{}, fault.New(fault.S3InvalidArgument, "x-amz-copy-source is BUCKET/KEY")
	}
	if version != "" {
		return object.Place{}, object.Found{}, notImplemented("a version in x-amz-copy-source")
	}
	found, err := s.Store.Find(in.Context(), in.caller, bucket, name)
	if err == nil {
		err = meets(in.Header, found)
	}
	return object.Place{Bucket: bucket, Name: name}, found, err
}

// meets tests x-amz-copy-source-if-*: an ETag decides before a time.
func meets(h http.Header, o object.Found) error {
	etag := strings.Trim(o.ETag, `"`)
	match, noneMatch := h.Get("X-Amz-Copy-Source-If-Match"), h.Get("X-Amz-Copy-Source-If-None-Match")
	failed := match != "" && strings.Trim(match, `"`) != etag || noneMatch != "" && strings.Trim(noneMatch, `"`) == etag
	modified := o.Modified.Truncate(time.Second)
	if at, err := http.ParseTime(h.Get("X-Amz-Copy-Source-If-Unmodified-Since")); err == nil && match == "" && modified.After(at) {
		failed = true
	}
	if at, err := http.ParseTime(h.Get("X-Amz-Copy-Source-If-Modified-Since")); err == nil && noneMatch == "" && !modified.After(at) {
		failed = true
	}
	if failed {
		return fault.New(fault.S3PreconditionFailed, "At least one of the pre-conditions you specified did not hold")
	}
	return nil
}

// copyObject makes an object of the same bytes, which are not copied.
func (s *Service) copyObject(w http.ResponseWriter, in *request) error {
	if err := in.ignoreBody(); err != nil {
		return err
	}
	from, found, err := s.source(in)
	if err != nil {
		return err
	}
	to := object.Place{Bucket: in.bucket, Name: object.Composed(in.key)}
	options := object.CopyOptions{Upsert: in.Header.Get("If-None-Match") != "*"}
	switch strings.ToUpper(in.Header.Get("X-Amz-Metadata-Directive")) {
	case "", "COPY":
		if from == to {
			return fault.New(fault.StorageInvalidRequest, "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.")
		}
	case "REPLACE":
		o, err := described(in.Header)
		if err != nil {
			return err
		}
		options.Own, options.ContentType, options.CacheControl = true, o.ContentType, o.CacheControl
		options.ContentEncoding, options.UserMetadata = &o.ContentEncoding, o.UserMetadata
	default:
		return fault.New(fault.S3InvalidArgument, "x-amz-metadata-directive is COPY or REPLACE")
	}
	if _, err := s.Store.Copy(in.Context(), in.caller, from, to, options); err != nil {
		return err
	}
	reply(w, http.StatusOK, copyResult{XMLName: xml.Name{Local: "CopyObjectResult"}, Namespace: namespace, ETag: found.ETag, LastModified: isoTime(s.Store.Now())})
	return nil
}

// copyResult is the answer to a copy of an object, or of a part.
type copyResult struct {
	XMLName      xml.Name
	Namespace    string `xml:"xmlns,attr"`
	LastModified isoTime
	ETag         string
}
