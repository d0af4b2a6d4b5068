package fanout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// The handler gets each schema change, also of one that was committed before the
// tables of the subscribers were read again for an earlier one: it reads other policies,
// and perhaps read them before.
func TestEachSchemaChangeIsReported(t *testing.T) {
	t.Parallel()
	d := newDispatcher(t)
	d.covered = 2
	for number := range uint64(2) {
		d.handle(t.Context(), streamEvent{kind: eventSchemaChanged, number: number + 1})
	}
	if reported := d.handler.(*testHandler).schemas; reported != 2 {
		t.Errorf("%d of 2 schema changes are reported", reported)
	}
}

// everyNote asks for all changes of the table notes.
const everyNote = `[{"event":"*","schema":"public","table":"notes"}]`

// No worker runs in these tests: jobs stay in the queue.
func TestFullWorkerFailsItsChannels(t *testing.T) {
	t.Parallel()
	d, table, c := newDispatcher(t), notes(), &recorder{framing: protocol.V2}
	s := listen(t, d, "room", c, tableSubscription{table: table, access: checked(table), group: &rls.CallerGroup{}}, everyNote)
	run := make([]*row.Change, 256)
	for i := range run {
		run[i] = insert(table, "1", "x", "null", "{}")
	}
	for range maxQueuedChanges / len(run) {
		d.match(run)
	}
	if depth := depthOf(d.workers); depth != (QueueStatus{Waiting: maxQueuedChanges}) {
		t.Fatalf("the shards hold %+v, want %d changes", depth, maxQueuedChanges)
	}
	d.match(run[:1])
	if want := []string{"RLS queue overflow: some changes were lost"}; !slices.Equal(c.failed, want) {
		t.Errorf("it is ended with %q, want %q", c.failed, want)
	}
	if c.received.Len() > 0 {
		t.Errorf("it is told of a change that nobody has checked: %q", c.received.String())
	}
	if depth := depthOf(d.workers); depth.Waiting != maxQueuedChanges || depth.Dropped != 1 {
		t.Errorf("the shards hold %+v, want one dropped", depth)
	}
	if !s.gone.Load() {
		t.Error("what is queued would still be sent")
	}
}

func depthOf(shards []*worker) (sum QueueStatus) {
	for _, s := range shards {
		sum.Waiting += s.queued().Waiting
		sum.Dropped += s.queued().Dropped
	}
	return sum
}

// What waits for a shard must not be overtaken by what need not wait.
func TestADeletedRowWaitsForWhatCameBeforeIt(t *testing.T) {
	t.Parallel()
	d, table, c := newDispatcher(t), notes(), &recorder{framing: protocol.V2}
	listen(t, d, "room", c, tableSubscription{table: table, access: checked(table), group: &rls.CallerGroup{}}, everyNote)
	gone := &row.Change{Table: table, Kind: row.Delete, CommittedAt: committed, Old: values("1", "secret", "null", "{}")}
	d.match([]*row.Change{gone}) // no RLS query is needed
	c.want(t, `"old_record":{"id":1},"errors":null}`)
	d.match([]*row.Change{insert(table, "2", "x", "null", "{}")})
	d.match([]*row.Change{gone})
	if depth := depthOf(d.workers); depth.Waiting != 2 {
		t.Errorf("%d changes wait, want both", depth.Waiting)
	}
}

func TestBufferOverflow(t *testing.T) {
	t.Parallel()
	in, table := newBuffer(), notes()
	batch := make([]*row.Change, 256)
	for i := range batch {
		batch[i] = insert(table, "1", strings.Repeat("x", 100), "null", "{}")
	}
	in.Connected()
	for range maxBufferedChanges / len(batch) {
		in.Changes(batch)
	}
	if depth := in.queued(); depth != (QueueStatus{Waiting: maxBufferedChanges}) {
		t.Fatalf("it holds %+v, want %d changes", depth, maxBufferedChanges)
	}
	in.Changes(batch)
	in.Disconnected(errors.New("cut"))
	all, spilt := in.take(t.Context())
	if !spilt || len(all) != 2 || all[0].kind != eventConnected || all[1].kind != eventDisconnected {
		t.Errorf("spilt is %t and the rest %+v, want live and lost", spilt, all)
	}
	if depth := in.queued(); depth != (QueueStatus{Dropped: maxBufferedChanges + 256}) {
		t.Errorf("it holds %+v", depth)
	}
	in.Changes(batch)
	if all, spilt := in.take(t.Context()); spilt || len(all) != 1 {
		t.Errorf("afterwards it gives %d news, spilt is %t", len(all), spilt)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if all, spilt := in.take(ended); all != nil || spilt {
		t.Errorf("at the end it gives %v", all)
	}
}
