package policy

import (
	"slices"
	"strings"
)

// HoldsAfterDelete tells whether the policies say of a row that is gone what they said when
// it was there: else whoever was let see it by what went with it would be forgotten.
func (t *Table) HoldsAfterDelete() bool {
	return !slices.ContainsFunc(t.Policies, func(p Policy) bool { return !p.OutlivesRow && len(p.Columns) > 0 })
}

// Condition is the one under which policies show a row, with the columns that it
// looks at: it can be asked of a row that is there no longer. ok is false where it
// looks at whole rows, or at what is no column. As in PostgreSQL one policy is
// looked at after the other, each only where those before it leave something open:
// some may fail where they need not be looked at.
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

// wholeRow tells whether an expression may look at a row as a whole.
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
