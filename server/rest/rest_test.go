package rest_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
)

func TestPoliciesDecide(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "a user's own", as: "amal", line: "GET /diaries?select=text", headers: []string{"Prefer", "count=exact"}, status: 200, want: `[{"text":"mine"}]`, header: []string{"Content-Range", "0-0/1"}},
		{name: "another's on the same connection", as: "brahim", line: "GET /diaries?select=text", status: 200, want: `[{"text":"not yours"}]`},
		{name: "a visitor", line: "GET /diaries", status: 401, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT ON api.diaries TO anon;","message":"permission denied for table diaries"}`, header: []string{"WWW-Authenticate", "Bearer", "Proxy-Status", "PostgREST; error=42501"}},
		{name: "no table of the login role's either", as: "role:authenticator", line: "GET /diaries", status: 403, want: `{"code":"42501","details":null,"hint":null,"message":"permission denied for schema api"}`},
		{name: "a forged owner", as: "amal", line: "POST /diaries", body: `{"owner":"brahim","text":"x"}`, status: 403, want: `{"code":"42501","details":null,"hint":"The policies for insert on api.diaries do not admit the row for role authenticated. toubkal explain says which condition is false.","message":"new row violates row-level security policy for table \"diaries\""}`},
		{name: "another's row", as: "amal", line: "PATCH /diaries?id=eq.2", body: `{"text":"x"}`, headers: full, status: 200, want: `[]`},
		{name: "the owner by default", as: "amal", line: "POST /diaries?select=owner", body: `{"text":"new"}`, headers: full, status: 201, want: `[{"owner":"amal"}]`},
	})
	if n := a.rows("select count(*) from api.diaries where text = 'x'"); n != 0 {
		t.Errorf("%d forged rows", n)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "refused", as: "bad", line: "GET /peaks", status: 401, want: `{"code":"PGRST301","details":null,"hint":null,"message":"Expected 3 parts in JWT; got 1"}`, header: []string{"Proxy-Status", "PostgREST; error=PGRST301", "WWW-Authenticate", "Bearer"}},
		{name: "a role that is none", as: "role:nobody", line: "GET /peaks", status: 401, want: `{"code":"22023","details":null,"hint":null,"message":"role \"nobody\" does not exist"}`},
	})
	setup(t, func(o *rest.Options) { o.RequireToken = true }).run([]testCase{
		{name: "visitors unwanted", line: "GET /peaks", status: 401, want: `{"code":"PGRST302","details":null,"hint":null,"message":"Anonymous access is disabled"}`, header: []string{"WWW-Authenticate", "Bearer"}},
		{name: "users welcome", as: "u", line: "GET /peaks?select=metres&name=eq.Toubkal", status: 200, want: `[{"metres":4167}]`},
	})
	setup(t, func(o *rest.Options) { o.Verify = nil }).run([]testCase{
		{name: "no key", as: "u", line: "GET /peaks", status: 500, want: `{"code":"PGRST300","details":null,"hint":null,"message":"Server lacks JWT secret"}`},
	})
}

func TestBeforeTheCatalogIsKnown(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.handler = rest.New(rest.Options{Catalog: func() *catalog.Snapshot { return nil }})
	a.run([]testCase{{
		name: "not yet", line: "GET /peaks", status: 503,
		want: `{"code":"PGRST002","details":null,"hint":null,"message":"Could not query the database for the schema cache. Retrying."}`,
	}})
}

func TestLostConnections(t *testing.T) {
	t.Parallel()
	a := setup(t)
	const read = "GET /peaks?select=metres&name=eq.Toubkal"
	a.do("", read, "")
	a.rows("select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and usename = 'authenticator'")
	a.run([]testCase{{name: "a read is tried again", line: read, status: 200, want: `[{"metres":4167}]`}})

	pool, err := db.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none", db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	var log strings.Builder
	a.handler = rest.New(rest.Options{
		Pool: pool, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Catalog: func() *catalog.Snapshot {
			return &catalog.Snapshot{Schemas: []string{"api"}, Tables: map[catalog.Name]*catalog.Table{{Schema: "api", Name: "t"}: {}}}
		},
	})
	a.run([]testCase{{
		name: "no database", line: "GET /t", status: 503,
		want: `{"code":"PGRST000","details":null,"hint":null,"message":"Database connection error. Retrying the connection."}`,
	}})
	if !strings.Contains(log.String(), "PGRST000") {
		t.Errorf("logged: %q", log.String())
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "a table", line: "OPTIONS /peaks", status: 200, header: []string{"Allow", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"}},
		{name: "a view of counts", line: "OPTIONS /tallies", status: 200, header: []string{"Allow", "OPTIONS,GET,HEAD"}},
		{name: "a function that writes", line: "OPTIONS /rpc/note", status: 200, header: []string{"Allow", "OPTIONS,POST"}},
		{name: "a function that reads", line: "OPTIONS /rpc/find", status: 200, header: []string{"Allow", "OPTIONS,GET,HEAD,POST"}},
	})
	if got := a.do("", "OPTIONS /nothing", ""); got.StatusCode != 404 {
		t.Errorf("an unknown table: got %d", got.StatusCode)
	}
}

