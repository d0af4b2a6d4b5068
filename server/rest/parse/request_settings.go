package parse

import (
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"
)

// RequestSettings are the settings of a request for SQL.
type RequestSettings struct {
	Path    string
	Headers string // a JSON object
	Cookies string // a JSON object
}

// RequestSettingsOf gives the settings of any request for SQL. Names of
// headers are in lower case; cookies are apart.
func RequestSettingsOf(r *http.Request) RequestSettings {
	headers := append(make([]byte, 0, 512), `{"host":`...)
	headers = text(headers, r.Host)
	for name, values := range r.Header {
		if name == "Cookie" || len(values) == 0 {
			continue
		}
		headers = append(text(append(headers, ','), strings.ToLower(name)), ':')
		headers = text(headers, strings.Join(values, ", "))
	}
	return RequestSettings{Path: r.URL.EscapedPath(), Headers: string(append(headers, '}')), Cookies: cookies(r)}
}

// cookies is a JSON object; of those with one name the last counts, as to
// PostgreSQL's own ->>.
func cookies(r *http.Request) string {
	if r.Header["Cookie"] == nil {
		return "{}"
	}
	object := []byte{'{'}
	for i, cookie := range r.Cookies() {
		if i > 0 {
			object = append(object, ',')
		}
		object = append(text(object, cookie.Name), ':')
		object = text(object, cookie.Value)
	}
	return string(append(object, '}'))
}

// text appends a JSON string that PostgreSQL takes: what is not UTF-8 is
// replaced. Almost all is printable ASCII, for which json.Marshal costs most of
// what reading a request does.
func text(to []byte, value string) []byte {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, err := json.Marshal(value)
			if err != nil { // strings marshal
				return append(to, `""`...)
			}
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), value...), '"')
}
