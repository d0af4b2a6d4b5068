package fanout

import (
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// recorder is a Receiver that records what it gets.
type recorder struct {
	framing  protocol.Serializer
	received strings.Builder
	failed   []string
}

func (r *recorder) Deliver(f *protocol.SharedFrame) { r.received.Write(f.Bytes(r.framing)) }
func (r *recorder) System(status, message string) {
	r.received.WriteString(status + ": " + message)
}
func (r *recorder) Fail(why string) { r.failed = append(r.failed, why) }

// want fails if one of these was not received.
func (r *recorder) want(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(r.received.String(), part) {
			t.Errorf("%s was not received: %q", part, r.received.String())
		}
	}
}

// wantNot fails if one of these was received.
func (r *recorder) wantNot(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(r.received.String(), part) {
			t.Errorf("%s was received: %q", part, r.received.String())
		}
	}
}

// testHandler is a Handler that records what it gets.
type testHandler struct {
	sent    []*DatabaseBroadcast
	schemas int
	turns   []bool
}

func (t *testHandler) Broadcast(m *DatabaseBroadcast)    { t.sent = append(t.sent, m) }
func (t *testHandler) SchemaChanged()                    { t.schemas++ }
func (t *testHandler) ReplicationChanged(connected bool) { t.turns = append(t.turns, connected) }

func newDispatcher(testing.TB) *Dispatcher {
	return New(Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Handler: &testHandler{}, Checker: rls.New(nil, rls.Options{})})
}

// open are the rights on a table without policies.
func open(t *row.Table) *rls.Access {
	r := &rls.Access{Table: t, Strategy: rls.NoRLS, Key: true}
	for range t.Columns {
		r.Columns = append(r.Columns, true)
	}
	return r
}

// checked are the rights on a table whose policies have to be asked.
func checked(t *row.Table) *rls.Access {
	r := open(t)
	r.Strategy, r.RLS = rls.PerCaller, true
	return r
}

// listen has a channel hear of a table as entries ask, without a database.
func listen(t testing.TB, d *Dispatcher, topic string, c Receiver, p tableSubscription, entries string) *Subscription {
	t.Helper()
	join, err := protocol.ParseJoin([]byte(`{"config":{"postgres_changes":` + entries + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := newSubscription(d, c, Request{Topic: topic, Bindings: join.Changes, Claims: token.AnonClaims()})
	for _, e := range s.bindings {
		p.bindings = append(p.bindings, bound(t, e, p.table, p.access))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.registerAll(s, &resolution{tables: []tableSubscription{p}}, d.generation)
	return s
}

func bound(t testing.TB, e bindingParams, table *row.Table, rights *rls.Access) tableBinding {
	t.Helper()
	test, err := filter.Bind(table, e.conditions)
	if err != nil {
		t.Fatal(err)
	}
	w := tableBinding{id: e.id, params: e.params, events: e.events, filter: test}
	if e.columns != nil {
		w.columns = selectColumns(table, e.columns, rights)
	}
	return w
}

func insert(table *row.Table, texts ...string) *row.Change {
	return &row.Change{Table: table, Kind: row.Insert, CommittedAt: committed, New: values(texts...)}
}

// counting is a Receiver that counts its frames.
type counting struct{ frames atomic.Int64 }

func (c *counting) Deliver(f *protocol.SharedFrame) {
	if f.Bytes(protocol.V2) != nil {
		c.frames.Add(1)
	}
}
func (c *counting) System(string, string) {}
func (c *counting) Fail(string)           {}
