package fanout

import (
	"sync"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// pendingChange is a change on its way to its subscribers, and its encodings.
type pendingChange struct {
	change *row.Change
	size   int // about what it takes, in bytes

	mu      sync.Mutex
	row     []row.Value // change.New, with missing values as far as they are known
	encoded []encodedChange
}

// encodedChange is the JSON of a change for one column set.
type encodedChange struct {
	columns *columnSet
	errors  string
	json    []byte
}

func newPendingChange(c *row.Change) *pendingChange {
	if values := completed(c); len(values) > 0 && &values[0] != &c.New[0] {
		whole := *c
		whole.New = values
		c = &whole
	}
	return &pendingChange{change: c, size: sizeOf(c), row: c.New}
}

// sizeOf is about how much a change takes, in bytes.
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

// completed is the new row, with unchanged TOAST values taken from the old row if
// that is complete.
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

// hasMissingToast reports whether the new row lacks values that replication left out.
func (p *pendingChange) hasMissingToast() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, value := range p.row {
		if value.State == row.Absent {
			return true
		}
	}
	return false
}

// fillToast adds missing values from the current row.
func (p *pendingChange) fillToast(now []row.Value) {
	p.mu.Lock()
	defer p.mu.Unlock()
	copied := false
	for i, value := range p.row {
		if value.State != row.Absent || i >= len(now) || now[i].State == row.Absent {
			continue
		}
		if !copied {
			p.row, copied = append([]row.Value(nil), p.row...), true
		}
		p.row[i] = now[i]
	}
}
