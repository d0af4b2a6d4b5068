package rest_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

const (
	object = "application/vnd.pgrst.object+json"
	one    = "/climbers?id=eq.1"
)

// tag is the ETag of a GET.
func (a *api) tag(path string, headers ...string) string {
	a.t.Helper()
	got := a.do("u", "GET "+path, "", headers...)
	tag := got.Header.Get("ETag")
	if got.StatusCode >= 300 || !strings.HasPrefix(tag, `"`) || len(tag) < 34 {
		a.t.Fatalf("GET %s: got %d with ETag %q", path, got.StatusCode, tag)
	}
	return tag
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, test := range []struct {
		name, path string
		headers    []string
	}{
		{"rows", "/climbers?order=id", nil},
		{"no rows", "/climbers?id=eq.0", nil},
		{"one object", one, []string{"Accept", object}},
		{"CSV", "/climbers?order=id", []string{"Accept", "text/csv"}},
		{"a part", "/climbers?order=id&limit=2", []string{"Prefer", "count=exact"}},
		{"a function", "/rpc/add?a=1", nil},
		{"a function of rows", "/rpc/find?part=a&order=id", nil},
	} {
		tag := a.tag(test.path, test.headers...)
		for _, line := range []string{tag, "W/" + tag, `"a,b", ` + tag, `W/"x" , ` + tag + `,"y"`, "*"} {
			for _, method := range []string{"GET ", "HEAD "} {
				got := a.do("u", method+test.path, "", append([]string{"If-None-Match", line}, test.headers...)...)
				if got.StatusCode != 304 || got.body != "" || got.Header.Get("ETag") != tag || got.Header.Get("Content-Type") != "" || got.Header.Get("Vary") == "" {
					t.Errorf("%s%s with %s: got %d %q %v", method, test.name, line, got.StatusCode, got.body, got.Header)
				}
			}
		}
		for _, line := range []string{`"other"`, `"`, `""`, ",", strings.Trim(tag, `"`), `"` + tag} {
			got := a.do("u", "GET "+test.path, "", append([]string{"If-None-Match", line}, test.headers...)...)
			if got.StatusCode >= 300 || got.body == "" || got.Header.Get("ETag") != tag {
				t.Errorf("%s with %s: got %d %q", test.name, line, got.StatusCode, got.body)
			}
		}
	}
}

func TestATagIsOfWhatIsShown(t *testing.T) {
	t.Parallel()
	a := setup(t)
	tags := map[string]string{}
	for _, of := range [][]string{
		{one},
		{one + "&select=id,name"},
		{"/climbers?id=eq.2"},
		{one, "Accept", object},
		{one, "Accept", "application/vnd.pgrst.array+json;nulls=stripped"},
		{one, "Accept", "text/csv"},
		{one, "Prefer", "count=exact"},
	} {
		tag, name := a.tag(of[0], of[1:]...), strings.Join(of, " ")
		if other, ok := tags[tag]; ok {
			t.Errorf("%s and %s have the same tag", name, other)
		}
		tags[tag] = name
		if again := a.tag(of[0], of[1:]...); again != tag {
			t.Errorf("%s: got %s, then %s", name, tag, again)
		}
	}
	before := a.tag("/climbers?select=name,passports(number)&id=eq.1")
	a.do("u", "PATCH /passports?climber_id=eq.1", `{"number":"M-9"}`)
	if after := a.tag("/climbers?select=name,passports(number)&id=eq.1"); after == before {
		t.Error("an embed that changed left the tag as it was")
	}
}

func TestAQueryHasATag(t *testing.T) {
	t.Parallel()
	a := setup(t)
	headers := []string{"Content-Type", "application/x-www-form-urlencoded"}
	tag := a.do("u", "QUERY /climbers", "id=eq.1", headers...).Header.Get("ETag")
	got := a.do("u", "QUERY /climbers", "id=eq.1", append(headers, "If-None-Match", tag)...)
	if tag == "" || got.StatusCode != 304 {
		t.Errorf("got %d for the tag %q", got.StatusCode, tag)
	}
	if other := a.do("u", "QUERY /climbers", "id=eq.2", append(headers, "If-None-Match", tag)...); other.StatusCode != 200 {
		t.Errorf("another question: got %d", other.StatusCode)
	}
}

