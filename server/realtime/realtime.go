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
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// Options of the service.
type Options struct {
	Log *slog.Logger
	// Verify checks a JWT. It must refuse one that claims no role.
	Verify func(jwt string) (token.Claims, error)
	// Exchange gives the JWT that an opaque key (sb_…) stands for; "" where it
	// is none of ours.
	Exchange func(key string) string
	Limits   Limits
	// Address is the client that a limit counts if a request names no user. Defaults
	// to the address of the connection.
	Address func(*http.Request) string
	// Own is a pool of the login supabase_realtime_admin, and Callers one of the
	// login that takes the role of a subscriber.
	Own, Callers *db.Pool
	// ReplicationURL is where replication connects, as supabase_realtime_admin. It
	// holds a password.
	ReplicationURL string
	// MaxWAL bounds, in bytes, the WAL that the replication slot may retain. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// SearchPath is that of the table API, so that policies find the same objects.
	SearchPath []string
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
	budgets       *budgets
	warnings      warnings
	topics        *topics
	presences     *presenceService
	posts         *posts
	changes       *fanout.Dispatcher
	cluster       *cluster.Cluster // nil without other nodes
}

// New makes the service, which does nothing before Run.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = o.Log.With("component", "realtime")
	o.Limits = o.Limits.orDefaults()
	s := &Service{
		Options: o, upgrader: newUpgrader(), sockets: newSockets(), budgets: newBudgets(),
		joins: rate.NewLimiter(rate.Limit(o.Limits.Joins), o.Limits.Joins),
	}
	s.messages = rls.NewChannels(rls.ChannelOptions{Pool: o.Own, Callers: o.Callers, Log: o.Log, SearchPath: o.SearchPath})
	s.warnings.log, s.warnings.now = o.Log, o.Now
	s.topics, s.presences, s.posts = newTopics(), newPresences(o.Limits, o.Now, &s.budgets.presence), newPosts(o.Limits.Events)
	s.changes = fanout.New(fanout.Options{
		Log: o.Log, Callers: o.Callers, ReplicationURL: o.ReplicationURL, MaxWAL: o.MaxWAL, SearchPath: o.SearchPath, Now: o.Now, Handler: streamEvents{s},
	})
	s.openCluster()
	s.handler = s.routes()
	return s
}

// routes is all that is served over HTTP. The path of the bare service, which
// some clients of other languages use, is served too.
func (s *Service) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/websocket", s.connect)
	mux.HandleFunc("/socket/websocket", s.connect)
	mux.HandleFunc("POST /api/broadcast", s.postBroadcasts)
	mux.HandleFunc("POST /api/broadcast/{topic}/events/{event}", s.postBroadcast)
	mux.HandleFunc("GET /api/subscriptions", s.subscriptions)
	return mux
}

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Run runs replication, fanout and the background work, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() { s.messages.Run(ctx) })
	s.policiesChanged() // to know them
	parts.Go(func() { s.changes.Run(ctx) })
	parts.Go(func() { s.idleLoop(ctx) })
	parts.Go(func() { s.cluster.Run(ctx) })
}

// SchemaChanged has access read again: tables, privileges or policies have changed.
// It does nothing if the database announces that in the WAL.
func (s *Service) SchemaChanged() { s.changes.SchemaChanged() }

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
