package fanout

import (
	"strconv"

	"github.com/toubkal/toubkal/server/realtime/row"
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
	dst = append(c.CommittedAt.UTC().AppendFormat(dst, commitTime), '"')
	dst = append(dst, v.list...)
	if c.Kind != row.Delete {
		dst = v.appendRow(append(dst, `,"record":`...), e.row, false, keep)
	}
	if c.Kind != row.Insert {
		dst = v.appendRow(append(dst, `,"old_record":`...), c.Old, v.keyOnly(c), keep)
	}
	dst = append(append(dst, `,"errors":`...), errors...)
	return append(dst, '}')
}

// commitTime is how a commit's time is written: to the millisecond, in UTC.
const commitTime = "2006-01-02T15:04:05.000Z"

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
