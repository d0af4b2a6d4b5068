package rest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// answers sends a batch that must succeed, and gives status and body of each.
func (a *api) answers(as, body string, headers ...string) []string {
	a.t.Helper()
	got := a.do(as, "POST /", body, headers...)
	var parts []struct {
		Status int
		Body   json.RawMessage
	}
	if err := json.Unmarshal([]byte(got.body), &parts); err != nil || got.StatusCode != 200 {
		a.t.Fatalf("got %d %s", got.StatusCode, got.body)
	}
	list := make([]string, len(parts))
	for i, part := range parts {
		list[i] = fmt.Sprintf("%d %s", part.Status, part.Body)
	}
	return list
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	a := setup(t)
	same(t, a.answers("u", `[
		{"method":"POST","path":"/climbers?select=id,name","headers":{"Prefer":"return=representation"},"body":{"id":50,"name":"New <b>"}},
		{"method":"POST","path":"/passports","body":[{"climber_id":50,"number":"N-1"}]},
		{"method":"GET","path":"/climbers?select=name,passports(number)&id=eq.50"},
		{"method":"PATCH","path":"/passports?climber_id=eq.50","headers":{"prefer":"return=representation","accept":"application/vnd.pgrst.object+json"},"body":{"number":"N-2"}},
		{"method":"POST","path":"/log","headers":{"Content-Type":"text/csv"},"body":"line\na\nb"},
		{"method":"GET","path":"/log","headers":{"Accept":"text/csv"}},
		{"method":"HEAD","path":"/log","headers":{"Prefer":"count=exact"}},
		{"method":"POST","path":"/rpc/add","body":{"a":1}},
		{"method":"DELETE","path":"/passports?climber_id=eq.50"},
		{"method":"POST","path":"/rpc/whoami"},
		{"method":"POST","path":"/rpc/teapot"},
		{"method":"QUERY","path":"/peaks?select=metres","headers":{"Content-Type":"application/x-www-form-urlencoded"},"body":"name=eq.Toubkal"},
		{"method":"POST","path":"/rpc/top?select=name"}]`, "User-Agent", "me", "Cookie", "a=1"),
		`201 [{"id":50,"name":"New <b>"}]`, `201 null`, `200 [{"name":"New <b>","passports":{"number":"N-1"}}]`,
		`200 {"climber_id":50,"number":"N-2"}`, `201 null`, `200 "line\na\nb"`, `200 null`, `200 11`, `204 null`,
		`200 {"role":"authenticated","sub":"u","method":"POST","path":"/rpc/whoami","agent":"me","cookie":"1","search_path":"\"api\"","timezone":"UTC","timeout":"8s","app":null}`,
		`418 "short and stout"`, `200 [{"metres":4167}]`, `200 {"name":"Mont Blanc"}`,
	)
	if n := a.rows("select count(*) from api.climbers where id = 50"); n != 1 {
		t.Error("the batch did not stay")
	}
}

func TestHeadersOfABatch(t *testing.T) {
	t.Parallel()
	a := with(t, `create function api.cookies() returns int language sql as $$
		select length(set_config('response.headers', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"X-Own": "yes"}]', true)) $$;
		create domain "application/octet-stream" as bytea;
		create function api.bytes() returns "application/octet-stream" language sql as $$ select '\xff00'::bytea $$;`)
	got := a.do("u", "POST /", `[{"method":"POST","path":"/rpc/cookies"},{"method":"GET","path":"/peaks?limit=2&select=name","headers":{"Prefer":"count=exact"}},
		{"method":"POST","path":"/rpc/bytes","headers":{"Accept":"application/octet-stream"}}]`)
	var parts []struct {
		Headers  map[string]string
		Body     any
		Encoding string
	}
	if err := json.Unmarshal([]byte(got.body), &parts); err != nil || len(parts) != 3 {
		t.Fatalf("got %d %s", got.StatusCode, got.body)
	}
	if cookies := got.Header.Values("Set-Cookie"); len(cookies) != 2 || parts[0].Headers["Set-Cookie"] != "" || parts[0].Headers["X-Own"] != "yes" {
		t.Errorf("cookies of the whole %q, of the part %v", cookies, parts[0].Headers)
	}
	second := parts[1].Headers
	if second["Content-Range"] != "0-1/4" || second["X-Own"] != "" || second["Etag"] == "" || second["Preference-Applied"] != "count=exact" {
		t.Errorf("of the second: %v", second)
	}
	if parts[2].Body != "/wA=" || parts[2].Encoding != "base64" {
		t.Errorf("bytes: %v as %q", parts[2].Body, parts[2].Encoding)
	}
}

