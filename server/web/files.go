package web

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// hidden are files of dist that are for this server, not for visitors.
var hidden = map[string]bool{"index.html": true, "admin.html": true, routesFile: true, ".gitkeep": true}

func (s *Site) isFile(urlPath string) bool {
	name := strings.TrimPrefix(path.Clean(urlPath), "/")
	if hidden[name] || strings.HasPrefix(name, ".") {
		return false
	}
	info, err := fs.Stat(s.files, name)
	return err == nil && info.Mode().IsRegular()
}

// serveFile sends a file. Those under assets/ carry a hash of their content in
// their name, so a browser may keep them for good.
func (s *Site) serveFile(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "public, max-age=3600")
	}
	http.ServeFileFS(w, r, s.files, strings.TrimPrefix(path.Clean(r.URL.Path), "/"))
}

// secure sets what a browser should hold the pages to. Scripts come from here
// alone; styles may be inline, since React writes style attributes; films are
// framed from the host that sets no cookie.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: https:", "font-src 'self'", "connect-src 'self'",
		"frame-src https://www.youtube-nocookie.com", "frame-ancestors 'none'",
		"base-uri 'self'", "form-action 'self'", "object-src 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
