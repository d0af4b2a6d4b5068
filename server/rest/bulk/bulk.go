// Package bulk reads the rows of a JSON body column by column: PostgreSQL unnests an
// array for each column in an eighth of the time that the same rows take it as JSON,
// which is half of what an insert costs it.
//
// It reads only what becomes the same as with json_to_recordset, and cannot fail.
// Everything else is left to PostgreSQL, which also has the error messages: invalid
// JSON, a key with an escape or twice in a row, and values that a type may refuse.
// It refuses nothing.
package bulk

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// maxBody bounds a body that is read here, and so the memory that it takes beside
// the body's own. Bytes.
const maxBody = 4 << 20

// typicalKeys is the number of columns that most rows have at most.
const typicalKeys = 8

// Rows are the rows of a body.
type Rows struct {
	body    []byte
	keys    []string
	partial []bool // of each key: a row lacks it
	values  []span // row by row, one for each key
}

// span is the position of a value in the body. The zero span is a key that is missing.
type span struct{ start, end uint32 }

// Read reads an array of objects. columns are the keys to read; a row may lack some of
// them and have others. If columns is nil, the keys are those that every row has. It
// returns nil for a body that is left to PostgreSQL.
func Read(body []byte, columns []string) *Rows {
	if len(body) > maxBody || !utf8.Valid(body) {
		return nil
	}
	r := &reader{
		scanner: scanner{text: body}, known: map[string]int{}, fixed: columns != nil,
		keys: make([]string, 0, typicalKeys), order: make([]field, 0, typicalKeys), values: make([]span, 0, typicalKeys),
	}
	for i, name := range columns {
		r.known[name] = i
		r.keys = append(r.keys, name)
	}
	if !r.array() || len(r.keys) == 0 || len(r.values) == 0 {
		return nil
	}
	return &Rows{body: body, keys: r.keys, partial: r.partial, values: r.values}
}

// Keys are the keys that the rows were read by, sorted.
func (r *Rows) Keys() []string { return slices.Sorted(slices.Values(r.keys)) }

// Count is the number of rows; at least one.
func (r *Rows) Count() int { return len(r.values) / len(r.keys) }

// reader reads rows. Those of one body mostly have the same keys in the same order,
// which is guessed from the row before.
type reader struct {
	scanner
	known   map[string]int // position of a key in keys; ignored for one that is not read
	keys    []string
	fixed   bool // keys are given
	order   []field
	partial []bool
	values  []span
}

// field is a key as the first row has it.
type field struct {
	name []byte
	at   int // in keys
}

const ignored = -1

func (r *reader) array() bool {
	if r.blanks(); !r.skip('[') {
		return false
	}
	for {
		r.blanks()
		if !r.object() {
			return false
		}
		r.blanks()
		if r.skip(']') {
			return r.end()
		}
		if !r.skip(',') {
			return false
		}
	}
}

// object reads a row.
func (r *reader) object() bool {
	if !r.skip('{') {
		return false
	}
	first, start := len(r.values) == 0, len(r.values)
	if !first || r.fixed {
		// A row of nothing takes two bytes of the body: what is missing must not take more
		// memory than what is there.
		if start+len(r.keys) > len(r.text) {
			return false
		}
		r.values = append(r.values, make([]span, len(r.keys))...)
	}
	read := 0
	for r.blanks(); !r.skip('}'); r.blanks() {
		if read > 0 {
			if !r.skip(',') {
				return false
			}
			r.blanks()
		}
		at, ok := r.key(read, first)
		if !ok {
			return false
		}
		value, ok := r.value()
		if !ok {
			return false
		}
		read++
		switch {
		case at == ignored:
		case start+at == len(r.values): // the first row, whose keys are not given
			r.values = append(r.values, value)
		case r.values[start+at] != span{}: // twice
			return false
		default:
			r.values[start+at] = value
		}
	}
	r.note(r.values[start:])
	return r.fixed || read == len(r.keys)
}

// key reads a key and its colon, and gives its position in keys.
func (r *reader) key(position int, first bool) (at int, ok bool) {
	quoted, ok := r.plainString()
	if !ok {
		return 0, false
	}
	name := r.text[quoted.start+1 : quoted.end-1]
	r.blanks()
	if !r.skip(':') {
		return 0, false
	}
	r.blanks()
	if position < len(r.order) && bytes.Equal(r.order[position].name, name) {
		return r.order[position].at, true
	}
	at, ok = r.known[string(name)]
	switch {
	case ok:
	case r.fixed:
		at = ignored
	case first:
		at = len(r.keys)
		r.keys = append(r.keys, string(name))
		r.known[r.keys[at]] = at
	default:
		return 0, false
	}
	if first {
		r.order = append(r.order, field{name, at})
	}
	return at, true
}

// note notes which keys a row lacks.
func (r *reader) note(row []span) {
	if r.partial == nil {
		r.partial = make([]bool, len(r.keys))
	}
	for i, value := range row {
		if value == (span{}) {
			r.partial[i] = true
		}
	}
}
