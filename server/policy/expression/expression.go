// Package expression splits the expression of a policy, as pg_get_expr prints it, into the
// conditions that decide it. It is pure, and refuses nothing: what it does not know stays whole.
package expression

import (
	"slices"
	"strings"
)

// Node is a sub-expression of type boolean.
type Node struct {
	// Op is AND, OR or NOT, whose operands are Nodes; "" for a condition.
	Op string
	// SQL is the text as PostgreSQL prints it, with its brackets.
	SQL   string
	Nodes []Node
	// Terms are the sub-expressions whose values decide a condition: both sides of a comparison,
	// else the columns and the calls without arguments. Constants are left out.
	Terms []Term
}

// Term is a sub-expression of any type.
type Term struct {
	SQL string
	// Text is SQL for people: auth.uid() for ( SELECT auth.uid() AS uid).
	Text string
}

// Text is a node for people: without outer brackets, and calls in sub-selects as plain calls.
func (n Node) Text() string { return Plain(n.SQL) }

// Conditions are the nodes without an operator, from left to right.
func (n Node) Conditions() []Node {
	if n.Op == "" {
		return []Node{n}
	}
	var all []Node
	for _, of := range n.Nodes {
		all = append(all, of.Conditions()...)
	}
	return all
}

// maxDepth bounds the recursion: a deeper node stays whole.
const maxDepth = 100

// Parse splits an expression on a table. columns are the names of the table's columns.
func Parse(sql, table string, columns []string) Node {
	p := parser{table: table, columns: columns}
	return p.node(lex(sql), sql, 0)
}

type parser struct {
	table   string
	columns []string
}

func (p *parser) node(tokens []token, sql string, depth int) Node {
	n := Node{SQL: text(tokens, sql)}
	inner := unwrap(tokens)
	if depth < maxDepth && len(inner) > 0 {
		for _, op := range []string{"OR", "AND"} {
			parts := split(inner, op)
			if len(parts) == 1 {
				continue
			}
			n.Op = op
			for _, part := range parts {
				n.Nodes = append(n.Nodes, p.node(part, sql, depth+1))
			}
			return n
		}
		if inner[0].is("NOT") && len(inner) > 1 {
			n.Op, n.Nodes = "NOT", []Node{p.node(inner[1:], sql, depth+1)}
			return n
		}
	}
	n.Terms = p.terms(inner, sql)
	return n
}

// terms are those of a condition.
func (p *parser) terms(tokens []token, sql string) []Term {
	var all []Term
	for _, side := range sides(tokens) {
		if !isConstant(side.tokens) {
			term := text(side.tokens, sql)
			all = add(all, Term{SQL: side.before + term + side.after, Text: Plain(term)})
		}
	}
	if len(all) > 0 || len(tokens) == 1 { // a column alone is its own value
		return all
	}
	for i, t := range tokens {
		qualified := i > 1 && tokens[i-1].text == "."
		switch {
		case t.kind != word && t.kind != quoted:
		case i+2 < len(tokens) && tokens[i+1].text == "(" && tokens[i+2].text == ")":
			from := i
			if qualified {
				from = i - 2
			}
			call := text(tokens[from:i+3], sql)
			all = add(all, Term{SQL: call, Text: call})
		case qualified && tokens[i-2].name() == p.table && slices.Contains(p.columns, t.name()):
			all = add(all, Term{SQL: text(tokens[i-2:i+1], sql), Text: text(tokens[i:i+1], sql)})
		case !qualified && t.depth < subselect(tokens, i) && slices.Contains(p.columns, t.name()) && (i+1 == len(tokens) || tokens[i+1].text != "(" && tokens[i+1].text != "."):
			column := text(tokens[i:i+1], sql)
			all = add(all, Term{SQL: column, Text: column})
		}
	}
	return all
}

// maxTerms bounds the terms of a condition.
const maxTerms = 8

func add(all []Term, t Term) []Term {
	if len(all) == maxTerms || slices.Contains(all, t) {
		return all
	}
	return append(all, t)
}

// subselect is a depth that a token stays below unless it is inside of a sub-select, whose names are
// those of other tables.
func subselect(tokens []token, at int) int {
	for i := at; i >= 0; i-- {
		if tokens[i].is("SELECT") && tokens[i].depth <= tokens[at].depth {
			return tokens[i].depth
		}
	}
	return tokens[at].depth + 1
}

// side is an operand of a comparison; before and after make a value of it.
type side struct {
	tokens        []token
	before, after string
}

// sides are the operands of a comparison; nil where tokens are none.
func sides(tokens []token) []side {
	if len(tokens) == 0 {
		return nil
	}
	depth := tokens[0].depth
	for i := 1; i < len(tokens); i++ {
		t := tokens[i]
		left := side{tokens: tokens[:i]}
		switch {
		case t.depth != depth:
		case t.is("IN"):
			return []side{left, set(tokens[i+1:])}
		case t.is("IS"):
			if from := i + 1 + slices.IndexFunc(tokens[i+1:], func(t token) bool { return t.depth == depth && t.is("FROM") }); from > i+1 {
				return []side{left, {tokens: tokens[from+1:]}}
			}
			return []side{left}
		case t.kind == operator && t.text != "::" || t.is("OPERATOR") && i+1 < len(tokens):
			rest := tokens[i+1:]
			if t.kind != operator { // OPERATOR(schema.=)
				rest = rest[closing(rest):]
			}
			if len(rest) > 1 && (rest[0].is("ANY") || rest[0].is("ALL")) {
				return []side{left, set(rest[1:])}
			}
			return []side{left, {tokens: rest}}
		}
	}
	return nil
}

