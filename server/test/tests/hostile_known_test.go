package tests

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// claimed are tokens with the right signature and useless claims.
func claimed(t *testing.T, roles ...string) (tokens []string) {
	t.Helper()
	claims := []jwt.MapClaims{
		{"role": ""},
		{"role": 1},
		{"role": nil},
		{"role": []string{"a"}},
		{"role": "\x00"},
		{"role": "none"},
		{"role": "postgres"},
		{"role": "pg_read_all_data"},
		{"role": `"; drop table hostile.kinds; --`},
		{"role": "*/ select 1 /*"},
		{"role": strings.Repeat("é", 500)},
		{"exp": -1},
		{"exp": "x"},
		{"nbf": 9e18},
		{"aud": []any{1}},
	}
	for _, role := range roles {
		claims = append(claims, jwt.MapClaims{"role": role}, jwt.MapClaims{"role": role, "sub": "\x00", "n\x00": []any{nil}}, jwt.MapClaims{"role": role, "deep": strings.Repeat("[", 5000)})
	}
	for _, claim := range claims {
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claim).SignedString([]byte(apptest.Secret))
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	return tokens
}

func get(target string, headers ...string) rawRequest {
	return rawRequest{method: "GET", target: target, headers: headers}
}

func jsonTo(method, target, body string, headers ...string) rawRequest {
	return rawRequest{method, target, append(headers, "Content-Type: application/json"), body}
}

// known are attacks that have names.
func known() []rawRequest {
	var all []rawRequest
	for _, requests := range [][]rawRequest{sizes(), depths(), deepBodies(), compressionBombs(), bodies(), batches()} {
		all = append(all, requests...)
	}
	return all
}

// sizes ask for too much of something.
func sizes() []rawRequest {
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	long := strings.Repeat("x", 40000)
	return []rawRequest{
		get("/" + long), get("/kinds?" + long + "=eq.1"), get("/kinds?select=" + long), get("/kinds?c_text=eq." + long), get("/kinds?c_text=match." + strings.Repeat("(a*)*", 4000)),
		get("/kinds?c_text=like." + strings.Repeat("%25a", 10000)), get("/kinds?c_tsvector=fts." + strings.Repeat("a%26", 10000) + "a"), get("/kinds?c_tsvector=wfts." + strings.Repeat("a%20or%20", 4000)),
		get("/kinds?select=" + many(1700, "id")), get("/kinds?select=" + many(7000, "id")), get("/kinds?select=" + many(1000, "a:c_text::varchar")),
		get("/trails?select=" + many(99, "huts!trail_id(id)")), get("/trails?select=" + many(101, "tags()")), get("/trails?select=" + many(3000, "tags()")),
		get("/kinds?id=in.(" + many(9000, "1") + ")"), get("/kinds?c_text=in.(" + many(500, `%22a%5C%22,%22`) + ")"), get("/kinds?order=" + many(4000, "id")), get("/kinds?order=" + many(9000, "id")),
		get("/kinds?" + strings.Repeat("id=eq.1&", 4900)), get("/kinds?" + strings.Repeat("id=eq.1&", 6000)), get("/kinds?or=(" + many(4000, "id.eq.1") + ")"), get("/kinds?or=(" + many(6000, "id.eq.1") + ")"),
		get("/kinds?c_jsonb" + strings.Repeat("->a", 4900) + "=eq.1"), get("/kinds?select=c_jsonb" + strings.Repeat("->a", 9000)),
		get("/kinds", "X-Long: "+long), get("/kinds", "Cookie: "+strings.Repeat("a=b; ", 8000)), get("/kinds", "Accept: "+many(5000, "a/b")), get("/kinds", "Prefer: "+many(6000, "wait=1")),
		get("/kinds", "Prefer: handling=strict, "+many(6000, "x")), get("/kinds", "If-None-Match: "+many(9000, `"a"`)), get("/kinds", strings.Split(strings.Repeat("X-A: b\n", 500)+"X-B: c", "\n")...),
		get("/kinds", strings.Split(strings.Repeat("Accept: a/b\n", 3000)+"X-B: c", "\n")...), get("/rpc/add_up?" + strings.Repeat("of=1&", 4000)), get("/rpc/" + long + "?a=b"), get("/rpc/one?" + long + "=1"),
		get("/trails?words=fts(7).a"), get("/trails?order=words.fts(7).a"), get("/kinds?select=c_text::unknown"), get("/kinds?limit=9e99"), get("/kinds?limit=9223372036854775807&offset=9223372036854775807", "Prefer: count=exact"), get("/kinds?limit=9223372036854775807&offset=1", "Range: 9223372036854775807-"),
		get("/kinds?offset=9223372036854775807", "Range: 0-9223372036854775806"), get("/kinds?limit=-9223372036854775808"), get("/kinds?offset=-9223372036854775808"),
	}
}

