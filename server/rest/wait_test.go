package rest_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest"
)

func TestWait(t *testing.T) {
	t.Parallel()
	// In this database the role's own limit is longer than any pause of a busy machine.
	a := with(t, `
		do $$ begin execute format('alter role anon in database %I set statement_timeout = ''10min''', current_database()); end $$;
		create function api.sleep() returns void language sql as $$ select pg_sleep(60) $$;
		create function api.brief() returns void language sql set statement_timeout = '20ms' as $$ select pg_sleep(60) $$;
		create function api.limits() returns text stable language sql as $$ select current_setting('statement_timeout') $$;`)
	a.run([]testCase{
		{name: "less than the role's", line: "GET /rpc/limits", headers: []string{"Prefer", "wait=300"}, status: 200, want: `"5min"`, header: []string{"Preference-Applied", "wait=300"}},
		{name: "never more", line: "GET /rpc/limits", headers: []string{"Prefer", "wait=1000"}, status: 200, want: `"10min"`, header: []string{"Preference-Applied", "wait=1000"}},
		{name: "the first counts", line: "GET /rpc/limits", headers: []string{"Prefer", "wait=240, wait=300"}, status: 200, want: `"4min"`, header: []string{"Preference-Applied", "wait=240"}},
		{name: "none", line: "GET /rpc/limits", status: 200, want: `"10min"`, header: []string{"Preference-Applied", ""}},
		{
			name: "too late", line: "POST /rpc/sleep", headers: []string{"Prefer", "wait=1"}, status: 504,
			want:   `{"code":"57014","details":null,"hint":null,"message":"The statement took longer than Prefer: wait, or the limit of the role, allows"}`,
			header: []string{"Proxy-Status", "PostgREST; error=57014"},
		},
		{
			name: "too late for the operator's limit is PostgREST's 500", line: "POST /rpc/brief", status: 500,
			want: `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`,
		},
	})
	again := []string{"Retry-After", "1"}
	limited := with(t, `
		create function api.brief() returns void language sql set statement_timeout = '20ms' as $$ select pg_sleep(60) $$;
		create function api.locked() returns void language plpgsql as $$ begin raise exception 'held' using errcode = 'lock_not_available'; end $$;
		create function api.broken() returns void language plpgsql as $$ begin raise exception 'broken' using errcode = 'object_not_in_prerequisite_state'; end $$;`,
		func(o *rest.Options) { o.LimitsAre503 = true })
	limited.run([]testCase{
		{
			name: "a statement's limit, where that is 503", line: "POST /rpc/brief", status: 503, header: again,
			want: `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`,
		},
		{name: "a lock's", line: "POST /rpc/locked", status: 503, header: again, want: `{"code":"55P03","details":null,"hint":null,"message":"held"}`},
		{name: "in a batch", as: "u", line: "POST /", body: `[{"method":"POST","path":"/rpc/locked"}]`, status: 503, header: again, want: `{"code":"55P03","details":null,"hint":null,"message":"held","request":0}`},
		{name: "what the client itself limits", line: "POST /rpc/brief", headers: []string{"Prefer", "wait=1"}, status: 504, header: []string{"Retry-After", ""}, want: `{"code":"57014","details":null,"hint":null,"message":"The statement took longer than Prefer: wait, or the limit of the role, allows"}`},
		{name: "another error of its class", line: "POST /rpc/broken", status: 500, header: []string{"Retry-After", ""}, want: `{"code":"55000","details":null,"hint":null,"message":"broken"}`},
	})
	slow := with(t, `create function api.slow() returns void language sql as $$ select pg_sleep(60) $$`, func(o *rest.Options) {
		o.PreRequest = catalog.Name{Schema: "api", Name: "slow"}
	})
	if got := slow.do("", "GET /", "", "Prefer", "wait=1"); got.StatusCode != 504 {
		t.Errorf("the description, too late: got %d %s, want 504", got.StatusCode, got.body)
	}
	for _, wait := range []string{"wait", "wait=", "wait=0", "wait=-1", "wait=1.5", "wait=x", "wait=99999999999999999999", "wait=2147484"} {
		lenient := a.do("", "GET /rpc/limits", "", "Prefer", wait)
		if lenient.body != `"10min"` || lenient.Header.Get("Preference-Applied") != "" {
			t.Errorf("%s: got %s and %q applied", wait, lenient.body, lenient.Header.Get("Preference-Applied"))
		}
		strict := a.do("", "GET /rpc/limits", "", "Prefer", "handling=strict, "+wait)
		if strict.StatusCode != 400 || !strings.Contains(strict.body, "Invalid preferences: "+wait) {
			t.Errorf("strict %s: got %d %s", wait, strict.StatusCode, strict.body)
		}
	}
}
