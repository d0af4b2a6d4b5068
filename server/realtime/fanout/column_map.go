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
func (c *columnMap) change(change *row.Change) *row.Change {
	if c.same {
		return change
	}
	converted := *change
	converted.Table, converted.New, converted.Old = c.into, c.convert(change.New), c.convert(change.Old)
	return &converted
}

func newColumnMap(from, to *row.Table) columnMap {
	c := columnMap{from: from, into: to, same: equalTables(from, to), place: make([]int, len(to.Columns))}
	for i, ours := range to.Columns {
		c.place[i] = slices.IndexFunc(from.Columns, func(theirs row.Column) bool {
			return theirs.Number == ours.Number && theirs.Type.OID == ours.Type.OID
		})
	}
	return c
}

func (c *columnMap) convert(values []row.Value) []row.Value {
	if values == nil {
		return nil
	}
	converted := make([]row.Value, len(c.place))
	for i, place := range c.place {
		if place >= 0 {
			converted[i] = values[place]
		}
	}
	return converted
}

func (c *columnMap) convertChanges(events []*pendingChange) []*pendingChange {
	if c.same {
		return events
	}
	converted := make([]*pendingChange, len(events))
	for i, e := range events {
		converted[i] = newPendingChange(c.change(e.change))
	}
	return converted
}

// convertBindings converts the bindings of a group; their filters are not needed
// again.
func (c *columnMap) convertBindings(wants []tableBinding) []tableBinding {
	if c.same {
		return wants
	}
	converted := slices.Clone(wants)
	for i := range converted {
		converted[i].filter = nil
		if converted[i].columns == nil {
			continue
		}
		places := []int{}
		for place, from := range c.place {
			if from >= 0 && slices.Contains(converted[i].columns, from) {
				places = append(places, place)
			}
		}
		converted[i].columns = places
	}
	return converted
}