// TestABatchIsAllOrNothing: whatever fails, the first failure is the answer, it
// says which request that was, and nothing stays.
func TestABatchIsAllOrNothing(t *testing.T) {
	t.Parallel()
	a := setup(t)
	const line = `{"method":"POST","path":"/log","body":{"line":"x"}}`
	const two = `{"method":"PATCH","path":"/climbers?id=lt.3","headers":{"Accept":"application/vnd.pgrst.object+json"},"body":{"mood":"calm"}}`
	const divided = `{"method":"GET","path":"/climbers?id=eq.x"}`
	for _, test := range []struct {
		name, parts string
		status      int
		code        string
		request     int
		as          string
	}{
		{"PostgreSQL refuses", line + "," + line + "," + divided + "," + line, 400, "22P02", 2, "u"},
		{"not one row", line + "," + two, 406, "PGRST116", 1, "u"},
		{"not one row, read", line + `,{"method":"GET","path":"/climbers","headers":{"Accept":"application/vnd.pgrst.object+json"}},` + line, 406, "PGRST116", 1, "u"},
		{"the first of two", line + "," + two + "," + divided, 406, "PGRST116", 1, "u"},
		{"too many rows", line + `,{"method":"DELETE","path":"/ascents?climber_id=gt.0","headers":{"Prefer":"handling=strict, max-affected=1"}}`, 400, "PGRST124", 1, "u"},
		{"past the end", line + `,{"method":"GET","path":"/peaks?offset=9","headers":{"Prefer":"count=exact"}}`, 416, "PGRST103", 1, "u"},
		{"another tag", line + `,{"method":"PATCH","path":"/climbers?id=eq.1","headers":{"If-Match":"\"x\""},"body":{"name":"A"}},` + line, 412, "precondition_failed", 1, "u"},
		{"raised", line + `,{"method":"POST","path":"/rpc/pay"}`, 402, "PT402", 1, "u"},
		{"no such table", line + `,{"method":"GET","path":"/nothing"}`, 404, "PGRST205", 1, "u"},
		{"unreadable", line + `,{"method":"GET","path":"/peaks?metres=x"}`, 400, "PGRST100", 1, "u"},
		{"a right that is missing", `{"method":"GET","path":"/peaks"},` + `{"method":"GET","path":"/diaries"}`, 401, "42501", 1, ""},
		{"a batch within", line + `,{"method":"POST","path":"/","body":[` + line + `]}`, 405, "PGRST117", 1, "u"},
		{"the root", line + `,{"method":"GET","path":"/"}`, 400, "bad_batch", 1, "u"},
		{"OPTIONS", line + `,{"method":"OPTIONS","path":"/peaks"}`, 405, "PGRST117", 1, "u"},
		{"no method", line + `,{"path":"/peaks"}`, 405, "PGRST117", 1, "u"},
		{"an address", line + `,{"method":"GET","path":"http://elsewhere/peaks"}`, 400, "bad_batch", 1, "u"},
		{"an address without a scheme", line + `,{"method":"GET","path":"//elsewhere/peaks"}`, 404, "PGRST125", 1, "u"},
		{"another caller", line + `,{"method":"GET","path":"/peaks","headers":{"authorization":"Bearer x"}}`, 400, "bad_batch", 1, "u"},
		{"a call by GET", line + `,{"method":"GET","path":"/rpc/note?line=a"}`, 400, "bad_batch", 1, "u"},
		{"a body that is no text", line + `,{"method":"POST","path":"/log","headers":{"Content-Type":"text/csv"},"body":{}}`, 400, "bad_batch", 1, "u"},
		{"a role that is none", line, 401, "22023", -1, "role:nobody"},
		{"no requests", ``, 400, "bad_batch", -1, "u"},
		{"too many requests", strings.Repeat(line+",", 100) + line, 400, "bad_batch", -1, "u"},
		{"an unknown word", `{"method":"GET","path":"/peaks","header":{}}`, 400, "bad_batch", -1, "u"},
		{"no requests at all", `1,2`, 400, "bad_batch", -1, "u"},
		{"half of one", `{"method":`, 400, "bad_batch", -1, "u"},
	} {
		got := a.do(test.as, "POST /", "["+test.parts+"]")
		var refusal struct {
			Code    string
			Request *int
		}
		if err := json.Unmarshal([]byte(got.body), &refusal); err != nil {
			t.Errorf("%s: got %d %q", test.name, got.StatusCode, got.body)
			continue
		}
		index := -1
		if refusal.Request != nil {
			index = *refusal.Request
		}
		if got.StatusCode != test.status || refusal.Code != test.code || index != test.request {
			t.Errorf("%s: got %d %s\nwant %d %s of request %d", test.name, got.StatusCode, got.body, test.status, test.code, test.request)
		}
	}
	if n := a.rows("select (select count(*) from api.log) + (select count(*) from api.climbers where name = 'A' or id = 2 and mood = 'calm') + 4 - (select count(*) from api.ascents)"); n != 0 {
		t.Error("something stayed")
	}
}

