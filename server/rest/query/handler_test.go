package query_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

func TestBodies(t *testing.T) {
	t.Parallel()
	api := func(name string) plan.Name { return plan.Name{Schema: "api", Name: name} }
	custom := func(h plan.Handler) plan.Format { return plan.Format{Body: plan.Custom, Handler: &h} }
	tests := []struct {
		name, line string
		format     plan.Format
		want       string // the page's count and the body
	}{
		{"an aggregate over any rows", "GET /books", custom(plan.Handler{Aggregate: api("pages")}), `count(*), "api"."pages"("_t".*)`},
		{"an aggregate over a table's rows", "GET /books", custom(plan.Handler{Aggregate: api("cards"), Of: api("books")}), `count(*), "api"."cards"(("_t".*)::"api"."books")`},
		{"bytes of an aggregate", "GET /books", custom(plan.Handler{Aggregate: api("pages"), Binary: true}), `count(*), encode("api"."pages"("_t".*), 'base64')`},
		{"an aggregate over a value", "GET /rpc/add?a=1", custom(plan.Handler{Aggregate: api("pages")}), `greatest(count(*), 1), "api"."pages"("_t"."pgrst_scalar")`},
		{"a value as it is", "GET /rpc/add?a=1", custom(plan.Handler{}), `1, "_t"."pgrst_scalar"`},
		{"bytes as they are", "GET /rpc/add?a=1", custom(plan.Handler{Binary: true}), `1, encode("_t"."pgrst_scalar", 'base64')`},
		{"geometry", "GET /books", plan.Format{Body: plan.GeoJSON}, `count(*), json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson("_t".*)::json), '[]'))`},
		{"an object without nulls", "GET /rpc/find?title=a", plan.Format{Body: plan.Object, Stripped: true}, `count(*), coalesce((json_strip_nulls(json_agg("_t".*)))->0, 'null')`},
		{"nothing", "GET /books", plan.Format{}, "count(*), null"},
		{"nothing of a value, which is computed all the same", "GET /rpc/add?a=1", plan.Format{}, `greatest(count("_t"."pgrst_scalar"), 1), null`},
		{"nothing at all", "GET /rpc/forget", plan.Format{Body: plan.Array}, `greatest(count("_t"."pgrst_scalar"), 1), null`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := decide(t, test.line, "")
			p.Format = test.format
			sql, err := query.Build(p)
			if err != nil {
				t.Fatal(err)
			}
			if want := "select null, " + test.want + ", " + tail; !strings.Contains(sql.Text, want) {
				t.Errorf("got %s\nwant %s", sql.Text, want)
			}
		})
	}
}

// The header of a CSV has the names of its rows, not those of what a write
// returns or a function has besides.
func TestCSVNamesItsRows(t *testing.T) {
	t.Parallel()
	p := decide(t, "GET /rpc/find?title=a&select=id", "", "Accept", "text/csv")
	if got := p.Format.Header; !slices.Equal(got, []string{"id"}) {
		t.Errorf("got %q", got)
	}
}

// Without limits, the rows of the page are all there are: they are counted once.
func TestTotals(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, line, want string }{
		{"without limits", "GET /books", "select count(*), count(*), "},
		{"of one value", "GET /rpc/add?a=1", "select greatest(count(*), 1), greatest(count(*), 1), "},
		{"with a limit", "GET /books?limit=2", `select (select count(*) from (select 1 from "api"."books" as "books") as counted), count(*), `},
		{"from an offset", "GET /books?offset=2", `select (select count(*) from (select 1 from "api"."books" as "books") as counted), count(*), `},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sql := build(t, test.line, "", "Prefer", "count=exact").Text
			if !strings.Contains(sql, test.want) {
				t.Errorf("got %s\nwant %s", sql, test.want)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, body string
		explain          plan.Explain
		want             string
	}{
		{"as text", "GET /books", "", plan.Explain{}, "explain (format text) "},
		{"as JSON, with all options", "GET /books", "", plan.Explain{JSON: true, Options: []string{"analyze", "verbose", "settings", "buffers", "wal"}}, "explain (format json, analyze, verbose, settings, buffers, wal) "},
		{"of a write", "PATCH /books?id=eq.1", `{"title":"x"}`, plan.Explain{}, "explain (format text) "},
		{"of a call", "POST /rpc/add", `{"a":1}`, plan.Explain{}, "explain (format text) "},
		{"with what is no option", "GET /books", "", plan.Explain{Options: []string{"costs off) drop table books --"}}, "explain (format text) "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := decide(t, test.line, test.body)
			plain, err := query.Build(p)
			if err != nil {
				t.Fatal(err)
			}
			p.Format.Explain = &test.explain
			explained, err := query.Build(p)
			if err != nil {
				t.Fatal(err)
			}
			plain.Text = test.want + plain.Text
			if diff := cmp.Diff(plain, explained); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestDecodeBodies(t *testing.T) {
	t.Parallel()
	explained := plan.Plan{Format: plan.Format{Explain: &plan.Explain{}}}
	value := plan.Plan{Format: plan.Format{Body: plan.Custom, Handler: &plan.Handler{Binary: true}}}
	row := func(body []byte) [][][]byte { return [][][]byte{{nil, []byte("1"), body, nil, nil, nil, nil}} }
	long := strings.Repeat("\x00\xff", 100)
	folded := base64.StdEncoding.EncodeToString([]byte(long))
	folded = folded[:76] + "\n" + folded[76:]
	tests := []struct {
		name string
		plan plan.Plan
		rows [][][]byte
		want string
		bad  bool
	}{
		{name: "a plan's lines", plan: explained, rows: [][][]byte{{[]byte("Aggregate")}, {[]byte("  -> Scan")}}, want: "Aggregate\n  -> Scan\n"},
		{name: "bytes", plan: value, rows: row([]byte(folded)), want: long},
		{name: "null is an empty body", plan: value, rows: row(nil)},
		{name: "a value that a limit left out", plan: value},
		{name: "no row of an aggregate", plan: plan.Plan{}, bad: true},
		{name: "no bytes", plan: value, rows: row([]byte("?")), bad: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := query.Decode(test.plan, test.rows)
			if string(got.Body) != test.want && !test.bad || (err != nil) != test.bad {
				t.Errorf("got %q, %v, want %q", got.Body, err, test.want)
			}
		})
	}
}
