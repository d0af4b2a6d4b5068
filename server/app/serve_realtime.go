package app

import (
	"context"
	"net/http"
	"sync"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/realtime"
	"github.com/toubkal/toubkal/server/token"
)

// Connections of the realtime service, beside the one that reads the stream.
const (
	realtimeConns = 6 // of its own login: what it asks of realtime.messages
	callerConns   = 6 // that become the subscribers, to see what they see
)

// live is the realtime service while it runs, and its connections.
type live struct {
	*realtime.Service
	own, callers *db.Pool
	stop         func() // ends what runs, and waits for it
}

// openRealtime starts the realtime service beside the requests; nil where it is
// not among those that run. It outlives ctx, so that it can say goodbye.
func (p *program) openRealtime(ctx context.Context, d *database, k *keyring) (*live, error) {
	if !(services{names: p.Services}).has("realtime") {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &live{stop: cancel}
	var err error
	if l.own, err = db.Open(ctx, d.realtime, db.Options{MaxConns: realtimeConns}); err == nil {
		l.callers, err = db.Open(ctx, d.authenticator, db.Options{MaxConns: callerConns})
	}
	if err != nil {
		l.close()
		return nil, wrongAddress(err)
	}
	l.Service = realtime.New(realtime.Options{
		Log: p.log, Limits: p.Realtime.limits(), StrictClose: p.StrictClose,
		// a token without a role is nobody's, other than for tables
		Verify: k.keys.WithRules(token.Rules{}).Verify, Exchange: k.opaque.Token,
		Address: func(r *http.Request) string { return edge.Address(r, p.RateLimitHeader) },
		Own:     l.own, Callers: l.callers, ReplicationURL: d.realtime, MaxWAL: uint64(p.MaxWAL) << 20, SearchPath: p.ExtraSearchPath,
		NATSURL: p.NATSURL, Installation: derive(p.JWTSecret, "installation")[:16],
	})
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	l.stop = func() {
		cancel()
		running.Wait()
	}
	return l, nil
}

// forget has realtime look at tables and rights anew, where the stream of changes
// cannot tell that they have changed.
func (l *live) forget() {
	if l != nil {
		l.SchemaChanged()
	}
}

// farewell sends the clients away; they come back to the next program.
func (l *live) farewell() {
	if l != nil && l.Service != nil {
		l.Service.Close()
	}
}

func (l *live) close() {
	if l == nil {
		return
	}
	l.farewell()
	l.stop()
	for _, pool := range []*db.Pool{l.own, l.callers} {
		if pool != nil {
			pool.Close()
		}
	}
}
