package match

import (
	"bytes"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// truth is SQL's, and one more: that only PostgreSQL can tell.
type truth byte

const (
	isFalse truth = iota
	isTrue
	isUnknown
	isOpen
)

func truthOf(yes bool) truth {
	if yes {
		return isTrue
	}
	return isFalse
}

// Holds tells whether a row, of the table that the test was bound to, is wanted.
// What is not in the stream is not wanted: a column that is Absent makes it No,
// as with Supabase. Of a deleted row that is all but its key, unless the table has
// REPLICA IDENTITY FULL.
func (t *Test) Holds(values []row.Value) Answer {
	if t == nil {
		return Yes
	}
	open := false
	for i := range t.conditions {
		switch t.conditions[i].of(values) {
		case isFalse, isUnknown:
			return No
		case isOpen:
			open = true
		}
	}
	if open {
		return Ask
	}
	return Yes
}

// Asks tells whether Holds may answer Ask for some row.
func (t *Test) Asks() bool {
	if t == nil {
		return false
	}
	for i := range t.conditions {
		c := &t.conditions[i]
		if !c.decided || c.pattern != nil && (c.pattern.folds != exact || !c.pattern.cheap(1<<30)) {
			return true
		}
	}
	return false
}

// Questions appends what PostgreSQL must answer about a row for which Holds says
// Ask: the row is wanted where every answer is true.
func (t *Test) Questions(dst []Question, values []row.Value) []Question {
	if t == nil {
		return dst
	}
	for i := range t.conditions {
		if c := &t.conditions[i]; c.of(values) == isOpen {
			dst = append(dst, Question{
				Type: c.column.Type, Collate: c.column.Collate, Operator: c.Operator, Not: c.Not,
				Value: string(values[c.place].Text), Filter: c.Value,
			})
		}
	}
	return dst
}

func (b *bound) of(values []row.Value) truth {
	if b.place >= len(values) || values[b.place].State == row.Absent {
		return isFalse
	}
	result := b.compare(&values[b.place])
	if b.Not && result < isUnknown {
		return isTrue - result
	}
	return result
}

func (b *bound) compare(v *row.Value) truth {
	null := v.State == row.Null
	switch {
	case null && b.Operator == Is:
		return truthOf(b.Value == "null" || b.Value == "unknown")
	case null && b.Operator == IsDistinct:
		return isTrue
	case null && b.Operator == In && b.count == 0:
		return isFalse // not even null is in it
	case null:
		return isUnknown
	case !b.decided:
		return isOpen
	case b.Operator == Is && (b.Value == "null" || b.Value == "unknown"):
		return isFalse
	case b.pattern != nil:
		return ofAnswer(b.pattern.holds(v.Text, b.column.Collation))
	}
	return b.compareRead(v.Text)
}

func ofAnswer(a Answer) truth {
	return [...]truth{No: isFalse, Yes: isTrue, Ask: isOpen}[a]
}

func (b *bound) compareRead(written []byte) truth {
	value, ok := b.family.read(written)
	switch {
	case !ok:
		return isOpen
	case b.Operator == Is:
		return truthOf((value.number == 1) == (b.Value == "true"))
	case b.Operator == In:
		return b.among(value)
	case b.Operator == Equal:
		return truthOf(b.equal(value, b.values[0]))
	case b.Operator == NotEqual || b.Operator == IsDistinct:
		return truthOf(!b.equal(value, b.values[0]))
	}
	return truthOf(b.Operator.admits(b.family.compare(value, b.values[0])))
}

// admits tells whether an order of -1, 0 or +1 is one that the operator wants.
func (o Operator) admits(order int) bool {
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

func (b *bound) equal(x, y operand) bool {
	return x.number == y.number && bytes.Equal(x.first, y.first) && bytes.Equal(x.second, y.second)
}

func (b *bound) among(value operand) truth {
	for _, v := range b.values {
		if b.equal(value, v) {
			return isTrue
		}
	}
	if b.nulls {
		return isUnknown
	}
	return isFalse
}
