package parse_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// read parses a request written as "METHOD /path".
func read(t *testing.T, line, body string, headers ...string) (parse.Request, error) {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, strings.ReplaceAll(target, " ", "%20"), strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return parse.Read(r, []byte(body))
}

func mustRead(t *testing.T, line, body string, headers ...string) parse.Request {
	t.Helper()
	request, err := read(t, line, body, headers...)
	if err != nil {
		t.Fatalf("%s: %v (%+v)", line, err, fault.As(err))
	}
	return request
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	column := func(name string) parse.Item { return parse.Item{Field: parse.Field{Name: name}} }
	tests := []struct {
		name, text string
		want       []parse.Item
	}{
		{"absent is all", "", []parse.Item{column("*")}},
		{"empty is all", "select=", []parse.Item{column("*")}},
		{"columns with spaces", "select=id, full name ,a-b", []parse.Item{column("id"), column("full name"), column("a-b")}},
		{"quoted", `select="a,b","a\"b"`, []parse.Item{column("a,b"), column(`a"b`)}},
		{"alias and cast", "select=n:id::text", []parse.Item{{Alias: "n", Field: parse.Field{Name: "id"}, Cast: "text"}}},
		{"JSON path", "select=data->a->>-1", []parse.Item{{Field: parse.Field{
			Name: "data", Path: []parse.Step{{Key: "a"}, {Text: true, Index: true, Key: "-1"}},
		}}}},
		{"a key that begins as a number", "select=data->0xy1", []parse.Item{{Field: parse.Field{
			Name: "data", Path: []parse.Step{{Key: "0xy1"}},
		}}}},
		{"embed", "select=id,a:books!author_fk!inner(title,reviews(*))", []parse.Item{column("id"), {
			Kind: parse.Embed, Alias: "a", Relation: "books", Hint: "author_fk", Join: parse.Inner,
			Items: []parse.Item{column("title"), {Kind: parse.Embed, Relation: "reviews", Items: []parse.Item{column("*")}}},
		}}},
		{"the join before the hint", "select=books!left!fk()", []parse.Item{
			{Kind: parse.Embed, Relation: "books", Hint: "fk", Join: parse.Left},
		}},
		{"spread", "select=...author(name)", []parse.Item{
			{Kind: parse.Spread, Relation: "author", Items: []parse.Item{column("name")}},
		}},
		{"aggregates", "select=n:count()::text,price.sum()", []parse.Item{
			{Alias: "n", Field: parse.Field{Name: "*"}, Aggregate: "count", AggregateCast: "text"},
			{Field: parse.Field{Name: "price"}, Aggregate: "sum"},
		}},
		{"the first of two", "select=id&select=name", []parse.Item{column("id")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := mustRead(t, "GET /books?"+strings.ReplaceAll(test.text, " ", "%20"), "")
			same(t, request.Items, test.want)
		})
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want parse.Test
	}{
		{"eq.1", parse.Test{Op: "eq", Value: "1"}},
		{"not.eq.1.5", parse.Test{Not: true, Op: "eq", Value: "1.5"}},
		{"gte(any).{1,2}", parse.Test{Op: "gte", Any: true, Value: "{1,2}"}},
		{"like(all).{*a*,b}", parse.Test{Op: "like", All: true, Value: "{*a*,b}"}},
		{"isdistinct.x", parse.Test{Op: "isdistinct", Value: "x"}},
		{"is.NoT_NuLl", parse.Test{Op: "is", Value: "not_null"}},
		{"in.()", parse.Test{Op: "in"}},
		{`in.(1,"a,b",c d)`, parse.Test{Op: "in", Values: []string{"1", "a,b", "c d"}}},
		{`in.(Double"Quote")`, parse.Test{Op: "in", Values: []string{`Double"Quote"`}}},
		{"fts.cat", parse.Test{Op: "fts", Value: "cat"}},
		{"wfts(french).chat noir", parse.Test{Op: "wfts", Language: "french", Value: "chat noir"}},
		{"imatch.^a", parse.Test{Op: "imatch", Value: "^a"}},
		{"nxl.(1,2)", parse.Test{Op: "nxl", Value: "(1,2)"}},
		{"eq.", parse.Test{Op: "eq"}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			escaped := parse.Escape(test.text)
			request := mustRead(t, "GET /t?a.b->c="+escaped, "")
			if len(request.Filters) != 1 {
				t.Fatalf("got %d filters", len(request.Filters))
			}
			got := request.Filters[0]
			same(t, got.Test, test.want)
			same(t, got.Path, []string{"a"})
			same(t, got.Field, parse.Field{Name: "b", Path: []parse.Step{{Key: "c"}}})
		})
	}
}

