package rest_test

import "testing"

func TestArguments(t *testing.T) {
	t.Parallel()
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	a := withMedia(t)
	a.run([]testCase{
		{name: "a composite by GET", line: "GET /rpc/shift?p=(1,2)&by=3", status: 200, want: `{"x":4,"y":5}`},
		{name: "a composite by POST", line: "POST /rpc/shift", body: `{"p":{"x":1,"y":2}}`, status: 200, want: `{"x":2,"y":3}`},
		{name: "composites", line: "POST /rpc/hull?select=y&x=eq.3", body: `{"ps":[{"x":1,"y":2},{"x":3,"y":4}]}`, status: 200, want: `[{"y":4}]`},
		{name: "composites as PostgreSQL writes them", line: `GET /rpc/hull?ps={"(1,2)"}`, status: 200, want: `[{"x":1,"y":2}]`},
		{name: "a domain", line: "GET /rpc/climb?at=12", status: 200, want: `12`},
		{name: "in and out", line: "POST /rpc/swap?select=total,a", body: `{"a":1,"b":2}`, status: 200, want: `{"total":3,"a":2}`},
		{name: "one out argument has a name", line: "GET /rpc/one", status: 200, want: `{"a":7}`},
		{name: "a table of one's own", line: "GET /rpc/counted?n=3&double=gt.2&order=i.desc&limit=1", headers: []string{"Prefer", "count=exact"}, status: 206, want: `[{"i":3,"double":6}]`, header: []string{"Content-Range", "0-0/2"}},
		{name: "characters and bits are not cut", line: "GET /rpc/initials?c=abc&flags=101", status: 200, want: `"abc:101"`},
		{name: "null", line: "GET /rpc/nothing", status: 200, want: `null`},
		{name: "a record whose columns nobody names", line: "GET /rpc/loose", status: 200, want: `{"?column?":1,"?column?":"x"}`},
		{name: "the last of a name counts", line: "GET /rpc/plain?name=a&name=b", status: 200, want: `"b"`},
		{name: "and so in a form", line: "POST /rpc/plain", body: "name=a&name=b+%26", headers: form, status: 200, want: `"b &"`},
		{name: "a filter's words for an argument", line: "GET /rpc/plain?name=eq.a", status: 200, want: `"eq.a"`},
		{name: "a filter of an argument's name", line: "GET /rpc/counted?n=4&i=gt.1&i=lt.4&select=i", status: 200, want: `[{"i":2},{"i":3}]`},
		{name: "an argument and a filter of one name", line: "GET /rpc/below?metres=4500&metres=gt.4100&select=name", status: 200, want: `[{"name":"Toubkal"}]`},
		{name: "sorted by a computed column", line: "GET /rpc/tallest?n=3&order=sign.desc", status: 200, want: `[{"range":"Atlas","name":"Toubkal","metres":4167},{"range":"Alps","name":"Mont Blanc","metres":4806},{"range":"Atlas","name":"M'Goun","metres":4071}]`},
		{name: "with a computed column", line: "GET /rpc/tallest?n=1&select=*,sign&sign=like.M*", status: 200, want: `[{"range":"Alps","name":"Mont Blanc","metres":4806,"sign":"Mont Blanc (Alps)"}]`},
		{name: "the first of an array", line: "POST /rpc/plain", body: `[{"name":"a"},{"name":"b"}]`, status: 200, want: `"a"`},
		{name: "the first line of CSV", line: "POST /rpc/plain", body: "name\na\nb", headers: []string{"Content-Type", "text/csv"}, status: 200, want: `"a"`},
		{name: "columns= leaves others out", line: "POST /rpc/plain?columns=name", body: `{"name":"a","other":1}`, status: 200, want: `"a"`},
		{name: "variadic in a form", line: "POST /rpc/total", body: "n=1&n=2", headers: form, status: 200, want: `3`},
		{name: "variadic as PostgreSQL writes it", line: "POST /rpc/total", body: `{"n":"{1,2}"}`, status: 200, want: `3`},
		{name: "whole text", line: "POST /rpc/store", body: "a'b?$1", headers: []string{"Content-Type", "text/plain"}, status: 200, want: `"A'B?$1"`},
		{name: "whole XML", line: "POST /rpc/store", body: "<a/>", headers: []string{"Content-Type", "text/xml; charset=utf-8"}, status: 200, want: `"<a/>"`},
		{name: "whole JSON, where no names fit", line: "POST /rpc/pick", body: `{"z": 1}`, status: 200, want: `[{"z": 1}]`},
		{name: "XML that is none", line: "POST /rpc/store", body: "<a", headers: []string{"Content-Type", "text/xml"}, status: 400, want: `{"code":"2200N","details":"line 1: Couldn't find end of Start Tag a line 1\n<a\n  ^","hint":null,"message":"invalid XML content"}`},
	})
}