func nested(n int, open, core, shut string) string {
	return strings.Repeat(open, n) + core + strings.Repeat(shut, n)
}

// depths nest, in an address.
func depths() []rawRequest {
	var all []rawRequest
	for _, n := range []int{20, 49, 60, 499, 5000, 10000} {
		all = append(
			all,
			get("/kinds?or="+nested(n, "(and", "(id.eq.1)", ")")), get("/kinds?and="+strings.Repeat("(", n)), get("/kinds?select="+nested(n, "a(", "id", ")")),
			get("/trails?select="+nested(min(n, 5000), "parent_id(", "id", ")")), get("/trails?select="+nested(min(n, 4000), "...parent_id(", "id", ")")), get("/trails?select="+nested(min(n, 4000), "trails(", "id", ")")),
			get("/trails?"+strings.Repeat("trails.", min(n, 5000))+"id=eq.1"), get("/kinds?c_tsvector=fts."+nested(n, "(", "a", ")")), get("/kinds?c_text=match."+nested(n, "(", "a", ")")),
			get("/kinds?c_jsonb=eq."+nested(n, "[", "", "]")), get("/kinds?c_ints=eq."+nested(n, "{", "1", "}")), get("/kinds?c_jsonpath=eq."+nested(n, "(", "1", ")")), get("/kinds?c_tsquery=eq."+strings.Repeat("!", n)+"a"),
			get("/kinds?c_jsonpath=eq."+strings.Repeat("-", n)+"1"), get("/kinds?c_text=match."+strings.Repeat("a|", n)), get("/kinds?c_text=match."+strings.Repeat("(?:a", min(n, 5000))),
		)
	}
	return all
}

