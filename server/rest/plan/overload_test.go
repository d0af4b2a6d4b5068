package plan_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
)

// overload is marked by its isolation, which a plan has.
func overload(name, mark string, args ...catalog.Arg) *catalog.Function {
	return &catalog.Function{Name: api(name), Isolation: mark, Args: args, Volatility: catalog.Volatile}
}

func arg(name, kind string, required bool) catalog.Arg {
	return catalog.Arg{Name: name, Type: kind, Cast: kind, Required: required}
}

func TestOverloads(t *testing.T) {
	t.Parallel()
	s := plantest.Library()
	s.Functions = map[catalog.Name][]*catalog.Function{
		api("pick"): {
			overload("pick", "none"),
			overload("pick", "a", arg("a", "integer", true)),
			overload("pick", "a, b", arg("a", "integer", true), arg("b", "text", false), arg("c", "text", true)),
			overload("pick", "json", arg("", "json", true)),
			overload("pick", "text", arg("", "text", true)),
			overload("pick", "bytes", arg("", "bytea", true)),
		},
		api("twins"): {
			overload("twins", "", arg("x", "text", true)), overload("twins", "", arg("x", "integer", true)),
			overload("twins", "", arg("x", "bit", true), arg("y", "bit", false)),
		},
		api("needs"):    {overload("needs", "needs", arg("email", "text", true), arg("n", "integer", false))},
		api("optional"): {overload("optional", "optional", arg("x", "text", false))},
	}
	tests := []struct{ name, line, body, kind, want string }{
		{"no arguments", "GET /rpc/pick", "", "", "none"},
		{"by the names in the URL", "GET /rpc/pick?a=1", "", "", "a"},
		{"a default may stay away", "GET /rpc/pick?a=1&c=2", "", "", "a, b"},
		{"what reads like a filter is one, where a function does without", "GET /rpc/pick?a=eq.1", "", "", "none"},
		{"else it is an argument", "GET /rpc/needs?email=cs.lewis@example.org&n=gt.1", "", "", "needs"},
		{"by the keys of the body", "POST /rpc/pick", `{"a":1,"b":2,"c":3}`, parse.JSON, "a, b"},
		{"by columns=, and no other key", "POST /rpc/pick?columns=a", `{"a":1,"z":2}`, parse.JSON, "a"},
		{"an empty body is no arguments", "POST /rpc/pick", ``, parse.JSON, "none"},
		{"by a form", "POST /rpc/pick", "a=1", parse.Form, "a"},
		{"other keys: the whole body", "POST /rpc/pick", `{"z":1}`, parse.JSON, "json"},
		{"the whole text, though no argument would do", "POST /rpc/pick", "hello", parse.PlainText, "text"},
		{"the whole bytes", "POST /rpc/pick", "\x00\x01", parse.Octets, "bytes"},
		{"a body that no argument takes", "POST /rpc/optional", "x", parse.PlainText, "optional"},
		{"several", "POST /rpc/twins", `{"x":1}`, parse.JSON, "Could not choose the best candidate function between: api.twins(x => integer), api.twins(x => text), api.twins(x => bit, y => bit)"},
		{"none for the whole XML", "POST /rpc/pick", "<a/>", parse.XML, "Could not find the function api.pick in the schema cache"},
		{"too few", "GET /rpc/pick?c=1", "", "", "Could not find the function api.pick(c) in the schema cache"},
		{"a whole body is not for GET", "GET /rpc/pick?z=1", "", "", "Could not find the function api.pick(z) in the schema cache"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := picked(t, s, test.line, test.body, test.kind); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

// picked is the mark of the overload that is called, or why there is none.
func picked(t *testing.T, s *catalog.Snapshot, line, body, kind string) string {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, target, nil)
	r.Header.Set("Content-Type", kind)
	request, err := parse.Read(r, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Make(request, s, plan.Options{})
	if err != nil {
		return err.Error()
	}
	return p.Isolation
}
