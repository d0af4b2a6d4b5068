package policy

import (
	"slices"
	"strings"
)

// kind is the kind of a node.
type kind byte

const (
	column      kind = iota
	literal          // a string
	constant         // a number, true, false or NULL
	currentTime      // CURRENT_DATE and the like
	currentUser      // CURRENT_USER and the like
	cast             // to the type in text
	operation        // by the operator in text, of one or two
	and              // AND
	or               // OR
	not              // NOT
	test             // IS, followed by text
	distinct         // IS [NOT] DISTINCT FROM
	anyAll           // an operator, then ANY or ALL of an array
	array            // ARRAY[…]
	call             // of the function in text
	subselect        // ( SELECT … ) without a table
)

// node is a node of the syntax tree.
type node struct {
	kind     kind
	text     string
	args     []*node
	from, to int // in the text
}

// parse parses an expression of a policy as pg_get_expr formats it, where every operation
// stands in parentheses. An unknown form is errForm.
func parse(sql string) (*node, error) {
	tokens, err := lex(sql)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	n := p.operand()
	if p.failed || p.peek().kind != end {
		return nil, errForm
	}
	return n, nil
}

type parser struct {
	tokens []token
	at     int
	depth  int
	failed bool
}

// maxDepth bounds the recursion.
const maxDepth = 200

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) take() token {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	return t
}

func (p *parser) is(kind tokenKind, text string) bool {
	t := p.peek()
	return t.kind == kind && t.text == text
}

// accept takes the next token if it is this one.
func (p *parser) accept(kind tokenKind, text string) bool {
	if !p.is(kind, text) {
		return false
	}
	p.at++
	return true
}

func (p *parser) need(kind tokenKind, text string) {
	if !p.accept(kind, text) {
		p.failed = true
	}
}

// fail ends the parsing: what is parsed from now on does not count.
func (p *parser) fail() *node {
	p.failed = true
	return &node{}
}

// span sets the position of a node that begins at from and ends with the last token.
func (p *parser) span(n *node, from int) *node {
	n.from = from
	if p.at > 0 {
		n.to = p.tokens[p.at-1].to
	}
	return n
}

// operand parses an operand of an operator, with its casts.
func (p *parser) operand() *node {
	if p.depth++; p.depth > maxDepth || p.failed {
		return p.fail()
	}
	defer func() { p.depth-- }()
	from := p.peek().from
	n := p.span(p.primary(), from)
	for !p.failed && p.accept(operator, "::") {
		n = p.span(&node{kind: cast, text: p.typeName(), args: []*node{n}}, from)
	}
	return n
}

func (p *parser) primary() *node {
	switch t := p.take(); {
	case t.kind == sign && t.text == "(":
		n := p.inner()
		p.need(sign, ")")
		return n
	case t.kind == text:
		return &node{kind: literal, text: t.text}
	case t.kind == number:
		return &node{kind: constant, text: t.text}
	case t.kind == word && t.text != strings.ToLower(t.text):
		return p.keyword(t.text)
	case t.kind == word && (t.text == "true" || t.text == "false"):
		return &node{kind: constant, text: t.text}
	case t.kind == word || t.kind == name:
		return p.named(t)
	}
	return p.fail()
}

// keyword parses what begins with a word in capitals.
func (p *parser) keyword(text string) *node {
	switch text {
	case "NULL":
		return &node{kind: constant, text: text}
	case "CURRENT_DATE", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "CURRENT_TIME", "LOCALTIME":
		return &node{kind: currentTime, text: text}
	case "CURRENT_USER", "SESSION_USER", "CURRENT_ROLE", "USER":
		return &node{kind: currentUser, text: text}
	case "COALESCE", "NULLIF", "GREATEST", "LEAST":
		p.need(sign, "(")
		return &node{kind: call, text: strings.ToLower(text), args: p.list(")")}
	case "ARRAY":
		p.need(sign, "[")
		return &node{kind: array, args: p.list("]")}
	}
	return p.fail()
}

