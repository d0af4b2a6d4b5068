package tests

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// request is any request to the table API, most of it meant, some of it not.
func (d generator) request() rawRequest {
	s := rawRequest{method: d.method()}
	call := d.in(4)
	if call {
		function := d.of(d.functions)
		d.about = d.argumentsOf[function]
		s.target = "/rpc/" + url.PathEscape(function)
	} else {
		table := d.of(d.tables)
		d.about = d.columnsOf[table]
		s.target = "/" + url.PathEscape(table)
	}
	if !d.tame && d.in(10) {
		s.target = "/" + d.of([]string{"", "rpc/"}) + url.PathEscape(d.name(d.tables))
	}
	if !d.tame && d.in(20) {
		s.target = d.path()
	}
	if query := d.query(call); query != "" {
		s.target += "?" + query
	}
	s.headers = d.headers()
	if s.method != "GET" && s.method != "HEAD" && s.method != "DELETE" || d.in(40) {
		kind := d.contentType()
		s.headers, s.body = append(s.headers, "Content-Type: "+kind), d.body(kind, call)
	}
	return s
}

func (d generator) method() string {
	if d.in(50) {
		return d.of([]string{"OPTIONS", "TRACE", "CONNECT", "BREW", "get", "G-T", "PROPFIND", "QUERY"})
	}
	return d.of([]string{"GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "PATCH", "PUT", "DELETE", "QUERY", "OPTIONS"})
}

func (d generator) path() string {
	return "/" + d.of([]string{
		"", ".", "..", "rpc", "rpc/", "rpc/x/y", "%2e%2e/%2e%2e", "a/b", "/", "//x", "rest/v1/", "rest/v1/../x", "%00", "%ff", "%", "%zz", "*", ";", "%3f", "kinds%00",
		strings.Repeat("a", 3000), strings.Repeat("%e2%82%ac", 900), strings.Repeat("/", 500), strings.Repeat("../", 300), d.escaped(d.malformed()),
	})
}

func (d generator) query(call bool) string {
	var params []string
	add := func(name, value string) { params = append(params, d.escaped(name)+"="+d.escaped(value)) }
	if d.in(2) {
		add("select", d.selection(3))
	}
	for range d.IntN(3) {
		add(d.target(), d.test(false))
	}
	if call {
		for range d.IntN(3) {
			add(d.of(d.about), d.value())
		}
	}
	for _, rare := range []func(){
		func() {
			add(d.of([]string{"or", "or", "and", "not.or", "not.and", d.name(d.tables) + ".or"}), d.tree(4))
		},
		func() { add(d.prefixed("order"), d.order()) },
		func() { add(d.prefixed("limit"), d.number()) },
		func() { add(d.prefixed("offset"), d.number()) },
		func() { add("columns", d.list()) },
		func() { add("on_conflict", d.list()) },
		func() { add(d.some([]string{"select"}), d.some([]string{"*"})) },
	} {
		if d.in(8) {
			rare()
		}
	}
	return strings.Join(params, "&")
}

func (d generator) list() string {
	return strings.Join(append(d.times(4, d.column), d.column()), d.some([]string{",", ", "}, ",,", ";"))
}

func (d generator) prefixed(word string) string {
	if d.in(9) {
		return d.name(d.tables) + "." + word
	}
	return word
}

// target is the field of a filter, in an embed now and then.
func (d generator) target() string {
	if d.in(15) {
		return d.name(d.tables) + "." + d.column()
	}
	return d.column()
}

func (d generator) selection(depth int) string {
	return strings.Join(d.times(4, func() string { return d.item(depth) }), ",")
}

func (d generator) item(depth int) string {
	alias := ""
	if d.in(6) {
		alias = d.some([]string{"a", "id", "b c", "é"}) + ":"
	}
	switch {
	case depth > 0 && d.in(3):
		return d.embed(alias, depth-1)
	case d.in(4):
		return d.some([]string{"*", "*", "*", "count()", alias + "count()::" + d.name(d.types), "*.distinct()"}, "*::text", "(", "..."+d.column())
	}
	item := alias + d.column()
	if d.in(8) {
		item += "::" + d.name(d.types)
	}
	if d.in(9) {
		item += d.some([]string{".sum()", ".avg()", ".min()", ".max()", ".count()", ".distinct()", ".count(distinct)"}, ".noop()", ".sum")
		if d.in(3) {
			item += "::" + d.name(d.types)
		}
	}
	return item
}

func (d generator) embed(alias string, depth int) string {
	table := d.of(d.tables)
	name := d.of([]string{"...", alias, alias, alias}) + d.name([]string{table}) + d.hint()
	d.about = d.columnsOf[table]
	return name + "(" + d.selection(depth) + ")"
}

func (d generator) hint() string {
	if !d.in(4) {
		return ""
	}
	return "!" + d.some([]string{"inner", "left", d.column(), d.name(d.tables), d.name(d.tables) + "!inner"}, "right")
}

var operators = []string{
	"eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "is", "in", "isdistinct", "fts", "plfts", "phfts", "wfts",
	"cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj",
}

// test is an operator and its value, which stands in quotes inside a tree.
func (d generator) test(inTree bool) string {
	op, value := d.some(operators, "noop"), d.value()
	if inTree && d.tame {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
		value = `"` + value + `"`
	}
	switch {
	case op == "in":
		value = "(" + strings.Join(d.times(4, d.number), ",") + d.some([]string{")"}, "", "))")
	case op == "is":
		value = d.some([]string{"null", "not_null", "true", "false", "unknown", "NULL"})
	case strings.HasSuffix(op, "fts") && d.in(3):
		op += "(" + d.some([]string{"english", "simple", "klingon"}, "pg_catalog.simple") + ")"
	case d.in(8) && slices.Index(operators, op) < slices.Index(operators, "is"):
		op += d.some([]string{"(any)", "(all)"}, "(some)", "(")
	}
	if d.in(8) {
		op = "not." + op
	}
	return op + "." + value
}

func (d generator) value() string {
	switch d.IntN(6) {
	case 0:
		return d.number()
	case 1:
		return d.of([]string{"{1,2}", "{a,b}", "[1,5)", `{"a":1}`, "(1,2)", "1990-01-01", "10.0.0.1", "$.a", "*a*", "%", "a", "calm", "snow & !x"})
	}
	return d.malformed()
}

func (d generator) number() string {
	if d.in(2) {
		return strconv.Itoa(d.IntN(5))
	}
	return d.of([]string{"0", "-1", "9e99", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e3", "", "all", "0x1", "+1", " 1", "1.0", "NaN"})
}

func (d generator) tree(depth int) string {
	branch := func() string {
		if depth > 0 && d.in(3) {
			return d.some([]string{"and", "or", "not.and", "not.or"}, "xor", "not") + d.tree(depth-1)
		}
		return d.column() + "." + d.test(true)
	}
	return "(" + strings.Join(append(d.times(2, branch), branch()), ",") + d.some([]string{")"}, "))", "", ",)")
}

func (d generator) order() string {
	return strings.Join(append(d.times(2, d.term), d.term()), ",")
}

func (d generator) term() string {
	term := d.column()
	switch d.IntN(8) {
	case 0:
		term = d.name(d.tables) + "(" + term + ")"
	case 1:
		term += "." + d.of([]string{"fts", "plfts(english)", "wfts", "fts(klingon)"}) + "." + d.some([]string{"a", `"a b.c"`, `"a &"`})
	}
	return term + d.some([]string{"", ".asc", ".desc", ".nullsfirst", ".desc.nullslast"}, ".sideways", ".")
}
