package replication

import (
	"context"
	"errors"
	"time"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// The bounds of a batch: maxBatch changes, or maxBytes of values.
const (
	maxBatch = 256
	maxBytes = 4 << 20
)

// Prefix of the messages by which the event triggers announce a change of the
// schema, in the stream itself (server/system, toubkal.announce_schema_change): one at
// once with the transaction's number, so that its changes come after
// SchemaChanged, and one that the commit brings.
const schemaPrefix = "toubkal.realtime"

// relationSource are what the decoder cannot know by itself.
type relationSource interface {
	// table describes a relation; xid is the transaction that its description is from.
	table(ctx context.Context, r *relation, xid uint32) (*row.Table, error)
	// schemaChanged hands on what was decoded, and tells of the change, which the
	// transaction xid commits.
	schemaChanged(ctx context.Context, xid uint32) error
}

// decoder reads pgoutput's messages, version 1 of its protocol (PostgreSQL's
// documentation, 54.9), and gathers the changes. It copies a message once, and
// values are slices of that.
type decoder struct {
	source         relationSource
	relations      map[uint32]*relation
	schemaMessages schemaMessages
	arena          arena

	batch  []*row.Change
	size   int    // of the batch's values, in bytes
	last   int    // length of the batch before
	end    uint64 // of the last commit
	inside bool   // of a transaction
	at     time.Time
	lsn    uint64
	xid    uint32
}

func newDecoder(around relationSource) *decoder {
	return &decoder{source: around, relations: map[uint32]*relation{}}
}

var errMalformed = errors.New("a message of the stream of changes is not as its protocol says")

// full tells that the batch has to be handed on, whatever follows.
func (d *decoder) full() bool { return len(d.batch) >= maxBatch || d.size >= maxBytes }

// take gives the batch, and where in the log it ends.
func (d *decoder) take() (batch []*row.Change, end uint64) {
	batch = d.batch
	if len(batch) > 0 {
		d.last, d.batch, d.size = len(batch), nil, 0
	}
	return batch, d.end
}

// message takes one message; data is only lent.
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
	case 'T', 'Y', 'O': // truncate, a type, an origin: nothing that we tell
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

// logicalMessage is a logical message. Those of the transaction itself come where
// the one ahead of it was written before the slot was.
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

// schemaMessages are the transactions that are changing the schema. One that is
// undone stays until others have pushed it out.
type schemaMessages struct {
	pending [1024]uint32
	next    int
	last    uint32 // the last transaction that was told of
}

// add reads a transaction's number, as PostgreSQL prints an xid8.
func (a *schemaMessages) add(content []byte) {
	var number uint64
	for _, c := range content {
		if c < '0' || c > '9' {
			return
		}
		number = number*10 + uint64(c-'0')
	}
	xid := uint32(number)
	for _, known := range a.pending {
		if known == xid {
			return
		}
	}
	a.pending[a.next] = xid
	a.next = (a.next + 1) % len(a.pending)
}

// take tells whether the transaction was announced, and forgets it.
func (a *schemaMessages) take(xid uint32) bool {
	for i, known := range a.pending {
		if known == xid && xid != 0 {
			a.pending[i], a.last = 0, xid
			return true
		}
	}
	return false
}