func TestRefusedBatches(t *testing.T) {
	t.Parallel()
	a := setup(t)
	const unsupported = `{"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: POST"}`
	a.run([]testCase{
		{name: "an object", line: "POST /", body: `{"a":1}`, status: 405, want: unsupported},
		{name: "nothing", line: "POST /", status: 405, want: unsupported},
		{name: "an array in another type", line: "POST /", body: `[]`, headers: []string{"Content-Type", "text/csv"}, status: 405, want: unsupported},
	})
}

func TestConditionsInABatch(t *testing.T) {
	t.Parallel()
	a := setup(t)
	tag := strings.ReplaceAll(a.tag(one), `"`, `\"`)
	patch := `{"method":"PATCH","path":"/climbers?id=eq.1","headers":{"If-Match":"` + tag + `"},"body":{"name":"A"}}`
	same(t, a.answers("u", "["+patch+"]"), "204 null")
	a.do("u", "PATCH "+one, `{"name":"Asma"}`)
	if got := a.do("u", "POST /", "["+patch+","+patch+"]"); got.StatusCode != 412 || !strings.Contains(got.body, `"request":1`) {
		t.Errorf("a tag that the batch itself made false: got %d %s", got.StatusCode, got.body)
	}
}

func TestTheTransactionOfABatch(t *testing.T) {
	t.Parallel()
	a := with(t, preRequestCall, preRequest, func(o *rest.Options) { o.TxOverride = true })
	const line = `{"method":"POST","path":"/log","body":{"line":"x"}}`
	const who = `{"method":"POST","path":"/rpc/whoami","headers":{"Prefer":"timezone=Asia/Tokyo, wait=1, tx=commit"}}`
	got := a.do("marked", "POST /", `[`+line+`,`+who+`]`, "Prefer", "tx=rollback, timezone=Africa/Casablanca, wait=5")
	if got.StatusCode != 209 || got.Header.Get("X-Mark") != "seen" || strings.Contains(got.body, "X-Mark") {
		t.Errorf("what the pre-request function set: got %d %v", got.StatusCode, got.Header)
	}
	for _, want := range []string{`"timezone":"Africa/Casablanca"`, `"timeout":"5s"`, `"Preference-Applied":"tx=rollback, timezone=Africa/Casablanca, wait=5"`} {
		if !strings.Contains(strings.ReplaceAll(got.body, `" : "`, `":"`), want) {
			t.Errorf("got %s, want %s in it", got.body, want)
		}
	}
	if n := a.rows("select count(*) from api.log"); n != 0 {
		t.Error("tx=rollback: the line stayed")
	}
	a.do("noted", "POST /", `[`+line+`,`+line+`]`)
	if n := a.rows("select count(*) from api.log where line = 'before'"); n != 1 {
		t.Errorf("the pre-request function ran %d times for one batch", n)
	}
	refused := a.do("banned", "POST /", `[`+line+`]`)
	if refused.StatusCode != 400 || !strings.Contains(refused.body, "POST /") || strings.Contains(refused.body, "request\":") {
		t.Errorf("refused before: got %d %s", refused.StatusCode, refused.body)
	}
	if got := a.do("noted", "POST /", `[{"method":"GET","path":"/peaks"}]`); got.StatusCode != 405 {
		t.Errorf("a batch that only reads runs read only: got %d %s", got.StatusCode, got.body)
	}
}

