package app

import (
	"context"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/admin"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime"
	"github.com/toubkal/toubkal/server/token"
)

// realtimeService is the realtime service while it runs, with its connections. The
// methods of a nil one do nothing.
type realtimeService struct {
	*realtime.Service
	own, callers *db.Pool
	stop         func() // stops Run, and waits for it
}

// openRealtime starts the realtime service; nil if SERVICES does not name it. It does not
// end with ctx, so that close can end the channels of its clients first.
func (p *program) openRealtime(ctx context.Context, d *database, k *credentials, metrics *admin.Metrics) (*realtimeService, error) {
	if !(services{names: p.Services}).has("realtime") {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &realtimeService{stop: cancel}
	var err error
	if s.own, err = p.openPool(ctx, d.pooled.realtime, db.Options{MaxConns: p.share(realtimeConns)}); err == nil {
		s.callers, err = p.openPool(ctx, d.pooled.authenticator, db.Options{MaxConns: p.share(callerConns)})
	}
	if err != nil {
		s.close()
		return nil, err
	}
	c := &p.Realtime
	s.Service = realtime.New(realtime.Options{
		Log: p.log, PrivateOnly: c.PrivateOnly, StrictClose: c.StrictClose,
		Limits: realtime.Limits{
			Connections: connections(c.MaxConnections, openFiles()), AddressConnections: c.MaxAddressConnections,
			Channels: c.MaxChannels, Joins: c.MaxJoins, ConnectionJoins: c.MaxConnectionJoins,
			Events: c.MaxEvents, Payload: c.MaxPayload*1024 + 500,
			PresenceCalls: c.MaxPresenceCalls, PresencePerSecond: c.MaxPresence,
		},
		// unlike for tables, a token without a role is refused
		Verify: k.keys.WithRules(token.Rules{}).Verify, Exchange: k.exchange, Revocations: k.keys.Revocations,
		// #nosec G115 -- check has found it positive
		Own: s.own, Callers: s.callers, Replication: p.link(d.direct.realtime), MaxWAL: uint64(c.MaxWAL) << 20, SearchPath: p.ExtraSearchPath,
		NATSURL: c.NATSURL, Installation: token.Derive(p.JWTSecret, "installation")[:16],
	})
	metrics.ObserveRealtime(func() admin.Realtime { return admin.Realtime(s.Metrics()) })
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	s.stop = func() {
		cancel()
		running.Wait()
	}
	return s, nil
}

// schemaChanged has access read again. It does nothing if the database announces schema
// changes in the WAL.
func (s *realtimeService) schemaChanged() {
	if s != nil {
		s.SchemaChanged()
	}
}

// drain ends the connections of all clients, spread over a time; they reconnect to another
// node, or to the next program.
func (s *realtimeService) drain(ctx context.Context, over time.Duration) {
	if s != nil && s.Service != nil {
		s.Drain(ctx, over)
	}
}

func (s *realtimeService) close() {
	if s == nil {
		return
	}
	s.drain(context.Background(), 0)
	s.stop()
	for _, pool := range []*db.Pool{s.own, s.callers} {
		if pool != nil {
			pool.Close()
		}
	}
}