// deepBodies nest where there is room for it.
func deepBodies() []rawRequest {
	var all []rawRequest
	for _, n := range []int{49, 499, 10000, 200_000} {
		for _, body := range []string{nested(n, "[", "", "]"), nested(n, `{"a":`, "1", "}"), `{"id":9,"c_jsonb":` + nested(n, "[", "1", "]") + `}`} {
			all = append(all, jsonTo("POST", "/kinds", body), jsonTo("POST", "/rpc/of_text", body), jsonTo("POST", "/rpc/of_json", body), jsonTo("POST", "/", body), jsonTo("QUERY", "/kinds", body))
		}
		for column, value := range map[string]string{
			"c_tsquery": nested(n, "(", "a", ")"), "c_jsonpath": nested(n, "(", "1", ")"), "c_ints": nested(n, "{", "1", "}"), "c_jsonb": nested(n, "[", "1", "]"), "c_json": nested(n, `{\"a\":`, "1", "}"), "c_xml": nested(n, "<a>", "", "</a>"),
			"c_text": strings.Repeat("x", n), "c_multirange": "{" + strings.Repeat("[1,2),", n) + "[1,2)}", "c_polygon": "(" + strings.Repeat("(1,1),", n) + "(1,1))", "c_numeric": strings.Repeat("9", n), "c_tsvector": strings.Repeat("a:1 ", n), "c_varbit": strings.Repeat("1", n),
			"c_points": "{" + strings.Repeat(`\"(1,2,a)\",`, n) + "}", "c_point3": nested(n, "(", "", ")"), "c_regtype": strings.Repeat("a.", n) + "b", "c_interval": strings.Repeat("1 day ", n), "c_timestamptz": strings.Repeat("1 ", n), "c_bytea": "\\\\x" + strings.Repeat("0", n),
		} {
			all = append(all, jsonTo("POST", "/kinds", `{"id":9,"`+column+`":"`+value+`"}`), jsonTo("QUERY", "/kinds", `{"`+column+`":"eq.`+value+`"}`), rawRequest{"POST", "/kinds", []string{"Content-Type: text/csv"}, "id," + column + "\n9,\"" + strings.ReplaceAll(value, `\"`, `""`) + `"`})
		}
		for _, negated := range []string{"c_tsquery=eq." + strings.Repeat("!", n) + "a", "c_jsonpath=eq." + strings.Repeat("-", n) + "1", "c_jsonpath=eq." + strings.Repeat("$.a", n), "c_text=match." + strings.Repeat("a|", n), "c_text=match." + strings.Repeat("(?=", min(n, 499)), "c_text=like." + strings.Repeat("*a", n), "c_tsvector=wfts." + strings.Repeat("-a ", min(n, 10_000)), "c_tsvector=phfts." + strings.Repeat("a ", n)} {
			all = append(all, rawRequest{"QUERY", "/kinds", []string{"Content-Type: application/x-www-form-urlencoded"}, negated})
		}
	}
	return all
}

// compressionBombs are small, and would become large.
func compressionBombs() []rawRequest {
	long := strings.Repeat("n", 100_000)
	rows := strings.Repeat("1\n", 100_000)
	return []rawRequest{
		{"POST", "/kinds", []string{"Content-Type: text/csv"}, long + "\n" + rows},
		{"POST", "/rpc/one", []string{"Content-Type: text/csv"}, long + "\n" + rows},
		{"POST", "/kinds", []string{"Content-Type: text/csv"}, strings.Repeat("a,", 20_000) + "a\n" + strings.Repeat(strings.Repeat(",", 20_000)+"\n", 20)},
		jsonTo("POST", "/kinds", `{"`+long+`":1}`), jsonTo("POST", "/rpc/one", `{"`+long+`":1}`), jsonTo("POST", "/rpc/one", `{"a":1,"`+long+`":1}`), jsonTo("QUERY", "/kinds", `{"`+long+`":"eq.1"}`), jsonTo("QUERY", "/trails", `{"select":"`+long+`(id)"}`), jsonTo("QUERY", "/trails", `{"`+long+`.a":"eq.1"}`),
		{"QUERY", "/kinds", []string{"Content-Type: application/x-www-form-urlencoded"}, "id=in.(" + strings.Repeat("1,", 500_000) + "1)"},
		{"QUERY", "/rpc/add_up", []string{"Content-Type: application/x-www-form-urlencoded"}, strings.Repeat("of=1&", 4000)},
		{"POST", "/rpc/one", []string{"Content-Type: application/x-www-form-urlencoded"}, strings.Repeat("a=1&", 100_000)},
		{"POST", "/kinds", []string{"Content-Type: application/x-www-form-urlencoded"}, strings.Repeat("id=1&", 100_000)},
		jsonTo("POST", "/kinds", "["+strings.Repeat("{},", 200_000)+"{}]"), jsonTo("PATCH", "/kinds", "["+strings.Repeat(`{"c_text":"a"},`, 50_000)+`{"c_text":"b"}]`),
	}
}