func TestLogic(t *testing.T) {
	t.Parallel()
	leaf := func(name, op, value string) parse.Logic {
		return parse.Logic{Filter: &parse.Filter{
			Field: parse.Field{Name: name}, Test: parse.Test{Op: op, Value: value},
		}}
	}
	tests := []struct {
		name, text string
		want       parse.Logic
	}{
		{"or", "or=(a.eq.1,b.gt.2)", parse.Logic{Or: true, Of: []parse.Logic{leaf("a", "eq", "1"), leaf("b", "gt", "2")}}},
		{"not and embed", "x.not.and=(a.eq.1)", parse.Logic{Path: []string{"x"}, Not: true, Of: []parse.Logic{leaf("a", "eq", "1")}}},
		{"nested with blanks", "and=( a.eq.1 , not.or( b.eq.2,a.eq.3 ) )", parse.Logic{Of: []parse.Logic{
			leaf("a", "eq", "1 "), {Not: true, Or: true, Of: []parse.Logic{leaf("b", "eq", "2"), leaf("a", "eq", "3 ")}},
		}}},
		{"arrays and quotes", `or=(a.cs.{1,2},b.eq."x,)y")`, parse.Logic{Or: true, Of: []parse.Logic{
			leaf("a", "cs", "{1,2}"), leaf("b", "eq", "x,)y"),
		}}},
		{"a bracket too many", "or=(a.eq.1)) ", parse.Logic{Or: true, Of: []parse.Logic{leaf("a", "eq", "1")}}},
		{"columns that begin like operators", "or=(and_a.eq.1,or_b.eq.2)", parse.Logic{Or: true, Of: []parse.Logic{
			leaf("and_a", "eq", "1"), leaf("or_b", "eq", "2"),
		}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := mustRead(t, "GET /t?"+strings.ReplaceAll(test.text, " ", "%20"), "")
			same(t, request.Logic, []parse.Logic{test.want})
		})
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	request := mustRead(t, "GET /t?order=a.desc.nullslast,b->0.asc,rel(c).nullsfirst&x.order=d", "")
	same(t, request.Order, []parse.Order{
		{Terms: []parse.OrderTerm{
			{Field: parse.Field{Name: "a"}, Directed: true, Descending: true, Nulls: "last"},
			{Field: parse.Field{Name: "b", Path: []parse.Step{{Index: true, Key: "0"}}}, Directed: true},
			{Relation: "rel", Field: parse.Field{Name: "c"}, Nulls: "first"},
		}},
		{Path: []string{"x"}, Terms: []parse.OrderTerm{{Field: parse.Field{Name: "d"}}}},
	})
}

// TestRefusals has exactly the messages of PostgREST, which its users match.
func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, line, code, message, details string }{
		{
			"operator", "GET /t?a=noop.0", fault.RestBadQuery,
			`"failed to parse filter (noop.0)" (line 1, column 1)`,
			`unexpected "o" expecting "not" or operator (eq, gt, ...)`,
		},
		{
			"quantifier", "GET /t?a=eq().value", fault.RestBadQuery,
			`"failed to parse filter (eq().value)" (line 1, column 4)`,
			`unexpected ")" expecting operator (eq, gt, ...)`,
		},
		{
			"order", "GET /t?order=id.asc.nullslasttt", fault.RestBadQuery,
			`"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)`,
			`unexpected 't' expecting "," or end of input`,
		},
		{
			"direction", "GET /t?order=id.ac", fault.RestBadQuery,
			`"failed to parse order (id.ac)" (line 1, column 4)`,
			`unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"`,
		},
		{
			"JSON key", "GET /t?select=data->(!@_d", fault.RestBadQuery,
			`"failed to parse select parameter (data->(!@_d)" (line 1, column 7)`,
			`unexpected "(" expecting "-", digit or any non reserved character different from: .,>()`,
		},
		{
			"JSON index", "GET /t?select=data->>--34", fault.RestBadQuery,
			`"failed to parse select parameter (data->>--34)" (line 1, column 9)`,
			`unexpected "-" expecting digit`,
		},
		{
			"columns", "POST /t?columns=", fault.RestBadQuery,
			`"failed to parse columns parameter ()" (line 1, column 1)`,
			`unexpected end of input expecting field name (* or [a..z0..9_$])`,
		},
		{
			"logic", "GET /t?or=()", fault.RestBadQuery,
			`"failed to parse logic tree (())" (line 1, column 4)`,
			`unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)`,
		},
		{
			"logic operator", "GET /t?or=(id.eq.1,not.xor(id.eq.2,id.eq.3))", fault.RestBadQuery,
			`"failed to parse logic tree ((id.eq.1,not.xor(id.eq.2,id.eq.3)))" (line 1, column 16)`,
			`unexpected "x" expecting logic operator (and, or)`,
		},
		{
			"brackets", "GET /t?select=id,clients(name[])", fault.RestBadQuery,
			`"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)`,
			`unexpected '[' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input`,
		},
		{"path", "GET /a/b/c", fault.RestBadPath, "Invalid path specified in request URL", ""},
		{"path with a slash at its end", "GET /a/", fault.RestBadPath, "Invalid path specified in request URL", ""},
		{"path with a slash too many", "GET //a", fault.RestBadPath, "Invalid path specified in request URL", ""},
		{"RPC method", "DELETE /rpc/f", fault.RestBadRPCMethod, "Cannot use the DELETE method on RPC", ""},
		{"method", "TRACE /t", fault.RestBadMethod, "Unsupported HTTP method: TRACE", ""},
		{"limit", "GET /t?limit=-1", fault.RestBadRange, "Requested range not satisfiable", "Limit should be greater than or equal to zero."},
		{"limited PUT", "PUT /t?limit=1", fault.RestPutLimited, "limit/offset querystring parameters are not allowed for PUT", ""},
		{"no UTF-8", "GET /t?a=eq.%ff", fault.RestBadQuery, "The query string is not valid UTF-8", ""},
		{"NUL", "GET /t?a=eq.%00", fault.RestBadQuery, "The query string is not valid UTF-8", ""},
		{
			"too many terms", "GET /t?or=(" + strings.Repeat("a.eq.1,", 6000) + "a.eq.1)", fault.RestBadQuery,
			"The query string has more than 5000 terms", "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, test.line, "{}")
			got := fault.As(err)
			details, _ := got.Details.(string)
			if got.Code != test.code || got.Message != test.message || details != test.details {
				t.Errorf("got  %s %s / %s\nwant %s %s / %s", got.Code, got.Message, details, test.code, test.message, test.details)
			}
		})
	}
}

