package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Filter is a filter bound to a table. It is immutable; a nil one matches every row.
type Filter struct {
	conditions []boundCondition
	id         string
}

// boundCondition is a condition with what does not depend on the row.
type boundCondition struct {
	Condition
	column  row.Column
	place   int // of the column in Table.Columns
	family  typeFamily
	decided bool      // Go compares: the operands or the pattern are read
	values  []operand // one, or those of In
	count   int       // of the items of In
	hasNull bool      // In has a NULL
	pattern *pattern
}

// Bind looks up the columns and reads the values. Its errors have the text of Supabase's
// database, without "Unable to subscribe …" before it.
func Bind(t *row.Table, conditions []Condition) (*Filter, error) {
	filter := &Filter{conditions: make([]boundCondition, 0, len(conditions))}
	var id strings.Builder
	for _, c := range conditions {
		place := slices.IndexFunc(t.Columns, func(column row.Column) bool { return column.Name == c.Column })
		if place < 0 {
			return nil, fmt.Errorf("invalid column for filter %s", c.Column)
		}
		b := boundCondition{Condition: c, column: t.Columns[place], place: place, family: familyOf(&t.Columns[place])}
		if err := b.read(); err != nil {
			return nil, err
		}
		filter.conditions = append(filter.conditions, b)
		fmt.Fprintf(&id, "%d %s %t %t %s,", place, c.Operator, c.Not, c.Canonical, strconv.Quote(c.Value))
	}
	filter.id = id.String()
	return filter, nil
}

func (b *boundCondition) read() error {
	switch b.Operator {
	case In:
		return b.readItems()
	case Is:
		return b.readKeyword()
	case Match, IMatch:
		return b.needsText(b.family == bytea)
	case Like, ILike:
		b.readPattern()
		return b.needsText(b.family == bytea && b.Operator == ILike)
	case Equal, NotEqual, IsDistinct:
		b.decided = b.family != unknownType
	default:
		b.decided = b.family.orders(&b.column)
	}
	if b.decided {
		b.readValue(b.Value)
	}
	return nil
}

// readValue adds an operand, or leaves the condition undecided.
func (b *boundCondition) readValue(typed string) {
	t := b.column.Type
	if !b.Canonical && t.OID != t.Base {
		switch b.family {
		case decimal, clock, timestamp, timestamptz: // the domain may round, which is not known here
			b.decided = false
			return
		}
	}
	value, ok := readFilter(b.family, t, typed)
	b.values = append(b.values, value)
	b.decided = b.decided && ok
}

func (b *boundCondition) readItems() error {
	items, err := ReadList(b.Value)
	if err != nil {
		return err
	}
	b.decided, b.count = b.family != unknownType, len(items)
	for _, i := range items {
		if i.Null {
			b.hasNull = true
		} else if b.decided {
			b.readValue(i.Text)
		}
	}
	return nil
}

func (b *boundCondition) readKeyword() error {
	switch b.Value {
	case "null":
	case "true", "false", "unknown":
		if b.family != boolean {
			return fmt.Errorf("is %s filter requires a boolean column, got %s", b.Value, nameOf(b.column.Type))
		}
	default:
		return fmt.Errorf("invalid value for is filter: must be null, true, false, or unknown")
	}
	b.decided = b.column.Type.Kind != row.Composite // is null where all of its fields are
	return nil
}

func (b *boundCondition) readPattern() {
	if b.family == text || b.family == bpchar {
		b.pattern, b.decided = readPattern(b.Value, b.Operator == ILike)
	}
}

func (b *boundCondition) needsText(missing bool) error {
	switch b.family {
	case text, bpchar, bytea, unknownType:
	default:
		missing = true
	}
	if missing {
		return fmt.Errorf("operator %s requires a text-compatible column type, got %s", b.Operator, nameOf(b.column.Type))
	}
	return nil
}
