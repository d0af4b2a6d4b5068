// Package realtime is the service /realtime/v1 for stock clients: a socket carries
// channels, and a channel carries row changes, broadcasts and presence, as far as the
// rights of its caller go. It refuses invalid keys and tokens, topics that the caller
// may not read, and what is above a limit, with Supabase's texts.
package realtime

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// Options of the service.
type Options struct {
	Log *slog.Logger
	// Verify checks a JWT. It must refuse one that claims no role.
	Verify func(jwt string) (token.Claims, error)
	// Revocations are the sessions whose channels end; nil for none. Verify has to refuse
	// their tokens.
	Revocations *token.Revocations
	// Exchange returns the JWT that an opaque key (sb_…) of a request stands for; "" if the
	// key is unknown. The text of an error is for the client.
	Exchange func(r *http.Request, key string) (string, error)
	Limits   Limits
	// Own is a pool of the login supabase_realtime_admin, and Callers one of the
	// login that takes the role of a subscriber.
	Own, Callers *db.Pool
	// Replication is where replication connects, as supabase_realtime_admin. It
	// holds a password.
	Replication db.Link
	// MaxWAL bounds, in bytes, the WAL that the replication slot may retain. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// SearchPath is that of the table API, so that policies find the same objects.
	SearchPath []string
	// PrivateOnly refuses public channels, and broadcasts to them over HTTP. What SQL sends
	// to them then reaches nobody. Defaults to false.
	PrivateOnly bool
	// StrictClose ends channels with phx_close, as Supabase does, where the default
	// is phx_error: after phx_close a client does not join again.
	StrictClose bool
	// NATSURL is the NATS that connects the nodes of an installation; "" for a single
	// node. It may hold a password. Installation separates installations that share a
	// NATS: letters and digits.
	NATSURL, Installation string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Service answers /realtime/v1, given paths without that prefix.
type Service struct {
	Options
	upgrader      websocket.Upgrader
	handler       http.Handler
	sockets       *sockets
	joins         *rate.Limiter // of all sockets
	messages      *rls.Channels
	policyVersion policyVersion // on realtime.messages
	partitions    *broadcast.Partitions
	budgets       *budgets
	topics        *topics
	presences     *presence.Service
	changes       *fanout.Dispatcher
	cluster       *cluster.Cluster // nil without other nodes
	warnings      rate.Sometimes
	suppressed    atomic.Int64 // warnings since the last that was logged

	// for Metrics
	channels, frames, slowConsumers atomic.Int64
}

// New makes the service, which does nothing before Run.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = o.Log.With("component", "realtime")
	o.Limits = o.Limits.orDefaults()
	s := &Service{
		Options: o, upgrader: newUpgrader(), sockets: newSockets(), budgets: newBudgets(), topics: newTopics(),
		joins:      rate.NewLimiter(rate.Limit(o.Limits.Joins), o.Limits.Joins),
		partitions: &broadcast.Partitions{Pool: o.Own, Log: o.Log, Now: o.Now},
		warnings:   rate.Sometimes{First: maxWarnings, Interval: warningInterval},
	}
	checks := rls.Options{Log: o.Log, SearchPath: o.SearchPath}
	s.messages = rls.NewChannels(rls.ChannelOptions{Options: checks, Pool: o.Own, Callers: o.Callers, CreatePartitions: s.partitions.Maintain})
	s.changes = fanout.New(fanout.Options{
		Log: o.Log, Callers: o.Callers, Replication: o.Replication, MaxWAL: o.MaxWAL, Now: o.Now,
		Checker: rls.New(o.Callers, checks), Handler: streamEvents{s},
	})
	if o.NATSURL != "" {
		s.cluster = cluster.New(cluster.Options{URL: o.NATSURL, Installation: o.Installation, Log: o.Log, Handler: clusterEvents{s}})
	}
	s.presences = presence.New(presence.Options{
		QueueBytes: o.Limits.QueueBytes, PerSecond: o.Limits.PresencePerSecond, Now: o.Now, Budget: &s.budgets.presence, Cluster: s.cluster,
	})
	api := broadcast.NewAPI(broadcast.Options{
		Log: o.Log, Warn: s.warn, Caller: s.caller, Publish: s.publishToAll, Receive: s.budgets.receive,
		MayWrite: func(ctx context.Context, claims token.Claims, topic string) (bool, error) {
			return s.mayWriteAs(ctx, claims, topic, protocol.BroadcastEvent)
		},
		Events:  limit.Rate{PerSecond: rate.Limit(o.Limits.Events), Burst: o.Limits.Events * burst},
		Payload: o.Limits.Payload, PrivateOnly: o.PrivateOnly, Now: o.Now,
	})
	mux := http.NewServeMux()
	mux.HandleFunc("/websocket", s.connect)
	mux.HandleFunc("/socket/websocket", s.connect) // for clients of other languages
	mux.HandleFunc("POST /api/broadcast", api.PostMany)
	mux.HandleFunc("POST /api/broadcast/{topic}/events/{event}", api.Post)
	mux.HandleFunc("GET /api/subscriptions", s.subscriptions)
	s.handler = mux
	return s
}

