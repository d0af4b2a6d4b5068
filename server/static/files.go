// Package static serves the files of a built client: with their content type,
// an ETag, compressed copies that the build left beside them (.br, .gz), and a
// cache time. It refuses nothing but names that are not files; what is private,
// its caller says.
package static

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Files serves the files of a folder.
type Files struct {
	fsys fs.FS
	// private tells which names are not served.
	private func(name string) bool
	// tags are the ETags of files without a time of change, by name: those that are
	// compiled in never change.
	tags sync.Map
}

// New serves the files of fsys. private, which may be nil, names those that are
// not public; names that start with a dot and compressed copies never are.
func New(fsys fs.FS, private func(name string) bool) *Files {
	if private == nil {
		private = func(string) bool { return false }
	}
	return &Files{fsys: fsys, private: private}
}

// contentTypes are set here since the tables of operating systems differ.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".txt": "text/plain; charset=utf-8", ".xml": "application/xml; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
	".jpg": "image/jpeg", ".avif": "image/avif", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".pdf": "application/pdf", ".wasm": "application/wasm",
}

func fileName(urlPath string) string { return strings.TrimPrefix(path.Clean(urlPath), "/") }

// Has tells whether a path names a file that is served.
func (f *Files) Has(urlPath string) bool {
	name := fileName(urlPath)
	if f.private(name) || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(segment, ".") && segment != ".well-known" {
			return false
		}
	}
	return f.Size(name) >= 0
}

// Size is the size of a regular file in bytes; -1 if there is none of the name.
func (f *Files) Size(name string) int64 {
	info, err := fs.Stat(f.fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// ServeHTTP sends a file for which Has is true, or the compressed copy of it.
// Files under assets/ carry a hash of their content in their name (Vite's
// default), so browsers may keep them for good. HTML and the service worker are
// checked at each use: an old one would hold a whole site back.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, h := fileName(r.URL.Path), w.Header()
	switch {
	case strings.HasPrefix(name, "assets/"):
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	case name == "sw.js", path.Ext(name) == ".html":
		h.Set("Cache-Control", "no-cache")
	default:
		h.Set("Cache-Control", "public, max-age=3600")
	}
	if contentType := contentTypes[path.Ext(name)]; contentType != "" {
		h.Set("Content-Type", contentType)
	}
	h.Set("ETag", f.tag(name))
	for _, copied := range precompressed {
		if f.Size(name+copied.suffix) < 0 {
			continue
		}
		h.Set("Vary", "Accept-Encoding")
		// A range is one of the file itself.
		if r.Header.Get("Range") == "" && Accepts(r, copied.encoding) {
			f.servePrecompressed(w, r, name+copied.suffix, copied.encoding)
			return
		}
	}
	http.ServeFileFS(w, r, f.fsys, name) // #nosec G703 -- an fs.FS takes no path that leaves it
}

// precompressed are the suffixes of compressed copies, the smallest first.
var precompressed = []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

func (f *Files) servePrecompressed(w http.ResponseWriter, r *http.Request, name, encoding string) {
	h, tag := w.Header(), f.tag(name)
	h.Set("ETag", tag)
	if Matches(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content, err := fs.ReadFile(f.fsys, name)
	if err != nil {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	h.Set("Content-Encoding", encoding)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content) // #nosec G705 -- a file of the site, with its own type
}

// Accepts reads Accept-Encoding (RFC 9110, 12.5.3); q=0 refuses.
func Accepts(r *http.Request, encoding string) bool {
	for each := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(each, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q := strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			value, err := strconv.ParseFloat(q, 64)
			return q == "" || err == nil && value > 0
		}
	}
	return false
}

// tag is the ETag of a file: of its content where it is compiled in, else of its
// size and time of change, which are cheaper to know.
func (f *Files) tag(name string) string {
	if tag, ok := f.tags.Load(name); ok {
		return tag.(string)
	}
	if info, err := fs.Stat(f.fsys, name); err == nil && !info.ModTime().IsZero() {
		return fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size())
	}
	content, err := fs.ReadFile(f.fsys, name)
	if err != nil {
		return ""
	}
	tag, _ := f.tags.LoadOrStore(name, Tag(content))
	return tag.(string)
}

// Tag is the ETag of a content.
func Tag(content []byte) string { return `"` + strconv.FormatUint(xxhash.Sum64(content), 36) + `"` }

// Matches tells whether the client has what the tag names (RFC 9110, 13.1.2).
func Matches(r *http.Request, tag string) bool {
	for _, line := range r.Header.Values("If-None-Match") {
		for each := range strings.SplitSeq(line, ",") {
			if each = strings.TrimPrefix(strings.TrimSpace(each), "W/"); each == tag || each == "*" {
				return true
			}
		}
	}
	return false
}
