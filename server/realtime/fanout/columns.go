package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// columnSet are the columns of a table that a subscriber gets. Equal sets of the
// subscribers of a role are one, so that a change is encoded once for all of them.
type columnSet struct {
	table   *row.Table
	columns []int  // indexes in table.Columns, ascending
	names   []byte // all of them as `"name":`, one after the other
	ends    []int  // where each ends in names
	key     []bool // by index in columns: part of the primary key
	// onlyKey reports that only the key of a deleted row may be sent: its other
	// values can no longer be checked.
	onlyKey func(*row.Change) bool
	head    string // `{"schema":"public","table":"t","type":"`
	list    string // `,"columns":[…]`
}

// newColumnSet makes the set of columns, which are indexes in t.Columns.
func newColumnSet(t *row.Table, columns []int, keyOnly func(*row.Change) bool) *columnSet {
	c := &columnSet{table: t, columns: columns, onlyKey: keyOnly, key: make([]bool, len(columns))}
	list := []byte(`,"columns":[`)
	for i, place := range columns {
		column := t.Columns[place]
		c.names = append(protocol.AppendString(c.names, column.Name), ':')
		c.ends = append(c.ends, len(c.names))
		c.key[i] = slices.Contains(t.Key, place)
		if i > 0 {
			list = append(list, ',')
		}
		list = protocol.AppendString(append(list, `{"name":`...), column.Name)
		list = append(protocol.AppendString(append(list, `,"type":`...), column.Type.Name), '}')
	}
	head := protocol.AppendString([]byte(`{"schema":`), t.Schema)
	head = append(protocol.AppendString(append(head, `,"table":`...), t.Name), `,"type":"`...)
	c.head, c.list = string(head), string(append(list, ']'))
	return c
}

// appendRow encodes a row as an object, without Absent values.
func (c *columnSet) appendRow(dst []byte, values []row.Value, keyOnly bool, keep func(int, []byte) bool) []byte {
	dst = append(dst, '{')
	first, start := true, 0
	for i, place := range c.columns {
		name := c.names[start:c.ends[i]]
		start = c.ends[i]
		if values[place].State == row.Absent || keyOnly && !c.key[i] {
			continue
		}
		before := len(dst)
		if !first {
			dst = append(dst, ',')
		}
		dst = append(dst, name...)
		at := len(dst)
		dst = row.AppendJSON(dst, c.table.Columns[place].Type, values[place])
		if !keep(place, dst[at:]) {
			dst = dst[:before]
			continue
		}
		first = false
	}
	return append(dst, '}')
}

// columnMap converts rows from one description of a table to another, as PostgreSQL's
// tuple conversion map does.
type columnMap struct {
	from  *row.Table
	into  *row.Table
	same  bool
	place []int // by column of into: its index in from; -1 for none
}

// convert converts a change to our description of the table. That of replication
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
