package tests

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

type malformed struct {
	name, method, path, body string
	headers                  []string
}

// rubbish has requests that must be refused with a message for every caller: no 500, no page,
// no silence.
var rubbish = []malformed{
	{name: "no such table", method: "GET", path: "/rest/v1/no_such_table"},
	{name: "no such column", method: "GET", path: "/rest/v1/notes?select=nosuch"},
	{name: "no such operator", method: "GET", path: "/rest/v1/notes?title=noop.1"},
	{name: "a filter without an operator", method: "GET", path: "/rest/v1/notes?title=atlas"},
	{name: "a filter on nothing", method: "GET", path: "/rest/v1/notes?nosuch=eq.1"},
	{name: "a list that does not end", method: "GET", path: "/rest/v1/notes?id=in.(1,2"},
	{name: "a tree that does not end", method: "GET", path: "/rest/v1/notes?or=(title.eq.1,and(title.eq.2"},
	{name: "a deep tree", method: "GET", path: "/rest/v1/notes?or=" + strings.Repeat("(and(", 2000)},
	{name: "a deep select", method: "GET", path: "/rest/v1/notes?select=" + strings.Repeat("a(", 2000)},
	{name: "no date", method: "GET", path: "/rest/v1/notes?created_at=lte.yesterdayish"},
	{name: "no uuid", method: "GET", path: "/rest/v1/notes?id=eq.1'%20or%20'1'='1"},
	{name: "a zero byte", method: "GET", path: "/rest/v1/notes?title=eq.%00"},
	{name: "not UTF-8", method: "GET", path: "/rest/v1/notes?title=eq.%ff%fe"},
	{name: "a huge number", method: "GET", path: "/rest/v1/notes?likes=eq.99999999999999999999"},
	{name: "a negative limit", method: "GET", path: "/rest/v1/notes?limit=-1"},
	{name: "an upside-down range", method: "GET", path: "/rest/v1/notes", headers: []string{"Range: 9-1", "Range-Unit: items"}},
	{name: "a bad regular expression", method: "GET", path: "/rest/v1/notes?title=match.((("},
	{name: "a bad text search", method: "GET", path: "/rest/v1/notes?title=fts.a%20%26%20%26"},
	{name: "a bad cast", method: "GET", path: "/rest/v1/notes?select=title::nosuchtype"},
	{name: "a relationship that is not there", method: "GET", path: "/rest/v1/notes?select=*,todos(*)"},
	{name: "a bad order", method: "GET", path: "/rest/v1/notes?order=title.sideways"},
	{name: "a type nobody makes", method: "GET", path: "/rest/v1/notes", headers: []string{"Accept: image/png"}},
	{name: "a schema that is not shown", method: "GET", path: "/rest/v1/users", headers: []string{"Accept-Profile: auth"}},
	{name: "an unknown preference, strictly", method: "GET", path: "/rest/v1/notes", headers: []string{"Prefer: handling=strict, colour=blue"}},
	{name: "a time zone that is none", method: "GET", path: "/rest/v1/notes", headers: []string{"Prefer: timezone=Nowhere/At_All"}},
	{name: "a method of its own", method: "BREW", path: "/rest/v1/notes"},
	{name: "a table's root", method: "POST", path: "/rest/v1/"},
	{name: "no JSON", method: "POST", path: "/rest/v1/feedback", body: `{"name":`},
	{name: "unequal rows", method: "POST", path: "/rest/v1/feedback", body: `[{"name":"a"},{"message":"b"}]`},
	{name: "a column that is not there", method: "POST", path: "/rest/v1/feedback", body: `{"nosuch":1}`},
	{name: "a zero byte in a text", method: "POST", path: "/rest/v1/feedback", body: `{"name":"a\u0000b","message":"x"}`},
	{name: "half a surrogate", method: "POST", path: "/rest/v1/feedback", body: `{"name":"\ud800","message":"x"}`},
	{name: "JSON of great depth", method: "POST", path: "/rest/v1/feedback", body: strings.Repeat("[", 20000)},
	{name: "too much", method: "POST", path: "/rest/v1/feedback", body: `{"message":"` + strings.Repeat("x", 11<<20) + `"}`},
	{name: "an object for a text", method: "POST", path: "/rest/v1/feedback", body: `{"message":{"a":1}}`},
	{name: "a number too large", method: "POST", path: "/rest/v1/feedback", body: `{"name":"a","message":"x","rating":99999999999}`},
	{name: "binary", method: "POST", path: "/rest/v1/feedback", body: "\x00\x01\xff", headers: []string{"Content-Type: application/octet-stream"}},
	{name: "broken CSV", method: "POST", path: "/rest/v1/feedback", body: "name,message\n\"a", headers: []string{"Content-Type: text/csv"}},
	{name: "a put without a key", method: "PUT", path: "/rest/v1/feedback", body: `{}`},
	{name: "no such function", method: "POST", path: "/rest/v1/rpc/no_such_function", body: `{}`},
	{name: "a function by a bad method", method: "DELETE", path: "/rest/v1/rpc/no_such_function"},
	{name: "a path too long", method: "GET", path: "/rest/v1/notes/1/2"},
	{name: "a token that is none", method: "GET", path: "/rest/v1/notes", headers: []string{"Authorization: Bearer a.b.c"}},
	{name: "a token by nobody", method: "GET", path: "/rest/v1/notes", headers: []string{"Authorization: Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0."}},
	{name: "no grant", method: "POST", path: "/auth/v1/token", body: `{}`},
	{name: "an unknown grant", method: "POST", path: "/auth/v1/token?grant_type=wish", body: `{}`},
	{name: "a sign-in without anything", method: "POST", path: "/auth/v1/token?grant_type=password", body: `{}`},
	{name: "a sign-in that is no JSON", method: "POST", path: "/auth/v1/token?grant_type=password", body: `{"email"`},
	{name: "an e-mail that is a list", method: "POST", path: "/auth/v1/token?grant_type=password", body: `{"email":["a"],"password":1}`},
	{name: "a zero byte in an e-mail", method: "POST", path: "/auth/v1/token?grant_type=password", body: `{"email":"a\u0000@example.org","password":"x"}`},
	{name: "a refresh of nothing", method: "POST", path: "/auth/v1/token?grant_type=refresh_token", body: `{"refresh_token":"junk"}`},
	{name: "nobody's account", method: "GET", path: "/auth/v1/user"},
	{name: "accounts", method: "GET", path: "/auth/v1/admin/users"},
	{name: "an account that has no id", method: "GET", path: "/auth/v1/admin/users/not-an-id"},
	{name: "no such server function", method: "POST", path: "/functions/v1/nosuch", body: `{}`},
	{name: "the functions themselves", method: "POST", path: "/functions/v1/", body: `{}`},
	{name: "a function that climbs out", method: "POST", path: "/functions/v1/..%2f..%2fauth", body: `{}`},
	{name: "a function called wrongly", method: "GET", path: "/functions/v1/greet"},
}