// named parses a column or a function call.
func (p *parser) named(first token) *node {
	text, qualified := quoteIdent(first), false
	if p.accept(sign, ".") {
		second := p.take()
		if second.kind != word && second.kind != name {
			return p.fail()
		}
		text, qualified = text+"."+quoteIdent(second), true
	}
	if p.accept(sign, "(") {
		return &node{kind: call, text: text, args: p.list(")")}
	}
	if qualified || p.is(sign, "[") || p.is(sign, ".") {
		return p.fail()
	}
	return &node{kind: column, text: first.text}
}

// quoteIdent is a name as quote_ident formats it.
func quoteIdent(t token) string {
	if t.kind == word {
		return t.text
	}
	return `"` + strings.ReplaceAll(t.text, `"`, `""`) + `"`
}

// list parses operands up to a closing sign.
func (p *parser) list(closing string) []*node {
	var list []*node
	if p.accept(sign, closing) {
		return list
	}
	for !p.failed {
		list = append(list, p.operand())
		if p.accept(sign, closing) {
			return list
		}
		p.need(sign, ",")
	}
	return list
}

// inner parses what stands in parentheses.
func (p *parser) inner() *node {
	switch {
	case p.accept(word, "NOT"):
		return &node{kind: not, args: []*node{p.operand()}}
	case p.accept(word, "SELECT"):
		n := &node{kind: subselect, args: []*node{p.operand()}}
		if p.accept(word, "AS") {
			p.take()
		}
		return n
	case p.peek().kind == operator:
		return &node{kind: operation, text: p.take().text, args: []*node{p.operand()}}
	}
	return p.rest(p.operand())
}

// rest parses what follows the first operand.
func (p *parser) rest(first *node) *node {
	switch t := p.peek(); {
	case p.is(word, "AND"), p.is(word, "OR"):
		n := &node{kind: and, args: []*node{first}}
		if t.text == "OR" {
			n.kind = or
		}
		for p.accept(word, t.text) {
			n.args = append(n.args, p.operand())
		}
		return n
	case p.accept(word, "IS"):
		return p.tested(first)
	case t.kind == operator && t.text != "::":
		p.take()
		if quantifier := p.peek().text; p.accept(word, "ANY") || p.accept(word, "ALL") {
			p.need(sign, "(")
			n := &node{kind: anyAll, text: t.text + " " + quantifier, args: []*node{first, p.operand()}}
			p.need(sign, ")")
			return n
		}
		return &node{kind: operation, text: t.text, args: []*node{first, p.operand()}}
	}
	return first
}

func (p *parser) tested(first *node) *node {
	negated := p.accept(word, "NOT")
	if p.accept(word, "DISTINCT") {
		p.need(word, "FROM")
		return &node{kind: distinct, args: []*node{first, p.operand()}}
	}
	t := p.take()
	if t.kind != word || !slices.Contains([]string{"NULL", "TRUE", "FALSE", "UNKNOWN"}, t.text) {
		return p.fail()
	}
	if negated {
		t.text = "NOT " + t.text
	}
	return &node{kind: test, text: t.text, args: []*node{first}}
}

// typeName parses the name of a type as format_type formats it, and returns it with a
// blank between any two tokens: one with a schema has " . ".
func (p *parser) typeName() string {
	from := p.at
	if t := p.take(); t.kind == name || t.kind == word {
		if p.accept(sign, ".") {
			p.take()
		}
	} else {
		p.fail()
	}
	p.accept(word, "varying")
	p.accept(word, "precision")
	p.modifier()
	for _, zone := range []string{"with", "without"} {
		if p.accept(word, zone) {
			p.need(word, "time")
			p.need(word, "zone")
		}
	}
	for p.accept(sign, "[") {
		p.need(sign, "]")
	}
	var words []string
	for _, t := range p.tokens[from:p.at] {
		switch t.kind {
		case name:
			words = append(words, quoteIdent(t))
		default:
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}

// modifier parses the length or precision of a type.
func (p *parser) modifier() {
	if !p.accept(sign, "(") {
		return
	}
	for !p.accept(sign, ")") {
		if t := p.take(); t.kind != number && t.text != "," {
			p.fail()
			return
		}
	}
}
