package parse_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

func TestBody(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, kind, body string
		json                   string
		keys                   []string
	}{
		{"object", "POST /t", parse.JSON, ` {"b":1,"a":[{"x":"}\""}]} `, `[ {"b":1,"a":[{"x":"}\""}]} ]`, []string{"a", "b"}},
		{"array", "POST /t", parse.JSON, `[{"a":1},{"a":{}}]`, `[{"a":1},{"a":{}}]`, []string{"a"}},
		{"empty object", "POST /t", parse.JSON, `{}`, `[{}]`, nil},
		{"no rows", "POST /t", parse.JSON, `[]`, `[]`, nil},
		{"escaped keys", "POST /t", parse.JSON, `{"\u0061":1}`, `[{"\u0061":1}]`, []string{"a"}},
		{"scalar", "POST /t", parse.JSON, `5`, `[]`, nil},
		{"columns", "POST /t?columns=b,a,b", parse.JSON, `nonsense`, `nonsense`, []string{"a", "b"}},
		{"CSV", "POST /t", parse.CSV, "a,b\n1,NULL", `[{"a":"1","b":null}]`, []string{"a", "b"}},
		{"CSV of strange texts", "POST /t", parse.CSV, "\"a\"\"b\",a\n\"x\n,\",é", "[{\"a\\\"b\":\"x\\n,\",\"a\":\"é\"}]", []string{"a", `a"b`}},
		{"CSV of a header", "POST /t", parse.CSV, "a,b", `[]`, nil},
		{"form", "POST /t", parse.Form, "a=1+2&b=%41", `[{"a":"1 2","b":"A"}]`, []string{"a", "b"}},
		{"call without a body", "POST /rpc/f", parse.JSON, "", `[{}]`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := mustRead(t, test.line, test.body, "Content-Type", test.kind+"; charset=utf-8").Body
			same(t, string(got.JSON), test.json)
			same(t, got.Keys, test.keys)
		})
	}
}

func TestBodyRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, kind, body, message string }{
		{"no body", parse.JSON, "", "Empty or invalid json"},
		{"broken", parse.JSON, "}{", "Empty or invalid json"},
		{"different keys", parse.JSON, `[{"a":1},{"b":1}]`, "All object keys must match"},
		{"no objects", parse.JSON, `[{"a":1},2]`, "All object keys must match"},
		{"empty CSV", parse.CSV, "\n\n", "The CSV has no header line"},
		{"broken CSV", parse.CSV, "a\n\"", "The CSV could not be read: line 2: a quoted field has no end"},
		{"uneven CSV", parse.CSV, "a,b\n1", "All lines must have same number of fields"},
		{"too deep", parse.JSON, strings.Repeat("[", 600), "The JSON nests deeper than 500 levels"},
		{"a form of too much", parse.Form, strings.Repeat("a&", 5001), "The form has more than 5000 fields"},
		{"unknown type", "image/png", "x", "Content-Type not acceptable: image/png"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, "POST /t", test.body, "Content-Type", test.kind)
			if got := fault.As(err); got.Code != fault.RestBadBody || got.Message != test.message {
				t.Errorf("got %s %q, want %s %q", got.Code, got.Message, fault.RestBadBody, test.message)
			}
		})
	}
}

// TestCSVBomb: each line repeats the names of its columns.
func TestCSVBomb(t *testing.T) {
	t.Parallel()
	bomb := strings.Repeat("n", 1<<20) + "\n" + strings.Repeat("1\n", 1<<20)
	if _, err := read(t, "POST /t", bomb, "Content-Type", parse.CSV); fault.As(err).Status != 413 {
		t.Errorf("got %.200v, want a refusal with status 413", err)
	}
}
