package gotrue

import (
	"cmp"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/gobwas/glob"

	"github.com/toubkal/toubkal/server/fault"
)

// Redirects are the allowed targets of links.
type Redirects struct {
	site    *url.URL
	allowed []glob.Glob
}

// NewRedirects reads the address of the site, and globs in which * matches all but "." and
// "/", as in GoTrue. What is no glob is an error.
func NewRedirects(site string, globs []string) (Redirects, error) {
	address, err := url.Parse(site)
	if err != nil {
		return Redirects{}, fmt.Errorf("read the address of the site: %w", err)
	}
	all := Redirects{site: address}
	for _, text := range globs {
		g, err := glob.Compile(text, '.', '/')
		if err != nil {
			return Redirects{}, fmt.Errorf("GOTRUE_URI_ALLOW_LIST: %q is no pattern: %w", text, err)
		}
		all.allowed = append(all.allowed, g)
	}
	return all, nil
}

// Of is the target of a link that r asks for: the address given, else that of the
// query, the header redirect_to, or the page that asked; the site where that is not allowed.
func (rs Redirects) Of(r *http.Request, given string) string {
	for _, to := range []string{cmp.Or(given, r.URL.Query().Get("redirect_to"), r.Header.Get("redirect_to")), r.Referer()} {
		if rs.Allows(to) {
			return to
		}
	}
	return write(rs.site)
}

// write is an address as text. That of an application, "myapp://", keeps its slashes, which url.URL leaves out.
func write(address *url.URL) string {
	text := address.String()
	if address.Scheme != "" && address.Host == "" && address.Path == "" && address.Opaque == "" && address.User == nil {
		return address.Scheme + "://" + strings.TrimPrefix(text, address.Scheme+":")
	}
	return text
}

// Allows reports whether a link may lead to an address: of the site, with any port where the
// site is on this machine, or of the list. An address of numbers has to be in the site's or
// on this machine.
func (rs Redirects) Allows(address string) bool {
	to, err := url.Parse(address)
	if err != nil || to.Scheme == "" || to.User != nil || len(address) > 2048 || strings.ContainsAny(address, "\\\x00\r\n\t") {
		return false
	}
	if to.Scheme == rs.site.Scheme && to.Hostname() == rs.site.Hostname() &&
		(to.Port() == rs.site.Port() || isLoopback(to.Hostname())) {
		return true
	}
	switch strings.ToLower(to.Scheme) {
	case "javascript", "data", "vbscript", "blob", "file":
		return false
	}
	if ip, err := netip.ParseAddr(to.Hostname()); err == nil && !ip.IsLoopback() {
		return false
	}
	to.Fragment, to.RawFragment = "", ""
	for _, g := range rs.allowed {
		if g.Match(write(to)) {
			return true
		}
	}
	return false
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Redirect sends the browser to an address, with values in its query and its fragment.
func Redirect(w http.ResponseWriter, r *http.Request, to string, query, fragment url.Values) {
	address, err := url.Parse(to)
	if err != nil { // Redirects.Of has read it
		panic(err)
	}
	if len(query) > 0 {
		all := address.Query()
		for name, values := range query {
			all[name] = values
		}
		address.RawQuery = all.Encode()
	}
	address.Fragment, address.RawFragment = "", ""
	to = write(address)
	if len(fragment) > 0 {
		to += "#" + fragment.Encode()
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// OAuthError is a fault in the terms of OAuth (RFC 6749, section 4.1.2.1), with its code.
func OAuthError(f *fault.Fault) url.Values {
	kind := "server_error"
	switch f.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity:
		kind = "invalid_request"
	case http.StatusUnauthorized:
		kind = "unauthorized_client"
	case http.StatusForbidden:
		kind = "access_denied"
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		kind = "temporarily_unavailable"
	}
	return url.Values{"error": {kind}, "error_code": {f.Code}, "error_description": {f.Message}}
}
