package plan_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
)

func api(name string) plan.Name { return plan.Name{Schema: "api", Name: name} }

// handling is the library with handlers: for the authors as vCards, for notes as
// anything, and for any rows as pages and, in place of ours, as CSV.
func handling() *catalog.Snapshot {
	s := plantest.Library()
	s.Handlers = map[catalog.Handled]catalog.Handler{
		{Table: api("authors"), Media: "text/vcard"}: {Function: api("vcards"), Media: "text/vCard"},
		{Table: api("notes"), Media: "*/*"}:          {Function: api("anything"), Media: "*/*", Binary: true},
		{Media: "text/html"}:                         {Function: api("pages"), Media: "text/html"},
		{Media: "text/csv"}:                          {Function: api("sheet"), Media: "text/csv"},
	}
	add := func(name, domain, base string, set bool) {
		s.Functions[api(name)] = []*catalog.Function{{Name: api(name), Volatility: catalog.Stable, Returns: catalog.Returns{
			Type: plan.Name{Schema: "pg_catalog", Name: base}, Domain: api(domain), Alias: true, Set: set,
		}}}
	}
	add("photo", "image/PNG", "bytea", false)
	add("letter", "text/plain", "text", false)
	add("letters", "text/plain", "text", true)
	add("blob", "*/*", "text", false)
	add("price", "money/", "numeric", false)
	return s
}

func format(t *testing.T, o plan.Options, line, accept string) (plan.Plan, error) {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, target, nil)
	r.Header.Set("Accept", accept)
	r.Header.Set("Prefer", "return=representation")
	request, err := parse.Read(r, []byte("{}"))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return plan.Make(request, handling(), o)
}

func TestHandlers(t *testing.T) {
	t.Parallel()
	const utf8 = "; charset=utf-8"
	of := func(kind string, h plan.Handler) plan.Format {
		return plan.Format{Body: plan.Custom, ContentType: kind, Handler: &h}
	}
	pages := of("text/html", plan.Handler{Aggregate: api("pages")})
	sheet := of("text/csv"+utf8, plan.Handler{Aggregate: api("sheet")})
	vcards := of("text/vCard", plan.Handler{Aggregate: api("vcards"), Of: api("authors")})
	octets := of("application/octet-stream", plan.Handler{Aggregate: api("anything"), Of: api("notes"), Binary: true})
	list := plan.Format{Body: plan.Array, ContentType: parse.JSON + utf8}
	tests := []struct {
		name, line, accept string
		want               plan.Format
	}{
		{"of a table", "GET /authors", "Text/VCard", vcards},
		{"of a table, after a write", "POST /authors", "text/vcard", vcards},
		{"of a table, with a filter", "GET /authors?id=eq.1&order=name&limit=1", "text/vcard", vcards},
		{"of a table, whose rows a function returns", "GET /rpc/find?title=a", "text/html", pages},
		{"of any rows", "GET /books?select=id,authors(name)", "text/html", pages},
		{"of any rows, in place of ours", "GET /books", "text/csv", sheet},
		{"of one value", "GET /rpc/price", "text/html", pages},
		{"of a table, as anything", "GET /notes", "audio/ogg", octets},
		{"as anything goes before JSON", "GET /notes", "application/json", octets},
		{"as anything goes not before the types of PostgREST's own", "GET /notes", "application/vnd.pgrst.array;nulls=stripped", plan.Format{
			Body: plan.Array, ContentType: parse.Array + ";nulls=stripped" + utf8, Stripped: true,
		}},
		{"as anything needs whole rows", "GET /notes?select=text", "*/*", list},
		{"a value's own type", "GET /rpc/photo", "image/png, */*", of("image/PNG", plan.Handler{Binary: true})},
		{"a value's own text", "GET /rpc/letter", "text/plain", of("text/plain"+utf8, plan.Handler{})},
		{"a value that is anything", "GET /rpc/blob", "audio/ogg", of("application/octet-stream", plan.Handler{})},
		{"a value's own type is not what anything means", "GET /rpc/photo", "*/*", list},
		{"the first that there is", "GET /authors", "audio/ogg, text/vcard;q=0.2, text/html;q=0.3", pages},
		{"without a body", "HEAD /authors", "text/vcard", plan.Format{ContentType: "text/vCard", Handler: vcards.Handler}},
		{"geometry", "GET /books", "application/geo+json", plan.Format{Body: plan.GeoJSON, ContentType: "application/geo+json" + utf8}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := format(t, plan.Options{}, test.line, test.accept)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, p.Format); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestNoHandler(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, line, accept, listed string }{
		{"of another table", "GET /books", "text/vcard", "text/vcard"},
		{"of chosen columns", "GET /authors?select=name", "text/vcard", "text/vcard"},
		{"of more than all columns", "GET /authors?select=*,name", "text/vcard", "text/vcard"},
		{"of rows with embeds", "GET /authors?select=*,books!books_author_fk()", "text/vcard", "text/vcard"},
		{"several values", "GET /rpc/letters", "text/plain", "text/plain"},
		{"a domain that is no media type", "GET /rpc/price", "money/", "money/"},
		{"plain text of a number", "GET /rpc/add?a=1", "text/plain, image/*;q=0.5", "text/plain, image/*"},
		{"plans, unless they are on", "GET /books", "application/vnd.pgrst.plan;options=wal", `application/vnd.pgrst.plan+text; for="application/json"; options=wal`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := format(t, plan.Options{}, test.line, test.accept)
			want := "None of these media types are available: " + test.listed
			if err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

func TestPlanFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, accept string
		body               plan.Body
		kind               string
		explain            plan.Explain
	}{
		{"of JSON, as text", "GET /books", "application/vnd.pgrst.plan", plan.Array, `application/vnd.pgrst.plan+text; for="application/json"`, plan.Explain{}},
		{"of an object, which need not be one", "GET /books", parse.PlanJSON + `; for="` + parse.Object + `"; options=buffers|analyze`, plan.Object, parse.PlanJSON + `; for="` + parse.Object + `"; options=analyze|buffers`, plan.Explain{JSON: true, Options: []string{"analyze", "buffers"}}},
		{"of a handler", "GET /authors", parse.PlanJSON + `; for="text/vcard"`, plan.Custom, parse.PlanJSON + `; for="text/vcard"`, plan.Explain{JSON: true}},
		{"of bytes", "GET /rpc/photo", parse.PlanJSON + `; for="image/png"`, plan.Custom, parse.PlanJSON + `; for="image/png"`, plan.Explain{JSON: true}},
		{"of no body", "HEAD /books", parse.PlanJSON, plan.Nothing, parse.PlanJSON + `; for="application/json"`, plan.Explain{JSON: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := format(t, plan.Options{ExplainEnabled: true}, test.line, test.accept)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Format; got.Body != test.body || got.ContentType != test.kind+"; charset=utf-8" || got.Singular {
				t.Errorf("got %+v, want %s of %v", got, test.kind, test.body)
			}
			if h := p.Format.Handler; h != nil && h.Binary {
				t.Error("bytes would be written out")
			}
			if diff := cmp.Diff(&test.explain, p.Format.Explain); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if p.Estimates(plan.Result{}) {
				t.Error("a plan was estimated")
			}
		})
	}
	for _, accept := range []string{`application/vnd.pgrst.plan;for="application/vnd.pgrst.plan"`, `application/vnd.pgrst.plan;for="text/none"`} {
		if _, err := format(t, plan.Options{ExplainEnabled: true}, "GET /books", accept); err == nil {
			t.Errorf("%s: made a plan of what cannot be made", accept)
		}
	}
}
