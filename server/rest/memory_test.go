package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/rest"
)

// wide has 400 rows of 10 kB.
const wide = `create table api.wide (id int primary key, text text not null);
	insert into api.wide select n, repeat(md5(n::text), 320) from generate_series(1, 400) as n;
	grant select, insert, update, delete on api.wide to anon, authenticated;
	create function api.long(n int) returns text language sql as $$ select repeat('x', n) $$;
	grant execute on function api.long to anon, authenticated;`

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	a := with(t, wide, func(o *rest.Options) { o.AnswerLimit = 1_000_000 })
	const changed = `{"method":"PATCH","path":"/wide?id=lt.10","body":{"text":"changed"}}`
	a.do("u", "GET /wide?limit=1", "") // the statement is prepared
	for _, c := range []struct {
		name, line, body string
		headers          []string
		status, request  int // request of a batch; -1 where there is none
	}{
		{"rows", "GET /wide?limit=90", "", nil, 200, -1},
		{"too many rows", "GET /wide?limit=110", "", nil, 400, -1},
		{"a value", "GET /rpc/long?n=200000", "", nil, 200, -1},
		{"too large a value", "GET /rpc/long?n=300000", "", nil, 400, -1},
		{"CSV", "GET /wide?limit=20", "", []string{"Accept", "text/csv"}, 200, -1},
		{"too much CSV", "GET /wide?limit=30", "", []string{"Accept", "text/csv"}, 400, -1},
		{"what is counted", "GET /wide?limit=20", "", []string{"Prefer", "count=exact"}, 206, -1},
		{"too much that is counted", "GET /wide?limit=110", "", []string{"Prefer", "count=exact"}, 400, -1},
		{"an object that is too large", "GET /rpc/long?n=300000", "", []string{"Accept", "application/vnd.pgrst.object+json"}, 400, -1},
		{"no body", "HEAD /wide", "", nil, 200, -1},
		{"a change that shows too much", "PATCH /wide?id=lt.50", `{"id":7}`, []string{"Prefer", "return=representation"}, 409, -1},
		{"a change that shows too much of what is valid", "DELETE /wide?id=lt.50", "", []string{"Prefer", "return=representation"}, 400, -1},
		{"a batch", "POST /", `[{"method":"GET","path":"/wide?limit=40"},{"method":"GET","path":"/wide?limit=40"}]`, nil, 200, -1},
		{"too much in one of a batch", "POST /", "[" + changed + `,{"method":"GET","path":"/wide?limit=110"}]`, nil, 400, 1},
		{"too much in a batch", "POST /", "[" + changed + `,{"method":"GET","path":"/wide?limit=60"},{"method":"GET","path":"/wide?limit=60"}]`, nil, 400, 2},
		{"too much in small pieces", "POST /", "[" + changed + strings.Repeat(`,{"method":"POST","path":"/rpc/long","body":{"n":60000}}`, 20) + "]", nil, 400, 17},
		{"too large a value of a batch", "POST /", "[" + changed + `,{"method":"POST","path":"/rpc/long","body":{"n":300000}}]`, nil, 400, 1},
	} {
		got := a.do("u", c.line, c.body, c.headers...)
		if got.StatusCode != c.status {
			t.Errorf("%s: got %d %.300s", c.name, got.StatusCode, got.body)
			continue
		}
		var refusal struct {
			Code    string
			Request *int
		}
		if c.status != http.StatusBadRequest {
			continue
		}
		if err := json.Unmarshal([]byte(got.body), &refusal); err != nil || refusal.Code != "answer_too_large" ||
			(c.request < 0) != (refusal.Request == nil) || refusal.Request != nil && *refusal.Request != c.request {
			t.Errorf("%s: got %s", c.name, got.body)
		}
	}
	if n := a.rows("select count(*) from api.wide where text <> 'changed'"); n != 400 {
		t.Errorf("of 400 rows %d are as they were", n)
	}
}