// TestOneRoundTrip counts how often a warm connection turns from writing to
// reading, which is what a request waits for.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.TxOverride = true })
	const object = "application/vnd.pgrst.object+json"
	for _, test := range []struct {
		name, line, body string
		headers          []string
		want             int64
	}{
		{"read", "GET /climbers?id=eq.1", "", nil, 1},
		{"read with embeds and a count", "GET /climbers?select=*,ascents(*,peaks(*))", "", []string{"Prefer", "count=exact"}, 1},
		{"read of one object", "GET /climbers?id=eq.1", "", []string{"Accept", object}, 1},
		{"read for the first time", "GET /climbers?name=eq.1&born=is.null", "", nil, 1},
		{"insert, shown", "POST /log", `{"line":"a"}`, full, 1},
		{"insert, undone", "POST /log", `{"line":"a"}`, []string{"Prefer", "tx=rollback"}, 1},
		{"call", "POST /rpc/add", `{"a":1}`, nil, 1},
		{"refused by a policy", "POST /diaries", `{"owner":"x","text":"y"}`, nil, 1},
		{"the result decides", "PATCH /climbers?id=eq.1", `{"name":"a"}`, []string{"Accept", object}, 2},
		{"the planner is asked", "GET /climbers", "", []string{"Prefer", "count=planned"}, 1},
		{"refused before", "GET /nothing", "", nil, 0},
	} {
		if test.name != "read for the first time" {
			a.do("u", test.line, test.body, test.headers...)
		}
		before := a.roundTrips.Load()
		a.do("u", test.line, test.body, test.headers...)
		if got := a.roundTrips.Load() - before; got != test.want {
			t.Errorf("%s: got %d round trips, want %d", test.name, got, test.want)
		}
	}
}

// TestRubbish: whatever a client sends, it is the client's fault.
func TestMalformedInput(t *testing.T) {
	t.Parallel()
	a := setup(t)
	deep := strings.Repeat("[", 100_000)
	for _, line := range []string{
		"GET /climbers?select=" + strings.Repeat("id,", 2000) + "id",
		"GET /climbers?select=" + strings.Repeat("*,", 600) + "id",
		"GET /climbers?facts=cs." + deep,
		"GET /climbers?langs=cs.{{{{{{{{1}}}}}}}}",
		"GET /climbers?name=fts.%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21%21a",
		"GET /climbers?name=fts." + strings.Repeat("(", 5000),
		"GET /climbers?name=fts(nolang).a",
		"GET /climbers?name=match." + strings.Repeat("(", 400),
		"GET /climbers?name=like.%5C",
		"GET /climbers?name=eq.%00", "GET /climbers?name=eq.%ff", "GET /climbers?%00=eq.1",
		"GET /climbers?id=eq.99999999999999999999", "GET /climbers?id=in.(a,b)", "GET /climbers?born=eq.32.13.2020",
		"GET /climbers?limit=99999999999999999999", "GET /climbers?limit=9223372036854775807&offset=9223372036854775807",
		"GET /climbers?climbers.offset=-5&select=climbers(id)",
		"GET /climbers?order=facts->99999999999", "GET /climbers?select=facts->99999999999",
		"GET /climbers?select=a:climbers(b:climbers(c:climbers(d:climbers(*))))&a.b.c.d.id=eq.x",
		"GET /climbers?select=climbers(*),climbers(*)",
		"GET /climbers?select=" + strings.Repeat("a", 100) + ":climbers(*)," + strings.Repeat("a", 100) + "b:climbers(*)",
		"GET /climbers?select=id::regclass", "GET /climbers?select=name::int", "GET /climbers?select=id::%22",
		"GET /climbers?or=" + strings.Repeat("(", 3000), "GET /climbers?or=(id.eq.1", "GET /climbers?=eq.1", "GET /climbers?&&&==",
		"GET /rpc/add", "GET /rpc/", "GET /rpc/a/b", "GET //", "GET /%00", "GET /%ff", "GET /" + strings.Repeat("x", 5000),
		"PATCH /", "FOO /climbers", "DELETE /rpc/add", "POST /climbers?columns=(", "POST /climbers?on_conflict=%22", "PUT /climbers",
		"POST /climbers?select=nothing", "POST /climbers?columns=name",
		"POST /rpc/add", "POST /rpc/keep", "POST /tallies",
	} {
		for _, body := range []string{"", "{", "null", "[1]", `[[]]`, `{"name":"\u0000"}`, `{"a":{}}`, `{"id":{"a":1},"name":[]}`, "\xff\xfe", deep, `{"name":` + deep} {
			got := a.do("u", line, body, "Prefer", "return=representation")
			if got.StatusCode >= 500 || got.StatusCode >= 400 && !refusal(got.body) {
				t.Errorf("%.80s with %.20q: got %d %.300s", line, body, got.StatusCode, got.body)
			}
		}
	}
	if got := a.do("", "GET /peaks?select=metres&name=eq.Toubkal", ""); got.body != `[{"metres":4167}]` {
		t.Errorf("after all that: got %d %s", got.StatusCode, got.body)
	}
}

// refusal reports whether a body is an error as clients expect it.
func refusal(body string) bool {
	var keys map[string]any
	if json.Unmarshal([]byte(body), &keys) != nil || len(keys) != 4 {
		return false
	}
	code, _ := keys["code"].(string)
	return code != ""
}

func TestEndlessRecursionIs500(t *testing.T) {
	t.Parallel()
	if got := setup(t).do("u", "POST /rpc/loop", `{"n":1}`); got.StatusCode != 500 || !strings.Contains(got.body, `"54001"`) {
		t.Errorf("got %d %s, want PostgREST's 500 for 54001", got.StatusCode, got.body)
	}
}
