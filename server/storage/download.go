package storage

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// downloadPublic answers with an object of a public bucket, without a token. A bucket that
// is not public is none here.
func (s *Service) downloadPublic(w http.ResponseWriter, r *http.Request, c call) error {
	o, public, err := s.Store.FindPublic(r, c.bucket, c.name)
	if err != nil {
		return err
	}
	if !public {
		return object.NoSuchBucket()
	}
	return s.send(w, r, c, o, access{public: true})
}

// download answers with an object that the policies let the caller read.
func (s *Service) download(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	o, err := s.Store.Find(r.Context(), caller, c.bucket, c.name)
	if err != nil {
		return err
	}
	return s.send(w, r, c, o, access{})
}

// downloadAny answers as downloadPublic where the bucket is public, else as download.
func (s *Service) downloadAny(w http.ResponseWriter, r *http.Request, c call) error {
	o, public, err := s.Store.FindPublic(r, c.bucket, c.name)
	if err != nil {
		return err
	}
	if public {
		return s.send(w, r, c, o, access{public: true})
	}
	return s.download(w, r, c)
}

// access is the right by which a caller reads an object, which says who may cache it.
type access struct {
	public bool
	// until is the expiry of a signed address; zero without one.
	until time.Time
}

// send answers with the bytes, or a range of them, or 304.
func (s *Service) send(w http.ResponseWriter, r *http.Request, c call, o object.Found, by access) error {
	body, err := s.Store.Files.Open(r.Context(), o.Version, o.Size)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	h := w.Header()
	sentType, attachment := object.Protect(h, o.ContentType)
	h.Set("Content-Type", sentType)
	if o.ContentEncoding != "" {
		h.Set("Content-Encoding", o.ContentEncoding)
	}
	offer(h, r, c, attachment)
	h.Set("X-Robots-Tag", "none")
	if o.ETag != "" {
		h.Set("Etag", o.ETag)
	}
	by.cache(h, o, r.URL.Query().Get("v"), s.Store.Now())
	object.OneRange(r.Header)
	http.ServeContent(&rangeErrors{ResponseWriter: w, s: s, r: r}, r, "", lastModified(o, s.Store.Now()), body)
	return nil
}

// lastModified is the time at which the object was stored, or zero within a second of it, which has no
// such header sent and asked for: its unit is the second, and a client that has it could
// miss another upload in the same one (RFC 9110, 8.8.2.1). The ETag tells them apart.
func lastModified(o object.Found, now time.Time) time.Time {
	if now.Sub(o.Modified) < time.Second {
		return time.Time{}
	}
	return o.Modified
}

// cache says who may keep the answer. An address with the object's version never means
// other bytes; without it, what may be overwritten is asked for again each time, which an
// ETag makes cheap.
func (a access) cache(h http.Header, o object.Found, version string, now time.Time) {
	switch {
	case !a.until.IsZero():
		keep := "private, no-cache"
		if m := maxAge.FindStringSubmatch(o.CacheControl); m != nil {
			age, _ := strconv.ParseInt(m[1], 10, 64) // 9 digits
			keep = "private, max-age=" + strconv.FormatInt(max(min(age, int64(a.until.Sub(now)/time.Second)), 0), 10)
		}
		h.Set("Cache-Control", keep)
		h.Set("Expires", a.until.UTC().Format(http.TimeFormat))
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	case a.public && version != "" && version == o.Version:
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	case a.public:
		h.Set("Cache-Control", o.CacheControl)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	default:
		h.Set("Cache-Control", "private, no-cache")
		h.Add("Vary", "Authorization")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
}

var maxAge = regexp.MustCompile(`(?:^|[, ])max-age=(\d{1,9})(?:$|[, ])`)

// offer has a browser save the answer, where it is an attachment or the request asks for one.
func offer(h http.Header, r *http.Request, c call, attachment bool) {
	name, asked := r.URL.Query()["download"]
	if !attachment && !asked {
		return
	}
	file := c.name[strings.LastIndexByte(c.name, '/')+1:]
	if asked && name[0] != "" {
		file = name[0]
	}
	h.Set("Content-Disposition", disposition(file))
}

// disposition offers a file for saving under a name: for old clients in ASCII, and as it is.
func disposition(name string) string {
	plain := strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return '_'
		}
		return c
	}, name)
	if plain == name {
		return mime.FormatMediaType("attachment", map[string]string{"filename": name})
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
}

// rangeErrors gives a range that cannot be satisfied the API's shape: http.ServeContent
// has a text of its own.
type rangeErrors struct {
	http.ResponseWriter
	s       *Service
	r       *http.Request
	refused bool
}

// WriteHeader takes 416 for itself.
func (r *rangeErrors) WriteHeader(status int) {
	if status != http.StatusRequestedRangeNotSatisfiable {
		r.ResponseWriter.WriteHeader(status)
		return
	}
	r.refused = true
	r.Header().Del("Content-Disposition")
	r.Header().Del("Content-Encoding")
	r.s.refuse(r.ResponseWriter, r.r, fault.New(fault.StorageInvalidRange, "The requested range is not satisfiable"))
}

// Write leaves out the text of a refusal.
func (r *rangeErrors) Write(p []byte) (int, error) {
	if r.refused {
		return len(p), nil
	}
	return r.ResponseWriter.Write(p)
}

// ReadFrom lets the kernel send a file.
func (r *rangeErrors) ReadFrom(body io.Reader) (int64, error) { return io.Copy(r.ResponseWriter, body) }

// Unwrap lets http.ResponseController through.
func (r *rangeErrors) Unwrap() http.ResponseWriter { return r.ResponseWriter }
