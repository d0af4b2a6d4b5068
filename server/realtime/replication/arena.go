package replication

import (
	"bytes"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// The sizes of blocks. A change that is kept keeps its whole blocks, about 40 kB.
const (
	textBlock   = 16 << 10 // bytes
	valueBlock  = 256
	changeBlock = 64
)

// arena allocates memory for many changes at once. It is not reused.
type arena struct {
	texts   []byte
	values  []row.Value
	changes []row.Change
}

// text copies b.
func (a *arena) text(b []byte) []byte {
	if len(b) > textBlock/4 {
		return bytes.Clone(b)
	}
	if len(b) > cap(a.texts)-len(a.texts) {
		a.texts = make([]byte, 0, textBlock)
	}
	from := len(a.texts)
	a.texts = append(a.texts, b...)
	return a.texts[from:len(a.texts):len(a.texts)]
}

// row returns n values that are Absent.
func (a *arena) row(n int) []row.Value {
	if n > valueBlock/4 {
		return make([]row.Value, n)
	}
	if n > len(a.values) {
		a.values = make([]row.Value, valueBlock)
	}
	values := a.values[:n:n]
	a.values = a.values[n:]
	return values
}

func (a *arena) change() *row.Change {
	if len(a.changes) == 0 {
		a.changes = make([]row.Change, changeBlock)
	}
	c := &a.changes[0]
	a.changes = a.changes[1:]
	return c
}
