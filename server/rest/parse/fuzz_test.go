package parse_test

import (
	"testing"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
)

// FuzzRead: any request is read, or refused as a mistake of the client's with a message
// that JSON can carry.
func FuzzRead(f *testing.F) {
	for _, r := range plantest.Requests() {
		f.Add(r.Method, r.Path, r.Query, r.Headers, r.Body)
	}
	f.Fuzz(func(t *testing.T, method, path, query, headers, body string) {
		if !utf8.ValidString(method) {
			return // net/http has refused it
		}
		r := plantest.Request{Method: method, Path: path, Query: query, Headers: headers, Body: body}
		request, err := parse.Read(r.HTTP(), []byte(body))
		if err != nil {
			refusal := fault.As(err)
			if refusal.Status >= 500 || refusal.Status < 400 || refusal.Code == "" || !utf8.ValidString(refusal.Message) {
				t.Errorf("%+v: refused with %d %s: %v", r, refusal.Status, refusal.Code, err)
			}
			return
		}
		if len(request.Items) == 0 || request.Rows.Offset < 0 || request.Rows.Limit < 0 {
			t.Errorf("%+v: read as %+v", r, request)
		}
		readAgain(t, r, request)
	})
}

// readAgain reads what Content-Location says of a read: it says the same of
// itself. A parameter without a value, which is none, has an empty one there; that
// may be refused.
func readAgain(t *testing.T, r plantest.Request, first parse.Request) {
	t.Helper()
	if !first.Reads() {
		return
	}
	again := plantest.Request{Method: "GET", Path: r.Path, Query: first.Canonical}
	second, err := parse.Read(again.HTTP(), nil)
	if err == nil && second.Canonical != first.Canonical {
		t.Errorf("%+v: its address %q is read as %q", r, first.Canonical, second.Canonical)
	}
}