// bodies are none.
func bodies() []rawRequest {
	var all []rawRequest
	for _, body := range []string{
		"", " ", "{", "[", "]", "[{]", "nul", "null", "true", "1", `"a"`, "[1]", "[null]", "[[]]", "[{},1]", `[{"id":1},{}]`, `[{"id":1},{"ID":1}]`, `{"id":1,"id":2}`, `{"":1}`, `{"\u0000":1}`, `{"id":"\ud800"}`, "{\"id\":\"\xff\"}", "\xff", "\x00",
		`{"id":1}{"id":2}`, `{"id":1}garbage`, "\ufeff{}", `{'id':1}`, `{"id":1,}`, `{"id":01}`, `{"id":NaN}`, `{"id":1e999}`, `{"no_such":1}`, `{"ctid":"(0,1)"}`, `{"xmin":1}`, `{"tableoid":1}`, `{"kinds":1}`, `{"*":1}`, `{"id":{"a":1}}`, `{"c_generated":1}`,
		`{"c_identity":null}`, `{"c_altitude":9001}`, `{"c_mood":"stormy"}`, `{"c_point3":{"x":1,"z":2}}`, `{"c_points":[{"x":"a"}]}`, `{"c_ints":[1,[2]]}`, `{"c_grid":[[1],[2,3]]}`, `{"c_citizen":1}`, `{"c_xml":"<a>"}`, `[` + strings.Repeat(`{"id":1},`, 3000) + `{"id":1}]`,
	} {
		for _, method := range []string{"POST", "PATCH", "PUT", "DELETE"} {
			all = append(all, jsonTo(method, "/kinds?id=eq.9", body, "Prefer: return=representation"), jsonTo(method, "/kinds?columns=id,c_text", body, "Prefer: missing=default"))
		}
		all = append(all, jsonTo("POST", "/rpc/one", body), jsonTo("POST", "/rpc/of_json", body), jsonTo("POST", "/rpc/of_kinds", body), rawRequest{"QUERY", "/kinds", []string{"Content-Type: application/json"}, body}, jsonTo("POST", "/", "["+body+"]"), jsonTo("POST", "/", body))
	}
	for _, conflict := range []string{"id", "c_text", "no_such", "id,id", "*", "", "ctid", `"`, "c_generated", strings.Repeat("id,", 2000) + "id"} {
		all = append(all, jsonTo("POST", "/kinds?on_conflict="+url.QueryEscape(conflict), `[{"id":1,"c_text":"a"},{"id":1,"c_text":"b"}]`, "Prefer: resolution=merge-duplicates"))
	}
	for _, table := range []string{"keyless", "high_trails", "tag_counts", "trail_names", "logs", "regions", "hidden"} {
		all = append(all, jsonTo("POST", "/"+table, `{}`), jsonTo("PATCH", "/"+table, `{"id":1}`), jsonTo("PUT", "/"+table+"?id=eq.1", `{"id":1}`), rawRequest{method: "DELETE", target: "/" + table}, jsonTo("POST", "/"+table, `{"id":1}`, "Prefer: resolution=merge-duplicates"))
	}
	return all
}

