package tests

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// request is any request to the table API, most of it meant, some of it not.
func (g generator) request() rawRequest {
	s := rawRequest{method: g.method()}
	call := g.in(4)
	if call {
		function := g.of(g.functions)
		g.about = g.argumentsOf[function]
		s.target = "/rpc/" + url.PathEscape(function)
	} else {
		table := g.of(g.tables)
		g.about = g.columnsOf[table]
		s.target = "/" + url.PathEscape(table)
	}
	if !g.tame && g.in(10) {
		s.target = "/" + g.of([]string{"", "rpc/"}) + url.PathEscape(g.name(g.tables))
	}
	if !g.tame && g.in(20) {
		s.target = g.path()
	}
	if query := g.query(call); query != "" {
		s.target += "?" + query
	}
	s.headers = g.headers()
	if s.method != "GET" && s.method != "HEAD" && s.method != "DELETE" || g.in(40) {
		kind := g.contentType()
		s.headers, s.body = append(s.headers, "Content-Type: "+kind), g.body(kind, call)
	}
	return s
}

func (g generator) method() string {
	if g.in(50) {
		return g.of([]string{"OPTIONS", "TRACE", "CONNECT", "BREW", "get", "G-T", "PROPFIND", "QUERY"})
	}
	return g.of([]string{"GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "PATCH", "PUT", "DELETE", "QUERY", "OPTIONS"})
}

func (g generator) path() string {
	return "/" + g.of([]string{
		"", ".", "..", "rpc", "rpc/", "rpc/x/y", "%2e%2e/%2e%2e", "a/b", "/", "//x", "rest/v1/", "rest/v1/../x", "%00", "%ff", "%", "%zz", "*", ";", "%3f", "kinds%00",
		strings.Repeat("a", 3000), strings.Repeat("%e2%82%ac", 900), strings.Repeat("/", 500), strings.Repeat("../", 300), g.escaped(g.malformed()),
	})
}

func (g generator) query(call bool) string {
	var params []string
	add := func(name, value string) { params = append(params, g.escaped(name)+"="+g.escaped(value)) }
	if g.in(2) {
		add("select", g.selection(3))
	}
	for range g.IntN(3) {
		add(g.target(), g.test(false))
	}
	if call {
		for range g.IntN(3) {
			add(g.of(g.about), g.value())
		}
	}
	for _, rare := range []func(){
		func() {
			add(g.of([]string{"or", "or", "and", "not.or", "not.and", g.name(g.tables) + ".or"}), g.tree(4))
		},
		func() { add(g.prefixed("order"), g.order()) },
		func() { add(g.prefixed("limit"), g.number()) },
		func() { add(g.prefixed("offset"), g.number()) },
		func() { add("columns", g.list()) },
		func() { add("on_conflict", g.list()) },
		func() { add(g.some([]string{"select"}), g.some([]string{"*"})) },
	} {
		if g.in(8) {
			rare()
		}
	}
	return strings.Join(params, "&")
}

func (g generator) list() string {
	return strings.Join(append(g.times(4, g.column), g.column()), g.some([]string{",", ", "}, ",,", ";"))
}

func (g generator) prefixed(word string) string {
	if g.in(9) {
		return g.name(g.tables) + "." + word
	}
	return word
}

// target is the field of a filter, in an embed now and then.
func (g generator) target() string {
	if g.in(15) {
		return g.name(g.tables) + "." + g.column()
	}
	return g.column()
}

func (g generator) selection(depth int) string {
	return strings.Join(g.times(4, func() string { return g.item(depth) }), ",")
}

func (g generator) item(depth int) string {
	alias := ""
	if g.in(6) {
		alias = g.some([]string{"a", "id", "b c", "é"}) + ":"
	}
	switch {
	case depth > 0 && g.in(3):
		return g.embed(alias, depth-1)
	case g.in(4):
		return g.some([]string{"*", "*", "*", "count()", alias + "count()::" + g.name(g.types), "*.distinct()"}, "*::text", "(", "..."+g.column())
	}
	item := alias + g.column()
	if g.in(8) {
		item += "::" + g.name(g.types)
	}
	if g.in(9) {
		item += g.some([]string{".sum()", ".avg()", ".min()", ".max()", ".count()", ".distinct()", ".count(distinct)"}, ".noop()", ".sum")
		if g.in(3) {
			item += "::" + g.name(g.types)
		}
	}
	return item
}

func (g generator) embed(alias string, depth int) string {
	table := g.of(g.tables)
	name := g.of([]string{"...", alias, alias, alias}) + g.name([]string{table}) + g.hint()
	g.about = g.columnsOf[table]
	return name + "(" + g.selection(depth) + ")"
}

func (g generator) hint() string {
	if !g.in(4) {
		return ""
	}
	return "!" + g.some([]string{"inner", "left", g.column(), g.name(g.tables), g.name(g.tables) + "!inner"}, "right")
}

var operators = []string{
	"eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "is", "in", "isdistinct", "fts", "plfts", "phfts", "wfts",
	"cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj",
}

// test is an operator and its value, which stands in quotes inside a tree.
func (g generator) test(inTree bool) string {
	op, value := g.some(operators, "noop"), g.value()
	if inTree && g.tame {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
		value = `"` + value + `"`
	}
	switch {
	case op == "in":
		value = "(" + strings.Join(g.times(4, g.number), ",") + g.some([]string{")"}, "", "))")
	case op == "is":
		value = g.some([]string{"null", "not_null", "true", "false", "unknown", "NULL"})
	case strings.HasSuffix(op, "fts") && g.in(3):
		op += "(" + g.some([]string{"english", "simple", "klingon"}, "pg_catalog.simple") + ")"
	case g.in(8) && slices.Index(operators, op) < slices.Index(operators, "is"):
		op += g.some([]string{"(any)", "(all)"}, "(some)", "(")
	}
	if g.in(8) {
		op = "not." + op
	}
	return op + "." + value
}

func (g generator) value() string {
	switch g.IntN(6) {
	case 0:
		return g.number()
	case 1:
		return g.of([]string{"{1,2}", "{a,b}", "[1,5)", `{"a":1}`, "(1,2)", "1990-01-01", "10.0.0.1", "$.a", "*a*", "%", "a", "calm", "snow & !x"})
	}
	return g.malformed()
}

func (g generator) number() string {
	if g.in(2) {
		return strconv.Itoa(g.IntN(5))
	}
	return g.of([]string{"0", "-1", "9e99", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e3", "", "all", "0x1", "+1", " 1", "1.0", "NaN"})
}

func (g generator) tree(depth int) string {
	branch := func() string {
		if depth > 0 && g.in(3) {
			return g.some([]string{"and", "or", "not.and", "not.or"}, "xor", "not") + g.tree(depth-1)
		}
		return g.column() + "." + g.test(true)
	}
	return "(" + strings.Join(append(g.times(2, branch), branch()), ",") + g.some([]string{")"}, "))", "", ",)")
}

func (g generator) order() string {
	return strings.Join(append(g.times(2, g.term), g.term()), ",")
}

func (g generator) term() string {
	term := g.column()
	switch g.IntN(8) {
	case 0:
		term = g.name(g.tables) + "(" + term + ")"
	case 1:
		term += "." + g.of([]string{"fts", "plfts(english)", "wfts", "fts(klingon)"}) + "." + g.some([]string{"a", `"a b.c"`, `"a &"`})
	}
	return term + g.some([]string{"", ".asc", ".desc", ".nullsfirst", ".desc.nullslast"}, ".sideways", ".")
}
