package rest_test

import (
	"testing"
)

// TestAnArrayIsTheArgument of a function of one unnamed JSON argument, whatever is in it.
func TestAnArrayIsTheArgument(t *testing.T) {
	t.Parallel()
	a := with(t, `
		create function api.same(json) returns json immutable language sql as $$ select $1 $$;
		create function api.sameb(jsonb) returns jsonb immutable language sql as $$ select $1 $$;
		create function api.both(json) returns json immutable language sql as $$ select json_build_object('whole', $1) $$;
		create function api.both(a int) returns json immutable language sql as $$ select to_json(a) $$;`)
	for _, function := range []string{"same", "sameb"} {
		for _, body := range []string{`[1,2]`, `[null]`, `[[1]]`, `[{"a":1},{"b":2}]`, `[]`, `[{"a":1},2]`, `[{}]`, `{"a":1}`, `"x"`, `null`, `1`, `[true,"x",[{"a":[]}]]`} {
			if got := a.do("", "POST /rpc/"+function, body); got.StatusCode != 200 || !sameJSON(got.body, body) {
				t.Errorf("%s of %s: got %d %s", function, body, got.StatusCode, got.body)
			}
		}
	}
	a.run([]testCase{
		{name: "the whole where there is another overload", line: "POST /rpc/both", body: `[1,2]`, status: 200, want: `{"whole":[1,2]}`},
		{name: "the argument", line: "POST /rpc/both", body: `{"a":1}`, status: 200, want: `1`},
		{name: "no such function", line: "POST /rpc/add", body: `[{"a":1},{"b":2}]`, status: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}`},
		{name: "a table", as: "u", line: "POST /huts", body: `[1,2]`, status: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}`},
		{name: "broken", line: "POST /rpc/same", body: `[1,`, status: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}`},
	})
}
