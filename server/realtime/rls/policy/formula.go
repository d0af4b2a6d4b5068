package policy

import (
	"github.com/toubkal/toubkal/server/realtime/row"
)

// formula is what a row must meet. It says false only where that is sure.
type formula interface {
	may(values []row.Value, worth []ClaimValue) bool
}

type (
	always struct{}
	never  struct{}
	allOf  []formula
	anyOf  []formula
	// equal compares a column with a value.
	equal struct{ place, value int }
	// claimCondition is a value that has to be true.
	claimCondition struct{ value int }
	// boolColumn is a column that has to be this.
	boolColumn struct {
		place int
		is    string
	}
	// isNull is a column that has to be null, or not.
	isNull struct {
		place int
		null  bool
	}
)

func (always) may([]row.Value, []ClaimValue) bool { return true }
func (never) may([]row.Value, []ClaimValue) bool  { return false }

func (a allOf) may(values []row.Value, worth []ClaimValue) bool {
	for _, f := range a {
		if !f.may(values, worth) {
			return false
		}
	}
	return true
}

func (e anyOf) may(values []row.Value, worth []ClaimValue) bool {
	for _, f := range e {
		if f.may(values, worth) {
			return true
		}
	}
	return false
}

func (e equal) may(values []row.Value, worth []ClaimValue) bool {
	column, value := &values[e.place], &worth[e.value]
	if column.State == row.Absent || !value.Known {
		return true
	}
	return column.State == row.Known && !value.Null && string(column.Text) == value.Text
}

func (f claimCondition) may(_ []row.Value, worth []ClaimValue) bool {
	value := &worth[f.value]
	return !value.Known || !value.Null && value.Text == "true"
}

func (f boolColumn) may(values []row.Value, _ []ClaimValue) bool {
	column := &values[f.place]
	return column.State == row.Absent || column.State == row.Known && string(column.Text) == f.is
}

func (f isNull) may(values []row.Value, _ []ClaimValue) bool {
	column := &values[f.place]
	return column.State == row.Absent || (column.State == row.Null) == f.null
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
