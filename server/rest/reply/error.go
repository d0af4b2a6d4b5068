package reply

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/toubkal/toubkal/server/fault"
)

// body is the JSON of every refusal, with its keys in this order.
type body struct {
	Code    string  `json:"code"`
	Details any     `json:"details"`
	Hint    *string `json:"hint"`
	Message string  `json:"message"`
	Request *int    `json:"request,omitempty"`
}

// minimalError is the body with client-error-verbosity=minimal.
type minimalError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Request *int   `json:"request,omitempty"`
}

// ErrorOptions are the settings of the output of refusals.
type ErrorOptions struct {
	// Minimal leaves details and hint out (client-error-verbosity=minimal).
	Minimal bool
	// Request says which request of a batch was refused, from 0; nil where there
	// is no batch.
	Request *int
}

// retryAfter is the time that a client should wait, in seconds, while the database
// cannot be had: it is tried again at once, and then ever more seldom.
const retryAfter = "1"

// Error sends a refusal. An error that is none is a 500 without its text.
func Error(w http.ResponseWriter, err error, how ErrorOptions) {
	f := fault.As(err)
	header := w.Header()
	for name, values := range f.Header {
		if name == "Vary" { // the edge's own stays
			values = slices.Concat(header[name], values)
		}
		header[name] = values
	}
	if f.Status == http.StatusUnauthorized {
		unlessSet(header, "WWW-Authenticate", "Bearer")
	}
	if f.Status == http.StatusServiceUnavailable {
		unlessSet(header, "Retry-After", retryAfter)
	}
	header.Set("Proxy-Status", "PostgREST; error="+f.Code)
	if hasNoBody(f.Status) { // as SQL may raise
		w.WriteHeader(f.Status)
		return
	}
	text := print(f, how)
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(f.Status)
	_, _ = w.Write(text) // a client that left needs no answer
}

func unlessSet(header http.Header, name, value string) {
	if header.Get(name) == "" {
		header.Set(name, value)
	}
}

func print(f *fault.Fault, how ErrorOptions) []byte {
	if how.Minimal {
		return compact(minimalError{Code: f.Code, Message: f.Message, Request: how.Request})
	}
	b := body{Code: f.Code, Details: f.Details, Message: f.Message, Request: how.Request}
	if f.Hint != "" {
		b.Hint = &f.Hint
	}
	return compact(b)
}

// compact prints JSON without spaces and leaves <, > and & as they are: clients
// compare its length.
func compact(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil { // strings and lists of them always print
		return []byte(`{"code":"internal","details":null,"hint":null,"message":"unprintable"}`)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