func TestNoTag(t *testing.T) {
	t.Parallel()
	a := with(t, `create function api.long(n int) returns text immutable language sql as $$ select repeat('x', n) $$;`)
	for _, line := range []string{
		"HEAD /climbers", "POST /rpc/add", "POST /log", "GET /nothing", "GET /rpc/long?n=1048600", "OPTIONS /climbers", "PATCH /climbers?id=eq.1",
	} {
		if got := a.do("u", line, `{"a":1}`); got.Header.Get("ETag") != "" {
			t.Errorf("%s: got %d with ETag %q", line, got.StatusCode, got.Header.Get("ETag"))
		}
	}
	own := with(t, `create function api.tagged() returns text stable language sql as $$ select set_config('response.headers', '[{"ETag": "\"own\""}]', true) $$;`)
	if got := own.do("u", "GET /rpc/tagged", "", "If-None-Match", `"own"`); got.StatusCode != 304 || got.Header.Get("ETag") != `"own"` {
		t.Errorf("a tag of SQL's own: got %d %v", got.StatusCode, got.Header)
	}
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.TxOverride = true })
	array, single, counted := a.tag(one), a.tag(one, "Accept", object), a.tag(one, "Prefer", "count=exact")
	undone := func(tag string, more ...string) []string {
		return append([]string{"Prefer", "tx=rollback", "If-Match", tag}, more...)
	}
	const first = "/climbers?id=gt.1&order=id&limit=1"
	const inner = "/climbers?id=gt.1&select=id,passports!inner(number)"
	const refused = `{"code":"precondition_failed","details":null,"hint":"Read the row again, and send the ETag of that answer.","message":"The row is not as If-Match has it"}`
	refusal := func(message string) string {
		return strings.Replace(refused, "The row is not as If-Match has it", message, 1)
	}
	const put = `{"id":1,"name":"A","mood":null,"mentor_id":null,"facts":{},"langs":[],"born":null}`
	a.run([]testCase{
		{name: "PATCH", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone(array), status: 204},
		{name: "the tag of the object", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone(single), status: 204},
		{name: "the tag of the object, for an object", as: "u", line: "PATCH " + one + "&select=*", body: `{"name":"A"}`, headers: undone(array, "Accept", object), status: 204},
		{name: "the tag with a count", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone(counted), status: 204},
		{name: "one of several", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone(`"x", ` + array), status: 204},
		{name: "whatever it is", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone("*"), status: 204},
		{name: "parameters of the write alone", as: "u", line: "PATCH " + one + "&columns=name", body: `{"name":"A"}`, headers: undone(array), status: 204},
		{name: "PUT", as: "u", line: "PUT " + one, body: put, headers: undone(array), status: 204},
		{name: "DELETE", as: "u", line: "DELETE /climbers?id=eq.4", headers: undone(a.tag("/climbers?id=eq.4")), status: 204},
		{name: "shown", as: "u", line: "PATCH " + one + "&select=name", body: `{"name":"A"}`, headers: undone(a.tag(one+"&select=name"), "Prefer", "return=representation"), status: 200, want: `[{"name":"A"}]`},
		{name: "another tag", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone(`"x"`), status: 412, want: refused, header: []string{"Proxy-Status", "PostgREST; error=precondition_failed"}},
		{name: "the tag of another row", as: "u", line: "DELETE " + one, headers: undone(a.tag("/climbers?id=eq.2")), status: 412, want: refused},
		{name: "a weak tag", as: "u", line: "PATCH " + one, body: `{"name":"A"}`, headers: undone("W/" + array), status: 412, want: refused},
		{name: "of other columns", as: "u", line: "PATCH " + one + "&select=name", body: `{"name":"A"}`, headers: undone(array), status: 412, want: refused},
		{name: "no row", as: "u", line: "PATCH /climbers?id=eq.0", body: `{"name":"A"}`, headers: undone("*"), status: 412, want: refusal("There is no such row")},
		{name: "many rows", as: "u", line: "PATCH /climbers?id=gt.1", body: `{"name":"A"}`, headers: undone("*"), status: 412, want: refusal("If-Match is about one row, and the request about several")},
		{name: "many rows, of which the GET shows one", as: "u", line: "PATCH " + first, body: `{"name":"A"}`, headers: undone(a.tag(first)), status: 412, want: refusal("If-Match is about one row, and the request about several")},
		{name: "many rows, of which one has an embed", as: "u", line: "PATCH " + inner, body: `{"name":"A"}`, headers: undone(a.tag(inner)), status: 412, want: refusal("If-Match is about one row, and the request about several")},
		{name: "one row with an embed", as: "u", line: "PATCH " + inner + "&id=lt.3", body: `{"name":"A"}`, headers: undone(a.tag(inner + "&id=lt.3")), status: 204},
		{name: "no such table", as: "u", line: "PATCH /climberz?id=eq.1", body: `{}`, headers: undone("*"), status: 404, want: `{"code":"PGRST205","details":null,"hint":"Perhaps you meant the table 'api.climbers'","message":"Could not find the table 'api.climberz' in the schema cache"}`},
		{name: "PUT only what is new", as: "u", line: "PUT " + one, body: put, headers: []string{"If-None-Match", "*"}, status: 412, want: refusal("The row is there already as If-None-Match has it")},
		{name: "PUT what is new", as: "u", line: "PUT /guides?id=eq.9", body: `{"id":9,"lead_id":null,"deputy_id":null}`, headers: []string{"Prefer", "tx=rollback", "If-None-Match", "*"}, status: 204},
		{name: "an insert has no row to match", as: "u", line: "POST /log", body: `{"line":"a"}`, headers: []string{"Prefer", "tx=rollback", "If-Match", `"x"`}, status: 201},
		{name: "no right to read", as: "", line: "DELETE /diaries?id=eq.1", headers: undone("*"), status: 401, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT DELETE, SELECT ON api.diaries TO anon;","message":"permission denied for table diaries"}`, header: []string{"WWW-Authenticate", "Bearer"}},
	})
	if n := a.rows("select count(*) from api.climbers where name = 'Asma'"); n != 1 {
		t.Error("a refused or undone change stayed")
	}
}

