package replication

import (
	"context"
	"errors"
	"time"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// The limits of a batch: changes, and bytes of values.
const (
	maxBatch = 256
	maxBytes = 4 << 20
)

// schemaPrefix is the prefix of the logical messages by which event triggers announce
// schema changes in the stream (server/system,
// toubkal.announce_schema_change): one is written at once, not
// transactional, with the xid8, so that SchemaChanged precedes the changes of that
// transaction; and a transactional one comes with the commit.
const schemaPrefix = "toubkal.realtime"

// relationSource is the part of the connection that the decoder needs.
type relationSource interface {
	// table describes a relation that transaction xid has sent.
	table(ctx context.Context, r *relation, xid uint32) (*row.Table, error)
	// schemaChanged delivers what was decoded and reports the schema change of
	// transaction xid.
	schemaChanged(ctx context.Context, xid uint32) error
}

// decoder decodes pgoutput's messages, version 1 (PostgreSQL's documentation, 54.9),
// into batches of changes. A message is copied once, and values are slices of that.
type decoder struct {
	source         relationSource
	relations      map[uint32]*relation
	schemaMessages schemaMessages
	arena          arena

	batch  []*row.Change
	size   int    // of the batch's values, in bytes
	last   int    // length of the batch before
	end    uint64 // of the last commit
	inside bool   // between Begin and Commit
	at     time.Time
	lsn    uint64
	xid    uint32
}

func newDecoder(around relationSource) *decoder {
	return &decoder{source: around, relations: map[uint32]*relation{}}
}

var errMalformed = errors.New("malformed message of pgoutput")

// full reports whether the batch has to be delivered now.
func (d *decoder) full() bool { return len(d.batch) >= maxBatch || d.size >= maxBytes }

// take returns the batch and the LSN at which it ends.
func (d *decoder) take() (batch []*row.Change, end uint64) {
	batch = d.batch
	if len(batch) > 0 {
		d.last, d.batch, d.size = len(batch), nil, 0
	}
	return batch, d.end
}

// message decodes one message. data is not kept.
func (d *decoder) message(ctx context.Context, data []byte) error {
	r := reader{rest: data}
	var err error
	switch r.byte() {
	case 'I':
		err = d.insert(ctx, &r)
	case 'U':
		err = d.update(ctx, &r)
	case 'D':
		err = d.delete(ctx, &r)
	case 'B':
		err = d.begin(ctx, &r)
	case 'C':
		d.commit(&r)
	case 'R':
		d.relation(&r)
	case 'M':
		err = d.logicalMessage(ctx, &r)
	case 'T', 'Y', 'O': // truncate, type, origin: not delivered
	default:
		return errMalformed
	}
	if err == nil && r.short {
		return errMalformed
	}
	return err
}

func (d *decoder) begin(ctx context.Context, r *reader) error {
	d.lsn, d.at, d.xid = r.uint64(), r.time(), r.uint32()
	d.inside = true
	if d.schemaMessages.take(d.xid) {
		return d.source.schemaChanged(ctx, d.xid)
	}
	return nil
}

func (d *decoder) commit(r *reader) {
	r.byte()
	r.uint64()
	d.end, d.inside = r.uint64(), false
}

// logicalMessage handles an announced schema change. The transactional message matters
// where the other one was written before the slot was created.
func (d *decoder) logicalMessage(ctx context.Context, r *reader) error {
	const transactional = 1
	flags := r.byte()
	r.uint64()
	prefix, content := r.string(), r.bytes(int(r.uint32()))
	if string(prefix) != schemaPrefix || r.short {
		return nil
	}
	if flags&transactional == 0 {
		d.schemaMessages.add(content)
		return nil
	}
	if d.schemaMessages.last == d.xid {
		return nil
	}
	d.schemaMessages.last = d.xid
	return d.source.schemaChanged(ctx, d.xid)
}

// schemaMessages are the transactions that announced a schema change and have not come
// yet. One that is rolled back stays until others overwrite it.
type schemaMessages struct {
	pending [1024]uint32
	next    int
	last    uint32 // the last transaction that was reported
}

// add notes the transaction of an xid8 in text form.
func (s *schemaMessages) add(content []byte) {
	var number uint64
	for _, c := range content {
		if c < '0' || c > '9' {
			return
		}
		number = number*10 + uint64(c-'0')
	}
	xid := uint32(number)
	for _, known := range s.pending {
		if known == xid {
			return
		}
	}
	s.pending[s.next] = xid
	s.next = (s.next + 1) % len(s.pending)
}

// take reports whether the transaction was announced, and removes it.
func (s *schemaMessages) take(xid uint32) bool {
	for i, known := range s.pending {
		if known == xid && xid != 0 {
			s.pending[i], s.last = 0, xid
			return true
		}
	}
	return false
}