func TestErrorsRepeatLittle(t *testing.T) {
	t.Parallel()
	_, err := read(t, "GET /t?a="+strings.Repeat("x", 100_000), "")
	if got := len(fault.As(err).Message); got > 3000 {
		t.Errorf("got a message of %d bytes", got)
	}
}

func TestDeepNestingIsRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"GET /t?select=" + strings.Repeat("a(", 5000),
		"GET /t?or=(" + strings.Repeat("and(", 5000),
	} {
		_, err := read(t, line, "")
		if code := fault.As(err).Code; code != fault.RestBadQuery {
			t.Errorf("%.20s…: got %s, want %s", line, code, fault.RestBadQuery)
		}
	}
}

func TestBracketsInTextAreNoNesting(t *testing.T) {
	t.Parallel()
	mustRead(t, "POST /t", `{"text":"`+strings.Repeat(`\"[{(`, 600)+`"}`)
	if _, err := read(t, "GET /t?a=cs."+strings.Repeat("{", 600), ""); err == nil {
		t.Error("a value of 600 open brackets was let through")
	}
}

func TestEmbedsAreBounded(t *testing.T) {
	t.Parallel()
	mustRead(t, "GET /t?select="+strings.Repeat("a(b()),", 49)+"c()", "")
	_, err := read(t, "GET /t?select="+strings.Repeat("a(b()),", 51)+"c()", "")
	if got := fault.As(err); got.Code != fault.RestBadQuery {
		t.Errorf("got %v, want %s", err, fault.RestBadQuery)
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, header string
		want               parse.Rows
	}{
		{"none", "GET /t", "", parse.Rows{}},
		{"limit and offset", "GET /t?limit=5&offset=10", "", parse.Rows{Offset: 10, Limited: true, Limit: 5}},
		{"no rows", "GET /t?limit=0", "", parse.Rows{Limited: true}},
		{"header", "GET /t", "5-9", parse.Rows{Offset: 5, Limited: true, Limit: 5}},
		{"open header", "GET /t", "5-", parse.Rows{Offset: 5}},
		{"both", "GET /t?limit=3", "0-1", parse.Rows{Limited: true, Limit: 2}},
		{"a range of something else", "GET /t", "bytes=0-1", parse.Rows{}},
		{"only for GET", "HEAD /t", "0-1", parse.Rows{}},
		{"negative offset", "GET /t?offset=-4", "", parse.Rows{}},
		{"no number", "GET /t?limit=x", "", parse.Rows{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			same(t, mustRead(t, test.line, "", "Range", test.header).Rows, test.want)
		})
	}
	if _, err := read(t, "GET /t", "", "Range", "5-2"); fault.As(err).Code != fault.RestBadRange {
		t.Errorf("a reversed range: got %v", err)
	}
}

