package replication_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// patience bounds every wait for a signal.
const patience = time.Minute

// listener is a Handler that records its calls, in order.
type listener struct {
	mu      sync.Mutex
	heard   []event
	changed chan struct{}
}

// event is one call of the handler, or one change of a call.
type event struct {
	what   string // change, schema, disconnected, connected
	change *row.Change
	size   int // of the batch
	reason error
}

func newListener() *listener { return &listener{changed: make(chan struct{})} }

func (l *listener) add(events ...event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, events...)
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *listener) Changes(batch []*row.Change) {
	var events []event
	for _, c := range batch {
		events = append(events, event{what: "change", change: c, size: len(batch)})
	}
	l.add(events...)
}
func (l *listener) SchemaChanged()            { l.add(event{what: "schema"}) }
func (l *listener) Connected()                { l.add(event{what: "connected"}) }
func (l *listener) Disconnected(reason error) { l.add(event{what: "disconnected", reason: reason}) }

// until takes the events up to the first one that fits.
func (l *listener) until(t testing.TB, what string, fits func(event) bool) []event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	seen := 0
	for {
		l.mu.Lock()
		for ; seen < len(l.heard); seen++ {
			if h := l.heard[seen]; h.what == "disconnected" && !fits(h) {
				l.mu.Unlock()
				t.Fatalf("waiting for %s, the stream broke: %v", what, h.reason)
			}
			if fits(l.heard[seen]) {
				taken := l.heard[:seen+1]
				l.heard = l.heard[seen+1:]
				l.mu.Unlock()
				return taken
			}
		}
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("did not hear %s within %v", what, patience)
		}
	}
}

func (l *listener) untilIt(t testing.TB, what string) []event {
	t.Helper()
	return l.until(t, what, func(h event) bool { return h.what == what })
}

// changes are the changes among events.
func changes(events []event) (found []*row.Change) {
	for _, e := range events {
		if e.what == "change" {
			found = append(found, e.change)
		}
	}
	return found
}

// setup is a database with a connected stream of its own publication.
type setup struct {
	*pgtest.DB
	*listener
	stream *replication.Stream
	t      testing.TB
}

const publication = "supabase_realtime"

// listen starts a stream on the database, and waits until it is connected.
func listen(t testing.TB, database *pgtest.DB, change ...func(*replication.Options)) *setup {
	t.Helper()
	s := begin(t, database, change...)
	s.untilIt(t, "connected")
	if err := s.stream.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// begin starts a stream, which ends with the test.
func begin(t testing.TB, database *pgtest.DB, change ...func(*replication.Options)) *setup {
	t.Helper()
	s := &setup{DB: database, listener: newListener(), t: t}
	s.stream = run(t, database, s.listener, change...)
	return s
}

// run runs a stream until the test ends.
func run(t testing.TB, database *pgtest.DB, into replication.Handler, change ...func(*replication.Options)) *replication.Stream {
	t.Helper()
	o := replication.Options{
		URL: database.URL, Publications: []string{publication, "supabase_realtime_messages_publication"},
		StatusInterval: 200 * time.Millisecond, ReceiverTimeout: patience, Backoff: time.Millisecond, MaxBackoff: 20 * time.Millisecond,
	}
	for _, fn := range change {
		fn(&o)
	}
	f := replication.New(o, into)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return f
}

// exec runs SQL as superuser.
func (s *setup) exec(sql string, arguments ...any) {
	s.t.Helper()
	if _, err := s.Admin.Exec(s.t.Context(), sql, arguments...); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
}

// hear runs SQL and returns its events: up to a row of marks that is inserted
// afterwards, which is left out.
func (s *setup) hear(sql string, arguments ...any) []event {
	s.t.Helper()
	s.exec(sql, arguments...)
	s.exec("insert into public.marks default values")
	heard := s.until(s.t, "the mark", isMark)
	return heard[:len(heard)-1]
}

func isMark(e event) bool { return e.what == "change" && e.change.Table.Name == "marks" }

// fresh is an empty database with the publication and a table of marks, and what
// else sql makes.
func fresh(t testing.TB, sql string) *pgtest.DB {
	t.Helper()
	database := pgtest.Empty(t)
	if _, err := database.Admin.Exec(t.Context(), marks+sql); err != nil {
		t.Fatal(err)
	}
	return database
}

const marks = `
	create publication supabase_realtime;
	create table public.marks (id bigint generated always as identity primary key);
	alter publication supabase_realtime add table public.marks;`

// text shows a row: name=value, null, or nothing for what is absent.
func text(c *row.Change, values []row.Value) string {
	var parts []string
	for i, v := range values {
		switch v.State {
		case row.Known:
			parts = append(parts, c.Table.Columns[i].Name+"="+string(v.Text))
		case row.Null:
			parts = append(parts, c.Table.Columns[i].Name+" null")
		}
	}
	return strings.Join(parts, " ")
}

// show is a change in one line.
func show(c *row.Change) string {
	return fmt.Sprintf("%s %s.%s new[%s] old[%s]", c.Kind, c.Table.Schema, c.Table.Name, text(c, c.New), text(c, c.Old))
}
