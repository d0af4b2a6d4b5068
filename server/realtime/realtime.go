// Package realtime is the service /realtime/v1 as stock clients speak it: a
// socket carries channels, and a channel carries changes of tables, broadcasts
// and presence, each as far as the caller's rights go. It refuses keys and
// tokens that are not good, topics that the caller may not read, and what is
// too much; all of it in Supabase's words.
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

// Options are what realtime needs to know of the installation.
type Options struct {
	Log *slog.Logger
	// Verify checks a JWT. It must refuse one that claims no role.
	Verify func(jwt string) (token.Claims, error)
	// Exchange gives the JWT that an opaque key (sb_…) stands for; "" where it
	// is none of ours.
	Exchange func(key string) string
	Limits   Limits
	// Address is the client that a limit counts where a request names no user.
	// Defaults to the connection's address.
	Address func(*http.Request) string
	// Own is a pool of the service's own login, supabase_realtime_admin, and
	// Callers one of the login that becomes whoever subscribes.
	Own, Callers *db.Pool
	// ReplicationURL is where the stream of changes is read: the service's own login. It
	// holds a password.
	ReplicationURL string
	// MaxWAL bounds, in bytes, what the stream may keep of PostgreSQL's log. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// SearchPath is what the table API searches, so that policies find the same.
	SearchPath []string
	// StrictClose ends channels as Supabase does: with phx_close, behind which a
	// client does not join again, where ours would be phx_error.
	StrictClose bool
	// NATSURL is where other nodes of the installation are met, and Installation
	// what those have in common that share its NATS with nobody else; letters and
	// digits. "" is no other nodes. It may hold a password.
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

// New makes the service. It does nothing yet: Run does.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
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

// Run does what is done beside the sockets, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() { s.messages.Run(ctx) })
	s.policiesChanged() // to know them
	parts.Go(func() { s.changes.Run(ctx) })
	parts.Go(func() { s.idleLoop(ctx) })
	parts.Go(func() { s.cluster.Run(ctx) })
}

// SchemaChanged is to be called when tables, rights or policies have changed. Where
// the database announces that in the stream of changes it does nothing.
func (s *Service) SchemaChanged() { s.changes.SchemaChanged() }

// closeTimeout bounds how long Close lets clients take to hear it.
const closeTimeout = 2 * time.Second

// Close tells every channel that its client should come back, and ends the
// sockets. It returns when they are gone, within farewell; http.Server's
// Shutdown does not know them.
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
