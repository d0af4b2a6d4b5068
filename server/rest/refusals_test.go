package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/token"
)

// TestRefusalsHelp: they say what to do.
func TestRefusalsHelp(t *testing.T) {
	t.Parallel()
	a := with(t, `
		create table api.mails (id int primary key, body text);
		alter table api.mails enable row level security;
		grant all on api.mails to anon;
		create policy mails_insert on api.mails for insert to anon with check (id > 0);
		create table api.closed (id int primary key, open bool);
		alter table api.closed enable row level security;
		grant all on api.closed to anon;
		create policy closed_all on api.closed using (true) with check (open);
		insert into api.closed values (1, true);
		create table api.parts (id int primary key, first text, last text, secret text);
		grant select (id, first, last) on api.parts to anon;
		create function api.full_name(api.parts) returns text stable language sql as $$ select $1.first || $1.last $$;`,
		func(o *rest.Options) { o.Aggregates = true })
	for _, c := range []struct {
		name, line, body string
		headers          []string
		status           int
		want             string
	}{
		{"an insert that is answered", "POST /mails", `{"id":1}`, full, 401, "The policies for insert on api.mails admit the row for role anon, those for select do not, and the request asks for the row. Add one, or send Prefer: return=minimal"},
		{"one that its own policies refuse", "POST /mails", `{"id":-1}`, full, 401, "The policies for insert on api.mails do not admit the row for role anon."},
		{"a key in the answer", "POST /mails", `{"id":1}`, []string{"Prefer", "return=headers-only"}, 401, "those for select do not"},
		{"a change", "PATCH /closed?id=eq.1", `{"open":false}`, nil, 401, "the policies for update on api.closed (with check)"},
		{"an upsert", "POST /mails?on_conflict=id", `{"id":1}`, []string{"Prefer", "resolution=merge-duplicates"}, 401, "policies for insert, update and select"},
		{"one that ignores duplicates", "POST /mails", `{"id":1}`, []string{"Prefer", "resolution=ignore-duplicates"}, 401, "policies for insert and select"},
		{"a computed column", "GET /parts?select=id,full_name", "", nil, 401, "GRANT SELECT (secret) ON api.parts TO anon;"},
		{"a filter by one", "GET /parts?select=id&full_name=eq.a", "", nil, 401, "GRANT SELECT (secret) ON api.parts TO anon;"},
		{"an order that is not selected", "GET /climbers?select=id,mentor_id(id)&order=mentor_id(name)", "", nil, 400, `"hint":"Add it to them, as in select=*,mentor_id(name)"`},
	} {
		got := a.do("", c.line, c.body, c.headers...)
		if got.StatusCode != c.status || !strings.Contains(got.body, c.want) || strings.Contains(got.body, "_1") {
			t.Errorf("%s: got %d %s, want %d and %q", c.name, got.StatusCode, got.body, c.status, c.want)
		}
	}
	if left := a.rows("select count(*) from api.mails"); left != 0 {
		t.Errorf("%d rows were left by inserts that were refused", left)
	}
	a.run([]testCase{
		{name: "an insert that no policy admits", line: "POST /diaries", as: "amal", body: `{"owner":"brahim","text":"x"}`, status: 403, want: `{"code":"42501","details":null,"hint":"The policies for insert on api.diaries do not admit the row for role authenticated. toubkal explain says which condition is false.","message":"new row violates row-level security policy for table \"diaries\""}`},
		{name: "an insert without an answer", line: "POST /mails", body: `{"id":1}`, status: 201},
		{name: "an order by an alias", line: "GET /climbers?select=id,mentor_id(n:name)&order=mentor_id(name).desc.nullslast,id&limit=1", status: 200, want: `[{"id":4,"mentor_id":{"n":"Badr"}}]`},
		{name: "counted with column grants", line: "GET /parts?select=id", headers: []string{"Prefer", "count=exact"}, status: 200, want: `[]`},
		{name: "the number with column grants", line: "GET /parts?select=count()", status: 200, want: `[{"count":0}]`},
		{name: "of a column", line: "GET /parts?select=id.count()", status: 200, want: `[{"count":0}]`},
	})
}

// TestTooLargeABody: the refusal names the limit and its setting.
func TestTooLargeABody(t *testing.T) {
	t.Parallel()
	a := setup(t)
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/log", strings.NewReader(`{"line":"too long"}`))
	r.Body = http.MaxBytesReader(w, r.Body, 10)
	a.handler.ServeHTTP(w, r)
	if got := w.Body.String(); w.Code != 413 || !strings.Contains(got, "larger than 10 bytes") || !strings.Contains(got, "TOUBKAL_REST_BODY_LIMIT") {
		t.Errorf("got %d %s", w.Code, got)
	}
}

// TestHints: a read without a row has the hint, in the header of its answer, and nothing else has.
func TestHints(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) {
		o.Hint = func(_ context.Context, request parse.Request, claims token.Claims) string {
			return "nothing of " + request.Table + "\nfor " + claims.Role
		}
	})
	for _, c := range []struct{ line, want string }{
		{"GET /climbers?id=eq.0", "nothing of climbers for anon"},
		{"GET /climbers?id=eq.1", ""},
		{"GET /climbers?id=gt.a", ""},
		{"POST /rpc/add", ""},
	} {
		if got := a.do("", c.line, "{}").Header.Get("Toubkal-Hint"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}
