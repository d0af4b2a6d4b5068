package fanout

import (
	"context"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Bounds of what the stream has brought and is not handed out yet. It waits while
// PostgreSQL is asked for rights again after a change of the schema, or where more
// is written than the CPU can hand out.
const (
	intakeChanges = 128 << 10
	intakeBytes   = 96 << 20
)

// news is one thing that the stream says.
type news struct {
	kind    newsKind
	changes []*row.Change
	reason  error  // of lost
	size    int    // about, in bytes
	number  uint64 // of schemaChanged, from 1
}

type newsKind byte

const (
	changed newsKind = iota
	schemaChanged
	lost
	live
)

// intake holds news until they are handed out, in order. It is the feed's sink.
type intake struct {
	mu      sync.Mutex
	queue   []news
	changes int
	bytes   int
	// spilt counts changes that did not fit; spills tells that there are some that
	// nobody has been told of yet.
	spilt   int64
	spills  bool
	waiting chan struct{}
	schemas uint64 // how often the schema has changed
}

func newIntake() *intake { return &intake{waiting: make(chan struct{}, 1)} }

// Changes takes committed changes.
func (in *intake) Changes(batch []*row.Change) {
	n := news{kind: changed, changes: batch}
	for _, c := range batch {
		n.size += sizeOf(c)
	}
	in.put(n)
}

// SchemaChanged takes that rights or tables may have changed.
func (in *intake) SchemaChanged() { in.put(news{kind: schemaChanged}) }

// Disconnected takes that changes may have been missed.
func (in *intake) Disconnected(reason error) { in.put(news{kind: lost, reason: reason}) }

// Connected takes that the stream runs.
func (in *intake) Connected() { in.put(news{kind: live}) }

func (in *intake) put(n news) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if n.kind == schemaChanged {
		in.schemas++
		n.number = in.schemas
	}
	if len(in.queue) > 0 && (in.changes+len(n.changes) > intakeChanges || in.bytes+n.size > intakeBytes) {
		in.spill(n)
		return
	}
	in.changes, in.bytes = in.changes+len(n.changes), in.bytes+n.size
	in.queue = append(in.queue, n)
	in.wake()
}

// spill drops every change that waits: whoever listens has to begin anew anyhow.
// What else the stream said is kept.
func (in *intake) spill(n news) {
	in.spills = true
	in.spilt += int64(in.changes + len(n.changes))
	kept := in.queue[:0]
	for _, other := range in.queue {
		if other.kind != changed {
			kept = append(kept, other)
		}
	}
	clear(in.queue[len(kept):])
	in.queue, in.changes, in.bytes = kept, 0, 0
	if n.kind != changed {
		in.queue = append(in.queue, n)
	}
	in.wake()
}

func (in *intake) wake() {
	select {
	case in.waiting <- struct{}{}:
	default:
	}
}

// take waits for news and gives all there are, and whether changes were dropped
// before them; nil when ctx ends.
func (in *intake) take(ctx context.Context) (all []news, spilt bool) {
	for {
		in.mu.Lock()
		all, spilt = in.queue, in.spills
		in.queue, in.changes, in.bytes, in.spills = nil, 0, 0, false
		in.mu.Unlock()
		if all != nil || spilt {
			return all, spilt
		}
		select {
		case <-in.waiting:
		case <-ctx.Done():
			return nil, false
		}
	}
}

func (in *intake) depth() QueueStatus {
	in.mu.Lock()
	defer in.mu.Unlock()
	return QueueStatus{in.changes, in.spilt}
}

// schemaChanges is how often the schema has changed so far. What is read from the
// catalog from now on is new enough for all of them.
func (in *intake) schemaChanges() uint64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.schemas
}