func TestPrefer(t *testing.T) {
	t.Parallel()
	request := mustRead(
		t, "GET /t", "",
		"Prefer", "return=representation, count=exact,bogus", "Prefer", "return=minimal",
		"Prefer", "max-affected=3,handling=strict", "Prefer", "timezone=Africa/Casablanca",
	)
	three := int64(3)
	same(t, request.Prefer, parse.Prefer{
		Return: "representation", Count: "exact", Handling: "strict", Timezone: new("Africa/Casablanca"),
		MaxAffected: &three, Unknown: []string{"bogus"},
	})
}

func TestCallByGet(t *testing.T) {
	t.Parallel()
	request := mustRead(t, "GET /rpc/f?name=Ali&id=eq.1&n=2", "")
	same(t, request.Params, []parse.Param{{Name: "name", Value: "Ali"}, {Name: "n", Value: "2"}})
	if len(request.Filters) != 1 || request.Filters[0].Raw != "eq.1" {
		t.Errorf("got %+v, want the one filter", request.Filters)
	}
	if _, err := read(t, "GET /t?name=Ali", ""); err == nil {
		t.Error("a table took a value without an operator")
	}
}

func TestRequestSettings(t *testing.T) {
	t.Parallel()
	request := mustRead(t, "GET /t?x=is.null", "", "X-Name", "é\xff", "Cookie", "a=1; b=2")
	same(t, string(request.Cookies), `{"a":"1","b":"2"}`)
	if got := string(request.Headers); !strings.Contains(got, `"x-name":"é`) || strings.Contains(got, "cookie") || strings.Contains(got, "\xff") {
		t.Errorf("got %s", got)
	}
	same(t, request.Path, "/t")
	same(t, request.Canonical, "x=is.null")
}

func BenchmarkRead(b *testing.B) {
	r := httptest.NewRequest(http.MethodGet, "/reviews?select=id,author,rating,content&approved=eq.true&order=created_at.desc&limit=25", nil)
	r.Header.Set("Accept", "*/*")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parse.Read(r, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadBulk(b *testing.B) {
	body := "[" + strings.Repeat(`{"id":1,"author":"A","content":"some text here"},`, 999) + `{"id":1,"author":"A","content":"x"}]`
	r := httptest.NewRequest(http.MethodPost, "/reviews", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parse.Read(r, []byte(body)); err != nil {
			b.Fatal(err)
		}
	}
}
