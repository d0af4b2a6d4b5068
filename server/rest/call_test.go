package rest_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "a value by GET", line: "GET /rpc/add?a=1&b=2", status: 200, want: `3`},
		{name: "a value by POST, with a default", line: "POST /rpc/add", body: `{"a":1}`, status: 200, want: `11`},
		{name: "by a form", line: "POST /rpc/add", body: "a=1&b=5", headers: []string{"Content-Type", "application/x-www-form-urlencoded"}, status: 200, want: `6`},
		{name: "rows, filtered, ordered, embedded", line: "GET /rpc/find?part=a&select=label,mentor_id(name)&id=gt.1&order=id.desc&limit=1", status: 200, want: `[{"label":"4:Dina \"D\", the 2nd","mentor_id":{"name":"Badr"}}]`},
		{name: "rows, counted", line: "POST /rpc/find?limit=1&select=id", body: `{"part":"a"}`, headers: []string{"Prefer", "count=exact"}, status: 206, want: `[{"id":1}]`, header: []string{"Content-Range", "0-0/3"}},
		{name: "rows are not counted by the planner", line: "HEAD /rpc/find?part=a", headers: []string{"Prefer", "count=planned"}, status: 200, header: []string{"Content-Range", "0-2/*", "Preference-Applied", "count=planned"}},
		{name: "an estimate of rows is their number", line: "HEAD /rpc/find?part=a&limit=1", headers: []string{"Prefer", "count=estimated"}, status: 206, header: []string{"Content-Range", "0-0/3", "Preference-Applied", "count=estimated"}},
		{name: "one row", line: "GET /rpc/top?select=name", status: 200, want: `{"name":"Mont Blanc"}`},
		{name: "values", line: "GET /rpc/ranges", status: 200, want: `["Alps","Atlas","Rif"]`},
		{name: "out arguments", line: "POST /rpc/shape", status: 200, want: `{"x":1,"y":"two"}`},
		{name: "nothing", as: "u", line: "POST /rpc/note", body: `{"line":"a"}`, status: 204, header: []string{"Content-Type", "", "Content-Length", ""}},
		{name: "the whole body", line: "POST /rpc/keep", body: `{"a":[1]}`, status: 200, want: `{"a":[1],"kept":true}`},
		{name: "many arguments", line: "GET /rpc/total?n=1&n=2&n=3", status: 200, want: `6`},
		{name: "many arguments by POST", line: "POST /rpc/total", body: `{"n":[4,5]}`, status: 200, want: `9`},
		{name: "a value as an object", line: "GET /rpc/add?a=1", headers: []string{"Accept", "application/vnd.pgrst.object+json"}, status: 200, want: `11`},
		{name: "a write by GET", as: "u", line: "GET /rpc/note?line=b", status: 405, want: `{"code":"25006","details":null,"hint":null,"message":"cannot execute INSERT in a read-only transaction"}`},
		{name: "no such function", line: "POST /rpc/finds", body: `{"part":"a"}`, status: 404, want: `{"code":"PGRST202","details":"Searched for the function api.finds with parameter part or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.","hint":"Perhaps you meant to call the function api.find","message":"Could not find the function api.finds(part) in the schema cache"}`},
		{name: "a method", line: "PUT /rpc/add", status: 405, want: `{"code":"PGRST101","details":null,"hint":null,"message":"Cannot use the PUT method on RPC"}`},
		{name: "a value that does not fit", line: "GET /rpc/add?a=x", status: 400, want: `{"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type integer: \"x\""}`},
	})
	if n := a.rows("select count(*) from api.log"); n != 1 {
		t.Errorf("got %d lines, want the one that was posted", n)
	}
}

func TestFunctionsShapeTheAnswer(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "PTxyz", line: "POST /rpc/pay", status: 402, want: `{"code":"PT402","details":"Quota exceeded","hint":"Upgrade your plan","message":"Payment Required"}`},
		{name: "PGRST", line: "POST /rpc/refuse", status: 409, want: `{"code":"123","details":"why","hint":"ask","message":"no"}`, header: []string{"X-Why", "because", "Proxy-Status", "PostgREST; error=123"}},
		{name: "status and headers", line: "POST /rpc/teapot", status: 418, want: `"short and stout"`, header: []string{"X-Kind", "green", "Cache-Control", "no-store"}},
	})
}

func TestWhatSQLSees(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) {
		o.ExtraSearchPath = []string{"hid\"den"}
		o.Settings = []db.Setting{{Name: "app.settings.name", Value: "toubkal"}}
	})
	a.run([]testCase{
		{
			name: "a user", as: "amal", line: "POST /rpc/whoami", headers: []string{"User-Agent", "test", "Cookie", "a=1", "Prefer", "timezone=Africa/Casablanca"}, status: 200,
			want:   `{"role":"authenticated","sub":"amal","method":"POST","path":"/rpc/whoami","agent":"test","cookie":"1","search_path":"\"api\", \"hid\"\"den\"","timezone":"Africa/Casablanca","timeout":"8s","app":"toubkal"}`,
			header: []string{"Preference-Applied", "timezone=Africa/Casablanca"},
		},
		{name: "a timezone that is none", line: "GET /peaks", headers: []string{"Prefer", "timezone=Atlas/Toubkal"}, status: 400, want: `{"code":"22023","details":null,"hint":null,"message":"invalid value for parameter \"TimeZone\": \"Atlas/Toubkal\""}`},
		{name: "nothing of the last request", line: "POST /rpc/whoami", headers: []string{"User-Agent", "other"}, status: 200, want: `{"role":"anon","sub":null,"method":"POST","path":"/rpc/whoami","agent":"other","cookie":null,"search_path":"\"api\", \"hid\"\"den\"","timezone":"UTC","timeout":"3s","app":"toubkal"}`},
	})
}
