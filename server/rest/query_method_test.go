package rest_test

import (
	"strings"
	"testing"
)

// TestQuestionInTheBody: QUERY reads as GET does, however long its question.
func TestQueryMethod(t *testing.T) {
	t.Parallel()
	a := setup(t)
	const form, override = "application/x-www-form-urlencoded", "X-HTTP-Method-Override"
	long := `{"select":"name","order":"name","name":"in.(` + strings.Repeat("nobody,", 100_000) + `Toubkal)"}`
	a.run([]testCase{
		{
			name: "a query string", line: "QUERY /peaks?select=name", body: "metres=gt.4100&order=name", headers: []string{"Content-Type", form}, status: 200,
			want: `[{"name":"Mont Blanc"},{"name":"Toubkal"}]`, header: []string{"Content-Location", "/peaks?metres=gt.4100&order=name&select=name"},
		},
		{name: "an object, by POST", line: "POST /peaks", body: `{"select":"name","and":"(metres.gt.4100,metres.lt.4200)"}`, headers: []string{override, "QUERY"}, status: 200, want: `[{"name":"Toubkal"}]`},
		{name: "longer than an address", line: "QUERY /peaks", body: long, status: 200, want: `[{"name":"Toubkal"}]`, header: []string{"Content-Location", ""}},
		{name: "a page, counted", line: "QUERY /peaks", body: `{"select":"name","order":"name"}`, headers: []string{"Range", "1-1", "Prefer", "count=exact"}, status: 206, want: `[{"name":"Mont Blanc"}]`, header: []string{"Content-Range", "1-1/4"}},
		{name: "a function", line: "QUERY /rpc/add", body: `{"a":1,"b":2}`, status: 200, want: "3"},
		{name: "a variadic one", line: "QUERY /rpc/total", body: `{"n":[1,2,3]}`, status: 200, want: "6"},
		{name: "one that writes", as: "u", line: "QUERY /rpc/note", body: `{"line":"x"}`, status: 405, want: `{"code":"25006","details":null,"hint":null,"message":"cannot execute INSERT in a read-only transaction"}`},
		{name: "in another format", line: "QUERY /peaks", body: "<q/>", headers: []string{"Content-Type", "text/xml"}, status: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Content-Type not acceptable: text/xml"}`},
		{name: "announced", line: "OPTIONS /peaks", status: 200, header: []string{"Accept-Query", "application/x-www-form-urlencoded, application/json", "Allow", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"}},
	})
	if got := a.do("", "QUERY /rpc/whoami", ""); !strings.Contains(got.body, `"method" : "QUERY"`) {
		t.Errorf("request.method: got %s", got.body)
	}
}
