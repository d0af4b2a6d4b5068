package fanout

import (
	"errors"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

func TestBindingsAreCountedPerTable(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
	s := listen(t, d, "room", &recorder{}, p, `[{"schema":"*"},{"schema":"public"}]`)
	s.registrations = append(s.registrations, s.registrations[0]) // as if of another table
	if got := s.BindingCount(); got != 4 {
		t.Errorf("two entries of two tables count for %d, want 4", got)
	}
}

// Beside changes of tables the stream has messages from SQL, changes of the schema,
// and how it is itself.
func TestHandlerGetsEvents(t *testing.T) {
	t.Parallel()
	d := newDispatcher(t)
	said := d.handler.(*testHandler)
	messages := &row.Table{OID: 1, Schema: "realtime", Name: "messages"}
	d.match([]*row.Change{messageRow("id", "7"), {Table: messages, Kind: row.Delete}})
	d.match([]*row.Change{{Table: &row.Table{OID: 2, Schema: "public", Name: "messages"}, Kind: row.Insert}})
	if len(said.sent) != 1 || said.sent[0].ID != "7" {
		t.Errorf("%d changes are messages, want the insert into realtime.messages alone", len(said.sent))
	}
	d.handle(t.Context(), streamEvent{kind: eventChanges, changes: []*row.Change{
		messageRow("id", "8"), {Table: messages, Kind: row.Update}, {Table: messages, Kind: row.Delete}, {Table: messages, Kind: row.Delete},
	}})
	if m := d.Metrics(); m.Inserts != 1 || m.Updates != 1 || m.Deletes != 2 {
		t.Errorf("%d inserts, %d updates and %d deletes are counted, want 1, 1 and 2", m.Inserts, m.Updates, m.Deletes)
	}
	d.handle(t.Context(), streamEvent{kind: eventConnected})
	d.handle(t.Context(), streamEvent{kind: eventDisconnected, reason: errors.New("cut")})
	if len(said.turns) != 2 || !said.turns[0] || said.turns[1] {
		t.Errorf("the stream turned %v, want live and then lost", said.turns)
	}
}

// A subscriber that joined without a stream starts again when there is one, and all when
// it is lost: something may be missed.
func TestSubscriptionsRejoinAfterALoss(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
	connected, waiting := &recorder{}, &recorder{}
	listen(t, d, "room", connected, p, everyNote)
	s := newSubscription(d, waiting, Request{Topic: "room"})
	if !s.markWaiting(streamUnavailable{errors.New("no slot")}) {
		t.Fatal("it is not taken for one without a stream")
	}
	s.SendStatus()
	waiting.want(t, "error: Replication is not available: no slot")
	d.handle(t.Context(), streamEvent{kind: eventConnected})
	if len(waiting.failed) != 1 || waiting.failed[0] != replicationBack || len(connected.failed) != 0 {
		t.Errorf("with the stream the one that waits is told %q, the other %q", waiting.failed, connected.failed)
	}
	d.handle(t.Context(), streamEvent{kind: eventDisconnected, reason: errors.New("cut")})
	if want := "Replication was disconnected, and changes may be lost: cut"; len(connected.failed) != 1 || connected.failed[0] != want {
		t.Errorf("without it it is told %q, want %q", connected.failed, want)
	}
}
