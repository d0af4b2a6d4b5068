package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, body string
		headers          []string
		check            func(plan.Plan, plan.Call) bool
	}{
		{"by GET", "GET /rpc/add?a=1&b=2", "", nil, func(p plan.Plan, c plan.Call) bool {
			return p.ReadOnly && c.Shape == plan.Scalar && string(c.Args[1].Value) == "2" && c.Args[0].Given
		}},
		{"a default left out, settings hoisted", "POST /rpc/add", `{"a":1}`, nil, func(p plan.Plan, c plan.Call) bool {
			return len(c.Args) == 1 && !c.Args[0].Given && string(c.Rows) == `[{"a":1}]` &&
				cmp.Equal(p.Settings, []catalog.Setting{{Name: "statement_timeout", Value: "1s"}})
		}},
		{"an argument that looks like a filter", "GET /rpc/find?title=eq.x&id=gt.1", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return string(c.Args[0].Value) == "eq.x" && len(c.Tree.Where) == 1 && c.Tree.Where[0].Field.Column == "id"
		}},
		{"an argument, and a filter of its name", "GET /rpc/find?title=a&title=gt.b&title=lt.c", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return string(c.Args[0].Value) == "a" && len(c.Tree.Where) == 2
		}},
		{"a filter that an optional argument could be", "GET /rpc/add?a=1&b=gt.2", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return len(c.Args) == 1 && len(c.Tree.Where) == 1 && c.Tree.Where[0].Field.Column == "b"
		}},
		{"a computed column to sort by is no column of the answer", "GET /rpc/find?title=a&order=label", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return cmp.Equal(c.ComputedColumns, []string{"label"}) && len(c.Tree.Columns) == 7
		}},
		{"rows embed as their table's", "GET /rpc/find?title=a&select=label,authors(name)", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return c.Tree.Embeds[0].Table.Name == "authors" && cmp.Equal(c.ComputedColumns, []string{"label"}) && c.Shape == plan.RowSet
		}},
		{"a repeated variadic", "GET /rpc/sum?v=1&v=2", "", nil, func(_ plan.Plan, c plan.Call) bool {
			return c.Args[0].Variadic && string(c.Args[0].Value) == `{"1","2"}`
		}},
		{"a form", "POST /rpc/add", "a=1", []string{"Content-Type", parse.Form}, func(_ plan.Plan, c plan.Call) bool {
			return c.Args[0].Given && string(c.Args[0].Value) == "1"
		}},
		{"the whole body", "POST /rpc/take", `{"a":1}`, nil, func(p plan.Plan, c plan.Call) bool {
			return c.Whole != nil && string(c.Whole.Value) == `{"a":1}` && !p.ReadOnly
		}},
		{"nothing comes back", "POST /rpc/forget", ``, nil, func(p plan.Plan, c plan.Call) bool {
			return c.Shape == plan.Void && p.Format.Body == plan.Nothing
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := mustDecide(t, test.line, test.body, test.headers...)
			if c := p.Action.(plan.Call); !test.check(p, c) {
				t.Errorf("got %+v\n%+v", p, c)
			}
		})
	}
}
