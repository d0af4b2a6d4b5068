package rest_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
)

const isolation = `
create function api.level() returns text stable language sql as $$ select current_setting('transaction_isolation') $$;
create function api.strict_level() returns text stable language sql set default_transaction_isolation = 'serializable' as $$ select current_setting('transaction_isolation') $$;
create function api.late() returns text stable language sql set statement_timeout = '99s' as $$ select current_setting('statement_timeout') $$;`

func TestIsolation(t *testing.T) {
	t.Parallel()
	a := with(t, isolation)
	a.run([]testCase{
		{name: "the database's own", line: "GET /rpc/level", status: 200, want: `"read committed"`},
		{name: "a function's", line: "GET /rpc/strict_level", status: 200, want: `"serializable"`},
		{name: "a function's, by POST", line: "POST /rpc/strict_level", status: 200, want: `"serializable"`},
		{name: "of that call alone", line: "GET /rpc/level", status: 200, want: `"read committed"`},
		{name: "a hoisted setting", line: "POST /rpc/late", status: 200, want: `"99s"`},
	})
	before := a.roundTrips.Load()
	a.do("", "GET /rpc/strict_level", "")
	if got := a.roundTrips.Load() - before; got != 1 {
		t.Errorf("%d round trips, want 1", got)
	}
}

func TestIsolationOfARole(t *testing.T) {
	t.Parallel()
	a := with(t, isolation+`
		do $$ begin execute format('alter role service_role in database %I set default_transaction_isolation = ''REPEATABLE READ''', current_database()); end $$;
		grant usage on schema api to service_role;`)
	a.run([]testCase{
		{name: "the role's", as: "role:service_role", line: "GET /rpc/level", status: 200, want: `"repeatable read"`},
		{name: "the function's wins", as: "role:service_role", line: "GET /rpc/strict_level", status: 200, want: `"serializable"`},
		{name: "another role's", as: "u", line: "GET /rpc/level", status: 200, want: `"read committed"`},
		{name: "a refusal ends it", as: "role:service_role", line: "GET /climbers", status: 403, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT ON api.climbers TO service_role;","message":"permission denied for table climbers"}`},
		{name: "the next one is well", as: "role:service_role", line: "GET /rpc/level", status: 200, want: `"repeatable read"`},
	})
}

// TestDeferredConstraints: what only a commit would refuse is refused, whether
// the request is to stay or not.
func TestDeferredConstraints(t *testing.T) {
	t.Parallel()
	a := with(t, `
		create table api.deferred (id int constraint once unique deferrable initially deferred);
		insert into api.deferred values (1);
		grant all on api.deferred to authenticated;
		create function api.many() returns setof text language plpgsql as $$
		begin
			insert into api.deferred values (1);
			return query select repeat('x', 1000) from generate_series(1, 2000);
		end $$;`, func(o *rest.Options) { o.TxOverride = true })
	const object = "application/vnd.pgrst.object+json"
	const want = `{"code":"23505","details":"Key (id)=(1) already exists.","hint":null,"message":"duplicate key value violates unique constraint \"once\""}`
	for _, prefer := range []string{"tx=commit", "tx=rollback", "return=representation", "return=representation, tx=rollback"} {
		for _, accept := range []string{"*/*", object} {
			name := prefer + " " + accept
			a.run([]testCase{{name: name, as: "u", line: "POST /deferred", body: `{"id":1}`, headers: []string{"Prefer", prefer, "Accept", accept}, status: 409, want: want}})
		}
	}
	a.run([]testCase{
		{name: "behind 2 MB of rows", as: "u", line: "POST /rpc/many", status: 409, want: want},
		{
			name: "a batch", as: "u", line: "POST /", status: 409, want: want,
			body: `[{"method":"POST","path":"/deferred","body":{"id":2}},{"method":"POST","path":"/deferred","body":{"id":1}},{"method":"GET","path":"/deferred"}]`,
		},
	})
	if n := a.rows("select count(*) from api.deferred"); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

func TestMinimalErrors(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.MinimalErrors = true })
	a.run([]testCase{
		{name: "ours", line: "GET /peakz", status: 404, want: `{"code":"PGRST205","message":"Could not find the table 'api.peakz' in the schema cache"}`},
		{name: "the database's", line: "POST /rpc/pay", status: 402, want: `{"code":"PT402","message":"Payment Required"}`},
	})
}

func TestUnprepared(t *testing.T) {
	t.Parallel()
	var o rest.Options
	a := with(t, `create function api.kept() returns bigint stable language sql as $$ select count(*) from pg_prepared_statements $$;`, func(given *rest.Options) {
		o = *given
	})
	pool, err := db.Open(t.Context(), a.db.LoginURL("authenticator"), db.Options{MaxConns: 1, Unprepared: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	snapshot := load(t, o.Pool, o.Schemas)
	o.Pool, o.Catalog = pool, func() *catalog.Snapshot { return snapshot }
	a.handler = rest.New(o)
	for range 3 {
		a.run([]testCase{{name: "nothing is kept", line: "GET /rpc/kept", status: 200, want: `0`}})
	}
	a.run([]testCase{{name: "a write that is shown", as: "u", line: "POST /log", body: `{"line":"a"}`, headers: full, status: 201, want: `[{"line":"a"}]`}})
}

func TestSettingsThatAreNone(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "an empty timezone", line: "GET /peaks", headers: []string{"Prefer", "timezone="}, status: 400, want: `{"code":"22023","details":null,"hint":null,"message":"invalid value for parameter \"TimeZone\": \"\""}`},
		{name: "a lenient one fails too", line: "GET /peaks", headers: []string{"Prefer", "handling=lenient, timezone=Atlas"}, status: 400, want: `{"code":"22023","details":null,"hint":null,"message":"invalid value for parameter \"TimeZone\": \"Atlas\""}`},
		{name: "an offset", line: "GET /rpc/whoami", headers: []string{"Prefer", "timezone=-3", "User-Agent", "x"}, status: 200, want: `{"role":"anon","sub":null,"method":"GET","path":"/rpc/whoami","agent":"x","cookie":null,"search_path":"\"api\"","timezone":"<-03>+03","timeout":"3s","app":null}`, header: []string{"Preference-Applied", "timezone=-3"}},
	})
	if got := a.do("u", "PATCH /climbers?id=eq.1", `{"mood":"calm"}`, "Prefer", "handling=strict, max-affected=few"); got.StatusCode != 204 || got.Header.Get("Preference-Applied") != "handling=strict" {
		t.Errorf("max-affected without a number: got %d, applied %q", got.StatusCode, got.Header.Get("Preference-Applied"))
	}
	if got := a.do("", "GET /peaks", "", "Prefer", strings.Repeat("x,", 5000)+"count=exact"); got.StatusCode != 200 || got.Header.Get("Content-Range") != "0-3/4" {
		t.Errorf("many preferences: got %d %s", got.StatusCode, got.Header.Get("Content-Range"))
	}
}
