package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// mostParts bounds a batch: its statements hold one connection.
const mostParts = 100

// part is one request of a batch, as the client writes it.
type part struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"` // from the API's root: "/orders?id=eq.1"
	Headers map[string]string `json:"headers"`
	// Body is JSON as it is; in another type, the text of a JSON string. Absent
	// and null are none.
	Body json.RawMessage `json:"body"`
}

// isBatch tells whether a request is several. PostgREST refuses any POST to the
// root, and what is no array still is.
func isBatch(r *http.Request, body []byte) bool {
	return r.Method == http.MethodPost && strings.Trim(r.URL.EscapedPath(), "/") == "" &&
		isJSON(r.Header) && bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("["))
}

func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return h.Get("Content-Type") == "" || err == nil && (kind == parse.JSON || strings.HasSuffix(kind, "+json"))
}

func readParts(body []byte) ([]part, error) {
	var parts []part
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&parts); err != nil || decoder.More() {
		return nil, badBatch(`Each request of a batch is {"method", "path", "headers", "body"}`).Because(err)
	}
	if len(parts) == 0 || len(parts) > mostParts {
		return nil, badBatch("A batch has 1 to " + strconv.Itoa(mostParts) + " requests, and not " + strconv.Itoa(len(parts)))
	}
	return parts, nil
}

// methods are those that a table or a function has.
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

// ofTheWhole are headers that speak for a caller, who is one for the batch.
var ofTheWhole = []string{"Authorization", "Apikey", "Cookie"}

// ofOne are headers of the batch that say nothing about its parts.
var ofOne = []string{
	"Accept", "Accept-Profile", "Content-Profile", "Content-Type", "Content-Length", "Prefer",
	"Range", "Range-Unit", "If-Match", "If-None-Match", "X-Http-Method-Override",
}

func (p part) header(outer *http.Request) (http.Header, error) {
	header := outer.Header.Clone()
	for _, name := range ofOne {
		header.Del(name)
	}
	for name, value := range p.Headers {
		if slices.Contains(ofTheWhole, http.CanonicalHeaderKey(name)) {
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

// refusedPart is the refusal of one request of a batch, and so of all.
type refusedPart struct {
	index int // from 0
	err   error
}

func (r *refusedPart) Error() string {
	return "request " + strconv.Itoa(r.index) + ": " + r.err.Error()
}
func (r *refusedPart) Unwrap() error { return r.err }

// refused says which request of a batch was; nil where it is not about one.
func refused(err error) *int {
	if part, ok := errors.AsType[*refusedPart](err); ok {
		return &part.index
	}
	return nil
}
