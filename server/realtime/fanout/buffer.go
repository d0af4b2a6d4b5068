package fanout

import (
	"context"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Bounds of what replication has delivered and the dispatcher has not taken yet. It
// waits while access is read again after a schema change, or while more is written
// than the CPU can match.
const (
	maxBufferedChanges = 128 << 10
	maxBufferedBytes   = 96 << 20
)

// streamEvent is one event of replication.
type streamEvent struct {
	kind    eventKind
	changes []*row.Change
	reason  error  // of eventDisconnected
	size    int    // about, in bytes
	number  uint64 // of eventSchemaChanged, from 1
}

type eventKind byte

const (
	eventChanges eventKind = iota
	eventSchemaChanged
	eventDisconnected
	eventConnected
)

// buffer is the bounded buffer between replication and the dispatcher, in order. It
// is the replication.Handler.
type buffer struct {
	mu      sync.Mutex
	queue   []streamEvent
	changes int
	bytes   int
	// dropped counts changes that did not fit; overflowed is set until the dispatcher
	// has taken notice.
	dropped       int64
	overflowed    bool
	waiting       chan struct{}
	schemaVersion uint64 // counts changes of the schema
}

func newBuffer() *buffer { return &buffer{waiting: make(chan struct{}, 1)} }

// Changes adds committed changes.
func (b *buffer) Changes(batch []*row.Change) {
	n := streamEvent{kind: eventChanges, changes: batch}
	for _, c := range batch {
		n.size += sizeOf(c)
	}
	b.put(n)
}

// SchemaChanged adds that tables, privileges or policies may have changed.
func (b *buffer) SchemaChanged() { b.put(streamEvent{kind: eventSchemaChanged}) }

// Disconnected adds that changes may have been lost.
func (b *buffer) Disconnected(reason error) {
	b.put(streamEvent{kind: eventDisconnected, reason: reason})
}

// Connected adds that replication runs.
func (b *buffer) Connected() { b.put(streamEvent{kind: eventConnected}) }

func (b *buffer) put(n streamEvent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n.kind == eventSchemaChanged {
		b.schemaVersion++
		n.number = b.schemaVersion
	}
	if len(b.queue) > 0 && (b.changes+len(n.changes) > maxBufferedChanges || b.bytes+n.size > maxBufferedBytes) {
		b.overflow(n)
		return
	}
	b.changes, b.bytes = b.changes+len(n.changes), b.bytes+n.size
	b.queue = append(b.queue, n)
	b.wake()
}

// overflow drops all buffered changes: their subscribers have to join again in any
// case. Other events stay.
func (b *buffer) overflow(n streamEvent) {
	b.overflowed = true
	b.dropped += int64(b.changes + len(n.changes))
	kept := b.queue[:0]
	for _, other := range b.queue {
		if other.kind != eventChanges {
			kept = append(kept, other)
		}
	}
	clear(b.queue[len(kept):])
	b.queue, b.changes, b.bytes = kept, 0, 0
	if n.kind != eventChanges {
		b.queue = append(b.queue, n)
	}
	b.wake()
}

func (b *buffer) wake() {
	select {
	case b.waiting <- struct{}{}:
	default:
	}
}

// take waits for events and returns all of them, and whether changes were dropped
// before them; nil when ctx ends.
func (b *buffer) take(ctx context.Context) (events []streamEvent, overflowed bool) {
	for {
		b.mu.Lock()
		events, overflowed = b.queue, b.overflowed
		b.queue, b.changes, b.bytes, b.overflowed = nil, 0, 0, false
		b.mu.Unlock()
		if events != nil || overflowed {
			return events, overflowed
		}
		select {
		case <-b.waiting:
		case <-ctx.Done():
			return nil, false
		}
	}
}

func (b *buffer) queued() QueueStatus {
	b.mu.Lock()
	defer b.mu.Unlock()
	return QueueStatus{b.changes, b.dropped}
}

// schemaChanges counts the changes of the schema so far. Reading the catalog from now on
// covers all of them.
func (b *buffer) schemaChanges() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.schemaVersion
}
