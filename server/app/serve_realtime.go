package app

import (
	"context"
	"math"
	"sync"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/admin"
	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
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
func (p *program) openRealtime(ctx context.Context, d *installation.Database, k *installation.Credentials, metrics *admin.Metrics) (*realtimeService, error) {
	if !(services{names: p.Services}).has("realtime") {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &realtimeService{stop: cancel}
	var err error
	if s.own, err = p.OpenPool(ctx, d.Pooled.Realtime, db.Options{MaxConns: p.PoolShare(config.RealtimeConns)}); err == nil {
		s.callers, err = p.OpenPool(ctx, d.Pooled.Authenticator, db.Options{MaxConns: p.PoolShare(config.CallerConns)})
	}
	if err != nil {
		s.close()
		return nil, err
	}
	c := &p.Realtime
	s.Service = realtime.New(realtime.Options{
		Log: p.Log, PrivateOnly: c.PrivateOnly, StrictClose: c.StrictClose,
		Limits: realtime.Limits{
			Connections: connections(c.MaxConnections, openFiles()), AddressConnections: c.MaxAddressConnections,
			Channels: c.MaxChannels, Joins: c.MaxJoins, ConnectionJoins: c.MaxConnectionJoins,
			Events: c.MaxEvents, Payload: c.MaxPayload*1024 + 500,
			PresenceCalls: c.MaxPresenceCalls, PresencePerSecond: c.MaxPresence,
		},
		// unlike for tables, a token without a role is refused
		Verify: k.Keys.WithRules(token.Rules{}).Verify, Exchange: k.Exchange, Revocations: k.Keys.Revocations,
		// #nosec G115 -- check has found it positive
		Own: s.own, Callers: s.callers, Replication: p.Link(d.Direct.Realtime), MaxWAL: uint64(c.MaxWAL) << 20, SearchPath: p.ExtraSearchPath,
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
func (r *realtimeService) schemaChanged() {
	if r != nil {
		r.SchemaChanged()
	}
}

// drain ends the connections of all clients, spread over a time; they reconnect to another
// node, or to the next program.
func (r *realtimeService) drain(ctx context.Context, over time.Duration) {
	if r != nil && r.Service != nil {
		r.Drain(ctx, over)
	}
}

func (r *realtimeService) close() {
	if r == nil {
		return
	}
	r.drain(context.Background(), 0)
	r.stop()
	for _, pool := range []*db.Pool{r.own, r.callers} {
		if pool != nil {
			pool.Close()
		}
	}
}

// reservedFiles are file descriptors for everything else: requests, files, the database.
const reservedFiles = 1000

// connections is the limit of connections: the wanted one, or less if the program may
// open fewer files, since without file descriptors the other services would fail too.
func connections(wanted int, files uint64) int {
	return int(min(uint64(wanted), max(files-min(files, reservedFiles), files/2))) // #nosec G115 -- both are at most wanted, which check has found positive
}

// openFiles is the number of files that the program may have open.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return limit.Cur
}
