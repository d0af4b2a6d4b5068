package realtime

import (
	"strconv"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/tojson"
	"github.com/toubkal/toubkal/server/realtime/wire"
)

// errorTooLarge is what a client reads in `errors` of a change that it is told of
// in part. The words are Supabase's, as those of visible.Rights.Refusal are.
const errorTooLarge = `["Error 413: Payload Too Large"]`

// largest is how big a change may be as JSON, in bytes: what clients send may be
// as big. Of a bigger one only values of up to smallValue bytes are told.
const (
	largest    = 5_000_000
	smallValue = 64
)

// view is which columns of a table somebody is told. Equal views of an audience
// are one, so that a change is spelt once for all who have it.
type view struct {
	table   *row.Table
	columns []int  // places in table.Columns, ascending
	names   []byte // all of them as `"name":`, one after the other
	ends    []int  // where each ends in names
	key     []bool // by place in columns: of the primary key
	// keyOnly has DELETE tell of the key alone: under row policies nobody can say
	// any more who was allowed to see the rest.
	keyOnly bool
	head    string // `{"schema":"public","table":"t","type":"`
	list    string // `,"columns":[…]`
}

// newView makes the view of columns, which are places in t.Columns.
func newView(t *row.Table, columns []int, keyOnly bool) *view {
	v := &view{table: t, columns: columns, keyOnly: keyOnly, key: make([]bool, len(columns))}
	list := []byte(`,"columns":[`)
	for i, place := range columns {
		column := t.Columns[place]
		v.names = append(wire.AppendString(v.names, column.Name), ':')
		v.ends = append(v.ends, len(v.names))
		v.key[i] = inKey(t, place)
		if i > 0 {
			list = append(list, ',')
		}
		list = wire.AppendString(append(list, `{"name":`...), column.Name)
		list = append(wire.AppendString(append(list, `,"type":`...), column.Type.Name), '}')
	}
	head := wire.AppendString([]byte(`{"schema":`), t.Schema)
	head = append(wire.AppendString(append(head, `,"table":`...), t.Name), `,"type":"`...)
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

// event is a change on its way to those who listen, and what it reads like.
type event struct {
	change *row.Change
	size   int // about what it takes, in bytes

	mu   sync.Mutex
	row  []row.Value // change.New with what the stream left out, as far as it is known
	data []rendering
}

// rendering is what an event reads like in one view.
type rendering struct {
	view   *view
	errors string
	json   []byte
}

func newEvent(c *row.Change) *event {
	if values := completed(c); len(values) > 0 && &values[0] != &c.New[0] {
		whole := *c
		whole.New = values
		c = &whole
	}
	return &event{change: c, size: sizeOf(c), row: c.New}
}

// sizeOf is about what a change takes, in bytes.
func sizeOf(c *row.Change) int {
	const change, value = 128, 40
	size := change + value*(len(c.New)+len(c.Old))
	for _, values := range [2][]row.Value{c.New, c.Old} {
		for i := range values {
			size += len(values[i].Text)
		}
	}
	return size
}

// completed is the new row with values that an update left alone and that are
// stored apart taken from the old row, where that one is whole.
func completed(c *row.Change) []row.Value {
	if c.Kind != row.Update || !c.Table.Full {
		return c.New
	}
	values := c.New
	for i, value := range c.New {
		if value.State != row.Absent || c.Old[i].State == row.Absent {
			continue
		}
		if &values[0] == &c.New[0] {
			values = append([]row.Value(nil), c.New...)
		}
		values[i] = c.Old[i]
	}
	return values
}

// lacks tells whether the stream left out values of the new row.
func (e *event) lacks() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, value := range e.row {
		if value.State == row.Absent {
			return true
		}
	}
	return false
}

// fill takes what the stream left out from the row as it is now.
func (e *event) fill(now []row.Value) {
	e.mu.Lock()
	defer e.mu.Unlock()
	copied := false
	for i, value := range e.row {
		if value.State != row.Absent || i >= len(now) || now[i].State == row.Absent {
			continue
		}
		if !copied {
			e.row, copied = append([]row.Value(nil), e.row...), true
		}
		e.row[i] = now[i]
	}
}

// read is the event as JSON for those with a view, made once. errors is what it
// says in place of the rows; "" tells the rows.
func (e *event) read(v *view, errors string) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range e.data {
		if r.view == v && r.errors == errors {
			return r.json
		}
	}
	json := e.spell(v, errors)
	e.data = append(e.data, rendering{v, errors, json})
	return json
}

func (e *event) spell(v *view, errors string) []byte {
	if errors != "" {
		return e.append(nil, v, errors, func(int, []byte) bool { return false })
	}
	json := e.append(make([]byte, 0, e.guess(v)), v, "null", func(int, []byte) bool { return true })
	if len(json) <= largest {
		return json
	}
	return e.append(nil, v, errorTooLarge, func(_ int, value []byte) bool { return len(value) <= smallValue })
}

// guess is about how long the JSON will be, in bytes.
func (e *event) guess(v *view) int {
	size := len(v.head) + len(v.list) + 2*len(v.names) + 128
	for _, place := range v.columns {
		for _, values := range [2][]row.Value{e.row, e.change.Old} {
			if values != nil {
				size += len(values[place].Text) + 8
			}
		}
	}
	return size
}

// append spells the change, of its rows only the values that keep lets pass.
func (e *event) append(dst []byte, v *view, errors string, keep func(place int, json []byte) bool) []byte {
	c := e.change
	dst = append(append(dst, v.head...), c.Kind.String()...)
	dst = append(dst, `","commit_timestamp":"`...)
	dst = append(c.At.UTC().AppendFormat(dst, commitTime), '"')
	dst = append(dst, v.list...)
	if c.Kind != row.Delete {
		dst = v.appendRow(append(dst, `,"record":`...), e.row, false, keep)
	}
	if c.Kind != row.Insert {
		dst = v.appendRow(append(dst, `,"old_record":`...), c.Old, v.keyOnly && c.Kind == row.Delete, keep)
	}
	dst = append(append(dst, `,"errors":`...), errors...)
	return append(dst, '}')
}

// commitTime is how a commit's time is written: to the millisecond, in UTC.
const commitTime = "2006-01-02T15:04:05.000Z"

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
		dst = tojson.Value(dst, v.table.Columns[place].Type, values[place])
		if !keep(place, dst[at:]) {
			dst = dst[:before]
			continue
		}
		first = false
	}
	return append(dst, '}')
}

// appendIDs spells the ids of bindings as an array.
func appendIDs(dst []byte, ids []int) []byte {
	dst = append(dst, '[')
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(id), 10)
	}
	return append(dst, ']')
}