// tolerated are the texts that PostgREST ignores, and we too: a bound that
// is no number is none, a body that is neither object nor array has no rows.
var tolerated = []malformed{
	{name: "JSON of another kind", method: "POST", path: "/rest/v1/feedback", body: `"text"`},
	{name: "a number for a body", method: "POST", path: "/rest/v1/feedback", body: `42`},
	{name: "a huge offset", method: "GET", path: "/rest/v1/notes?offset=99999999999999999999"},
	{name: "a limit of words", method: "GET", path: "/rest/v1/notes?limit=all"},
	{name: "a broken escape", method: "GET", path: "/rest/v1/notes?title=eq.%zz"},
}

func TestTolerated(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, test := range tolerated {
		t.Run(test.name, func(t *testing.T) {
			answer := s.Send(t, test.method, test.path, test.body, "Content-Type: application/json")
			if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
				t.Errorf("status %d, want success: %.300s", answer.Status, answer.Body)
			}
		})
	}
	var rows int
	if err := s.DB.Admin.QueryRow(t.Context(), "select count(*) from public.feedback").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows were written, error %v; want none", rows, err)
	}
}

func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	s := boot(t)
	t.Run("refused", func(t *testing.T) {
		for _, test := range rubbish {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				headers := append([]string{"apikey: " + s.AnonKey, "Content-Type: application/json"}, test.headers...)
				answer := s.Send(t, test.method, test.path, test.body, headers...)
				if answer.Status < 400 || answer.Status >= 500 {
					t.Errorf("status %d, want a refusal: %.300s", answer.Status, answer.Body)
				}
				inWords(t, answer)
			})
		}
	})
	after := s.Send(t, "GET", "/rest/v1/notes?select=title&limit=1", "", s.Headers("")...)
	if after.Status != http.StatusOK {
		t.Errorf("afterwards the server answers %d %s", after.Status, after.Body)
	}
}

// inWords wants JSON with a code, and a message under one of the names that
// clients look for; and nothing of how we are made.
func inWords(t *testing.T, answer apptest.Reply) {
	t.Helper()
	if got := answer.Header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Errorf("Content-Type %q, want JSON: %.300s", got, answer.Body)
		return
	}
	var said map[string]any
	if err := json.Unmarshal([]byte(answer.Body), &said); err != nil {
		t.Errorf("not JSON: %v: %.300s", err, answer.Body)
		return
	}
	_, code := said["code"]
	_, oldCode := said["error_code"]
	if !code && !oldCode {
		t.Errorf("no code in %.300s", answer.Body)
	}
	words := false
	for _, key := range []string{"message", "msg", "error", "error_description"} {
		text, _ := said[key].(string)
		words = words || text != ""
	}
	if !words {
		t.Errorf("no message in %.300s", answer.Body)
	}
	for _, inner := range []string{"goroutine", ".go:", "pgconn", "panic", "/server/"} {
		if strings.Contains(answer.Body, inner) {
			t.Errorf("the answer shows our insides (%q): %.300s", inner, answer.Body)
		}
	}
}
