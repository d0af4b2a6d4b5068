package bulk

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/toubkal/toubkal/server/catalog"
)

// Values are the values of a column: of several rows an array, of one row its value.
type Values struct {
	// Type is their type in SQL: the column's type without a length.
	Type  string
	Array bool
	// Value is in PostgreSQL's text format; nil is NULL.
	Value []byte
	// Binary says that Value is in binary format after all: an array in text format takes
	// PostgreSQL 15 ns a byte, too much for long texts. For either it calls the type's
	// own functions, never a cast that somebody has made.
	Binary bool
}

// Values gives what a column gets, or false where a value might be refused or read
// otherwise. complete says that no row may lack the key.
func (r *Rows) Values(column *catalog.Column, complete bool) (Values, bool) {
	at := 0
	for r.keys[at] != column.Name {
		at++
	}
	fits := fittingOf(column)
	if fits == nil || complete && r.partial[at] {
		return Values{}, false
	}
	values := Values{Type: column.Base, Array: r.Count() > 1}
	ok := true
	switch oid := binaries[column.Base]; {
	case !values.Array && r.null(at):
	case !values.Array:
		values.Value = r.appendText([]byte{}, at)
		ok = fits(r.body[r.values[at].start], values.Value)
	case oid != 0:
		values.Binary = true
		values.Value, ok = r.binary(at, oid, fits)
	default:
		values.Value, ok = r.literal(at, fits)
	}
	return values, ok
}

// binaries are the types whose binary format is their text, by pg_type.oid
// (catalog/pg_type.dat). That of jsonb has a version before it.
var binaries = map[string]uint32{"text": 25, "character varying": 1043, "json": 114, "jsonb": jsonb}

const jsonb = 3802

// binary is an array in binary format (utils/adt/arrayfuncs.c, array_recv); false
// where a value does not fit.
func (r *Rows) binary(at int, oid uint32, fits fitting) ([]byte, bool) {
	size := 20
	for i := at; i < len(r.values); i += len(r.keys) {
		size += 5 + int(r.values[i].end-r.values[i].start)
	}
	array := make([]byte, 0, size)
	// Dimensions, whether there may be nulls, the type, length and first index.
	for _, head := range [...]uint32{1, 1, oid, uint32(r.Count()), 1} { // #nosec G115 -- at most maxBody
		array = binary.BigEndian.AppendUint32(array, head)
	}
	for i := at; i < len(r.values); i += len(r.keys) {
		if r.null(i) {
			array = binary.BigEndian.AppendUint32(array, math.MaxUint32)
			continue
		}
		start := len(array) + 4
		array = append(array, 0, 0, 0, 0)
		if oid == jsonb {
			array = append(array, 1)
		}
		text := len(array)
		array = r.appendText(array, i)
		if !fits(r.body[r.values[i].start], array[text:]) {
			return nil, false
		}
		binary.BigEndian.PutUint32(array[start-4:], uint32(len(array)-start)) // #nosec G115 -- at most maxBody
	}
	return array, true
}

// literal is an array in text format; false where a value does not fit.
func (r *Rows) literal(at int, fits fitting) ([]byte, bool) {
	array := []byte{'{'}
	var text []byte
	for i := at; i < len(r.values); i += len(r.keys) {
		if i > at {
			array = append(array, ',')
		}
		if r.null(i) {
			array = append(array, "null"...)
			continue
		}
		text = r.appendText(text[:0], i)
		if !fits(r.body[r.values[i].start], text) {
			return nil, false
		}
		array = append(array, '"')
		for _, c := range text {
			if c == '"' || c == '\\' {
				array = append(array, '\\')
			}
			array = append(array, c)
		}
		array = append(array, '"')
	}
	return append(array, '}'), true
}

func (r *Rows) null(i int) bool {
	return r.values[i] == span{} || r.body[r.values[i].start] == 'n'
}

// appendText appends a value as json_to_recordset gives it to a type: a string is its
// text, all else as it is written.
func (r *Rows) appendText(to []byte, i int) []byte {
	value := r.body[r.values[i].start:r.values[i].end]
	if value[0] != '"' {
		return append(to, value...)
	}
	value = value[1 : len(value)-1]
	for {
		slash := bytes.IndexByte(value, '\\')
		if slash < 0 {
			return append(to, value...)
		}
		to = append(append(to, value[:slash]...), escaped[value[slash+1]])
		value = value[slash+2:]
	}
}
