package rest

import (
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// maxParts bounds a batch: its statements hold one connection.
const maxParts = 100

// part is one request of a batch, as the client writes it.
type part struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"` // from the API's root: "/orders?id=eq.1"
	Headers map[string]string `json:"headers"`
	// Body is JSON as it is; in another type, the text of a JSON string. Absent
	// and null are none.
	Body json.RawMessage `json:"body"`
}

func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return h.Get("Content-Type") == "" || err == nil && (kind == parse.JSON || strings.HasSuffix(kind, "+json"))
}

// methods are the methods of tables and functions.
var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete,
	parse.MethodQuery,
}

// request is the part as if it had come alone, and its body.
func (p part) request(outer *http.Request) (*http.Request, []byte, error) {
	target, err := url.ParseRequestURI(p.Path)
	switch {
	case !slices.Contains(methods, p.Method):
		return nil, nil, fault.New(fault.RestBadMethod, "Unsupported HTTP method: "+p.Method)
	case err != nil || target.Host != "" || !strings.HasPrefix(p.Path, "/"):
		return nil, nil, badBatch("A path begins with / and is that of a table or function")
	}
	header, err := p.header(outer)
	if err != nil {
		return nil, nil, err
	}
	body, err := p.payload(header)
	return &http.Request{Method: p.Method, URL: target, Host: outer.Host, Header: header}, body, err
}

// batchHeaders identify the caller, who is the same for the whole batch.
var batchHeaders = []string{"Authorization", "Apikey", "Cookie"}

// partHeaders are headers that a part does not take from the batch.
var partHeaders = []string{
	"Accept", "Accept-Profile", "Content-Profile", "Content-Type", "Content-Length", "Prefer",
	"Range", "Range-Unit", "If-Match", "If-None-Match", "X-Http-Method-Override",
}

func (p part) header(outer *http.Request) (http.Header, error) {
	header := outer.Header.Clone()
	for _, name := range partHeaders {
		header.Del(name)
	}
	for name, value := range p.Headers {
		if slices.Contains(batchHeaders, http.CanonicalHeaderKey(name)) {
			return nil, badBatch("The header " + name + " is that of the whole batch")
		}
		header.Set(name, value)
	}
	return header, nil
}

// payload is the body as it would be sent.
func (p part) payload(h http.Header) ([]byte, error) {
	if p.Body == nil || string(p.Body) == "null" {
		return nil, nil
	}
	if isJSON(h) {
		return p.Body, nil
	}
	var text string
	if json.Unmarshal(p.Body, &text) != nil {
		return nil, badBatch("A body that is not JSON is a string")
	}
	return []byte(text), nil
}

func badBatch(message string) *fault.Fault { return fault.New(fault.BadBatch, message) }

// partError is the error of one request of a batch, which rolls back all.
type partError struct {
	index int // from 0
	err   error
}

func (p *partError) Error() string {
	return "request " + strconv.Itoa(p.index) + ": " + p.err.Error()
}
func (p *partError) Unwrap() error { return p.err }
