// Package parse reads an HTTP request into what it asks for, without knowing
// what exists. It refuses what cannot be read: a bad path (PGRST125), method
// (101, 117), parameter (100), range (103, for PUT 114) or body (102), and a body
// that is too much (413).
package parse

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// Request is a parsed request.
type Request struct {
	Method   string // GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS, QUERY
	Table    string // the table, or:
	Function string // the function; neither for the root
	Profile  string // the schema that a header names; "" is the first one

	Items      []Item // select=; never empty
	Filters    []Filter
	Logic      []Logic
	Order      []Order
	Rows       Rows // of the root: limit, offset and the Range header
	Limits     []Limits
	Columns    []string // columns=, sorted; nil when absent
	OnConflict []string // on_conflict=, sorted; nil when absent
	Params     []Param  // of a function called by GET: what is no filter
	Canonical  string   // the query string, sorted by name

	Prefer  Prefer
	Accept  []Media // best first
	Content Media
	Body    Body

	RequestSettings
}

// Reads reports whether the method may change nothing.
func (r Request) Reads() bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == MethodQuery
}

// Read reads a request whose path begins at the API's root.
func Read(r *http.Request, body []byte) (Request, error) {
	request := Request{
		Method:          method(r),
		Prefer:          Preferences(r.Header),
		Accept:          accepted(r.Header.Values("Accept")),
		Content:         content(r.Header),
		RequestSettings: RequestSettingsOf(r),
	}
	request.Profile = request.profile(r.Header)
	for _, step := range []func() error{
		func() error { return request.readPath(r.URL.EscapedPath()) },
		request.checkMethod,
		func() error { return request.readQuery(r.URL.RawQuery, body) },
		func() error { return request.readRange(r.Header) },
		func() error { return request.readBody(body) },
	} {
		if err := step(); err != nil {
			return Request{}, err
		}
	}
	return request, nil
}

func (r *Request) readPath(path string) error {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		name, err := url.PathUnescape(part)
		if err != nil || !readable(name) {
			return badPath()
		}
		parts[i] = name
	}
	switch {
	case len(parts) == 1:
		r.Table = parts[0]
	case len(parts) == 2 && parts[0] == "rpc" && parts[1] != "":
		r.Function = parts[1]
	default:
		return badPath()
	}
	return nil
}

func badPath() error {
	return fault.New(fault.RestBadPath, "Invalid path specified in request URL")
}

func (r *Request) checkMethod() error {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil
	case http.MethodPost, MethodQuery:
		if r.Function != "" || r.Table != "" {
			return nil
		}
	case http.MethodPatch, http.MethodPut, http.MethodDelete:
		if r.Table != "" {
			return nil
		}
	}
	if r.Function != "" {
		return fault.New(fault.RestBadRPCMethod, "Cannot use the "+r.Method+" method on RPC")
	}
	return fault.New(fault.RestBadMethod, "Unsupported HTTP method: "+r.Method)
}

// readRange applies the Range header, which RFC 9110 defines for GET alone; a
// QUERY is a GET that has a body.
func (r *Request) readRange(h http.Header) (err error) {
	if r.Method == http.MethodPut && r.Rows != (Rows{}) {
		return fault.New(fault.RestPutLimited, "limit/offset querystring parameters are not allowed for PUT")
	}
	header := ""
	if r.Method == http.MethodGet || r.Method == MethodQuery {
		header = h.Get("Range")
	}
	r.Rows, err = r.Rows.within(header)
	return err
}

func content(h http.Header) Media {
	if kind := h.Get("Content-Type"); kind != "" {
		return media(kind)
	}
	return Media{Type: JSON}
}

// profile is the schema that a header names: OPTIONS goes with the reads. A QUERY
// may have either header: it reads, but a client that sends it as POST names the
// schema as for a write.
func (r *Request) profile(h http.Header) string {
	accepted, content := h.Get("Accept-Profile"), h.Get("Content-Profile")
	switch {
	case r.Method == MethodQuery && accepted == "":
		return content
	case r.Reads() || r.Method == http.MethodOptions:
		return accepted
	}
	return content
}

func method(r *http.Request) string {
	if r.Method == http.MethodPost && strings.EqualFold(r.Header.Get("X-HTTP-Method-Override"), MethodQuery) {
		return MethodQuery
	}
	return r.Method
}
