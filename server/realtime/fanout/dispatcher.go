// Package fanout sends committed row changes to the channels that subscribe to
// postgres_changes: it takes them from replication, evaluates the filters, has
// PostgreSQL check row level security, encodes each change once for all who see
// the same columns, and hands the frames to the channels. It refuses bindings
// that cannot work, with Supabase's texts. A change that cannot be checked is not
// sent, and the affected channels get a system message.
package fanout

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

// PostgresChanges is the event and the extension of messages about row changes.
const PostgresChanges = "postgres_changes"

// Options of a dispatcher.
type Options struct {
	Log *slog.Logger
	// Callers is a pool of the login that takes the role of a subscriber. It evaluates
	// filters, as that login.
	Callers *db.Pool
	// Replication is where replication connects. It holds a password.
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

	// reevaluated is when the last reevaluation ended, and covered the last schema
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
