package rest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// french serves the same from a PostgreSQL that reports its errors in French.
func (a *api) french(o *rest.Options) {
	a.t.Helper()
	pool, err := db.Open(a.t.Context(), a.db.LoginURL("authenticator"), db.Options{MaxConns: 1, Dial: pgtest.DialFrench})
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(pool.Close)
	snapshot := load(a.t, pool, o.Schemas)
	o.Pool, o.Catalog = pool, func() *catalog.Snapshot { return snapshot }
	a.handler = rest.New(*o)
}

// TestStatusesInAnotherLanguage: the status of a refusal depends on nothing that
// PostgreSQL translates.
func TestStatusesInAnotherLanguage(t *testing.T) {
	t.Parallel()
	var o rest.Options
	a := with(t, `create view api.unions as select name from api.peaks union select name from api.climbers;
		create table api.searches (words tsquery);
		create function api.become() returns void language plpgsql as $$ begin
			perform set_config('role', current_setting('request.jwt.claims')::json->>'become', true);
		end $$;
		grant all on api.unions, api.searches to authenticated`, func(given *rest.Options) { o = *given })
	a.french(&o)
	brackets, marks := strings.Repeat("(", 200_000), strings.Repeat("!", 4000)
	for _, c := range []struct {
		name, as, line, body string
		headers              []string
		status               int
		code                 string
	}{
		{name: "a role that is none", as: "role:nobody", line: "GET /peaks", status: 401, code: "22023"},
		{name: "the same, described", as: "role:nobody", line: "GET /", status: 401, code: "22023"},
		{name: "the same, in a batch", as: "role:nobody", line: "POST /", body: `[{"method":"GET","path":"/peaks"}]`, status: 401, code: "22023"},
		{name: "a bad time zone", line: "GET /peaks", headers: []string{"Prefer", "timezone=Nowhere"}, status: 400, code: "22023"},
		{name: "a bad time zone, for a batch", line: "POST /", body: `[{"method":"GET","path":"/peaks"}]`, headers: []string{"Prefer", "timezone=Nowhere"}, status: 400, code: "22023"},
		{name: "no right, without a token", line: "GET /diaries", status: 401, code: "42501"},
		{name: "no right, with one", as: "role:authenticator", line: "GET /diaries", status: 403, code: "42501"},
		{name: "a policy", as: "amal", line: "POST /diaries", body: `{"owner":"brahim","text":"x"}`, status: 403, code: "42501"},
		{name: "an insert into a view", as: "u", line: "POST /unions", body: `{"name":"x"}`, status: 405, code: "55000"},
		{name: "an update of one", as: "u", line: "PATCH /unions?name=eq.x", body: `{"name":"y"}`, status: 405, code: "55000"},
		{name: "a delete from one", as: "u", line: "DELETE /unions?name=eq.x", status: 405, code: "55000"},
		{name: "two rows of one key", as: "u", line: "POST /pairs", body: `[{"key":"k"},{"key":"k"}]`, headers: []string{"Prefer", "resolution=merge-duplicates"}, status: 400, code: "21000"},
		{name: "a number as a language", line: "GET /ascents?note=fts(7).x", status: 400, code: "XX000"},
		{name: "a search of too many operators", line: "GET /ascents?note=fts." + marks + "a", status: 400, code: "XX000"},
		{name: "a search of too many brackets", as: "u", line: "POST /searches", body: `{"words":"` + brackets + `"}`, status: 400, code: "54001"},
		{name: "a cast to what is no type", line: "GET /climbers?select=name::unknown", status: 400, code: "XX000"},
		{name: "a function that calls itself without end", line: "GET /rpc/loop?n=1", status: 500, code: "54001"},
		{name: "what SQL raises", line: "POST /rpc/pay", status: 402, code: "PT402"},
	} {
		got := a.do(c.as, c.line, c.body, c.headers...)
		var refusal struct{ Code string }
		if err := json.Unmarshal([]byte(got.body), &refusal); err != nil || got.StatusCode != c.status || refusal.Code != c.code {
			t.Errorf("%s: got %d %s, want %d %s", c.name, got.StatusCode, got.body, c.status, c.code)
		}
	}
	o.PreRequest = catalog.Name{Schema: "api", Name: "become"}
	a.handler = rest.New(o)
	if got := a.do(`me","become":"nobody`, "GET /peaks", ""); got.StatusCode != 401 {
		t.Errorf("a pre-request function that becomes a role that is none: got %d %s, want 401", got.StatusCode, got.body)
	}
}

// TestRowsOfAChangedTableInAnotherLanguage has the catalog and the prepared
// statements be behind the table.
func TestRowsOfAChangedTableInAnotherLanguage(t *testing.T) {
	t.Parallel()
	var o rest.Options
	a := setup(t, func(given *rest.Options) { o = *given })
	a.french(&o)
	read := func(want string) {
		t.Helper()
		for range 2 { // the second time it is prepared
			if got := a.do("", "GET /peaks?range=eq.Alps", ""); got.StatusCode != 200 || got.body != want {
				t.Errorf("got %d %s, want %s", got.StatusCode, got.body, want)
			}
		}
	}
	read(`[{"range":"Alps","name":"Mont Blanc","metres":4806}]`)
	a.exec("drop view api.high_peaks; alter table api.peaks drop constraint peaks_metres_check; alter table api.peaks alter metres type text")
	read(`[{"range":"Alps","name":"Mont Blanc","metres":"4806"}]`)
	a.exec("alter table api.peaks drop metres cascade")
	read(`[{"range":"Alps","name":"Mont Blanc"}]`)
}
