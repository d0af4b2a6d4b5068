package plan_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
)

// decide parses and plans "METHOD /path".
func decide(t *testing.T, o plan.Options, line, body string, headers ...string) (plan.Plan, error) {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, strings.ReplaceAll(target, " ", "%20"), nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	request, err := parse.Read(r, []byte(body))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return plan.Make(request, plantest.Library(), o)
}

func mustDecide(t *testing.T, line, body string, headers ...string) plan.Plan {
	t.Helper()
	p, err := decide(t, plan.Options{Hoisted: []string{"statement_timeout"}, Described: true}, line, body, headers...)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, body string
		headers          []string
		want             fault.Fault
	}{
		{
			"schema", "GET /books", "",
			[]string{"Accept-Profile", "private"},
			fault.Fault{Code: "PGRST106", Status: 406, Message: "Invalid schema: private", Hint: "Only the following schemas are exposed: api"},
		},
		{
			"table", "GET /bookz", "", nil,
			fault.Fault{Code: "PGRST205", Status: 404, Message: "Could not find the table 'api.bookz' in the schema cache", Hint: "Perhaps you meant the table 'api.books'"},
		},
		{
			"root", "GET /", "", nil,
			fault.Fault{Code: "PGRST126", Status: 404, Message: "Root endpoint metadata is disabled"},
		},
		{
			"relationship", "GET /books?select=reader(*)", "", nil,
			fault.Fault{
				Code: "PGRST200", Status: 400, Message: "Could not find a relationship between 'books' and 'reader' in the schema cache",
				Details: "Searched for a foreign key relationship between 'books' and 'reader' in the schema 'api', but no matches were found.",
				Hint:    "Perhaps you meant 'readers' instead of 'reader'.",
			},
		},
		{
			"hint", "GET /books?select=authors!nobody(*)", "", nil,
			fault.Fault{
				Code: "PGRST200", Status: 400, Message: "Could not find a relationship between 'books' and 'authors' in the schema cache",
				Details: "Searched for a foreign key relationship between 'books' and 'authors' using the hint 'nobody' in the schema 'api', but no matches were found.",
			},
		},
		{
			"ambiguous", "GET /authors?select=books(*)", "", nil,
			fault.Fault{
				Code: "PGRST201", Status: 300, Message: "Could not embed because more than one relationship was found for 'authors' and 'books'",
				Details: []map[string]string{
					{"cardinality": "one-to-many", "embedding": "authors with books", "relationship": "books_author_fk using authors(id) and books(author_id)"},
					{"cardinality": "one-to-many", "embedding": "authors with books", "relationship": "books_editor_fk using authors(id) and books(editor_id)"},
				},
				Hint: "Try changing 'books' to one of the following: 'books!books_author_fk', 'books!books_editor_fk'. Find the desired relationship in the 'details' key.",
			},
		},
		{
			"filter on what is not embedded", "GET /books?authors.name=eq.x", "", nil,
			fault.Fault{Code: "PGRST108", Status: 400, Message: "'authors' is not an embedded resource in this request", Hint: "Verify that 'authors' is included in the 'select' query parameter."},
		},
		{
			"order by many", "GET /books?select=readers(*)&order=readers(name)", "", nil,
			fault.Fault{Code: "PGRST118", Status: 400, Message: "A related order on 'readers' is not possible", Details: "'books' and 'readers' do not form a many-to-one or one-to-one relationship"},
		},
		{
			"media type", "GET /books", "",
			[]string{"Accept", "image/png, text/html"},
			fault.Fault{Code: "PGRST107", Status: 406, Message: "None of these media types are available: image/png, text/html"},
		},
		{
			"strict preferences", "GET /books", "",
			[]string{"Prefer", "handling=strict, speed=high"},
			fault.Fault{Code: "PGRST122", Status: 400, Message: "Invalid preferences given with handling=strict", Details: "Invalid preferences: speed=high"},
		},
		{
			"column", "POST /books", `{"titel":"x"}`, nil,
			fault.Fault{Code: "PGRST204", Status: 400, Message: "Could not find the 'titel' column of 'books' in the schema cache"},
		},
		{
			"PUT without the key", "PUT /loans?book_id=eq.1", `{"book_id":1}`, nil,
			fault.Fault{Code: "PGRST105", Status: 405, Message: "Filters must include all and only primary key columns with 'eq' operators"},
		},
		{
			"PUT by another operator", "PUT /books?id=gt.1", `{"id":1}`, nil,
			fault.Fault{Code: "PGRST105", Status: 405, Message: "Filters must include all and only primary key columns with 'eq' operators"},
		},
		{
			"function", "POST /rpc/ad", `{}`, nil,
			fault.Fault{
				Code: "PGRST202", Status: 404, Message: "Could not find the function api.ad without parameters in the schema cache",
				Details: "Searched for the function api.ad without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
			},
		},
		{
			"arguments", "GET /rpc/add?a=1&c=2", "", nil,
			fault.Fault{
				Code: "PGRST202", Status: 404, Message: "Could not find the function api.add(a, c) in the schema cache",
				Details: "Searched for the function api.add with parameters a, c, but no matches were found in the schema cache.",
				Hint:    "Perhaps you meant to call the function api.add(a, b)",
			},
		},
		{
			"overloads", "POST /rpc/twice", `{"x":1}`, nil,
			fault.Fault{
				Code: "PGRST203", Status: 300, Message: "Could not choose the best candidate function between: api.twice(x => integer), api.twice(x => text)",
				Hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
			},
		},
		{
			"bound on one value", "POST /rpc/add", `{"a":1}`,
			[]string{"Prefer", "handling=strict, max-affected=1"},
			fault.Fault{Code: "PGRST128", Status: 400, Message: "Function must return SETOF or TABLE when max-affected preference is used with handling=strict"},
		},
		{
			"aggregates", "GET /books?select=id.sum()", "", nil,
			fault.Fault{Code: "PGRST123", Status: 400, Message: "Use of aggregate functions is not allowed"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := decide(t, plan.Options{}, test.line, test.body, test.headers...)
			got := fault.As(err)
			if diff := cmp.Diff(test.want, *got, cmp.FilterPath(func(p cmp.Path) bool {
				return p.Last().String() == ".cause" || p.Last().String() == ".Header"
			}, cmp.Ignore())); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestEmbeds(t *testing.T) {
	t.Parallel()
	type seen struct {
		Name, As, Table, Alias, Junction string
		ToOne, Inner, Spread, Hidden     bool
	}
	tests := []struct {
		name, line string
		want       seen
	}{
		{"by table", "GET /books?select=authors(*)", seen{Name: "authors", As: "books_authors_1", Table: "authors", Alias: "authors_1", ToOne: true}},
		{"by column", "GET /books?select=author_id(name)", seen{Name: "author_id", As: "books_author_id_1", Table: "authors", Alias: "authors_1", ToOne: true}},
		{"by constraint", "GET /books?select=w:books_author_fk!inner(name)", seen{Name: "w", As: "books_w_1", Table: "authors", Alias: "authors_1", ToOne: true, Inner: true}},
		{"by hint", "GET /authors?select=books!books_editor_fk()", seen{Name: "books", As: "authors_books_1", Table: "books", Alias: "books_1", Hidden: true}},
		{"through a junction", "GET /books?select=readers!loans(name)", seen{Name: "readers", As: "books_readers_1", Table: "readers", Alias: "readers_1", Junction: "loans"}},
		{"rows that refer", "GET /books?select=books(title)", seen{Name: "books", As: "books_books_1", Table: "books", Alias: "books_1"}},
		{"the row referred to", "GET /books?select=follows(title)", seen{Name: "follows", As: "books_follows_1", Table: "books", Alias: "books_1", ToOne: true}},
		{"spread", "GET /books?select=...authors(name)", seen{Name: "authors", As: "books_authors_1", Table: "authors", Alias: "authors_1", ToOne: true, Spread: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := mustDecide(t, test.line, "").Action.(plan.Read).Tree.Embeds[0]
			got := seen{
				Name: e.Name, As: e.As, Table: e.Table.Name, Alias: e.Alias,
				ToOne: e.ToOne, Inner: e.Inner, Spread: e.Spread, Hidden: e.Hidden,
			}
			if e.Junction != nil {
				got.Junction = e.Junction.Table.Name
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestSpreads(t *testing.T) {
	t.Parallel()
	p, err := decide(t, plan.Options{Aggregates: true}, "GET /books?select=title,...authors(n:name,total:id.sum(),count(),books!books_author_fk(id))", "")
	if err != nil {
		t.Fatal(err)
	}
	tree := p.Action.(plan.Read).Tree
	want := []plan.Output{
		{Column: "n", As: "n"},
		{Column: "pgrst_aggregate_1", As: "total", Aggregate: plan.Aggregate{Function: "sum"}},
		{Column: "pgrst_aggregate_2", As: "count", Aggregate: plan.Aggregate{Function: "count"}},
		{Column: "books", As: "books", JSON: true},
	}
	if diff := cmp.Diff(want, tree.Embeds[0].Outputs); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !tree.Grouped || tree.Embeds[0].Grouped {
		t.Error("the aggregates must group the books, not the one author of each")
	}
	_, err = decide(t, plan.Options{Aggregates: true}, "GET /books?select=...readers(id.count())", "")
	if got := fault.As(err); got.Code != fault.RestNotImplemented || got.Details != "Aggregates are not implemented for one-to-many or many-to-many spreads." {
		t.Errorf("of many rows: got %+v", got)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	tree := mustDecide(t, "GET /books?select=data->a->>0,t:tags->0,label,id::text&words=fts.a&title=fts.b&data->x=eq.1&nobodys=fts.a", "").Action.(plan.Read).Tree
	var got []string
	for _, c := range tree.Columns {
		text := c.Field.Column + " as " + c.As
		if c.Field.ToJSON {
			text += " from JSON"
		}
		got = append(got, text)
	}
	want := []string{"data as a", "tags as t from JSON", "label as ", "id as id"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns (-want +got)\n%s", diff)
	}
	if tree.Where[0].ToVector || !tree.Where[1].ToVector || tree.Where[2].Field.ToJSON || tree.Where[3].ToVector {
		t.Errorf("got %+v: only the text needs a vector, and jsonb no conversion", tree.Where)
	}
}

func TestConditionsOfEmbeds(t *testing.T) {
	t.Parallel()
	p := mustDecide(t, "GET /books?select=authors(name),l:readers()&authors.name=eq.a&l=is.null&id=eq.1&readers.limit=2&l.order=name", "")
	tree := p.Action.(plan.Read).Tree
	if len(tree.Where) != 2 || tree.Where[0].Embed != tree.Embeds[1] || !tree.Where[0].Not {
		t.Errorf("root: got %+v", tree.Where)
	}
	if len(tree.Embeds[0].Where) != 1 {
		t.Errorf("authors: got %+v", tree.Embeds[0].Where)
	}
	if readers := tree.Embeds[1]; readers.Rows.Limit != 2 || len(readers.Order) != 1 {
		t.Errorf("readers, by its table's name: got %+v %+v", readers.Rows, readers.Order)
	}
	if len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "Update `readers` to `l`") {
		t.Errorf("warnings: got %q", p.Warnings)
	}
}

func TestConditionsOfAWriteChooseItsRows(t *testing.T) {
	t.Parallel()
	p := mustDecide(
		t, "PATCH /books?id=eq.1&or=(title.eq.a,title.eq.b)&select=id,authors(name)&authors.name=eq.x&limit=1", `{"title":"b"}`,
		"Prefer", "return=representation",
	)
	w := p.Action.(plan.Write)
	if len(w.Where) != 2 || len(w.Tree.Where) != 0 || len(w.Tree.Embeds[0].Where) != 1 {
		t.Errorf("got %d, %d and %d conditions", len(w.Where), len(w.Tree.Where), len(w.Tree.Embeds[0].Where))
	}
	if diff := cmp.Diff([]string{"author_id", "id"}, w.Returning); diff != "" {
		t.Errorf("returning: (-want +got)\n%s", diff)
	}
	if w.Tree.Rows.Limited {
		t.Error("a write's answer is limited")
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, body, prefer string
		check                    func(plan.Plan, plan.Write) bool
	}{
		{"minimal returns nothing", "POST /books", `{"title":"a"}`, "", func(_ plan.Plan, w plan.Write) bool {
			return w.Returning == nil && w.Conflict == nil && w.Cells[0] == plan.Cell{Name: "title", Type: "text"}
		}},
		{"headers-only needs the key", "POST /loans", `{"book_id":1}`, "return=headers-only", func(_ plan.Plan, w plan.Write) bool {
			return cmp.Equal(w.Key, []string{"book_id", "reader_id"}) && cmp.Equal(w.Returning, w.Key)
		}},
		{"defaults", "POST /books?columns=id,title", `{}`, "missing=default", func(p plan.Plan, w plan.Write) bool {
			return w.Cells[0].Default == "nextval('api.s')" && w.Cells[1].Default == "" && p.Applied == "missing=default"
		}},
		{"merge by the key", "POST /books", `{"id":1}`, "resolution=merge-duplicates", func(p plan.Plan, w plan.Write) bool {
			return w.Conflict.Merge && cmp.Equal(w.Conflict.Columns, []string{"id"}) && p.Applied == "resolution=merge-duplicates"
		}},
		{"ignore by other columns", "POST /books?on_conflict=title", `{"id":1}`, "resolution=ignore-duplicates", func(_ plan.Plan, w plan.Write) bool {
			return !w.Conflict.Merge && cmp.Equal(w.Conflict.Columns, []string{"title"})
		}},
		{"nothing to conflict with", "POST /notes", `{"text":"a"}`, "resolution=merge-duplicates", func(p plan.Plan, w plan.Write) bool {
			return w.Conflict == nil && p.Applied == ""
		}},
		{"an insert takes no filters", "POST /books?id=eq.1", `{"title":"a"}`, "", func(_ plan.Plan, w plan.Write) bool {
			return len(w.Where) == 0
		}},
		{"PUT filters its payload", "PUT /books?id=eq.1", `{"id":1}`, "", func(_ plan.Plan, w plan.Write) bool {
			return len(w.Where) == 1 && w.Conflict.Merge
		}},
		{"a strict bound", "DELETE /books?id=eq.1", "", "handling=strict, max-affected=1", func(p plan.Plan, _ plan.Write) bool {
			return *p.MaxAffected == 1 && p.Applied == "handling=strict, max-affected=1"
		}},
		{"a lenient bound is none", "DELETE /books?id=eq.1", "", "handling=lenient, max-affected=1", func(p plan.Plan, _ plan.Write) bool {
			return p.MaxAffected == nil && p.Applied == "handling=lenient"
		}},
		{"tx is ours", "DELETE /books?id=eq.1", "", "tx=rollback", func(p plan.Plan, _ plan.Write) bool {
			return !p.Rollback && p.Applied == "" && !p.ReadOnly
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := mustDecide(t, test.line, test.body, "Prefer", test.prefer)
			if w := p.Action.(plan.Write); !test.check(p, w) {
				t.Errorf("got %+v\n%+v", p, w)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	o := plan.Options{MaxRows: 10, TxOverride: true, Rollback: true}
	p, err := decide(t, o, "GET /books?select=readers(*)&limit=50&readers.limit=3", "", "Prefer", "tx=commit")
	if err != nil {
		t.Fatal(err)
	}
	tree := p.Action.(plan.Read).Tree
	if tree.Rows.Limit != 10 || tree.Embeds[0].Rows.Limit != 3 {
		t.Errorf("limits: got %+v and %+v", tree.Rows, tree.Embeds[0].Rows)
	}
	if p.Rollback || p.Applied != "tx=commit" {
		t.Errorf("tx=commit: got rollback %v, applied %q", p.Rollback, p.Applied)
	}
	if p, _ := decide(t, o, "GET /books", ""); !p.Rollback {
		t.Error("without tx the operator's rollback must hold")
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"OPTIONS /":           "OPTIONS,GET,HEAD",
		"OPTIONS /books":      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
		"OPTIONS /notes":      "OPTIONS,GET,HEAD,POST,PATCH,DELETE",
		"OPTIONS /rpc/add":    "OPTIONS,GET,HEAD,POST",
		"OPTIONS /rpc/forget": "OPTIONS,POST",
	} {
		if got := mustDecide(t, line, "").Action.(plan.Info).Allow; got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]plan.Format{
		"*/*":                          {Body: plan.Array, ContentType: "application/json; charset=utf-8"},
		"application/vnd.pgrst.object": {Body: plan.Object, ContentType: "application/vnd.pgrst.object+json; charset=utf-8", Singular: true},
		"application/vnd.pgrst.array+json;nulls=stripped": {
			Body: plan.Array, ContentType: "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8", Stripped: true,
		},
		"image/png, text/csv": {Body: plan.CSV, ContentType: "text/csv; charset=utf-8", Header: []string{"id", "title", "author_id", "follows", "data", "tags", "words"}},
	} {
		if got := mustDecide(t, "GET /books", "", "Accept", accept).Format; !cmp.Equal(got, want) {
			t.Errorf("%s: got %+v, want %+v", accept, got, want)
		}
	}
	if got := mustDecide(t, "HEAD /books", "").Format; got.Body != plan.Nothing || got.ContentType == "" {
		t.Errorf("HEAD: got %+v, want a type without a body", got)
	}
}

func BenchmarkMake(b *testing.B) {
	r := httptest.NewRequest("GET", "/books?select=id,title,authors(name)&id=eq.1&order=title&limit=25", nil)
	request, err := parse.Read(r, nil)
	if err != nil {
		b.Fatal(err)
	}
	snapshot := plantest.Library()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.Make(request, snapshot, plan.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