// set is the operand of IN, ANY or ALL: an array, or a sub-select, of which one is made.
func set(tokens []token) side {
	if inner := unwrap(tokens); len(inner) > 0 && inner[0].is("SELECT") {
		return side{tokens: tokens, before: "ARRAY"}
	}
	return side{tokens: tokens}
}

// closing is the number of tokens through the bracket that closes the first one.
func closing(tokens []token) int {
	for i := 1; i < len(tokens); i++ {
		if tokens[i].text == ")" && tokens[i].depth == tokens[0].depth {
			return i + 1
		}
	}
	return len(tokens)
}

// split cuts tokens at an operator between conditions.
func split(tokens []token, op string) [][]token {
	var parts [][]token
	from := 0
	for i, t := range tokens {
		if t.depth == tokens[0].depth && t.is(op) && i > from {
			parts, from = append(parts, tokens[from:i]), i+1
		}
	}
	return append(parts, tokens[from:])
}

// unwrap removes brackets around all of it.
func unwrap(tokens []token) []token {
	for wrapped(tokens) {
		tokens = tokens[1 : len(tokens)-1]
	}
	return tokens
}

// wrapped reports whether a pair of brackets is around all of it.
func wrapped(tokens []token) bool {
	last := len(tokens) - 1
	return last > 1 && tokens[0].text == "(" && tokens[last].text == ")" && closing(tokens) == last+1
}

// isConstant reports whether no column and no call is among tokens.
func isConstant(tokens []token) bool {
	typed := false // the words of a type's name
	for _, t := range tokens {
		switch {
		case t.text == "::":
			typed = true
		case t.kind == word && slices.Contains([]string{"ARRAY", "ROW", "NULL", "TRUE", "FALSE", "true", "false"}, t.text):
		case (t.kind == word || t.kind == quoted) && !typed:
			return false
		case t.kind != word && t.kind != quoted && t.text != ".":
			typed = false
		}
	}
	return true
}

// Plain is an expression for people: without outer brackets, with calls in place of sub-selects
// that only make one, such as ( SELECT auth.uid() AS uid), and without casts of strings to text.
func Plain(sql string) string { return plain(lex(sql), sql) }

func plain(tokens []token, sql string) string {
	for wrapped(tokens) {
		if inner, ok := scalar(tokens); ok {
			return plain(inner, sql)
		}
		tokens = tokens[1 : len(tokens)-1]
	}
	var out strings.Builder
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.text == "::" && i > 0 && tokens[i-1].kind == literal && i+1 < len(tokens) && tokens[i+1].text == "text" {
			i++
			continue
		}
		if i > 0 && tokens[i-1].to < t.from {
			out.WriteByte(' ')
		}
		if t.text == "(" {
			group := tokens[i : i+closing(tokens[i:])]
			if inner, ok := scalar(group); ok {
				out.WriteString(plain(inner, sql))
				i += len(group) - 1
				continue
			}
		}
		out.WriteString(t.text)
	}
	return out.String()
}

// scalar finds the expression of a sub-select in brackets that reads no table.
func scalar(tokens []token) (of []token, ok bool) {
	if len(tokens) < 4 || tokens[0].text != "(" || !tokens[1].is("SELECT") {
		return nil, false
	}
	end := len(tokens) - 1
	for i, t := range tokens[:end] {
		switch {
		case i < 2 || t.depth != tokens[1].depth:
		case t.is("FROM"), t.is("WHERE"), t.is("UNION"), t.is("LIMIT"), t.text == ",":
			return nil, false
		case t.is("AS"):
			end = i
		}
	}
	return tokens[2:end], end > 2
}

// Tables are the tables, as schema and name, that sub-selects of an expression read.
func Tables(sql string) [][2]string {
	tokens := lex(sql)
	var all [][2]string
	lists := map[int]bool{} // depths at which a comma separates tables
	expected := false
	for i, t := range tokens {
		switch {
		case t.is("FROM") && (i == 0 || !tokens[i-1].is("DISTINCT")):
			lists[t.depth], expected = true, true
		case t.is("WHERE"), t.is("GROUP"), t.is("ORDER"), t.is("LIMIT"), t.is("SELECT"):
			lists[t.depth], expected = false, false
		case t.is("JOIN"), t.text == "," && lists[t.depth]:
			expected = true
		case t.text == "(", t.is("ONLY"), t.is("LATERAL"): // before a table
		default:
			isTable := expected && i+2 < len(tokens) && tokens[i+1].text == "." && (i+3 == len(tokens) || tokens[i+3].text != "(")
			expected = false
			if name := [2]string{t.name(), tokens[min(i+2, len(tokens)-1)].name()}; isTable && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// PerRow is the first call of a function about the caller, auth.uid() and the like or current_setting(…), that is
// evaluated for each row, since no sub-select without a table is around it; "" for none.
func PerRow(sql string) string {
	tokens := lex(sql)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.text == "(":
			if group := tokens[i : i+closing(tokens[i:])]; len(group) > 3 {
				if _, ok := scalar(group); ok {
					i += len(group) - 1
				}
			}
		case t.text == "auth" && i+4 < len(tokens) && tokens[i+1].text == "." && tokens[i+3].text == "(" && tokens[i+4].text == ")":
			return text(tokens[i:i+5], sql)
		case t.text == "current_setting" && i+1 < len(tokens) && tokens[i+1].text == "(":
			return text(tokens[i:i+1+closing(tokens[i+1:])], sql)
		}
	}
	return ""
}
