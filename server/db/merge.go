package db

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// maxMerging is the number of exchanges with a merged statement that are under way at most: what comes
// meanwhile is merged into the next one.
const maxMerging = 1

// merged makes the exchange of one statement for all members (Statement.Many), and answers
// them. Where it fails each member runs by itself, since only one of them may be to blame.
func (sh *sharing) merged(w *wire, x *exchange) {
	first := x.members[0].messages[0]
	many := Statement{SQL: first.Many, Args: make([][]byte, len(first.Args)), Formats: make([]int16, len(first.Args))}
	for i := range first.Args {
		many.Args[i], many.Formats[i] = textArray(x.members, i), pgtype.BinaryFormatCode
	}
	one := many.keyed(first.role)
	one.wanted, one.sink = true, &mergedSink{sharing: sh, members: x.members, begun: make([]bool, len(x.members))}
	sh.mu.Lock()
	x.reading = x.members[0]
	sh.mu.Unlock()
	started := time.Now()
	pending := w.send([]message{one})
	w.flush()
	results, err := w.receive(pending)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && isStale(refused) {
		w.cache.clear()
	}
	if err == nil {
		sh.pool.speeds.add(x.members[0].hash, time.Since(started))
	}
	for _, m := range x.members {
		if !sh.take(m) {
			continue
		}
		if m.results = results; err != nil {
			m.err, m.again = err, true
		}
		sh.close(m)
	}
}

// textArray is parameter i of all members as text[] in binary format: the number of
// dimensions, whether there are NULLs, the type of the elements, how many there are, and the
// index of the first one; then each with its length, -1 for NULL.
func textArray(members []*member, i int) []byte {
	var array []byte
	for _, n := range []int{1, 1, pgtype.TextOID, len(members), 1} {
		array = binary.BigEndian.AppendUint32(array, uint32(n)) // #nosec G115 -- small
	}
	for _, m := range members {
		value := m.messages[0].Args[i]
		length := int32(len(value)) // #nosec G115 -- at most maxShared
		if value == nil {
			length = -1
		}
		array = append(binary.BigEndian.AppendUint32(array, uint32(length)), value...) // #nosec G115
	}
	return array
}

// mergedSink gives each member its rows of a merged statement, whose first column is the
// number of the member from 1.
type mergedSink struct {
	sharing *sharing
	members []*member
	begun   []bool // of each member's sink
	columns []column
	binary  bool
}

// Binary implements Sink. The members have the same sink.
func (ms *mergedSink) Binary(oid uint32) bool {
	return oid != pgtype.Int8OID && ms.members[0].messages[0].sink.Binary(oid)
}

// Begin implements Sink.
func (ms *mergedSink) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	ms.columns, ms.binary = ms.columns[:0], binary
	for name, oid := range columns {
		ms.columns = append(ms.columns, column{name, oid})
	}
	return nil
}

// Row implements Sink. A member's sink that fails or panics ends the rows of that member alone.
func (ms *mergedSink) Row(values [][]byte) error {
	n, err := strconv.Atoi(string(values[0]))
	if err != nil || n < 1 || n > len(ms.members) {
		return fmt.Errorf("a merged statement has a row for member %q", values[0])
	}
	m := ms.members[n-1]
	if m.err != nil || m.panicked != nil || !ms.sharing.take(m) {
		return nil
	}
	defer func() {
		if cause := recover(); cause != nil {
			m.panicked = cause
		}
	}()
	sink := m.messages[0].sink
	if !ms.begun[n-1] {
		ms.begun[n-1] = true
		m.err = sink.Begin((&preparedStatement{columns: ms.columns[1:]}).names(), ms.binary)
	}
	if m.err == nil {
		m.err = sink.Row(values[1:])
	}
	return nil
}
