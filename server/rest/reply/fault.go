package reply

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/fault"
)

// body is what every refusal prints, with its keys in this order.
type body struct {
	Code    string  `json:"code"`
	Details any     `json:"details"`
	Hint    *string `json:"hint"`
	Message string  `json:"message"`
}

// Fault sends a refusal. An error that is none is a 500 without its text.
func Fault(w http.ResponseWriter, err error) {
	f := fault.As(err)
	header := w.Header()
	for name, values := range f.Header {
		header[name] = values
	}
	if f.Status == http.StatusUnauthorized && header.Get("WWW-Authenticate") == "" {
		header.Set("WWW-Authenticate", "Bearer")
	}
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Proxy-Status", "PostgREST; error="+f.Code)
	w.WriteHeader(f.Status)
	_, _ = w.Write(print(f)) // a client that left needs no answer
}

// print writes the body compactly and leaves <, > and & as they are: clients
// compare its length.
func print(f *fault.Fault) []byte {
	b := body{Code: f.Code, Details: f.Details, Message: f.Message}
	if f.Hint != "" {
		b.Hint = &f.Hint
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(b); err != nil { // strings and lists of them always print
		return []byte(`{"code":"internal","details":null,"hint":null,"message":"unprintable"}`)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
