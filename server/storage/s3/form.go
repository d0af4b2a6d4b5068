package s3

import (
	"encoding/xml"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4"
)

// maxFields bounds the fields of a form together, in bytes, as S3 does.
const maxFields = 20 << 10

func isForm(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind == "multipart/form-data"
}

func malformedForm(why string) *fault.Fault {
	return fault.New(fault.S3MalformedPOSTRequest, "The body of your POST request is not well-formed multipart/form-data: "+why)
}

// postForm keeps the file of a form that a browser sends. A policy that somebody has
// signed says what it may be.
func (s *Service) postForm(w http.ResponseWriter, in *request) error {
	form, err := in.MultipartReader()
	if err != nil {
		return malformedForm("it has no boundary")
	}
	fields, file, err := readFields(form)
	if err != nil {
		return err
	}
	fields["bucket"] = in.bucket
	policy, err := sigv4.ParseForm(fields, s.Store.Now())
	if err != nil {
		return err
	}
	claims, err := s.claims(in.Context(), policy.AccessKey, policy.SessionToken, policy.Verify)
	if err != nil {
		return err
	}
	in.Header.Del("X-Amz-Security-Token")
	in.caller = object.NewCaller(in.Request, claims, "storage.s3.upload")
	h := http.Header{}
	for name, value := range fields {
		h.Set(name, value)
	}
	o, err := described(h)
	if err != nil {
		return err
	}
	o.Bucket, o.Upsert = in.bucket, true
	o.Name = object.Composed(strings.ReplaceAll(fields["key"], "${filename}", file.FileName()))
	if err := object.CheckName(o.Name); err != nil {
		return err
	}
	done, err := s.Store.Put(in.Context(), in.caller, o, &formFile{part: file, least: policy.MinSize, most: policy.MaxSize}, -1)
	if err != nil {
		return err
	}
	s.formReply(w, fields, o, done.ETag)
	return nil
}

// readFields reads the fields until the file: what follows it is not seen, as at S3.
func readFields(form *multipart.Reader) (fields map[string]string, file *multipart.Part, err error) {
	fields = map[string]string{}
	for left := int64(maxFields); ; {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, nil, malformedForm("it has no file")
		}
		if err != nil {
			return nil, nil, malformedForm("it cannot be read").Because(err)
		}
		name := strings.ToLower(part.FormName())
		if name == "file" {
			return fields, part, nil
		}
		text, err := io.ReadAll(io.LimitReader(part, left+1))
		if err != nil {
			return nil, nil, malformedForm("it cannot be read").Because(err)
		}
		if left -= int64(len(text) + len(name)); left < 0 {
			return nil, nil, malformedForm("its fields are larger than 20 KiB")
		}
		if _, twice := fields[name]; twice {
			return nil, nil, malformedForm("a field is there twice")
		}
		fields[name] = string(text)
	}
}

// formFile is the file of a form, within the sizes that the policy allows. A form that is
// cut off is no file.
type formFile struct {
	part              *multipart.Part
	read, least, most int64
}

func (f *formFile) Read(p []byte) (int, error) {
	n, err := f.part.Read(p)
	f.read += int64(n)
	switch {
	case f.read > f.most:
		return n, object.TooLarge()
	case errors.Is(err, io.EOF) && f.read < f.least:
		return n, fault.New(fault.S3EntityTooSmall, "Your proposed upload is smaller than the minimum allowed object size.")
	case err != nil && !errors.Is(err, io.EOF):
		return n, malformedForm("it cannot be read").Because(err)
	}
	return n, err
}

// formReply answers as the fields of the form ask for.
func (s *Service) formReply(w http.ResponseWriter, fields map[string]string, o object.Object, etag string) {
	w.Header().Set("Etag", etag)
	location := s.Prefix + "/" + url.PathEscape(o.Bucket) + "/" + sigv4.EncodePath(o.Name)
	w.Header().Set("Location", location)
	// the address is covered by the signed policy
	if u, err := url.Parse(fields["success_action_redirect"]); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		query := u.Query()
		query.Set("bucket", o.Bucket)
		query.Set("key", o.Name)
		query.Set("etag", etag)
		u.RawQuery = query.Encode()
		w.Header().Set("Location", u.String())
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	switch fields["success_action_status"] {
	case "200":
		w.WriteHeader(http.StatusOK)
	case "201":
		reply(w, http.StatusCreated, struct {
			XMLName               xml.Name `xml:"PostResponse"`
			Location, Bucket, Key string
			ETag                  string
		}{Location: location, Bucket: o.Bucket, Key: o.Name, ETag: etag})
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
