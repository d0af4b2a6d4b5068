package web

import (
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// hidden are files of dist that are for this server, not for visitors.
var hidden = map[string]bool{publicShell: true, adminShell: true, pagesFile: true}

// types are those of our files: what the machine says of them varies.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
	".xml": "application/xml; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg",
	".avif": "image/avif", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2", ".pdf": "application/pdf",
}

func fileName(urlPath string) string { return strings.TrimPrefix(path.Clean(urlPath), "/") }

func (s *Site) isFile(urlPath string) bool {
	name := fileName(urlPath)
	if hidden[name] || ours(name) {
		return false
	}
	return s.size(name) >= 0
}

// ours are folders that visitors are served from but not shown, and compressed
// copies, which have no address of their own.
func ours(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.HasPrefix(first, ".") || first == "prerender" || first == "print" ||
		strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

// size is that of a regular file in bytes; -1 if there is none of the name.
func (s *Site) size(name string) int64 {
	info, err := fs.Stat(s.Files, name)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

func (s *Site) filesIn(folder string) []string {
	entries, _ := fs.ReadDir(s.Files, folder) // a folder that is not there holds none
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

// serveFile sends a file, or the copy of it that the build has compressed. Those
// under assets/ carry a hash of their content in their name, so a browser may
// keep them for good; the service worker is asked after each time, since an old
// one would hold a whole site back.
func (s *Site) serveFile(w http.ResponseWriter, r *http.Request) {
	name, h := fileName(r.URL.Path), w.Header()
	switch {
	case strings.HasPrefix(name, "assets/"):
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	case name == "sw.js":
		h.Set("Cache-Control", "no-cache")
	default:
		h.Set("Cache-Control", "public, max-age=3600")
	}
	if kind := types[path.Ext(name)]; kind != "" {
		h.Set("Content-Type", kind)
	}
	h.Set("ETag", s.tag(name))
	for _, each := range encodings {
		if s.size(name+each.suffix) < 0 {
			continue
		}
		h.Set("Vary", "Accept-Encoding")
		// A part of a file is a part of the file itself.
		if r.Header.Get("Range") == "" && accepts(r, each.name) {
			s.serveCopy(w, r, name+each.suffix, each.name)
			return
		}
	}
	http.ServeFileFS(w, r, s.Files, name)
}

// encodings are the suffixes of compressed copies, the smallest first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

func (s *Site) serveCopy(w http.ResponseWriter, r *http.Request, name, encoding string) {
	h, tag := w.Header(), s.tag(name)
	h.Set("ETag", tag)
	if known(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content, err := fs.ReadFile(s.Files, name)
	if err != nil {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	h.Set("Content-Encoding", encoding)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}

// accepts reads Accept-Encoding (RFC 9110, 12.5.3); q=0 refuses.
func accepts(r *http.Request, encoding string) bool {
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

// tag is the ETag of a file: files that are compiled in have no time of change.
func (s *Site) tag(name string) string {
	if tag, ok := s.tags.Load(name); ok {
		return tag.(string)
	}
	content, err := fs.ReadFile(s.Files, name)
	if err != nil {
		return ""
	}
	tag, _ := s.tags.LoadOrStore(name, tagOf(content))
	return tag.(string)
}

// secure sets what a browser should hold the pages to. Scripts come from here
// alone, the service worker and the manifest too; data in a script element is no
// script. Styles may be inline, since React writes style attributes; films are
// framed from the host that sets no cookie.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: https:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
		"frame-src https://www.youtube-nocookie.com", "frame-ancestors 'none'",
		"base-uri 'self'", "form-action 'self'", "object-src 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
