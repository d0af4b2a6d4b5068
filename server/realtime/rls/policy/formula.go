package policy

import (
	"github.com/toubkal/toubkal/server/realtime/row"
)

// formula is a condition on a row. It is false only where that is certain.
type formula interface {
	may(values []row.Value, claims []ClaimValue) bool
}

type (
	always struct{}
	never  struct{}
	allOf  []formula
	anyOf  []formula
	// equal requires that a column equals a value.
	equal struct{ place, value int }
	// claimCondition requires that a value is true.
	claimCondition struct{ value int }
	// boolColumn requires a value of a boolean column, "t" or "f".
	boolColumn struct {
		place int
		is    string
	}
	// isNull requires that a column is null, or is not.
	isNull struct {
		place int
		null  bool
	}
)

func (always) may([]row.Value, []ClaimValue) bool { return true }
func (never) may([]row.Value, []ClaimValue) bool  { return false }

func (a allOf) may(values []row.Value, claims []ClaimValue) bool {
	for _, f := range a {
		if !f.may(values, claims) {
			return false
		}
	}
	return true
}

func (a anyOf) may(values []row.Value, claims []ClaimValue) bool {
	for _, f := range a {
		if f.may(values, claims) {
			return true
		}
	}
	return false
}

func (e equal) may(values []row.Value, claims []ClaimValue) bool {
	column, value := &values[e.place], &claims[e.value]
	if column.State == row.Absent || !value.Known {
		return true
	}
	return column.State == row.Known && !value.Null && string(column.Text) == value.Text
}

func (c claimCondition) may(_ []row.Value, claims []ClaimValue) bool {
	value := &claims[c.value]
	return !value.Known || !value.Null && value.Text == "true"
}

func (b boolColumn) may(values []row.Value, _ []ClaimValue) bool {
	column := &values[b.place]
	return column.State == row.Absent || column.State == row.Known && string(column.Text) == b.is
}

func (i isNull) may(values []row.Value, _ []ClaimValue) bool {
	column := &values[i.place]
	return column.State == row.Absent || (column.State == row.Null) == i.null
}

func conjunction(parts []formula) formula {
	var kept allOf
	for _, f := range parts {
		switch f.(type) {
		case always:
		case never:
			return never{}
		default:
			kept = append(kept, f)
		}
	}
	switch len(kept) {
	case 0:
		return always{}
	case 1:
		return kept[0]
	}
	return kept
}

func disjunction(parts []formula) formula {
	var kept anyOf
	for _, f := range parts {
		switch f.(type) {
		case always:
			return always{}
		case never:
		default:
			kept = append(kept, f)
		}
	}
	switch len(kept) {
	case 0:
		return never{}
	case 1:
		return kept[0]
	}
	return kept
}
