package fanout

import (
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// view is which columns of a table somebody is told. Equal views of an audience
// are one, so that a change is spelt once for all who have it.
type view struct {
	table   *row.Table
	columns []int  // places in table.Columns, ascending
	names   []byte // all of them as `"name":`, one after the other
	ends    []int  // where each ends in names
	key     []bool // by place in columns: of the primary key
	// keyOnly has a DELETE tell of the key alone: where nobody can say any more who
	// was allowed to see the rest.
	keyOnly func(*row.Change) bool
	head    string // `{"schema":"public","table":"t","type":"`
	list    string // `,"columns":[…]`
}

// newView makes the view of columns, which are places in t.Columns.
func newView(t *row.Table, columns []int, keyOnly func(*row.Change) bool) *view {
	v := &view{table: t, columns: columns, keyOnly: keyOnly, key: make([]bool, len(columns))}
	list := []byte(`,"columns":[`)
	for i, place := range columns {
		column := t.Columns[place]
		v.names = append(protocol.AppendString(v.names, column.Name), ':')
		v.ends = append(v.ends, len(v.names))
		v.key[i] = inKey(t, place)
		if i > 0 {
			list = append(list, ',')
		}
		list = protocol.AppendString(append(list, `{"name":`...), column.Name)
		list = append(protocol.AppendString(append(list, `,"type":`...), column.Type.Name), '}')
	}
	head := protocol.AppendString([]byte(`{"schema":`), t.Schema)
	head = append(protocol.AppendString(append(head, `,"table":`...), t.Name), `,"type":"`...)
	v.head, v.list = string(head), string(append(list, ']'))
	return v
}

func inKey(t *row.Table, place int) bool {
	for _, k := range t.Key {
		if k == place {
			return true
		}
	}
	return false
}

// appendRow spells a row as an object. What is Absent is not in it.
func (v *view) appendRow(dst []byte, values []row.Value, keyOnly bool, keep func(int, []byte) bool) []byte {
	dst = append(dst, '{')
	first, start := true, 0
	for i, place := range v.columns {
		name := v.names[start:v.ends[i]]
		start = v.ends[i]
		if values[place].State == row.Absent || keyOnly && !v.key[i] {
			continue
		}
		before := len(dst)
		if !first {
			dst = append(dst, ',')
		}
		dst = append(dst, name...)
		at := len(dst)
		dst = row.AppendJSON(dst, v.table.Columns[place].Type, values[place])
		if !keep(place, dst[at:]) {
			dst = dst[:before]
			continue
		}
		first = false
	}
	return append(dst, '}')
}
