package fanout

import (
	"errors"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

func TestEntriesAreCountedForEachOfTheirTables(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := part{table: table, rights: open(table), group: &rls.CallerGroup{}}
	s := listen(t, d, "room", &ear{}, p, `[{"schema":"*"},{"schema":"public"}]`)
	s.seats = append(s.seats, s.seats[0]) // as if of another table
	if got := s.BindingCount(); got != 4 {
		t.Errorf("two entries of two tables count for %d, want 4", got)
	}
}

// Beside changes of tables the stream has messages from SQL, changes of the schema,
// and how it is itself.
func TestWhatElseTheStreamSaysIsHandedOn(t *testing.T) {
	t.Parallel()
	d := newDispatcher(t)
	said := d.into.(*aside)
	messages := &row.Table{OID: 1, Schema: "realtime", Name: "messages"}
	first := &row.Change{Table: messages, Kind: row.Insert}
	d.show([]*row.Change{first, {Table: messages, Kind: row.Delete}})
	d.show([]*row.Change{{Table: &row.Table{OID: 2, Schema: "public", Name: "messages"}, Kind: row.Insert}})
	if len(said.sent) != 1 || said.sent[0] != first {
		t.Errorf("%d changes are messages, want the insert into realtime.messages alone", len(said.sent))
	}
	d.hear(t.Context(), news{kind: live})
	d.hear(t.Context(), news{kind: lost, reason: errors.New("cut")})
	if len(said.turns) != 2 || !said.turns[0] || said.turns[1] {
		t.Errorf("the stream turned %v, want live and then lost", said.turns)
	}
}

// Whoever joined without a stream begins anew when there is one, and everybody when
// it is lost: something may be missed.
func TestWhoMayMissSomethingBeginsAnew(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := part{table: table, rights: open(table), group: &rls.CallerGroup{}}
	seated, waiting := &ear{}, &ear{}
	listen(t, d, "room", seated, p, everyNote)
	s := newSubscription(d, waiting, Request{Topic: "room"})
	if !s.away(noStream{errors.New("no slot")}) {
		t.Fatal("it is not taken for one without a stream")
	}
	s.SendStatus()
	waiting.want(t, "error: Changes of tables are not live: no slot")
	d.hear(t.Context(), news{kind: live})
	if len(waiting.failed) != 1 || waiting.failed[0] != liveAgain || len(seated.failed) != 0 {
		t.Errorf("with the stream the one that waits is told %q, the other %q", waiting.failed, seated.failed)
	}
	d.hear(t.Context(), news{kind: lost, reason: errors.New("cut")})
	if want := "The stream of changes was lost, and some may be missed: cut"; len(seated.failed) != 1 || seated.failed[0] != want {
		t.Errorf("without it it is told %q, want %q", seated.failed, want)
	}
}
