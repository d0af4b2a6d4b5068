// Package encode writes rows as PostgreSQL writes their JSON, to the byte: what
// json_agg would answer, made here of the values' own text or binary form. For a
// thousand rows that halves the CPU of PostgreSQL, which is the one that everybody
// waits for. It refuses columns of a type whose JSON is more than its text
// (ErrType): those go through to_json in PostgreSQL, and arrive here as json.
package encode

import (
	"errors"
	"fmt"
	"iter"
)

// ErrType means that a column is of a type which only PostgreSQL can write.
var ErrType = errors.New("no encoder for a type")

// Rows writes the rows of one answer. It is not safe for concurrent use.
type Rows struct {
	before []byte // what stands before each value: {"id":,"name":
	values []value
	count  int64
}

// value is the format of a column, and where its part of before ends.
type value struct {
	write writer
	end   int
}

// New makes the encoder of an answer. Columns are names and types (pg_type.oid)
// as PostgreSQL describes them: a domain has the type that it is made of. All
// values are in text format, or with binary those of Binary's types are in
// binary format.
func New(columns iter.Seq2[string, uint32], binary bool) (*Rows, error) {
	first := &struct { // one allocation, for most tables
		Rows
		before [256]byte
		values [16]value
	}{}
	r := &first.Rows
	r.before, r.values = append(first.before[:0], '{'), first.values[:0]
	for name, oid := range columns {
		write := writers[oid]
		if ofBinary := binaries[oid]; binary && ofBinary != nil {
			write = ofBinary
		}
		if write == nil {
			return nil, fmt.Errorf("%w: column %q, type %d", ErrType, name, oid)
		}
		if len(r.values) > 0 {
			r.before = append(r.before, ',')
		}
		r.before = append(named(r.before, name), ':')
		r.values = append(r.values, value{write: write, end: len(r.before)})
	}
	return r, nil
}

// Count is the number of rows written so far.
func (r *Rows) Count() int64 { return r.count }

// Append writes the next row, of which nil values are NULL, behind what json_agg
// puts between rows.
func (r *Rows) Append(to []byte, values [][]byte) []byte {
	if r.count == 0 {
		to = append(to, '[')
	} else {
		to = append(to, ", \n "...)
	}
	r.count++
	if len(r.values) == 0 {
		return append(to, "{}"...)
	}
	start := 0
	for i, v := range r.values {
		to = append(to, r.before[start:v.end]...)
		start = v.end
		if values[i] == nil {
			to = append(to, "null"...)
			continue
		}
		to = v.write(to, values[i])
	}
	return append(to, '}')
}

// End closes the array; without rows it is empty.
func (r *Rows) End(to []byte) []byte {
	if r.count == 0 {
		to = append(to, '[')
	}
	return append(to, ']')
}
