// Package fanout sends committed row changes to the channels that subscribe to
// postgres_changes: it takes them from replication, evaluates the filters, has
// PostgreSQL check row level security, encodes each change once for all who see
// the same columns, and hands the frames to the channels. It refuses bindings
// that cannot work, with Supabase's texts. A change that cannot be checked is not
// sent, and the affected channels get a system message.
package fanout

import (
	"context"
	"fmt"
	"hash/maphash"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
)

// PostgresChanges is the event and the extension of messages about row changes.
const PostgresChanges = "postgres_changes"

// Options of a dispatcher.
type Options struct {
	Log *slog.Logger
	// Callers is a pool of the login that takes the role of a subscriber. It evaluates
	// filters, as that login.
	Callers *db.Pool
	// Replication is the address that replication connects to. It holds a password.
	Replication db.Link
	// MaxWAL bounds, in bytes, the WAL that the replication slot may retain. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// Checker checks who may see a change.
	Checker *rls.Checker
	Now     func() time.Time
	// Handler gets what replication delivers beside row changes.
	Handler Handler
}

// Handler gets what replication delivers beside row changes, in order. It must not
// block.
type Handler interface {
	// Broadcast is an insert into realtime.messages.
	Broadcast(*DatabaseBroadcast)
	// SchemaChanged means that tables, privileges or policies may have changed.
	SchemaChanged()
	// ReplicationChanged means that replication was connected or disconnected.
	ReplicationChanged(connected bool)
}

// Dispatcher sends changes to their subscribers.
//
// Replication writes events to a bounded buffer. One goroutine reads it, matches each
// change, and sends it at once where no RLS query is needed; workers run RLS queries
// in batches. None of them waits for a socket.
type Dispatcher struct {
	stream  *replication.Stream
	checker *rls.Checker
	sql     filterSQL
	log     *slog.Logger
	now     func() time.Time
	handler Handler
	buffer  *buffer
	workers []*worker
	matcher *matcher

	mu sync.Mutex // guards all below, role subscribers and groups
	// generation counts changes of the schema: what was resolved in an earlier one
	// has to be resolved again.
	generation    uint64
	connected     bool
	stateChanged  chan struct{} // closed when connected or generation changes
	tables        map[uint32][]*relation
	subscriptions map[*Subscription]struct{}
	// filters caches the filters that PostgreSQL has accepted, of this generation.
	filters map[filterKey]boundFilter

	// reevaluated is the end of the last reevaluation, and covered the last schema
	// change that it included. Run's goroutine alone uses them.
	reevaluated time.Time
	covered     uint64

	inserts, updates, deletes atomic.Int64 // counters of changes
}

// The table of messages that SQL sends.
const (
	messagesSchema = "realtime"
	messagesTable  = "messages"
)

// publications are the tables that clients may subscribe to, and the messages that
// SQL sends.
var publications = []string{"supabase_realtime", "supabase_realtime_messages_publication"}

// workerCount is the number of connections that run RLS queries. Four keep two cores
// busy.
const workerCount = 4

// New makes a dispatcher, which does nothing before Run.
func New(o Options) *Dispatcher {
	b := newBuffer()
	d := &Dispatcher{
		stream:  replication.New(replication.Options{URL: o.Replication.URL, Ages: o.Replication.Ages, Fence: o.Replication.Fence, MaxWAL: o.MaxWAL, Publications: publications, Log: o.Log}, b),
		checker: o.Checker,
		sql:     filterSQL{pool: o.Callers, queries: new(atomic.Int64)},
		log:     o.Log, now: o.Now, handler: o.Handler, buffer: b, matcher: newMatcher(),
		stateChanged: make(chan struct{}), tables: map[uint32][]*relation{}, subscriptions: map[*Subscription]struct{}{},
		filters: map[filterKey]boundFilter{},
	}
	for range workerCount {
		d.workers = append(d.workers, newWorker(d))
	}
	return d
}

// SchemaChanged has access read again: tables, privileges or policies have changed.
// It does nothing if the database announces that in the WAL.
func (d *Dispatcher) SchemaChanged() { d.stream.Invalidate() }

// Ready waits until replication is connected. Its error is why it is not.
func (d *Dispatcher) Ready(ctx context.Context) error { return d.stream.Ready(ctx) }

// Connected reports whether replication is connected.
func (d *Dispatcher) Connected() bool { return d.stream.Status().Connected }

