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

// everyNote asks for all changes of the table notes.
const everyNote = `[{"event":"*","schema":"public","table":"notes"}]`

// Nobody works in these tests: what is pushed stays.
func TestAShardThatIsFullTellsThoseWhoMissSomething(t *testing.T) {
	t.Parallel()
	d, table, c := newDispatcher(t), notes(), &ear{framing: protocol.V2}
	s := listen(t, d, "room", c, part{table: table, rights: checked(table), group: &rls.CallerGroup{}}, everyNote)
	run := make([]*row.Change, 256)
	for i := range run {
		run[i] = insert(table, "1", "x", "null", "{}")
	}
	for range shardChanges / len(run) {
		d.show(run)
	}
	if depth := depthOf(d.shards); depth != (QueueStatus{Waiting: shardChanges}) {
		t.Fatalf("the shards hold %+v, want %d changes", depth, shardChanges)
	}
	d.show(run[:1])
	if want := []string{"Too many changes at once: some were not checked in time and are missed"}; !slices.Equal(c.failed, want) {
		t.Errorf("it is ended with %q, want %q", c.failed, want)
	}
	if c.heard.Len() > 0 {
		t.Errorf("it is told of a change that nobody has checked: %q", c.heard.String())
	}
	if depth := depthOf(d.shards); depth.Waiting != shardChanges || depth.Dropped != 1 {
		t.Errorf("the shards hold %+v, want one dropped", depth)
	}
	if !s.gone.Load() {
		t.Error("what is queued would still be sent")
	}
}

func depthOf(shards []*shard) (sum QueueStatus) {
	for _, s := range shards {
		sum.Waiting += s.depth().Waiting
		sum.Dropped += s.depth().Dropped
	}
	return sum
}

// What waits for a shard must not be overtaken by what need not wait.
func TestADeletedRowWaitsForWhatCameBeforeIt(t *testing.T) {
	t.Parallel()
	d, table, c := newDispatcher(t), notes(), &ear{framing: protocol.V2}
	listen(t, d, "room", c, part{table: table, rights: checked(table), group: &rls.CallerGroup{}}, everyNote)
	gone := &row.Change{Table: table, Kind: row.Delete, CommittedAt: committed, Old: values("1", "secret", "null", "{}")}
	d.show([]*row.Change{gone}) // nobody need be asked
	c.want(t, `"old_record":{"id":1},"errors":null}`)
	d.show([]*row.Change{insert(table, "2", "x", "null", "{}")})
	d.show([]*row.Change{gone})
	if depth := depthOf(d.shards); depth.Waiting != 2 {
		t.Errorf("%d changes wait, want both", depth.Waiting)
	}
}

func TestTheIntakeThatIsFullSaysSo(t *testing.T) {
	t.Parallel()
	in, table := newIntake(), notes()
	batch := make([]*row.Change, 256)
	for i := range batch {
		batch[i] = insert(table, "1", strings.Repeat("x", 100), "null", "{}")
	}
	in.Connected()
	for range intakeChanges / len(batch) {
		in.Changes(batch)
	}
	if depth := in.depth(); depth != (QueueStatus{Waiting: intakeChanges}) {
		t.Fatalf("it holds %+v, want %d changes", depth, intakeChanges)
	}
	in.Changes(batch)
	in.Disconnected(errors.New("cut"))
	all, spilt := in.take(t.Context())
	if !spilt || len(all) != 2 || all[0].kind != live || all[1].kind != lost {
		t.Errorf("spilt is %t and the rest %+v, want live and lost", spilt, all)
	}
	if depth := in.depth(); depth != (QueueStatus{Dropped: intakeChanges + 256}) {
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
