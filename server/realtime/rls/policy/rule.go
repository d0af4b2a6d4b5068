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

// preconditionOf returns the condition on a row without which the expression is not true.
func (a *analyzer) preconditionOf(n *node) formula {
	switch n.kind {
	case and, or:
		parts := make([]formula, len(n.args))
		for i, arg := range n.args {
			parts[i] = a.preconditionOf(arg)
		}
		if n.kind == or {
			return disjunction(parts)
		}
		return conjunction(parts)
	case subselect:
		return a.preconditionOf(n.args[0])
	case constant:
		if n.text == "false" || n.text == "NULL" {
			return never{}
		}
		return always{}
	case column:
		return a.flagged(n, "t")
	case not:
		return a.flagged(n.args[0], "f")
	case test:
		return a.tested(n)
	case operation:
		if f := a.compared(n); f != nil {
			return f
		}
	case anyAll:
		if f := a.listed(n); f != nil {
			return f
		}
	}
	return a.stated(n)
}

const boolOID = 16

func (a *analyzer) flagged(n *node, is string) formula {
	if c := a.table.column(n.text); n.kind == column && c != nil && c.Base == boolOID {
		if place := a.places(n.text); place >= 0 {
			return boolColumn{place, is}
		}
	}
	return always{}
}

func (a *analyzer) tested(n *node) formula {
	switch n.text {
	case "TRUE":
		return a.preconditionOf(n.args[0])
	case "FALSE":
		return a.flagged(n.args[0], "f")
	case "NULL", "NOT NULL":
		if c := a.table.column(n.args[0].text); n.args[0].kind == column && c != nil && c.Plain {
			if place := a.places(c.Name); place >= 0 {
				return isNull{place, n.text == "NULL"}
			}
		}
	}
	return a.stated(n)
}

// compared is a column that equals an expression without columns; nil for anything else.
func (a *analyzer) compared(n *node) formula {
	if n.text != "=" || len(n.args) != 2 {
		return nil
	}
	if f := a.equals(n.args[0], n.args[1]); f != nil {
		return f
	}
	return a.equals(n.args[1], n.args[0])
}

// listed is a column that equals one of several such expressions; nil for anything else.
func (a *analyzer) listed(n *node) formula {
	if n.text != "= ANY" || n.args[1].kind != array {
		return nil
	}
	parts := make([]formula, len(n.args[1].args))
	for i, item := range n.args[1].args {
		if parts[i] = a.equals(n.args[0], item); parts[i] == nil {
			return nil
		}
	}
	return disjunction(parts)
}

func (a *analyzer) equals(left, right *node) formula {
	c := a.textual(left)
	if c == nil {
		return nil
	}
	place := a.places(c.Name)
	// what is compared with an enumeration is cast to no other type
	if place < 0 || !a.isConstantForClaims(right) && !(c.Enum && right.kind == cast && a.isConstantForClaims(right.args[0])) {
		return nil
	}
	return equal{place, a.value(right)}
}

// stated is an expression without columns that has to be true, where it is one.
func (a *analyzer) stated(n *node) formula {
	if a.isConstantForClaims(n) {
		return claimCondition{a.value(n)}
	}
	return always{}
}

// value adds an expression to values, and returns its index.
func (a *analyzer) value(n *node) int {
	sql := a.sql[n.from:n.to]
	if at := slices.Index(a.values, sql); at >= 0 {
		return at
	}
	a.values = append(a.values, sql)
	return len(a.values) - 1
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
func (a *analyzer) textual(n *node) *Column {
	var casts []string
	for n.kind == cast {
		casts = append(casts, n.text)
		n = n.args[0]
	}
	c := a.table.column(n.text)
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
func (a *analyzer) isConstantForClaims(n *node) bool {
	switch n.kind {
	case literal, constant, currentUser:
		return true
	case cast:
		if foreign(n) {
			return false
		}
	case operation, and, or, not, test, distinct, anyAll, array, subselect:
	case call:
		if _, ok := a.claims[n.text]; ok {
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
		if !a.isConstantForClaims(arg) {
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
func (a *analyzer) understands(n *node) bool {
	switch n.kind {
	case column:
		c := a.table.column(n.text)
		return c != nil && c.Plain
	case cast:
		if foreign(n) {
			return false
		}
	case operation:
		if claim, ok := a.claimOf(n); ok {
			a.volatile = a.volatile || slices.Contains(volatileClaims, claim)
			return true
		}
	case call:
		if f, ok := a.claims[n.text]; ok {
			a.volatile = a.volatile || f.JSON || f.readsVolatileClaim()
			return true
		}
		a.volatile = a.volatile || n.text == "current_setting"
		if !immutableFunctions[n.text] && !timeFunctions[n.text] && n.text != "current_setting" {
			return false
		}
	}
	for _, arg := range n.args {
		if !a.understands(arg) {
			return false
		}
	}
	return true
}

// claimOf returns the claim that an expression reads from the claims.
func (a *analyzer) claimOf(n *node) (claim string, ok bool) {
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
	f, known := a.claims[set.text]
	claim = stringOf(n.args[1])
	return claim, claim != "" && (set.text == "current_setting" || known && f.JSON && !f.readsVolatileClaim())
}
