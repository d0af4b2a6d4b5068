package feed

import (
	"bytes"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// The sizes of slabs: a change that somebody keeps, keeps its neighbours in them,
// about 40 kB in all.
const (
	textSlab   = 16 << 10 // bytes
	valueSlab  = 256
	changeSlab = 64
)

// slab allocates for many changes at once. Nothing of it is used twice.
type slab struct {
	texts   []byte
	values  []row.Value
	changes []row.Change
}

// text copies b.
func (s *slab) text(b []byte) []byte {
	if len(b) > textSlab/4 {
		return bytes.Clone(b)
	}
	if len(b) > cap(s.texts)-len(s.texts) {
		s.texts = make([]byte, 0, textSlab)
	}
	from := len(s.texts)
	s.texts = append(s.texts, b...)
	return s.texts[from:len(s.texts):len(s.texts)]
}

// row is n values that are Absent.
func (s *slab) row(n int) []row.Value {
	if n > valueSlab/4 {
		return make([]row.Value, n)
	}
	if n > len(s.values) {
		s.values = make([]row.Value, valueSlab)
	}
	values := s.values[:n:n]
	s.values = s.values[n:]
	return values
}

func (s *slab) change() *row.Change {
	if len(s.changes) == 0 {
		s.changes = make([]row.Change, changeSlab)
	}
	c := &s.changes[0]
	s.changes = s.changes[1:]
	return c
}