// Warnings that clients can cause are limited: while the database is down, each of
// twenty thousand clients that join again would cause one. The first maxWarnings are
// logged, and then one per warningInterval, with the number of those suppressed.
const (
	maxWarnings     = 20
	warningInterval = 10 * time.Second
)

// warn logs a warning that clients can cause.
func (s *Service) warn(ctx context.Context, what string, attrs ...any) {
	logged := false
	s.warnings.Do(func() {
		logged = true
		if n := s.suppressed.Swap(0); n > 0 {
			attrs = append(attrs, "suppressed", n)
		}
		s.Log.WarnContext(ctx, what, attrs...)
	})
	if !logged {
		s.suppressed.Add(1)
	}
}

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Run runs replication, fanout and the background work, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() { s.partitions.Run(ctx) })
	s.policiesChanged() // reads their version for the first time
	parts.Go(func() { s.changes.Run(ctx) })
	parts.Go(func() { s.idleLoop(ctx) })
	parts.Go(func() { s.revocationLoop(ctx) })
	parts.Go(func() { s.cluster.Run(ctx) })
}

// SchemaChanged has access read again: tables, privileges or policies have changed.
// It does nothing if the database announces that in the WAL.
func (s *Service) SchemaChanged() { s.changes.SchemaChanged() }

// Drain is Close, with the sockets' ends spread over a time, so that not all clients join
// other nodes at once. It takes them at once where ctx ends.
func (s *Service) Drain(ctx context.Context, over time.Duration) {
	all, began := s.sockets.all(), time.Now()
	for i, k := range all {
		if retry.Sleep(ctx, over*time.Duration(i)/time.Duration(len(all))-time.Since(began)) != nil {
			break
		}
		k.restart()
	}
	s.Close()
}

// restart ends a socket and its channels so that the client joins again.
func (s *socket) restart() {
	for _, c := range s.joined() {
		c.finish(errRestarting.Text, "phx_error") // after phx_close the client would not join again
	}
	s.out.closeAfter(protocol.Close(protocol.CloseRestart, "restart"), false)
}

// closeTimeout bounds how long Close waits for clients to read the close frame.
const closeTimeout = 2 * time.Second

// Close ends all channels with a reason, so that their clients reconnect, and closes
// the sockets. It returns when they are closed, within closeTimeout; http.Server's
// Shutdown does not know hijacked connections.
func (s *Service) Close() {
	for _, k := range s.sockets.close() {
		k.restart()
	}
	timer := time.NewTimer(closeTimeout)
	defer timer.Stop()
	select {
	case <-s.sockets.empty:
		return
	case <-timer.C:
	}
	for _, k := range s.sockets.all() {
		_ = k.conn.Close()
	}
}
