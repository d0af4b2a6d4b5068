package storage

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"

	"github.com/toubkal/toubkal/server/storage/object"
)

// maxUserMetadata bounds what an application keeps with an object, in bytes.
const maxUserMetadata = 1 << 20

func (s *Service) upload(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	upsert := r.Method == http.MethodPut || strings.EqualFold(r.Header.Get("X-Upsert"), "true")
	if r.Header.Get("If-None-Match") == "*" { // RFC 9110: only where there is none yet
		upsert = false
	}
	done, err := s.keep(r, caller, c, upsert)
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"Id": done.ID, "Key": c.bucket + "/" + object.Composed(c.name)})
	}
	return err
}

// keep stores the body as an object of the caller.
func (s *Service) keep(r *http.Request, caller object.Caller, c call, upsert bool) (object.Stored, error) {
	name := object.Composed(c.name)
	if err := object.CheckName(name); err != nil {
		return object.Stored{}, err
	}
	o, body, err := readObject(r)
	if err != nil {
		return object.Stored{}, err
	}
	o.Bucket, o.Name, o.Upsert = c.bucket, name, upsert
	declared := r.ContentLength
	if body != r.Body { // the form is longer than the file
		declared = -1
	}
	return s.Store.Put(r.Context(), caller, o, body, declared)
}

// readObject reads what comes before the bytes: headers, or the fields of a form. The
// reader gives the bytes, and is valid until the request ends.
func readObject(r *http.Request) (o object.Object, body io.Reader, err error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return readForm(r)
	}
	o.ContentType = cmp.Or(r.Header.Get("Content-Type"), "application/octet-stream")
	o.CacheControl = cmp.Or(r.Header.Get("Cache-Control"), "no-cache")
	o.ContentEncoding = r.Header.Get("Content-Encoding")
	if err := errors.Join(checkEncoding(o.ContentEncoding), readMetadataHeader(r, &o)); err != nil {
		return o, nil, err
	}
	return o, r.Body, nil
}

// readForm reads fields until the file: those after it are not seen, as in Supabase's
// storage, since the file is not kept in memory.
func readForm(r *http.Request) (o object.Object, body io.Reader, err error) {
	o.CacheControl = "no-cache"
	form, err := r.MultipartReader()
	if err != nil {
		return o, nil, object.Invalid("The form cannot be read: " + err.Error())
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return o, nil, object.Invalid("The form has no file")
		}
		if err != nil {
			return o, nil, badForm(err)
		}
		if isFile(part) {
			o.ContentType = cmp.Or(o.ContentType, part.Header.Get("Content-Type"), "application/octet-stream")
			return o, formFile{part}, nil
		}
		text, err := io.ReadAll(io.LimitReader(part, maxUserMetadata+1))
		if err != nil {
			return o, nil, badForm(err)
		}
		switch part.FormName() {
		case "cacheControl":
			if o.CacheControl = "no-cache"; digits.Match(text) {
				o.CacheControl = "max-age=" + string(text)
			}
		case "contentType":
			o.ContentType = string(text)
		case "contentEncoding":
			o.ContentEncoding = string(text)
			if err := checkEncoding(o.ContentEncoding); err != nil {
				return o, nil, err
			}
		case "metadata":
			if err := setMetadata(&o, text); err != nil {
				return o, nil, err
			}
		}
	}
}

// checkEncoding refuses what cannot be sent as the header Content-Encoding.
func checkEncoding(encoding string) error {
	if encoding == "" || encodings.MatchString(encoding) {
		return nil
	}
	return object.Invalid("The content encoding is none: use gzip, br, zstd or deflate")
}

var encodings = regexp.MustCompile(`^(gzip|br|zstd|deflate|identity)(, ?(gzip|br|zstd|deflate|identity)){0,3}$`)

var digits = regexp.MustCompile(`^\d{1,9}$`)

// isFile reports whether a part of a form is the file: clients give it no name, or a file's.
func isFile(part *multipart.Part) bool { return part.FileName() != "" || part.FormName() == "" }

// badForm keeps what the connection and the limits say, and blames the client for the rest.
func badForm(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return object.Invalid("The form cannot be read: " + err.Error())
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

func setMetadata(o *object.Object, text []byte) error {
	if len(text) > maxUserMetadata {
		return object.TooLarge().WithHint("The metadata is above 1 MiB.")
	}
	if len(text) == 0 {
		return nil
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return object.Invalid("The metadata is not a JSON object")
	}
	o.UserMetadata = text
	return nil
}
