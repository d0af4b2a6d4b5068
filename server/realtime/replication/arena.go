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
func (s *arena) text(b []byte) []byte {
	if len(b) > textBlock/4 {
		return bytes.Clone(b)
	}
	if len(b) > cap(s.texts)-len(s.texts) {
		s.texts = make([]byte, 0, textBlock)
	}
	from := len(s.texts)
	s.texts = append(s.texts, b...)
	return s.texts[from:len(s.texts):len(s.texts)]
}

// row returns n values that are Absent.
func (s *arena) row(n int) []row.Value {
	if n > valueBlock/4 {
		return make([]row.Value, n)
	}
	if n > len(s.values) {
		s.values = make([]row.Value, valueBlock)
	}
	values := s.values[:n:n]
	s.values = s.values[n:]
	return values
}

func (s *arena) change() *row.Change {
	if len(s.changes) == 0 {
		s.changes = make([]row.Change, changeBlock)
	}
	c := &s.changes[0]
	s.changes = s.changes[1:]
	return c
}
