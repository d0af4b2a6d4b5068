package edge

import (
	"cmp"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the smallest body that is compressed, in bytes: below it one
// network packet carries it either way.
const minCompressed = 1024

// zstdBetter is zstd's level "better compression": a page is a tenth smaller than at
// the fastest level, and takes about a millisecond.
const zstdBetter = 3

// compress encodes text as gzip or zstd where the client accepts it, and not what
// streams: an event stream, or a response that is flushed before its first byte. What
// is flushed later is compressed up to there and sent. An ETag gets a suffix for the
// compressed form, and loses it again in the client's next request. A client that asks
// for no encoding gets the bytes and the headers that the service wrote.
func compress() Middleware {
	wrapper, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed),
		gzhttp.ContentTypeFilter(isCompressible),
		gzhttp.SuffixETag("-gzip"),
		gzhttp.ZstdCompressionLevel(zstdBetter),
	)
	if err != nil {
		panic("gzhttp refuses constant options: " + err.Error())
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Accept-Encoding") == "" || r.Header.Get("Upgrade") != "" { // a websocket is no text
				next.ServeHTTP(w, r)
				return
			}
			stripEncodingSuffix(r.Header)
			outer := &compressedWriter{ResponseWriter: w}
			wrapper(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				inner := &serviceWriter{ResponseWriter: w, uncompressed: outer}
				next.ServeHTTP(inner, r)
				inner.start(false)
			})).ServeHTTP(outer, r)
		})
	}
}

// isCompressible reports whether compression makes a type smaller. gzhttp's own list leaves
// out sound, video, JPEG and archives alone; stored files are mostly other pictures.
func isCompressible(kind string) bool {
	name, _, _ := strings.Cut(strings.ToLower(kind), ";")
	switch name = strings.TrimSpace(name); name {
	case "image/svg+xml", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon":
		return true
	case "application/pdf", "application/octet-stream", "font/woff", "font/woff2":
		return false
	}
	return !strings.HasPrefix(name, "image/") && gzhttp.DefaultContentTypeFilter(kind)
}

var suffixes = strings.NewReplacer(`-gzip"`, `"`, `-zstd"`, `"`)

// stripEncodingSuffix takes the suffixes of compressed forms off the ETags that a
// client has kept, on each line of them.
func stripEncodingSuffix(header http.Header) {
	for _, name := range []string{"If-None-Match", "If-Match"} {
		for i, tags := range header[name] {
			header[name][i] = suffixes.Replace(tags)
		}
	}
}

// hiddenRange is Content-Range while gzhttp decides: it leaves alone whatever
// has one, which is right for ranges of bytes. The table API's count rows, and
// stay true of a compressed body.
const hiddenRange = "X-Toubkal-Content-Range"

// serviceWriter is the response to which the service writes. It holds the status back until the
// first byte, flush or the end of the response, when it is known whether it streams.
type serviceWriter struct {
	http.ResponseWriter // gzhttp's, or uncompressed for what streams
	uncompressed        http.ResponseWriter
	status              int
	started             bool
}

func (s *serviceWriter) WriteHeader(status int) {
	if status < 200 { // informational
		s.uncompressed.WriteHeader(status)
		return
	}
	s.status = cmp.Or(s.status, status)
}

func (s *serviceWriter) Write(body []byte) (int, error) {
	if !s.started {
		s.start(strings.HasPrefix(s.Header().Get("Content-Type"), "text/event-stream"))
	}
	return s.ResponseWriter.Write(body)
}

// ReadFrom lets the kernel send a file that gzhttp would leave as it is: a picture, a part.
func (s *serviceWriter) ReadFrom(body io.Reader) (int64, error) {
	header := s.Header()
	kind := header.Get("Content-Type")
	if !s.started && kind != "" && (!isCompressible(kind) || strings.HasPrefix(header.Get("Content-Range"), "bytes") || header.Get("Content-Encoding") != "") {
		s.start(true)
		return io.Copy(s.ResponseWriter, body)
	}
	return io.Copy(onlyWriter{s}, body)
}

// onlyWriter hides ReadFrom, which io.Copy would call.
type onlyWriter struct{ io.Writer }

// Flush sends what was written so far, or the headers alone.
func (s *serviceWriter) Flush() {
	s.start(true)
	_ = http.NewResponseController(s.ResponseWriter).Flush() // fails if the client has left: the context ends too
}

func (s *serviceWriter) start(streams bool) {
	if s.started {
		return
	}
	s.started = true
	header := s.Header()
	if streams {
		s.ResponseWriter = s.uncompressed
	} else if rows := header.Get("Content-Range"); rows != "" && !strings.HasPrefix(rows, "bytes") {
		header.Del("Content-Range")
		header.Set(hiddenRange, rows)
	}
	s.ResponseWriter.WriteHeader(cmp.Or(s.status, http.StatusOK))
}

// Unwrap lets http.ResponseController set deadlines and hijack through it.
func (s *serviceWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// compressedWriter is the response to which gzhttp writes. It restores Content-Range, and adds
// Accept-Encoding to Vary where the service has set only other names.
type compressedWriter struct{ http.ResponseWriter }

func (c *compressedWriter) WriteHeader(status int) {
	header := c.Header()
	if rows := header.Get(hiddenRange); rows != "" {
		header.Del(hiddenRange)
		header.Set("Content-Range", rows)
	}
	if !strings.Contains(strings.Join(header.Values("Vary"), ","), "Accept-Encoding") {
		header.Add("Vary", "Accept-Encoding")
	}
	c.ResponseWriter.WriteHeader(status)
}

// ReadFrom lets the kernel send a file.
func (c *compressedWriter) ReadFrom(body io.Reader) (int64, error) {
	return io.Copy(c.ResponseWriter, body)
}

// Flush is asked for by gzhttp, which looks for no Unwrap.
func (c *compressedWriter) Flush() { _ = http.NewResponseController(c.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController set deadlines and hijack through it.
func (c *compressedWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
