package tests

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

type malformed struct {
	name, method, path, body string
	headers                  []string
}

// rubbish is what must be refused in words, whoever sends it: no 500, no page,
// no silence.
var rubbish = []malformed{
	{name: "no such table", method: "GET", path: "/rest/v1/no_such_table"},
	{name: "no such column", method: "GET", path: "/rest/v1/blog_posts?select=nosuch"},
	{name: "no such operator", method: "GET", path: "/rest/v1/blog_posts?slug=noop.1"},
	{name: "a filter without an operator", method: "GET", path: "/rest/v1/blog_posts?slug=everest"},
	{name: "a filter on nothing", method: "GET", path: "/rest/v1/blog_posts?nosuch=eq.1"},
	{name: "a list that does not end", method: "GET", path: "/rest/v1/blog_posts?id=in.(1,2"},
	{name: "a tree that does not end", method: "GET", path: "/rest/v1/blog_posts?or=(slug.eq.1,and(slug.eq.2"},
	{name: "a deep tree", method: "GET", path: "/rest/v1/blog_posts?or=" + strings.Repeat("(and(", 2000)},
	{name: "a deep select", method: "GET", path: "/rest/v1/blog_posts?select=" + strings.Repeat("a(", 2000)},
	{name: "no date", method: "GET", path: "/rest/v1/blog_posts?published_at=lte.yesterdayish"},
	{name: "no uuid", method: "GET", path: "/rest/v1/blog_posts?id=eq.1'%20or%20'1'='1"},
	{name: "a zero byte", method: "GET", path: "/rest/v1/blog_posts?slug=eq.%00"},
	{name: "not UTF-8", method: "GET", path: "/rest/v1/blog_posts?slug=eq.%ff%fe"},
	{name: "a huge number", method: "GET", path: "/rest/v1/blog_posts?reading_time=eq.99999999999999999999"},
	{name: "a negative limit", method: "GET", path: "/rest/v1/blog_posts?limit=-1"},
	{name: "an upside-down range", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Range: 9-1", "Range-Unit: items"}},
	{name: "a bad regular expression", method: "GET", path: "/rest/v1/blog_posts?slug=match.((("},
	{name: "a bad text search", method: "GET", path: "/rest/v1/blog_posts?title_en=fts.a%20%26%20%26"},
	{name: "a bad cast", method: "GET", path: "/rest/v1/blog_posts?select=slug::nosuchtype"},
	{name: "a relationship that is not there", method: "GET", path: "/rest/v1/blog_posts?select=*,awards(*)"},
	{name: "a bad order", method: "GET", path: "/rest/v1/blog_posts?order=slug.sideways"},
	{name: "a type nobody makes", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Accept: image/png"}},
	{name: "a schema that is not shown", method: "GET", path: "/rest/v1/users", headers: []string{"Accept-Profile: auth"}},
	{name: "an unknown preference, strictly", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Prefer: handling=strict, colour=blue"}},
	{name: "a time zone that is none", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Prefer: timezone=Nowhere/At_All"}},
	{name: "a method of its own", method: "BREW", path: "/rest/v1/blog_posts"},
	{name: "a table's root", method: "POST", path: "/rest/v1/"},
	{name: "no JSON", method: "POST", path: "/rest/v1/contact_submissions", body: `{"name":`},
	{name: "unequal rows", method: "POST", path: "/rest/v1/contact_submissions", body: `[{"name":"a"},{"email":"b"}]`},
	{name: "a column that is not there", method: "POST", path: "/rest/v1/contact_submissions", body: `{"nosuch":1}`},
	{name: "a zero byte in a text", method: "POST", path: "/rest/v1/contact_submissions", body: `{"name":"a\u0000b","email":"a@example.org","message":"x"}`},
	{name: "half a surrogate", method: "POST", path: "/rest/v1/contact_submissions", body: `{"name":"\ud800","email":"a@example.org","message":"x"}`},
	{name: "JSON of great depth", method: "POST", path: "/rest/v1/contact_submissions", body: strings.Repeat("[", 20000)},
	{name: "too much", method: "POST", path: "/rest/v1/contact_submissions", body: `{"message":"` + strings.Repeat("x", 11<<20) + `"}`},
	{name: "an object for a text", method: "POST", path: "/rest/v1/book_orders", body: `{"quantity":{"a":1}}`},
	{name: "a number too large", method: "POST", path: "/rest/v1/book_orders", body: `{"buyer_name":"a","buyer_email":"a@example.org","buyer_phone":"1","quantity":99999999999}`},
	{name: "binary", method: "POST", path: "/rest/v1/contact_submissions", body: "\x00\x01\xff", headers: []string{"Content-Type: application/octet-stream"}},
	{name: "broken CSV", method: "POST", path: "/rest/v1/contact_submissions", body: "name,email\n\"a", headers: []string{"Content-Type: text/csv"}},
	{name: "a put without a key", method: "PUT", path: "/rest/v1/contact_submissions", body: `{}`},
	{name: "no such function", method: "POST", path: "/rest/v1/rpc/no_such_function", body: `{}`},
	{name: "a function by a bad method", method: "DELETE", path: "/rest/v1/rpc/no_such_function"},
	{name: "a path too long", method: "GET", path: "/rest/v1/blog_posts/1/2"},
	{name: "a token that is none", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Authorization: Bearer a.b.c"}},
	{name: "a token by nobody", method: "GET", path: "/rest/v1/blog_posts", headers: []string{"Authorization: Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0."}},
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
	{name: "a function called wrongly", method: "GET", path: createAdmin},
}

// tolerated is what PostgREST takes for nothing at all, and we too: a bound that
// is no number is none, a body that is neither object nor array has no rows.
var tolerated = []malformed{
	{name: "JSON of another kind", method: "POST", path: "/rest/v1/contact_submissions", body: `"text"`},
	{name: "a number for a body", method: "POST", path: "/rest/v1/contact_submissions", body: `42`},
	{name: "a huge offset", method: "GET", path: "/rest/v1/blog_posts?offset=99999999999999999999"},
	{name: "a limit of words", method: "GET", path: "/rest/v1/blog_posts?limit=all"},
	{name: "a broken escape", method: "GET", path: "/rest/v1/blog_posts?slug=eq.%zz"},
}

func TestTolerated(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, test := range tolerated {
		t.Run(test.name, func(t *testing.T) {
			answer := s.send(t, test.method, test.path, test.body, "Content-Type: application/json")
			if answer.status != http.StatusOK && answer.status != http.StatusCreated {
				t.Errorf("status %d, want success: %.300s", answer.status, answer.body)
			}
		})
	}
	var rows int
	if err := s.db.Admin.QueryRow(t.Context(), "select count(*) from public.contact_submissions").Scan(&rows); err != nil || rows != 0 {
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
				headers := append([]string{"apikey: " + s.anon, "Content-Type: application/json"}, test.headers...)
				answer := s.send(t, test.method, test.path, test.body, headers...)
				if answer.status < 400 || answer.status >= 500 {
					t.Errorf("status %d, want a refusal: %.300s", answer.status, answer.body)
				}
				inWords(t, answer)
			})
		}
	})
	after := s.send(t, "GET", "/rest/v1/blog_posts?select=slug&limit=1", "", s.headersOf("")...)
	if after.status != http.StatusOK {
		t.Errorf("afterwards the server answers %d %s", after.status, after.body)
	}
}

// inWords wants JSON with a code, and a message under one of the names that
// clients look for; and nothing of how we are made.
func inWords(t *testing.T, answer reply) {
	t.Helper()
	if got := answer.header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Errorf("Content-Type %q, want JSON: %.300s", got, answer.body)
		return
	}
	var said map[string]any
	if err := json.Unmarshal([]byte(answer.body), &said); err != nil {
		t.Errorf("not JSON: %v: %.300s", err, answer.body)
		return
	}
	_, code := said["code"]
	_, oldCode := said["error_code"]
	if !code && !oldCode {
		t.Errorf("no code in %.300s", answer.body)
	}
	words := false
	for _, key := range []string{"message", "msg", "error", "error_description"} {
		text, _ := said[key].(string)
		words = words || text != ""
	}
	if !words {
		t.Errorf("no message in %.300s", answer.body)
	}
	for _, inner := range []string{"goroutine", ".go:", "pgconn", "panic", "/server/"} {
		if strings.Contains(answer.body, inner) {
			t.Errorf("the answer shows our insides (%q): %.300s", inner, answer.body)
		}
	}
}