// TestValuesPrintTheSameUnderABound: the bound changes nothing about what fits.
func TestValuesPrintTheSameUnderABound(t *testing.T) {
	t.Parallel()
	const sql = `create domain "text/plain" as text; create domain "application/octet-stream" as bytea; create domain "text/yes" as bool;
		create function api.plain(t text) returns "text/plain" language sql as $$ select t::"text/plain" $$;
		create function api.bytes() returns "application/octet-stream" language sql as $$ select '\xff00'::bytea $$;
		create function api.yes() returns "text/yes" language sql as $$ select true::"text/yes" $$;`
	free, bounded := with(t, sql), with(t, sql, func(o *rest.Options) { o.AnswerLimit, o.Memory = 1<<20, budget.New(1<<20) })
	for _, c := range []struct {
		line, body string
		headers    []string
	}{
		{"GET /climbers?select=*,passports(*)&order=id", "", nil},
		{"GET /climbers?id=eq.1", "", []string{"Accept", "application/vnd.pgrst.object+json"}},
		{"GET /climbers?order=id", "", []string{"Accept", "text/csv"}},
		{"GET /climbers?id=eq.0", "", []string{"Accept", "text/csv"}},
		{"GET /rpc/add?a=1", "", nil},
		{"GET /rpc/plain?t=a", "", []string{"Accept", "text/plain"}},
		{"POST /rpc/plain", `{"t":null}`, []string{"Accept", "text/plain"}},
		{"GET /rpc/bytes", "", []string{"Accept", "application/octet-stream"}},
		{"GET /rpc/yes", "", []string{"Accept", "text/yes"}},
		{"POST /log?select=line", `{"line":"a"}`, []string{"Prefer", "return=representation"}},
		{"POST /", `[{"method":"GET","path":"/rpc/add?a=1"}]`, nil},
		{"POST /", `[{"method":"GET","path":"/climbers?order=id"},{"method":"GET","path":"/climbers?order=id","headers":{"Accept":"text/csv"}}]`, nil},
	} {
		want, got := free.do("u", c.line, c.body, c.headers...), bounded.do("u", c.line, c.body, c.headers...)
		if got.StatusCode != want.StatusCode || got.body != want.body || fmt.Sprint(got.Header) != fmt.Sprint(want.Header) {
			t.Errorf("%s: got %d %s %v\nwant %d %s %v", c.line, got.StatusCode, got.body, got.Header, want.StatusCode, want.body, want.Header)
		}
	}
}

// TestMemoryOfRequests: when others use it up, answers go through a file, and bodies
// are refused.
func TestMemoryOfRequests(t *testing.T) {
	t.Parallel()
	memory := budget.New(1 << 20)
	a := with(t, wide, func(o *rest.Options) { o.Memory = memory })
	others := memory.Share(false)
	if !others.Grow(1 << 20) {
		t.Fatal("the budget is not free")
	}
	if got := a.do("", "GET /wide", ""); got.StatusCode != http.StatusOK || len(got.body) < 4_000_000 {
		t.Errorf("an answer: got %d and %d bytes", got.StatusCode, len(got.body))
	}
	long := `{"n":1,"x":"` + strings.Repeat("x", 100_000) + `"}`
	got := a.do("", "POST /rpc/long", long)
	if got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
		t.Errorf("a body: got %d %s", got.StatusCode, got.body)
	}
	if got := a.do("", "POST /rpc/long", `{"n":1}`); got.StatusCode != http.StatusOK {
		t.Errorf("a small body: got %d %s", got.StatusCode, got.body)
	}
	others.Release()
	if got := a.do("", "POST /rpc/long", long); got.StatusCode == http.StatusServiceUnavailable {
		t.Errorf("a body, when others have ended: got %d %s", got.StatusCode, got.body)
	}
	if used := memory.Used(); used != 0 {
		t.Errorf("%d bytes are still in use", used)
	}
}
