package parse_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// FuzzQuery: any query string is read or refused with PostgREST's words.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"select=id,a:b!c!inner(*,...d(e->f->>-1::text.sum()))&id=not.in.(1,\"a\\\"b\")&or=(a.eq.1,not.and(b.is.null,c.fts(x).y))",
		"order=a->0.desc.nullslast,b(c)&limit=1&offset=2&x.limit=3&columns=a,\"b\"&on_conflict=c", "=&&a&%zz=eq.%", "select=\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{"/t", "/rpc/f"} {
			r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: path, RawQuery: query}, Header: http.Header{}}
			if _, err := parse.Read(r, nil); err != nil && (fault.As(err).Status >= 500 || fault.As(err).Code == "") {
				t.Errorf("%q: %v", query, err)
			}
		}
	})
}

// FuzzBody: any body is read or refused.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, `[{"a":"}"},{"a":[1,{"b":2}]}]`, ` [ ] `, `[{"\u0061":null}]`, "a,b\n1,\"2", "a=%zz&b", "", `"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, kind := range []string{parse.JSON, parse.CSV, parse.Form, parse.PlainText} {
			r := httptest.NewRequest(http.MethodPost, "/rpc/f", strings.NewReader(body))
			r.Header.Set("Content-Type", kind)
			for _, path := range []string{"/t", "/rpc/f"} {
				r.URL.Path = path
				if _, err := parse.Read(r, []byte(body)); err != nil && fault.As(err).Status >= 500 {
					t.Errorf("%s %q: %v", kind, body, err)
				}
			}
		}
	})
}