func TestCallsThatAreRefused(t *testing.T) {
	t.Parallel()
	withMedia(t).run([]testCase{
		{name: "by a function without an answer", line: "POST /rpc/check", status: 400, want: `{"code":"P0001","details":null,"hint":null,"message":"no"}`},
		{name: "by a function whose answer is not wanted", line: "HEAD /rpc/checked", status: 400, want: `{"code":"P0001","details":null,"hint":null,"message":"no"}`},
		{name: "of any type", line: "GET /rpc/same?x=1", status: 400, want: `{"code":"42804","details":null,"hint":null,"message":"could not determine polymorphic type because input has type unknown"}`},
		{name: "a value out of range", line: "GET /rpc/counted?n=99999999999", status: 400, want: `{"code":"22003","details":null,"hint":null,"message":"value \"99999999999\" is out of range for type integer"}`},
		{name: "a body that is no JSON, with columns=", line: "POST /rpc/plain?columns=name", body: "nonsense", status: 400, want: `{"code":"22P02","details":"Token \"nonsense\" is invalid.","hint":null,"message":"invalid input syntax for type json"}`},
		{name: "a column that is not there", line: "GET /rpc/one?select=b", status: 400, want: `{"code":"42703","details":null,"hint":null,"message":"column one.b does not exist"}`},
		{name: "a procedure", line: "POST /rpc/proceed", status: 404, want: `{"code":"PGRST202","details":"Searched for the function api.proceed without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.","hint":null,"message":"Could not find the function api.proceed without parameters in the schema cache"}`},
		{name: "a function of another schema", line: "GET /rpc/elsewhere", status: 404, want: `{"code":"PGRST202","details":"Searched for the function api.elsewhere without parameters, but no matches were found in the schema cache.","hint":null,"message":"Could not find the function api.elsewhere without parameters in the schema cache"}`},
		{name: "too many candidates", line: "GET /rpc/pick?a=1", status: 300, want: `{"code":"PGRST203","details":null,"hint":"Try renaming the parameters or the function itself in the database so function overloading can be resolved","message":"Could not choose the best candidate function between: api.pick(a => integer), api.pick(a => integer, b => text)"}`},
		{name: "other arguments", line: "GET /rpc/shift?p=(1,2)&bye=1", status: 404, want: `{"code":"PGRST202","details":"Searched for the function api.shift with parameters bye, p, but no matches were found in the schema cache.","hint":"Perhaps you meant to call the function api.shift(by, p)","message":"Could not find the function api.shift(bye, p) in the schema cache"}`},
		{name: "a whole body of bytes", line: "POST /rpc/plain", body: "x", headers: []string{"Content-Type", "application/octet-stream"}, status: 404, want: `{"code":"PGRST202","details":"Searched for the function api.plain with a single unnamed bytea parameter, but no matches were found in the schema cache.","hint":null,"message":"Could not find the function api.plain in the schema cache"}`},
		{name: "a body of another kind", line: "POST /rpc/plain", body: "x", headers: []string{"Content-Type", "text/html"}, status: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Content-Type not acceptable: text/html"}`},
		{name: "an embed of what is no table", line: "GET /rpc/counted?n=1&select=i,peaks(*)", status: 400, want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'counted' and 'peaks' in the schema 'api', but no matches were found.","hint":null,"message":"Could not find a relationship between 'counted' and 'peaks' in the schema cache"}`},
		{name: "too many rows for a strict client", line: "POST /rpc/tallest", body: `{"n":2}`, headers: []string{"Prefer", "handling=strict, max-affected=1"}, status: 400, want: `{"code":"PGRST124","details":"The query affects 2 rows","hint":null,"message":"Query result exceeds max-affected preference constraint"}`},
		{name: "a bound on what is no set", line: "POST /rpc/one", headers: []string{"Prefer", "handling=strict, max-affected=1"}, status: 400, want: `{"code":"PGRST128","details":null,"hint":null,"message":"Function must return SETOF or TABLE when max-affected preference is used with handling=strict"}`},
	})
}
