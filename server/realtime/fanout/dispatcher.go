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
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// PostgresChanges is what a message about changes of tables is marked with.
const PostgresChanges = "postgres_changes"

// Options are what a dispatcher has to know.
type Options struct {
	Log *slog.Logger
	// Callers is a pool of the login that becomes whoever subscribes.
	Callers *db.Pool
	// ReplicationURL is where the stream of changes is read. It holds a password.
	ReplicationURL string
	// MaxWAL bounds, in bytes, what the stream may keep of PostgreSQL's log. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// SearchPath is what the table API searches, so that policies find the same.
	SearchPath []string
	Now        func() time.Time
	// Handler is told what the stream says beside changes of tables.
	Handler Handler
}

// Handler is told what the stream says beside changes of tables, in its order. It must
// not block.
type Handler interface {
	// Sent is an insert into realtime.messages.
	Sent(*row.Change)
	// SchemaChanged says that tables, rights or policies may be others now.
	SchemaChanged()
	// ReplicationChanged says that the stream is live, or lost.
	ReplicationChanged(live bool)
}

// Dispatcher hands changes to those who subscribe.
//
// The stream puts its news into the intake. One goroutine takes them out in order,
// finds who wants each change, and sends at once to those of whom nobody need be
// asked. The rest goes to shards, which ask PostgreSQL for many at a time. Nobody on
// this way waits for a socket.
type Dispatcher struct {
	stream *replication.Stream
	guard  *rls.Checker
	sql    filterSQL
	log    *slog.Logger
	now    func() time.Time
	into   Handler
	intake *intake
	shards []*shard
	fanout *fanout

	mu sync.Mutex // of all below, and of audiences and cohorts
	// generation counts changes of the schema: what was resolved in an older one is
	// to be resolved again.
	generation uint64
	live       bool
	turned     chan struct{} // closed when live or generation changes
	tables     map[uint32][]*relation
	listening  map[*Subscription]struct{}
	// filters remembers which filters PostgreSQL took, of this generation.
	filters map[filterKey]boundFilter

	// reevaluated is when the last reevaluation ended, and covered the last change of
	// the schema that it took in. They are of Run's goroutine.
	reevaluated time.Time
	covered     uint64
}

// Where SQL puts what it sends.
const (
	messagesSchema = "realtime"
	messagesTable  = "messages"
)

// publications are the tables that one may listen to, and where broadcasts from
// SQL come from.
var publications = []string{"supabase_realtime", "supabase_realtime_messages_publication"}

// shardCount is how many connections ask for row rights at once. Two cores are
// busy with four.
const shardCount = 4

// New makes a dispatcher. It does nothing yet: Run does.
func New(o Options) *Dispatcher {
	in := newIntake()
	d := &Dispatcher{
		stream: replication.New(replication.Options{URL: o.ReplicationURL, MaxWAL: o.MaxWAL, Publications: publications, Log: o.Log}, in),
		guard:  rls.New(o.Callers, rls.Options{Log: o.Log, SearchPath: o.SearchPath}),
		sql:    filterSQL{o.Callers},
		log:    o.Log, now: o.Now, into: o.Handler, intake: in, fanout: newFanout(),
		turned: make(chan struct{}), tables: map[uint32][]*relation{}, listening: map[*Subscription]struct{}{},
		filters: map[filterKey]boundFilter{},
	}
	for range shardCount {
		d.shards = append(d.shards, newShard(d))
	}
	return d
}

// SchemaChanged is to be called when tables, rights or policies have changed. Where
// the database announces that in the stream of changes it does nothing.
func (d *Dispatcher) SchemaChanged() { d.stream.Invalidate() }

// Ready waits until the stream is live. Its error is why it is not.
func (d *Dispatcher) Ready(ctx context.Context) error { return d.stream.Ready(ctx) }

// Connected tells whether it is.
func (d *Dispatcher) Connected() bool { return d.stream.Status().Connected }
