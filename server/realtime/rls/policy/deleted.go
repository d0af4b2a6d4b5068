package policy

import (
	"slices"
	"strings"
)

// HoldsAfterDelete reports whether the policies give the same answer after the row is
// deleted: they read nothing that may have been deleted with it.
func (t *Table) HoldsAfterDelete() bool {
	return !slices.ContainsFunc(t.Policies, func(p Policy) bool { return !p.OutlivesRow && len(p.Columns) > 0 })
}

// Condition is the condition of all policies, with the columns that it reads, to be
// evaluated on values instead of a stored row. ok is false where it reads whole rows, or
// no policy is permissive. Policies are evaluated in PostgreSQL's order, each only where
// the result is still open: one that would fail may not be needed.
func (t *Table) Condition() (condition string, columns []string, ok bool) {
	var permissive, restrictive []string
	for _, p := range t.Policies {
		if p.Using == nil {
			continue
		}
		if wholeRow(*p.Using) {
			return "", nil, false
		}
		if p.Permissive {
			permissive = append(permissive, *p.Using)
		} else {
			restrictive = append([]string{*p.Using}, restrictive...)
		}
		columns = append(columns, p.Columns...)
	}
	if len(permissive) == 0 {
		return "", nil, false
	}
	condition = "((" + strings.Join(permissive, ") or (") + "))"
	for _, using := range slices.Backward(restrictive) {
		condition = "case when " + using + " then " + condition + " end"
	}
	slices.Sort(columns)
	return condition, slices.Compact(columns), true
}

// wholeRow reports whether an expression may read a row as a whole.
func wholeRow(sql string) bool {
	tokens, err := lex(sql)
	if err != nil {
		return true
	}
	for i, t := range tokens {
		if t.text == "." && t.kind == sign && strings.HasPrefix(tokens[i+1].text, "*") {
			return true
		}
	}
	return false
}
