package rest_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest"
)

// with is setup on a database that has more in it.
func with(t *testing.T, sql string, change ...func(*rest.Options)) *api {
	t.Helper()
	var o rest.Options
	a := setup(t, append(change, func(given *rest.Options) { o = *given })...)
	if _, err := a.db.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatalf("load more: %v", err)
	}
	snapshot := load(t, o.Pool, o.Schemas)
	o.Catalog = func() *catalog.Snapshot { return snapshot }
	a.handler = rest.New(o)
	return a
}

// preRequestCall is a function for every request: what it does is up to the caller's
// subject.
const preRequestCall = `
create schema "a ? b";
grant usage on schema "a ? b" to anon, authenticated;
create function "a ? b".before() returns void language plpgsql as $$
declare who text := current_setting('request.jwt.claims')::json->>'sub';
begin
	if who = 'banned' then
		raise exception 'No.' using hint = 'Ask ' || current_user, detail = current_setting('request.method') || ' ' || current_setting('request.path');
	elsif who = 'marked' then
		perform set_config('response.headers', '[{"X-Mark": "seen"}, {"Vary": "*"}]', true), set_config('response.status', '209', true);
	elsif who = 'lowered' then
		perform set_config('role', 'anon', true);
	elsif who = 'noted' then
		insert into api.log values ('before');
	elsif who = 'free' then
		perform set_config('statement_timeout', '77s', true);
	end if;
end $$;`

func preRequest(o *rest.Options) {
	o.PreRequest = catalog.Name{Schema: "a ? b", Name: "before"}
}

func TestPreRequest(t *testing.T) {
	t.Parallel()
	a := with(t, preRequestCall, preRequest)
	const read = "GET /peaks?select=metres&name=eq.Toubkal"
	a.run([]testCase{
		{name: "a visitor", line: read, status: 200, want: `[{"metres":4167}]`},
		{name: "may refuse, as the caller", as: "banned", line: "PATCH /peaks?name=eq.Toubkal", body: `{"metres":1}`, status: 400, want: `{"code":"P0001","details":"PATCH /peaks","hint":"Ask authenticated","message":"No."}`},
		{name: "may shape the answer", as: "marked", line: read, status: 209, want: `[{"metres":4167}]`, header: []string{"X-Mark", "seen", "Vary", "*"}},
		{name: "but that of one request", as: "u", line: read, status: 200, want: `[{"metres":4167}]`, header: []string{"X-Mark", "", "Vary", "Accept, Prefer, Range"}},
		{name: "what it sets holds", as: "free", line: "GET /rpc/whoami", status: 200, want: `{"role":"authenticated","sub":"free","method":"GET","path":"/rpc/whoami","agent":null,"cookie":null,"search_path":"\"api\"","timezone":"UTC","timeout":"77s","app":null}`},
		{name: "runs read only where the request does", as: "noted", line: read, status: 405, want: `{"code":"25006","details":null,"hint":null,"message":"cannot execute INSERT in a read-only transaction"}`},
		{name: "writes with the request", as: "noted", line: "POST /log", body: `{"line":"after"}`, status: 201},
		{name: "and not without it", as: "noted", line: "POST /peaks", body: `{"metres":-1}`, status: 400, want: `{"code":"23502","details":"Failing row contains (null, null, -1).","hint":null,"message":"null value in column \"range\" of relation \"peaks\" violates not-null constraint"}`},
	})
	if n := a.rows("select count(*) from api.log where line = 'before'"); n != 1 {
		t.Errorf("got %d lines, want the one of the request that succeeded", n)
	}
}

// TestPreRequestSwitchesTheRole: the statement is prepared under the role of the
// token, and planned again for the one that it runs as.
func TestPreRequestSwitchesTheRole(t *testing.T) {
	t.Parallel()
	a := with(t, preRequestCall+`
		create table api.seen (by text);
		insert into api.seen values ('anon'), ('authenticated');
		alter table api.seen enable row level security;
		create policy own on api.seen for select to anon, authenticated using (by = current_user);
		grant select on api.seen to anon, authenticated;`, preRequest)
	for _, test := range []struct{ as, want string }{
		{"u", `[{"by":"authenticated"}]`},
		{"lowered", `[{"by":"anon"}]`},
		{"u", `[{"by":"authenticated"}]`},
		{"lowered", `[{"by":"anon"}]`},
		{"", `[{"by":"anon"}]`},
		{"lowered", `[{"by":"anon"}]`},
	} {
		if got := a.do(test.as, "GET /seen", ""); got.StatusCode != 200 || got.body != test.want {
			t.Errorf("%q: got %d %s, want %s", test.as, got.StatusCode, got.body, test.want)
		}
	}
	if got := a.do("lowered", "GET /diaries", ""); got.StatusCode != 403 {
		t.Errorf("a right of the former role: got %d %s, want 403", got.StatusCode, got.body)
	}
}

func TestPreRequestIsFoundOnTheSearchPath(t *testing.T) {
	t.Parallel()
	a := with(t, `create function api."odd ? name"() returns void language plpgsql as $$ begin raise 'odd'; end $$`, func(o *rest.Options) {
		o.PreRequest = catalog.Name{Name: "odd ? name"}
	})
	a.run([]testCase{{name: "called", line: "GET /peaks", status: 400, want: `{"code":"P0001","details":null,"hint":null,"message":"odd"}`}})
}

func TestPreRequestCostsNoRoundTrip(t *testing.T) {
	t.Parallel()
	a := with(t, preRequestCall, preRequest, func(o *rest.Options) { o.TxOverride = true })
	for _, test := range []struct {
		name, as, line, body string
		headers              []string
		want                 int64
	}{
		{"read", "u", "GET /climbers?id=eq.1", "", nil, 1},
		{"read for the first time", "u", "GET /climbers?name=eq.1&born=is.null", "", nil, 1},
		{"as another", "lowered", "GET /climbers?id=eq.1", "", nil, 1},
		{"write", "u", "POST /log", `{"line":"a"}`, nil, 1},
		{"write, undone", "u", "POST /log", `{"line":"a"}`, []string{"Prefer", "tx=rollback"}, 1},
		{"with an estimate", "u", "GET /climbers", "", []string{"Prefer", "count=estimated"}, 1},
		{"within a time", "u", "GET /climbers", "", []string{"Prefer", "wait=1"}, 1},
		{"refused", "banned", "GET /climbers", "", nil, 1},
	} {
		if test.name != "read for the first time" {
			a.do(test.as, test.line, test.body, test.headers...)
		}
		turns := a.roundTrips.Load()
		a.do(test.as, test.line, test.body, test.headers...)
		if got := a.roundTrips.Load() - turns; got != test.want {
			t.Errorf("%s: got %d round trips, want %d", test.name, got, test.want)
		}
	}
}