// Run dispatches what replication delivers, until ctx ends.
func (d *Dispatcher) Run(ctx context.Context) {
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() { d.stream.Run(ctx) })
	workers.Go(func() { d.watchRoles(ctx) })
	for _, s := range d.workers {
		workers.Go(func() { s.run(ctx) })
	}
	for {
		events, overflowed := d.buffer.take(ctx)
		if ctx.Err() != nil {
			return
		}
		if overflowed {
			d.log.Warn("change buffer full, changes dropped", "dropped", d.buffer.queued().Dropped)
			d.rejoinAll("Change buffer overflow: some changes were lost")
		}
		for _, n := range events {
			d.handle(ctx, n)
		}
	}
}

// handle processes one event of replication.
func (d *Dispatcher) handle(ctx context.Context, n streamEvent) {
	switch n.kind {
	case eventChanges:
		for _, c := range n.changes {
			switch c.Kind {
			case row.Insert:
				d.inserts.Add(1)
			case row.Update:
				d.updates.Add(1)
			case row.Delete:
				d.deletes.Add(1)
			}
		}
		for len(n.changes) > 0 {
			same := countSameTable(n.changes)
			d.match(n.changes[:same])
			n.changes = n.changes[same:]
		}
	case eventSchemaChanged:
		d.handler.SchemaChanged()
		if n.number <= d.covered { // the tables were read after it
			return
		}
		_ = retry.Sleep(ctx, minReevaluateInterval-d.now().Sub(d.reevaluated)) // an error means that ctx ends
		d.reevaluate(ctx)
	case eventDisconnected:
		d.setState(func() { d.connected = false })
		d.handler.ReplicationChanged(false)
		d.rejoinAll(fmt.Sprintf("Replication was disconnected, and changes may be lost: %v", n.reason))
	case eventConnected:
		d.setState(func() { d.connected = true })
		d.handler.ReplicationChanged(true)
		d.rejoinWaiting()
	}
}

// countSameTable counts the changes at the start that are of one table.
func countSameTable(batch []*row.Change) int {
	for i, c := range batch {
		if c.Table != batch[0].Table {
			return i
		}
	}
	return len(batch)
}

// match matches a run of changes of one table with all subscribers of the table.
func (d *Dispatcher) match(run []*row.Change) {
	if t := run[0].Table; t.Schema == messagesSchema && t.Name == messagesTable {
		for _, c := range run {
			if c.Kind == row.Insert {
				d.handler.Broadcast(databaseBroadcastOf(c))
			}
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.tables[run[0].Table.OID] {
		events := make([]*pendingChange, len(run))
		for i, c := range run {
			events[i] = newPendingChange(r.convert(c))
		}
		for _, a := range r.subscribers {
			d.matcher.match(a, events)
		}
	}
}

// setState changes the state, and wakes goroutines that wait for a change.
func (d *Dispatcher) setState(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
	close(d.stateChanged)
	d.stateChanged = make(chan struct{})
}

// rejoinAll ends all channels with a reason; their clients join again.
func (d *Dispatcher) rejoinAll(why string) {
	for _, s := range d.allSubscriptions() {
		s.receiver.Fail(why)
	}
}

// rejoinWaiting ends the channels that joined while replication was down; their
// clients join again.
func (d *Dispatcher) rejoinWaiting() {
	for _, s := range d.allSubscriptions() {
		d.mu.Lock()
		waits := s.waiting
		d.mu.Unlock()
		if waits {
			s.receiver.Fail(replicationBack)
		}
	}
}

// replicationBack is the message when replication is available again.
const replicationBack = "Replication is available again; join again"

func (d *Dispatcher) allSubscriptions() []*Subscription {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.subscriptions))
}

var workerSeed = maphash.MakeSeed()

// workerFor is the same for a caller and a table, whatever else the token says: the
// order of changes survives a newer token.
func (d *Dispatcher) workerFor(a *roleSubscribers, m *subscriber) *worker {
	var hash maphash.Hash
	hash.SetSeed(workerSeed)
	maphash.WriteComparable(&hash, a.table.OID)
	_, _ = hash.WriteString(a.role)
	if a.access.Strategy != rls.PerRole { // those share one query
		_, _ = hash.WriteString(m.claims.Subject)
	}
	return d.workers[hash.Sum64()%uint64(len(d.workers))]
}

// rolePollInterval is the interval of polling roles: `alter role … nobypassrls` and
// `revoke … from …` fire no event trigger.
const rolePollInterval = 5 * time.Second

// watchRoles has access read again when roles have changed, until ctx ends. It sends
// no query without subscriptions.
func (d *Dispatcher) watchRoles(ctx context.Context) {
	for retry.Sleep(ctx, rolePollInterval) == nil {
		d.mu.Lock()
		idle := len(d.subscriptions) == 0
		d.mu.Unlock()
		if idle {
			continue
		}
		stale, err := d.checker.Stale(ctx)
		if err != nil {
			d.log.Debug("cannot read roles", "error", err)
		}
		if stale {
			d.buffer.SchemaChanged()
		}
	}
}