func TestRoundTripsOfABatch(t *testing.T) {
	t.Parallel()
	a := setup(t)
	const line = `{"method":"POST","path":"/log","body":{"line":"x"}}`
	tag := strings.ReplaceAll(a.tag(one), `"`, `\"`)
	patch := `{"method":"PATCH","path":"/climbers?id=eq.1","headers":{"If-Match":"` + tag + `"},"body":{"name":"Asma"}}`
	for _, test := range []struct {
		name, body string
		want       int64
	}{
		{"one", `[` + line + `]`, 2},
		{"a hundred", `[` + strings.Repeat(line+`,`, 99) + line + `]`, 2},
		{"with a condition", `[` + line + `,` + patch + `]`, 3},
		{"refused by the database, which is asked whether the schema has changed", `[` + line + `,{"method":"GET","path":"/climbers?id=eq.x"}]`, 3},
		{"refused before", `[` + line + `,{"method":"GET","path":"/nothing"}]`, 0},
	} {
		a.do("u", "POST /", test.body)
		before := a.roundTrips.Load()
		a.do("u", "POST /", test.body)
		if got := a.roundTrips.Load() - before; got != test.want {
			t.Errorf("%s: got %d round trips, want %d", test.name, got, test.want)
		}
	}
}

// TestRubbishInABatch: whatever a client sends, it is the client's fault.
func TestMalformedBatches(t *testing.T) {
	t.Parallel()
	a := setup(t)
	var paths []string
	for _, path := range []string{"", "/", "x", "/%", "/%zz", "/%00", "/%ff", "//", "///a", "/a/b", "/rpc", "/rpc/", "/climbers?%", "/climbers?%00=1", "/climbers?id=eq.%00", "/climbers#x", "http:", "/climbers?" + strings.Repeat("a", 5000), "\u0000", "/climbers?select=\n"} {
		text, _ := json.Marshal(path)
		paths = append(paths, string(text))
	}
	bodies := []string{
		"null", "1", `"a"`, `"\u0000"`, "[]", "[1]", "{}", `{"a":{}}`, `{"id":"x"}`, strings.Repeat("[", 500) + strings.Repeat("]", 500),
	}
	for _, method := range []string{"GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "get", "", "OPTIONS", "A B"} {
		for _, headers := range []string{"null", "{}", `{"":""}`, `{"a b":"\r\nc: d"}`, `{"Prefer":"tx=x,wait=0,count=none"}`, `{"If-Match":"\""}`, `{"Accept":";;;"}`, `{"Content-Type":"%"}`, `{"Content-Type":"text/csv"}`, `{"Range":"9-1"}`, `{"Host":""}`} {
			for i, path := range paths {
				part := fmt.Sprintf(`{"method":%q,"path":%s,"headers":%s,"body":%s}`, method, path, headers, bodies[i%len(bodies)])
				got := a.do("u", "POST /", "["+part+"]")
				if got.StatusCode >= 500 || !json.Valid([]byte(got.body)) {
					t.Errorf("%.200s: got %d %.300s", part, got.StatusCode, got.body)
				}
			}
		}
	}
	for _, body := range []string{"[", "[]", "[[]]", "[null]", "[1]", `["a"]`, "[{}]", "[{}] x", "[{}][{}]", `[{"method":1}]`, `[{"method":"GET","path":"/peaks","headers":{"a":1}}]`, "[" + strings.Repeat("[", 100_000)} {
		if got := a.do("u", "POST /", body); got.StatusCode != 400 && got.StatusCode != 405 {
			t.Errorf("%.50s: got %d %.300s", body, got.StatusCode, got.body)
		}
	}
}
