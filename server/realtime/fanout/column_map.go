package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// columnMap converts rows from one description of a table to another, as PostgreSQL's
// tuple conversion map does.
type columnMap struct {
	from  *row.Table
	into  *row.Table
	same  bool
	place []int // by column of into: its index in from; -1 for none
}

// convert gives a change as our description of the table has it. That of replication
// differs only around a change of the table.
func (r *relation) convert(c *row.Change) *row.Change {
	if c.Table == r.table {
		return c
	}
	if r.columns.from != c.Table {
		r.columns = newColumnMap(c.Table, r.table)
	}
	return r.columns.change(c)
}

// change converts a change.
func (l *columnMap) change(c *row.Change) *row.Change {
	if l.same {
		return c
	}
	converted := *c
	converted.Table, converted.New, converted.Old = l.into, l.convert(c.New), l.convert(c.Old)
	return &converted
}

func newColumnMap(from, to *row.Table) columnMap {
	l := columnMap{from: from, into: to, same: equalTables(from, to), place: make([]int, len(to.Columns))}
	for i, ours := range to.Columns {
		l.place[i] = slices.IndexFunc(from.Columns, func(theirs row.Column) bool {
			return theirs.Number == ours.Number && theirs.Type.OID == ours.Type.OID
		})
	}
	return l
}

func (l *columnMap) convert(values []row.Value) []row.Value {
	if values == nil {
		return nil
	}
	converted := make([]row.Value, len(l.place))
	for i, place := range l.place {
		if place >= 0 {
			converted[i] = values[place]
		}
	}
	return converted
}

func (l *columnMap) convertChanges(events []*pendingChange) []*pendingChange {
	if l.same {
		return events
	}
	converted := make([]*pendingChange, len(events))
	for i, e := range events {
		converted[i] = newPendingChange(l.change(e.change))
	}
	return converted
}

// convertBindings converts the bindings of a group; their filters are not needed
// again.
func (l *columnMap) convertBindings(wants []tableBinding) []tableBinding {
	if l.same {
		return wants
	}
	converted := slices.Clone(wants)
	for i := range converted {
		converted[i].filter = nil
		if converted[i].columns == nil {
			continue
		}
		places := []int{}
		for place, from := range l.place {
			if from >= 0 && slices.Contains(converted[i].columns, from) {
				places = append(places, place)
			}
		}
		converted[i].columns = places
	}
	return converted
}
