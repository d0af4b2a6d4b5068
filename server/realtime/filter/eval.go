package filter

import (
	"bytes"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// ternary is a result of SQL, or undecided: only PostgreSQL can tell.
type ternary byte

const (
	isFalse ternary = iota
	isTrue
	isUnknown
	undecided
)

func ternaryOf(yes bool) ternary {
	if yes {
		return isTrue
	}
	return isFalse
}

// Eval reports whether a row of the table that the filter is bound to matches. An Absent
// column makes it No, as with Supabase: of a deleted row that is every column but the key,
// unless the table has REPLICA IDENTITY FULL.
func (f *Filter) Eval(values []row.Value) Result {
	if f == nil {
		return Yes
	}
	isUndecided := false
	for i := range f.conditions {
		switch f.conditions[i].eval(values) {
		case isFalse, isUnknown:
			return No
		case undecided:
			isUndecided = true
		}
	}
	if isUndecided {
		return Undecided
	}
	return Yes
}

// Comparisons appends what PostgreSQL has to evaluate for a row that is Undecided: it
// matches if all are true.
func (f *Filter) Comparisons(dst []Comparison, values []row.Value) []Comparison {
	if f == nil {
		return dst
	}
	for i := range f.conditions {
		if c := &f.conditions[i]; c.eval(values) == undecided {
			dst = append(dst, Comparison{
				Type: c.column.Type, Collate: c.column.Collate, Operator: c.Operator, Not: c.Not,
				Value: string(values[c.place].Text), Filter: c.Value,
			})
		}
	}
	return dst
}

func (b *boundCondition) eval(values []row.Value) ternary {
	if b.place >= len(values) || values[b.place].State == row.Absent {
		return isFalse
	}
	result := b.compare(&values[b.place])
	if b.Not && result < isUnknown {
		return isTrue - result
	}
	return result
}

func (b *boundCondition) compare(v *row.Value) ternary {
	null := v.State == row.Null
	switch {
	case null && b.Operator == Is:
		return ternaryOf(b.Value == "null" || b.Value == "unknown")
	case null && b.Operator == IsDistinct:
		return isTrue
	case null && b.Operator == In && b.count == 0:
		return isFalse // not even null is in an empty list
	case null:
		return isUnknown
	case !b.decided:
		return undecided
	case b.Operator == Is && (b.Value == "null" || b.Value == "unknown"):
		return isFalse
	case b.pattern != nil:
		return [...]ternary{No: isFalse, Yes: isTrue, Undecided: undecided}[b.pattern.eval(v.Text, b.column.Collation)]
	}
	return b.compareValue(v.Text)
}

func (b *boundCondition) compareValue(written []byte) ternary {
	value, ok := b.family.read(written)
	switch {
	case !ok:
		return undecided
	case b.Operator == Is:
		return ternaryOf((value.number == 1) == (b.Value == "true"))
	case b.Operator == In:
		return b.in(value)
	case b.Operator == Equal:
		return ternaryOf(b.equal(value, b.values[0]))
	case b.Operator == NotEqual || b.Operator == IsDistinct:
		return ternaryOf(!b.equal(value, b.values[0]))
	}
	return ternaryOf(b.Operator.accepts(b.family.compare(value, b.values[0])))
}

// accepts reports whether an order of -1, 0 or +1 satisfies the operator.
func (o Operator) accepts(order int) bool {
	switch o {
	case Less:
		return order < 0
	case LessOrEqual:
		return order <= 0
	case Greater:
		return order > 0
	}
	return order >= 0
}

func (b *boundCondition) equal(x, y operand) bool {
	return x.number == y.number && bytes.Equal(x.first, y.first) && bytes.Equal(x.second, y.second)
}

func (b *boundCondition) in(value operand) ternary {
	for _, v := range b.values {
		if b.equal(value, v) {
			return isTrue
		}
	}
	if b.hasNull {
		return isUnknown
	}
	return isFalse
}
