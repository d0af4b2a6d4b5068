package site

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// hostFormat is a name or an address, with or without a port. What a client says
// in Host goes into links, so nothing else may be in it.
var hostFormat = regexp.MustCompile(`^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// origin is the address of the site, without a slash at its end: the configured
// one, or else what the request names. A proxy says in X-Forwarded-Proto whether
// people come by https; nothing but links depends on it.
func (s *Site) origin(r *http.Request) string {
	if s.SiteURL != "" {
		return strings.TrimSuffix(s.SiteURL, "/")
	}
	host := strings.ToLower(r.Host)
	if !hostFormat.MatchString(host) {
		return strings.TrimSuffix(s.Address, "/")
	}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + host
	}
	return "http://" + host
}

// link is the full address of a path in a language; in none, of the page that
// finds the user's own.
func link(origin, path, language string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	if language == "" {
		return origin + escaped
	}
	return origin + escaped + "?lang=" + language
}
