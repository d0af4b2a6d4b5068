// Package realtime is the service /realtime/v1 for stock clients: a socket carries
// channels, and a channel carries row changes, broadcasts and presence, as far as the
// rights of its caller go. It refuses invalid keys and tokens, topics that the caller
// may not read, and what is above a limit, with Supabase's texts.
package realtime

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

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

// Service answers /realtime/v1, given paths without that prefix.
type Service struct {
	*hub
	handler    http.Handler
	upgrader   websocket.Upgrader
	sockets    *sockets
	policies   *policyWatch
	partitions *broadcast.Partitions
}

// New makes the service, which does nothing before Run.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = o.Log.With("component", "realtime")
	o.Limits = o.Limits.orDefaults()
	h := &hub{
		Options: o, budgets: newBudgets(), topics: newTopics(),
		joins:    rate.NewLimiter(rate.Limit(o.Limits.Joins), o.Limits.Joins),
		warnings: rate.Sometimes{First: maxWarnings, Interval: warningInterval},
	}
	s := &Service{
		hub: h, upgrader: newUpgrader(), sockets: newSockets(),
		partitions: &broadcast.Partitions{Pool: o.Own, Log: o.Log, Now: o.Now},
	}
	s.policies = &policyWatch{hub: h, sockets: s.sockets}
	checks := rls.Options{Log: o.Log, SearchPath: o.SearchPath}
	h.messages = rls.NewChannels(rls.ChannelOptions{Options: checks, Pool: o.Own, Callers: o.Callers, CreatePartitions: s.partitions.Maintain})
	h.changes = fanout.New(fanout.Options{
		Log: o.Log, Callers: o.Callers, Replication: o.Replication, MaxWAL: o.MaxWAL, Now: o.Now,
		Checker: rls.New(o.Callers, checks), Handler: streamEvents{h, s.sockets, s.policies},
	})
	if o.NATSURL != "" {
		h.cluster = cluster.New(cluster.Options{URL: o.NATSURL, Installation: o.Installation, Log: o.Log, Handler: clusterEvents{h}})
	}
	h.presences = presence.New(presence.Options{
		QueueBytes: o.Limits.QueueBytes, PerSecond: o.Limits.PresencePerSecond, Now: o.Now, Budget: &h.budgets.presence, Cluster: h.cluster,
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

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Run runs replication, fanout and the background work, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() { s.partitions.Run(ctx) })
	s.policies.changed() // reads their version for the first time
	parts.Go(func() { s.changes.Run(ctx) })
	parts.Go(func() { s.sockets.idleLoop(ctx, s.Now) })
	parts.Go(func() { s.sockets.revocationLoop(ctx, s.Revocations) })
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
