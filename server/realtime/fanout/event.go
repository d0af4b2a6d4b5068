package fanout

import (
	"sync"

	"github.com/toubkal/toubkal/server/realtime/row"
)

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
	if c.Kind != row.Update || !c.Table.ReplicaIdentityFull {
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
