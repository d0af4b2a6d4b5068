package reply

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// override applies what SQL set in response.status and response.headers.
func (a *Answer) override(r plan.Result) error {
	if r.Status != nil {
		status, err := strconv.Atoi(string(r.Status))
		if err != nil || status < 200 || status > 599 {
			return fault.New(fault.RestBadStatusGUC, "response.status guc must be a valid status code")
		}
		a.Status = status
	}
	if r.Headers == nil {
		return nil
	}
	var pairs []map[string]*string
	if err := json.Unmarshal(r.Headers, &pairs); err != nil || pairs == nil {
		return badHeaders()
	}
	return a.overrideHeaders(pairs)
}

// overrideHeaders replaces ours; of its own, each is kept, so that a function
// can set several cookies.
func (a *Answer) overrideHeaders(pairs []map[string]*string) error {
	set := map[string]bool{}
	for _, pair := range pairs {
		if len(pair) != 1 {
			return badHeaders()
		}
		for name, value := range pair {
			if value == nil {
				return badHeaders()
			}
			name = http.CanonicalHeaderKey(name)
			if name == "Content-Length" || name == "Transfer-Encoding" {
				continue // the server's own: a wrong one breaks the connection
			}
			if !set[name] {
				a.Header.Del(name)
				set[name] = true
			}
			a.Header.Add(name, *value)
		}
	}
	return nil
}

func badHeaders() error {
	return fault.New(fault.RestBadHeadersGUC, "response.headers guc must be a JSON array composed of objects with a single key and a string value")
}

// location names a new row by its key: /books?id=eq.7.
func location(table string, key []byte) string {
	if key == nil {
		return ""
	}
	var query []string
	decoder := json.NewDecoder(bytes.NewReader(key))
	decoder.UseNumber()
	if _, err := decoder.Token(); err != nil {
		return ""
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return ""
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return ""
		}
		query = append(query, plan.Escape(name.(string))+"="+plan.Escape(equals(value)))
	}
	return "/" + plan.Escape(table) + "?" + strings.Join(query, "&")
}

func equals(value json.RawMessage) string {
	var text string
	switch {
	case string(value) == "null":
		return "is.null"
	case json.Unmarshal(value, &text) == nil:
		return "eq." + text
	}
	return "eq." + string(value)
}
