package policy

import (
	"slices"
	"strings"
)

// analyzer derives the precondition from expressions.
type analyzer struct {
	table    *Table
	claims   map[string]Function
	places   func(column string) int
	sql      string   // of the expression that is being analysed
	values   []string // that the precondition compares with
	volatile bool
}

// preconditionOf returns what must hold of a row for the expression to be true.
func (r *analyzer) preconditionOf(n *node) formula {
	switch n.kind {
	case and, or:
		parts := make([]formula, len(n.args))
		for i, arg := range n.args {
			parts[i] = r.preconditionOf(arg)
		}
		if n.kind == or {
			return disjunction(parts)
		}
		return conjunction(parts)
	case subselect:
		return r.preconditionOf(n.args[0])
	case constant:
		if n.text == "false" || n.text == "NULL" {
			return never{}
		}
		return always{}
	case column:
		return r.flagged(n, "t")
	case not:
		return r.flagged(n.args[0], "f")
	case test:
		return r.tested(n)
	case operation:
		if f := r.compared(n); f != nil {
			return f
		}
	case anyAll:
		if f := r.listed(n); f != nil {
			return f
		}
	}
	return r.stated(n)
}

const boolOID = 16

func (r *analyzer) flagged(n *node, is string) formula {
	if c := r.table.column(n.text); n.kind == column && c != nil && c.Base == boolOID {
		if place := r.places(n.text); place >= 0 {
			return boolColumn{place, is}
		}
	}
	return always{}
}

func (r *analyzer) tested(n *node) formula {
	switch n.text {
	case "TRUE":
		return r.preconditionOf(n.args[0])
	case "FALSE":
		return r.flagged(n.args[0], "f")
	case "NULL", "NOT NULL":
		if c := r.table.column(n.args[0].text); n.args[0].kind == column && c != nil && c.Plain {
			if place := r.places(c.Name); place >= 0 {
				return isNull{place, n.text == "NULL"}
			}
		}
	}
	return r.stated(n)
}

// compared is a column that equals an expression without columns; nil for anything else.
func (r *analyzer) compared(n *node) formula {
	if n.text != "=" || len(n.args) != 2 {
		return nil
	}
	if f := r.equals(n.args[0], n.args[1]); f != nil {
		return f
	}
	return r.equals(n.args[1], n.args[0])
}

// listed is a column that equals one of several such expressions; nil for anything else.
func (r *analyzer) listed(n *node) formula {
	if n.text != "= ANY" || n.args[1].kind != array {
		return nil
	}
	parts := make([]formula, len(n.args[1].args))
	for i, item := range n.args[1].args {
		if parts[i] = r.equals(n.args[0], item); parts[i] == nil {
			return nil
		}
	}
	return disjunction(parts)
}

func (r *analyzer) equals(a, b *node) formula {
	c := r.textual(a)
	if c == nil {
		return nil
	}
	place := r.places(c.Name)
	// what is compared with an enumeration is cast to no other type
	if place < 0 || !r.isConstantForClaims(b) && !(c.Enum && b.kind == cast && r.isConstantForClaims(b.args[0])) {
		return nil
	}
	return equal{place, r.value(b)}
}

// stated is an expression without columns that has to be true, where it is one.
func (r *analyzer) stated(n *node) formula {
	if r.isConstantForClaims(n) {
		return claimCondition{r.value(n)}
	}
	return always{}
}

// value adds an expression to values, and returns its index.
func (r *analyzer) value(n *node) int {
	sql := r.sql[n.from:n.to]
	if at := slices.Index(r.values, sql); at >= 0 {
		return at
	}
	r.values = append(r.values, sql)
	return len(r.values) - 1
}

// OIDs of pg_type.dat.
const (
	int8OID    = 20
	int2OID    = 21
	int4OID    = 23
	textOID    = 25
	varcharOID = 1043
	uuidOID    = 2950
)

// PlainText reports whether values of a column are equal if and only if their texts are,
// under all settings.
func (c *Column) PlainText() bool {
	switch c.Base {
	case int8OID, int2OID, int4OID, uuidOID:
		return true
	case textOID, varcharOID:
		return c.Exact
	}
	return c.Enum
}

// textPreservingCasts are the types to which a cast leaves the text of a value as it is,
// for each type of PlainText.
var textPreservingCasts = map[uint32]map[string]bool{
	int8OID: set("bigint text"), int2OID: set("smallint integer bigint text"), int4OID: set("integer bigint text"),
	textOID: set("text"), varcharOID: set("text"), uuidOID: set("uuid text"),
}

// textual returns the column that an expression is, apart from casts that preserve its
// text; nil for any other.
func (r *analyzer) textual(n *node) *Column {
	var casts []string
	for n.kind == cast {
		casts = append(casts, n.text)
		n = n.args[0]
	}
	c := r.table.column(n.text)
	if n.kind != column || c == nil || !c.PlainText() {
		return nil
	}
	for _, to := range casts {
		if !textPreservingCasts[c.Base][to] && !(c.Enum && to == "text") {
			return nil
		}
	}
	return c
}

// isConstantForClaims reports whether an expression has one value for the same claims.
func (r *analyzer) isConstantForClaims(n *node) bool {
	switch n.kind {
	case literal, constant, currentUser:
		return true
	case cast:
		if foreign(n) {
			return false
		}
	case operation, and, or, not, test, distinct, anyAll, array, subselect:
	case call:
		if _, ok := r.claims[n.text]; ok {
			return len(n.args) == 0
		}
		if n.text == "current_setting" {
			return len(n.args) > 0 && strings.HasPrefix(stringOf(n.args[0]), requestPrefix)
		}
		if !immutableFunctions[n.text] {
			return false
		}
	default:
		return false
	}
	for _, arg := range n.args {
		if !r.isConstantForClaims(arg) {
			return false
		}
	}
	return true
}

// stringOf returns the string that an expression is, apart from casts; "" for any other.
func stringOf(n *node) string {
	for n.kind == cast {
		n = n.args[0]
	}
	if n.kind != literal {
		return ""
	}
	return n.text
}

// understands reports whether all of an expression is known, and notes whether it may
// read a volatile claim.
func (r *analyzer) understands(n *node) bool {
	switch n.kind {
	case column:
		c := r.table.column(n.text)
		return c != nil && c.Plain
	case cast:
		if foreign(n) {
			return false
		}
	case operation:
		if claim, ok := r.claimOf(n); ok {
			r.volatile = r.volatile || slices.Contains(volatileClaims, claim)
			return true
		}
	case call:
		if f, ok := r.claims[n.text]; ok {
			r.volatile = r.volatile || f.JSON || f.readsVolatileClaim()
			return true
		}
		r.volatile = r.volatile || n.text == "current_setting"
		if !immutableFunctions[n.text] && !timeFunctions[n.text] && n.text != "current_setting" {
			return false
		}
	}
	for _, arg := range n.args {
		if !r.understands(arg) {
			return false
		}
	}
	return true
}

// claimOf returns the claim that an expression reads from the claims.
func (r *analyzer) claimOf(n *node) (claim string, ok bool) {
	if n.text != "->" && n.text != "->>" || len(n.args) != 2 {
		return "", false
	}
	set := n.args[0]
	for set.kind == subselect || set.kind == cast && strings.HasPrefix(set.text, "json") {
		set = set.args[0]
	}
	if set.kind != call {
		return "", false
	}
	f, known := r.claims[set.text]
	claim = stringOf(n.args[1])
	return claim, claim != "" && (set.text == "current_setting" || known && f.JSON && !f.readsVolatileClaim())
}
