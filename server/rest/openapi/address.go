package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Address is the URL of the API for clients, in parts.
type Address struct {
	Scheme string // http or https
	Host   string // with the port, where it is not the scheme's own
	Path   string // what comes before the name of a table; "" or "/" for nothing
}

// Proxy reads the address that a proxy gives the API, as PostgREST's
// openapi-server-proxy-uri: http or https, without a user or a query.
func Proxy(uri string) (Address, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return Address{}, fmt.Errorf("read the address %q: %w", uri, errors.Unwrap(err))
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return Address{}, fmt.Errorf("the address %q must begin with http:// or https://", uri)
	case u.Hostname() == "":
		return Address{}, fmt.Errorf("the address %q names no host", uri)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return Address{}, fmt.Errorf("the address %q must be free of user, query and fragment", u.Redacted())
	}
	if n, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || n < 1 || n > 65535) {
		return Address{}, fmt.Errorf("the address %q has a port outside 1 to 65535", uri)
	}
	return Address{Scheme: u.Scheme, Host: u.Host, Path: u.EscapedPath()}, nil
}

// CheckProxy refuses what is no address of a proxy. "" is none, and fine.
func CheckProxy(uri string) error {
	if uri == "" {
		return nil
	}
	_, err := Proxy(uri)
	return err
}

// host is an address as 2.0 has it. PostgREST always names the port.
func host(a Address) object {
	name := a.Host
	if u := (url.URL{Host: name}); u.Port() == "" && name != "" {
		name += map[string]string{"http": ":80", "https": ":443"}[a.Scheme]
	}
	path := a.Path
	if path == "" {
		path = "/"
	}
	return object{
		{"swagger", "2.0"},
		{"host", name},
		{"basePath", path},
		{"schemes", []string{a.Scheme}},
	}
}

// servers is an address as 3.1 has it.
func servers(a Address) object {
	base := strings.TrimSuffix(a.Path, "/")
	if u := (url.URL{Scheme: a.Scheme, Host: a.Host}); a.Host != "" {
		base = u.String() + base
	}
	return object{
		{"openapi", "3.1.1"},
		{"servers", []object{{{"url", cmp.Or(base, "/")}}}},
	}
}