// batches are none either.
func batches() []rawRequest {
	one := `{"method":"GET","path":"/kinds"}`
	var all []rawRequest
	for _, body := range []string{
		"[]", "[1]", "[null]", "[[]]", "[{}]", `[{"method":"GET"}]`, `[{"path":"/kinds"}]`, `[{"method":1,"path":2}]`, `[{"method":"GET","path":"kinds"}]`, `[{"method":"GET","path":"//host/kinds"}]`, `[{"method":"GET","path":"http://x/kinds"}]`, `[{"method":"GET","path":"/../../etc/passwd"}]`,
		`[{"method":"GET","path":"/rpc/one?a=1"}]`, `[{"method":"POST","path":"/rpc/one","body":{"a":1}}]`, `[{"method":"POST","path":"/rpc/refuse","body":{"kind":"teapot"}}]`, `[{"method":"OPTIONS","path":"/kinds"}]`, `[{"method":"POST","path":"/","body":[]}]`, `[{"method":"POST","path":"/","body":[` + one + `]}]`, `[{"method":"GET","path":"/"}]`,
		`[{"method":"QUERY","path":"/kinds","body":{"id":"eq.1"}}]`, `[{"method":"TRACE","path":"/kinds"}]`, `[{"method":"GET","path":"/kinds","headers":[]}]`, `[{"method":"GET","path":"/kinds","headers":{"Authorization":"Bearer x"}}]`, `[{"method":"GET","path":"/kinds","headers":{"Prefer":"tx=commit"}}]`, `[{"method":"GET","path":"/kinds","headers":{"A\nB":"C\nD"}}]`,
		`[{"method":"GET","path":"/kinds","headers":{"Accept":"text/csv"}}]`, `[{"method":"GET","path":"/kinds","headers":{"Accept":"application/vnd.pgrst.plan"}}]`, `[{"method":"POST","path":"/kinds","headers":{"Content-Type":"text/csv"},"body":{"a":1}}]`, `[{"method":"PATCH","path":"/kinds?id=eq.1","headers":{"If-Match":"\"x\""},"body":{"c_text":"b"}}]`, `[{"method":"GET","path":"/kinds","extra":1}]`,
		`[{"method":"GET","path":"/kinds?c_text=eq.%00"}]`, `[{"method":"GET","path":"/kinds?c_text=eq.\u0000"}]`, `[{"method":"GET","path":"/rpc/picture","headers":{"Accept":"image/x-hostile"}}]`, `[{"method":"POST","path":"/rpc/picture","headers":{"Accept":"image/x-hostile"}}]`, `[{"method":"HEAD","path":"/kinds","headers":{"If-None-Match":"*"}}]`,
		"[" + strings.Repeat(one+",", 99) + one + "]", "[" + strings.Repeat(one+",", 100) + one + "]", "[" + strings.Repeat("{},", 9000) + "{}]", `[{"method":"GET","path":"/kinds"},{"method":"DELETE","path":"/nosuch"}]`, `[` + one + `,{"method":"GET","path":"/kinds?no_such=eq.1"}]`,
	} {
		all = append(all, jsonTo("POST", "/", body), jsonTo("POST", "/rest/v1/", body, "Prefer: tx=rollback, timezone=Nowhere, wait=1"))
	}
	return all
}

// sweeps cast every kind of column to some types and some to all, and put every
// operator to every column.
func sweeps(v vocabulary) []rawRequest {
	var all []rawRequest
	for _, kind := range v.types {
		all = append(all, get("/kinds?id=eq.2&select="+url.QueryEscape("a:c_text::"+kind+",b:c_int4::"+kind)), get("/kinds?select="+url.QueryEscape("c_tsvector::"+kind), "Accept: text/csv"), get("/kinds?select="+url.QueryEscape("c_int4.max()::"+kind)))
	}
	for _, column := range v.columns {
		name := url.QueryEscape(spelled(column))
		for _, op := range operators {
			all = append(all, get(fmt.Sprintf("/kinds?select=id&%s=%s.%s", name, op, "(1)")), get(fmt.Sprintf("/kinds?select=id&%s=%s.%s", name, op, "{a}")))
		}
		for _, aggregate := range []string{"sum", "avg", "min", "max", "count"} {
			all = append(all, get("/kinds?select="+name+"."+aggregate+"()"), get("/kinds?select=id,"+name+"."+aggregate+"()&order="+name))
		}
		all = append(all, get("/kinds?select="+name+"->a->>0"), get("/kinds?select="+name+".distinct()"), get("/kinds?order="+name), get("/kinds?select="+name, "Accept: text/csv"), get("/kinds?order="+name+".fts.a"), get("/kinds?select=..."+name+"(*)"))
	}
	for _, table := range v.tables {
		for _, other := range v.tables {
			one, two := url.PathEscape(table), url.QueryEscape(spelled(other))
			all = append(all, get("/"+one+"?select=*,"+two+"(*)"), get("/"+one+"?select=..."+two+"(*)&limit=1"), get("/"+one+"?select=*,"+two+"!inner()&"+two+"=is.null"))
		}
	}
	return all
}
