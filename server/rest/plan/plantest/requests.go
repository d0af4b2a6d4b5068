package plantest

import (
	_ "embed"
	"net/http"
	"net/url"
	"strings"
)

//go:embed requests.txt
var requests string

// Request is a request as it comes over the wire, however malformed.
type Request struct {
	Method, Path, Query string
	Headers             string // a line each
	Body                string
}

// HTTP is the request as the server would hand it on.
func (r Request) HTTP() *http.Request {
	header := http.Header{}
	for line := range strings.SplitSeq(r.Headers, "\n") {
		name, value, _ := strings.Cut(line, ":")
		header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return &http.Request{
		Method: r.Method, Header: header, Host: "localhost",
		URL: &url.URL{Path: r.Path, RawQuery: r.Query},
	}
}

// Requests are requests of every kind to the tables and functions of Mountains,
// good ones and bad ones: the seeds of what is fuzzed.
func Requests() []Request {
	var all []Request
	for line := range strings.Lines(requests) {
		all = append(all, written(strings.TrimSuffix(line, "\n")))
	}
	return all
}

// written reads "METHOD /path?query", headers and "|body", between tabs.
func written(line string) Request {
	parts := strings.Split(line, "\t")
	method, target, _ := strings.Cut(parts[0], " ")
	path, query, _ := strings.Cut(target, "?")
	r := Request{Method: method, Path: path, Query: query}
	for _, part := range parts[1:] {
		if body, ok := strings.CutPrefix(part, "|"); ok {
			r.Body = strings.NewReplacer(`\n`, "\n", `\x00`, "\x00", `\xff`, "\xff").Replace(body)
			continue
		}
		r.Headers += part + "\n"
	}
	return r
}
