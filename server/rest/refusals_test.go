package rest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// TestRefusalsHelp: they say what to do.
func TestRefusalsHelp(t *testing.T) {
	t.Parallel()
	a := with(t, `
		create table api.mails (id int primary key, body text);
		alter table api.mails enable row level security;
		grant all on api.mails to anon;
		create policy mails_insert on api.mails for insert to anon with check (true);
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
		{"an insert that is answered", "POST /mails", `{"id":1}`, full, 401, "Prefer: return=minimal"},
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
	a.run([]testCase{
		{name: "an insert that no policy admits", line: "POST /diaries", as: "amal", body: `{"owner":"brahim","text":"x"}`, status: 403, want: `{"code":"42501","details":null,"hint":null,"message":"new row violates row-level security policy for table \"diaries\""}`},
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
