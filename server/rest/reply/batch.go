package reply

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// part is one answer of a batch.
type part struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	// Body is the body itself where it is JSON, else a string of it; null for
	// none.
	Body any `json:"body"`
	// Encoding is base64 where the body is no text.
	Encoding string `json:"encoding,omitempty"`
}

// Batch makes one answer of several: a JSON array of status, headers and body.
// whole is what SQL has set for the whole.
func Batch(answers []Answer, whole plan.Result) (Answer, error) {
	batch := Answer{Status: http.StatusOK, Header: http.Header{}}
	batch.Header.Set("Content-Type", "application/json; charset=utf-8")
	parts := make([]part, len(answers))
	for i, answer := range answers {
		parts[i] = part{Status: answer.Status, Headers: batch.headers(answer.Header)}
		parts[i].embed(answer)
	}
	batch.Body = compact(parts)
	return batch, batch.override(whole)
}

// headers are those of one answer. Cookies cannot be joined, and are set by the
// whole.
func (a *Answer) headers(of http.Header) map[string]string {
	headers := make(map[string]string, len(of))
	for name, values := range of {
		if name == "Set-Cookie" {
			a.Header[name] = append(a.Header[name], values...)
			continue
		}
		headers[name] = strings.Join(values, ", ")
	}
	return headers
}

func (p *part) embed(a Answer) {
	switch {
	case len(a.Body) == 0:
	case isJSON(a.Header.Get("Content-Type")) && json.Valid(a.Body):
		p.Body = json.RawMessage(a.Body)
	case utf8.Valid(a.Body):
		p.Body = string(a.Body)
	default:
		p.Body, p.Encoding = bytes.Clone(a.Body), "base64"
	}
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}
