package object

import (
	"mime"
	"net/http"
	"strings"
)

// Files share the site's origin, so that what a browser would execute is shown inert or
// offered for saving. What is shown is decided by the stored type alone, which is what the
// client declared, and the browser is kept from guessing another.

// shownTypes are shown in the browser: no script can be in them.
var shownTypes = map[string]bool{
	"image/jpeg": true, "image/png": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/bmp": true,
	"image/heic": true, "image/heif": true, "image/tiff": true, "image/x-icon": true,
	"video/mp4": true, "video/webm": true, "video/ogg": true, "video/quicktime": true,
	"audio/mpeg": true, "audio/wav": true, "audio/ogg": true, "audio/webm": true, "audio/mp4": true, "audio/aac": true, "audio/flac": true,
	"text/plain": true, "text/csv": true, "text/vtt": true, "application/json": true,
	"font/woff2": true, "font/woff": true,
}

// OneRange leaves one range of bytes in the header of a request. Several are answered with the
// whole, which RFC 9110 allows, and so is a unit that is not known, which it demands (14.2).
func OneRange(h http.Header) {
	unit, ranges, _ := strings.Cut(h.Get("Range"), "=")
	switch {
	case !strings.EqualFold(strings.TrimSpace(unit), "bytes") || strings.Contains(ranges, ","):
		h.Del("Range")
	default:
		h.Set("Range", "bytes="+ranges)
	}
}

// Protect sets the headers that keep a stored file from attacking the site, and says which
// type it is sent as.
func Protect(h http.Header, stored string) (sentType string, attachment bool) {
	kind, _, err := mime.ParseMediaType(stored)
	if err != nil {
		kind, stored = "application/octet-stream", "application/octet-stream"
	}
	policy := "default-src 'none'; sandbox"
	switch {
	case kind == "image/svg+xml": // a picture in <img>; opened by itself its scripts do not run
		policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
	case shownTypes[kind]:
	case kind == "text/html", strings.HasSuffix(kind, "+xml"), strings.HasSuffix(kind, "/xml"), kind == "text/css", strings.Contains(kind, "javascript"):
		stored, attachment = "text/plain; charset=utf-8", true
	default: // application/pdf too: browsers' viewers refuse the sandbox
		attachment = true
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", policy)
	return stored, attachment
}