// TestIfMatchChains: the answer to a change names the row as it is now.
func TestIfMatchChains(t *testing.T) {
	t.Parallel()
	a := setup(t)
	tag := a.tag(one)
	for _, name := range []string{"A", "B", "C"} {
		got := a.do("u", "PATCH "+one, `{"name":"`+name+`"}`, "If-Match", tag, "Prefer", "return=representation")
		next := got.Header.Get("ETag")
		if got.StatusCode != 200 || next == tag || next != a.tag(one) {
			t.Fatalf("%s: got %d with ETag %q, want that of the row, %q", name, got.StatusCode, next, a.tag(one))
		}
		if late := a.do("u", "PATCH "+one, `{"name":"late"}`, "If-Match", tag); late.StatusCode != 412 {
			t.Errorf("with the former tag: got %d", late.StatusCode)
		}
		tag = next
	}
}

// TestOneOfTwoWritersWins: of those that hold the same tag, always exactly one.
func TestOneOfTwoWritersWins(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for round := range 12 {
		tag := a.tag(one)
		status := make([]int, 2)
		start := make(chan struct{})
		var writers sync.WaitGroup
		for i := range status {
			writers.Go(func() {
				<-start
				body := `{"name":"` + strings.Repeat("x", round+1) + string(rune('a'+i)) + `"}`
				status[i] = a.do("u", "PATCH "+one, body, "If-Match", tag).StatusCode
			})
		}
		close(start)
		writers.Wait()
		if status[0]+status[1] != 204+412 {
			t.Fatalf("round %d: got %v, want one 204 and one 412", round, status)
		}
	}
}

// TestAlwaysOvertaken: a change that another one is always in the way of ends,
// and 40001 means something else without a condition.
func TestSerializationFailures(t *testing.T) {
	t.Parallel()
	a := with(t, `
		create function api.meddle() returns trigger language plpgsql as $$
		begin
			raise exception using errcode = '40001', message = 'could not serialize access due to concurrent update';
		end $$;
		create trigger meddle before update on api.climbers for each row when (new.name = 'meddled') execute function api.meddle();`)
	tag := a.tag(one)
	got := a.do("u", "PATCH "+one, `{"name":"meddled"}`, "If-Match", tag)
	if got.StatusCode != 412 || !strings.Contains(got.body, "The row is being changed by others") {
		t.Errorf("always overtaken: got %d %s", got.StatusCode, got.body)
	}
	if got := a.do("u", "PATCH "+one, `{"name":"meddled"}`); got.StatusCode != 503 || !strings.Contains(got.body, `"40001"`) || got.Header.Get("Retry-After") != "1" {
		t.Errorf("without a condition: got %d %s %v, want 503 and when to try again", got.StatusCode, got.body, got.Header)
	}
	if got := a.do("u", "PATCH "+one, `{"name":"fine"}`, "If-Match", tag); got.StatusCode != 204 {
		t.Errorf("afterwards: got %d %s", got.StatusCode, got.body)
	}
}

func TestRoundTripsOfConditions(t *testing.T) {
	t.Parallel()
	a := setup(t)
	tag := a.tag(one)
	for _, test := range []struct {
		name, line string
		headers    []string
		want       int64
	}{
		{"304", "GET " + one, []string{"If-None-Match", tag}, 1},
		{"304 to HEAD", "HEAD " + one, []string{"If-None-Match", tag}, 1},
		{"If-Match", "PATCH " + one, []string{"If-Match", tag}, 2},
		{"412", "PATCH " + one, []string{"If-Match", `"x"`}, 2},
	} {
		a.do("u", test.line, `{"name":"Asma"}`, test.headers...)
		before := a.roundTrips.Load()
		a.do("u", test.line, `{"name":"Asma"}`, test.headers...)
		if got := a.roundTrips.Load() - before; got != test.want {
			t.Errorf("%s: got %d round trips, want %d", test.name, got, test.want)
		}
	}
}
