package rest_test

import (
	"context"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest"
)

// TestSchemaChangesMeanwhile changes the schema between two equal requests, of which the second is
// planned by a snapshot from before: as if the change had been committed between its plan and
// its execution. The first one has prepared the statements, unless it is left out.
func TestSchemaChangesMeanwhile(t *testing.T) {
	t.Parallel()
	grant := "; grant all on api.t to anon;"
	for _, c := range []struct {
		name, before, after string
		line, body          string
		headers             []string
		status              int
		want                string
		rows                string // a count that must be 1 afterwards
	}{
		{
			name:   "a table dropped and made again with another key",
			before: "create table api.t (id uuid primary key, name text)" + grant,
			after:  "drop table api.t; create table api.t (id bigint primary key, name text); insert into api.t values (1, 'a')" + grant,
			line:   "GET /t?id=eq.1", status: 200, want: `[{"id":1,"name":"a"}]`,
		},
		{
			name:   "a wider number",
			before: "create table api.t (n int)" + grant,
			after:  "alter table api.t alter n type bigint; insert into api.t values (5000000000)",
			line:   "GET /t?n=eq.5000000000", status: 200, want: `[{"n":5000000000}]`,
		},
		{
			name:   "a number that is text now",
			before: "create table api.t (n int)" + grant,
			after:  "alter table api.t alter n type text; insert into api.t values ('05')",
			line:   "GET /t?n=eq.05", status: 200, want: `[{"n":"05"}]`,
		},
		{
			name:   "a number with a fraction now",
			before: "create table api.t (n int)" + grant,
			after:  "alter table api.t alter n type numeric; insert into api.t values (1.5), (2)",
			line:   "GET /t?n=in.(1.5,3)", status: 200, want: `[{"n":1.5}]`,
		},
		{
			name:   "a number with a fraction now, compared with a whole one",
			before: "create table api.t (n int)" + grant,
			after:  "alter table api.t alter n type double precision; insert into api.t values (1.5), (2)",
			line:   "DELETE /t?n=lte.1", status: 204, rows: "select count(*) - 1 from api.t",
		},
		{
			name:   "text that compares otherwise: read",
			before: "create table api.t (id int primary key, c text); insert into api.t values (1, 'abc')" + grant,
			after:  "alter table api.t alter c type character(8)",
			line:   "GET /t?c=neq.abc%20", status: 200, want: `[]`,
		},
		{
			name:   "text that compares otherwise: counted",
			before: "create table api.t (id int primary key, c text); insert into api.t values (1, 'abc')" + grant,
			after:  "alter table api.t alter c type character(8)",
			line:   "GET /t?c=neq.abc%20", headers: []string{"Prefer", "count=exact"}, status: 200, want: `[]`,
		},
		{
			name:   "text that compares otherwise: changed",
			before: "create table api.t (id int primary key, c text); insert into api.t values (1, 'abc')" + grant,
			after:  "alter table api.t alter c type character(8)",
			line:   "PATCH /t?c=neq.abc%20", body: `{"id":2}`, headers: []string{"Prefer", "return=representation"}, status: 200, want: `[]`,
			rows: "select count(*) from api.t where id = 1",
		},
		{
			name:   "text that compares otherwise: deleted",
			before: "create table api.t (id int primary key, c text); insert into api.t values (1, 'abc'), (2, 'x')" + grant,
			after:  "alter table api.t alter c type character(8)",
			line:   "DELETE /t?c=eq.abc%20", status: 204, rows: "select count(*) from api.t",
		},
		{
			name:   "an instant",
			before: "create table api.t (at timestamp)" + grant,
			after:  "alter table api.t alter at type timestamptz",
			line:   "POST /t", body: `{"at":"2026-11-27T10:00:00+05:00"}`, status: 201,
			rows: "select count(*) from api.t where at = '2026-11-27T05:00:00Z'",
		},
		{
			name:   "an instant in a filter",
			before: "create table api.t (at timestamp)" + grant,
			after:  "alter table api.t alter at type timestamptz; insert into api.t values ('2026-11-27T05:00:00Z')",
			line:   "GET /t?select=n:at.count()&at=eq.2026-11-27T10:00:00%2B05:00", status: 200, want: `[{"n":1}]`,
		},
		{
			name:   "more digits, which only PostgreSQL reads",
			before: "create table api.t (n numeric(8,2), j jsonb)" + grant,
			after:  "alter table api.t alter n type numeric(10,4)",
			line:   "POST /t", body: `{"n":1.2345678,"j":"x"}`, status: 201, rows: "select count(*) from api.t where n = 1.2346",
		},
		{
			name:   "text that is padded now: inserted",
			before: "create table api.t (c text)" + grant,
			after:  "alter table api.t alter c type character(5)",
			line:   "POST /t", body: `{"c":"abc"}`, status: 201, rows: "select count(*) from api.t where c = 'abc  '",
		},
		{
			name:   "text that is a number now: inserted",
			before: "create table api.t (c text)" + grant,
			after:  "alter table api.t alter c type int using 1",
			line:   "POST /t", body: `{"c":"05"}`, status: 201, rows: "select count(*) from api.t where c = 5",
		},
		{
			name:   "text that is JSON now: changed",
			before: "create table api.t (id int, c text); insert into api.t values (1, 'x')" + grant,
			after:  "alter table api.t alter c type jsonb using to_jsonb(c)",
			line:   "PATCH /t?id=eq.1", body: `{"c":"abc"}`, status: 204, rows: `select count(*) from api.t where c = '"abc"'`,
		},
		{
			name:   "text that is a boolean now",
			before: "create table api.t (done text)" + grant,
			after:  "alter table api.t alter done type boolean using true; insert into api.t values (true)",
			line:   "GET /t?done=eq.true", status: 200, want: `[{"done":true}]`,
		},
		{
			name:   "a boolean that is text now",
			before: "create table api.t (done boolean)" + grant,
			after:  "alter table api.t alter done type text; insert into api.t values ('t')",
			line:   "GET /t?done=eq.true", status: 200, want: `[]`,
		},
		{
			name:   "an enumeration made again",
			before: "create type api.gait as enum ('walk'); create table api.t (g api.gait)" + grant,
			after: "alter table api.t alter g type text; drop type api.gait; create type api.gait as enum ('walk', 'trot');" +
				"alter table api.t alter g type api.gait using g::api.gait; insert into api.t values ('trot')",
			line: "GET /t?g=eq.trot", status: 200, want: `[{"g":"trot"}]`,
		},
		{
			name:   "an enumeration made again: inserted",
			before: "create type api.gait as enum ('walk'); create table api.t (g api.gait)" + grant,
			after: "alter table api.t alter g type text; drop type api.gait; create type api.gait as enum ('walk', 'trot');" +
				"alter table api.t alter g type api.gait using g::api.gait",
			line: "POST /t", body: `{"g":"trot"}`, status: 201, rows: "select count(*) from api.t where g = 'trot'",
		},
		{
			name:   "a column in an embed",
			before: "create table api.t (id int primary key); create table api.u (t int references api.t, at timestamp); grant all on api.u to anon; insert into api.t values (1)" + grant,
			after:  "alter table api.u alter at type timestamptz; insert into api.u values (1, '2026-11-27T05:00:00Z')",
			line:   "GET /t?select=id,u(t)&u.at=eq.2026-11-27T10:00:00%2B05:00", status: 200, want: `[{"id":1,"u":[{"t":1}]}]`,
		},
		{
			name:   "an argument",
			before: "create function api.f(at timestamp) returns text language sql as $$ select at::text $$",
			after:  "drop function api.f; create function api.f(at timestamptz) returns text language sql as $$ select (at at time zone 'UTC')::text $$",
			line:   "POST /rpc/f", body: `{"at":"2026-11-27T10:00:00+05:00"}`, status: 200, want: `"2026-11-27 05:00:00"`,
		},
		{
			name:   "an argument of a GET",
			before: "create function api.f(id uuid) returns text language sql as $$ select id::text $$",
			after:  "drop function api.f; create function api.f(id bigint) returns text language sql as $$ select (id + 1)::text $$",
			line:   "GET /rpc/f?id=1", status: 200, want: `"2"`,
		},
		{
			name:   "a computed column",
			before: "create table api.t (c text); insert into api.t values ('abc')" + grant + "create function api.calc(api.t) returns text immutable language sql as $$ select $1.c $$",
			after:  "drop function api.calc; create function api.calc(api.t) returns character(8) immutable language sql as $$ select $1.c::character(8) $$",
			line:   "GET /t?calc=eq.abc%20", status: 200, want: `[{"c":"abc"}]`,
		},
		{
			name:   "a column of what a function returns",
			before: "create table api.t (c text); insert into api.t values ('abc'); create function api.f() returns setof api.t stable language sql as $$ select * from api.t $$" + grant,
			after:  "alter table api.t alter c type character(8)",
			line:   "GET /rpc/f?select=c.count()&c=eq.abc%20", status: 200, want: `[{"count":1}]`,
		},
		{
			name:   "a table that is gone",
			before: "create table api.t (id int primary key)" + grant,
			after:  "drop table api.t",
			line:   "GET /t?id=eq.1", status: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'api.t' in the schema cache"}`,
		},
		{
			name:   "in a batch",
			before: "create table api.t (at timestamp)" + grant,
			after:  "alter table api.t alter at type timestamptz",
			line:   "POST /", body: `[{"method":"POST","path":"/t","headers":{"Prefer":"return=minimal"},"body":{"at":"2026-11-27T10:00:00+05:00"}}]`, status: 200,
			want: `[{"status":201,"headers":{"Content-Range":"*/*","Preference-Applied":"return=minimal","Vary":"Accept, Prefer, Range"},"body":null}]`,
			rows: "select count(*) from api.t where at = '2026-11-27T05:00:00Z'",
		},
	} {
		for _, prepared := range []bool{true, false} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				var o rest.Options
				a := with(t, c.before, func(given *rest.Options) {
					given.Aggregates, given.TxOverride = true, true
					o = *given
				})
				snapshot, loads := load(t, o.Pool, o.Schemas), 0
				o.Catalog = func() *catalog.Snapshot { return snapshot }
				o.Newer = func(context.Context, *catalog.Snapshot) error {
					loads++
					snapshot = load(t, o.Pool, o.Schemas)
					o.Pool.SchemaChanged() // as the program does with each load
					return nil
				}
				a.handler = rest.New(o)
				if prepared {
					for range 2 { // the second knows what the first took, and may share
						a.do("", c.line, c.body, append([]string{"Prefer", "tx=rollback"}, c.headers...)...)
					}
				}
				if _, err := a.db.Admin.Exec(t.Context(), c.after); err != nil {
					t.Fatal(err)
				}
				got := a.do("", c.line, c.body, c.headers...)
				if got.StatusCode != c.status || !sameJSON(got.body, c.want) {
					t.Errorf("%s\n got %d %s\nwant %d %s", c.line, got.StatusCode, got.body, c.status, c.want)
				}
				if c.rows != "" && a.rows(c.rows) != 1 {
					t.Errorf("%s: not 1", c.rows)
				}
				if loads > 1 {
					t.Errorf("the schema cache was loaded %d times, want 1 at most", loads)
				}
			})
		}
	}
}

// TestAStaleSchemaCache: without a newer one the client is told to try again, and nothing is done.
func TestAStaleSchemaCache(t *testing.T) {
	t.Parallel()
	a := with(t, "create table api.t (at timestamp); grant all on api.t to anon")
	if _, err := a.db.Admin.Exec(t.Context(), "alter table api.t alter at type timestamptz"); err != nil {
		t.Fatal(err)
	}
	a.run([]testCase{{
		name: "an insert", line: "POST /t", body: `{"at":"2026-11-27T10:00:00+05:00"}`, status: 503, header: []string{"Retry-After", "1"},
		want: `{"code":"PGRST002","details":null,"hint":null,"message":"The schema has changed while the request was executed. Nothing was done. Try again."}`,
	}})
	if n := a.rows("select count(*) from api.t"); n != 0 {
		t.Errorf("%d rows stayed", n)
	}
}

// TestWhatHasJustComeIsAwaited: of a reload that is announced, a request for what the schema cache
// lacks is answered by the newer one.
func TestWhatHasJustComeIsAwaited(t *testing.T) {
	t.Parallel()
	var o rest.Options
	a := with(t, "create table api.t (id int primary key); grant all on api.t to anon", func(given *rest.Options) { o = *given })
	snapshot, outdated, loads := load(t, o.Pool, o.Schemas), true, 0
	o.Catalog = func() *catalog.Snapshot { return snapshot }
	o.Outdated = func() bool { return outdated }
	o.Newer = func(context.Context, *catalog.Snapshot) error {
		loads++
		snapshot, outdated = load(t, o.Pool, o.Schemas), false
		return nil
	}
	a.handler = rest.New(o)
	for i, c := range []struct{ change, line, body string }{
		{"create table api.new (id int primary key); grant all on api.new to anon", "GET /new", ""},
		{"create function api.new_call() returns int language sql as 'select 1'", "GET /rpc/new_call", ""},
		{"alter table api.new add t int references api.t", "GET /new?select=t(id)", ""},
		{"alter table api.new add body text", "POST /new", `{"id":1,"body":"x"}`},
		{"create table api.newer (id int primary key); grant all on api.newer to anon", "POST /", `[{"method":"POST","path":"/newer","body":{"id":1}}]`},
	} {
		outdated = true
		if _, err := a.db.Admin.Exec(t.Context(), c.change); err != nil {
			t.Fatal(err)
		}
		if got := a.do("", c.line, c.body); got.StatusCode >= 300 || loads != i+1 {
			t.Errorf("%s: %d %s, after %d loads", c.line, got.StatusCode, got.body, loads)
		}
	}
	if got := a.do("", "GET /none", ""); got.StatusCode != 404 || loads != 5 {
		t.Errorf("what is not there: %d %s, after %d loads", got.StatusCode, got.body, loads)
	}
}
