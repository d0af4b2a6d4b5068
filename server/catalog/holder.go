package catalog

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Channel is where PostgREST listens, and we too: `notify pgrst, 'reload
// schema'` after a migration.
const Channel = "pgrst"

// Holder keeps the newest snapshot. Requests that have begun keep theirs.
type Holder struct {
	load    func(ctx context.Context, schemas []string) (*Snapshot, error)
	schemas atomic.Pointer[[]string]
	current atomic.Pointer[Snapshot]
	wanted  chan struct{} // holds one wish: more of them are the same one
}

// New gives a holder that has no snapshot yet, and loads through pool. What
// pool's login role may become decides RoleSettings. A pool of its own, of one
// connection, keeps a reload from waiting behind requests.
func New(pool *db.Pool, schemas []string) *Holder {
	return newHolder(schemas, func(ctx context.Context, schemas []string) (fresh *Snapshot, err error) {
		err = pool.Conn(ctx, func(conn *pgx.Conn) error {
			fresh, err = Load(ctx, conn, schemas)
			return err
		})
		return fresh, err
	})
}

func newHolder(schemas []string, load func(context.Context, []string) (*Snapshot, error)) *Holder {
	h := &Holder{load: load, wanted: make(chan struct{}, 1)}
	h.schemas.Store(&schemas)
	return h
}

// Open is New for who cannot begin without a snapshot: it loads once.
func Open(ctx context.Context, pool *db.Pool, schemas []string) (*Holder, error) {
	h := New(pool, schemas)
	return h, h.Reload(ctx)
}

// Snapshot is the newest one; nil before the first load.
func (h *Holder) Snapshot() *Snapshot { return h.current.Load() }

// Reload loads anew. An error leaves the old snapshot in place.
func (h *Holder) Reload(ctx context.Context) error {
	fresh, err := h.load(ctx, *h.schemas.Load())
	if err != nil {
		return err
	}
	h.current.Store(fresh)
	return nil
}

// Ask has Watch reload soon. It never waits.
func (h *Holder) Ask() {
	select {
	case h.wanted <- struct{}{}:
	default:
	}
}

// Serve changes the schemas of the snapshots to come, and asks for one.
func (h *Holder) Serve(schemas []string) {
	h.schemas.Store(&schemas)
	h.Ask()
}

// On is who wants to know what Watch sees. Every field may be left out.
type On struct {
	// Channel to listen on. Defaults to the constant of that name.
	Channel string
	// Config is called on `reload config`, before any reload that the same
	// notification asks for, and after each (re)connection.
	Config func()
	// Loaded is called after each load.
	Loaded func(took time.Duration, fresh *Snapshot)
	// Failed is called with each error. None of them ends Watch.
	Failed func(error)
}

func (on On) complete() On {
	if on.Channel == "" {
		on.Channel = Channel
	}
	if on.Config == nil {
		on.Config = func() {}
	}
	if on.Loaded == nil {
		on.Loaded = func(time.Duration, *Snapshot) {}
	}
	if on.Failed == nil {
		on.Failed = func(error) {}
	}
	return on
}

// Watch reloads when asked to, by Ask or by `notify pgrst`, until ctx ends: also
// at once and whenever the listening connection had been lost, since what was
// notified meanwhile is. An empty url listens to nothing. It never gives up: the
// old snapshot serves until a load succeeds.
func (h *Holder) Watch(ctx context.Context, url string, on On) {
	on = on.complete()
	if url == "" {
		h.Ask()
		h.follow(ctx, on)
		return
	}
	var both sync.WaitGroup
	both.Go(func() { h.follow(ctx, on) })
	both.Go(func() { h.listen(ctx, url, on) })
	both.Wait()
}

func (h *Holder) listen(ctx context.Context, url string, on On) {
	db.Listen(ctx, url, on.Channel, func(payload string) { h.heed(payload, on) }, func(err error) {
		on.Failed(err)
		if h.Snapshot() == nil {
			h.Ask() // a database that lets nobody listen may still be read
		}
	})
}

// heed does what a notification says, in PostgREST's words; none means both.
func (h *Holder) heed(payload string, on On) {
	if payload == "" || payload == "reload config" {
		on.Config()
	}
	if payload == "" || payload == "reload schema" {
		h.Ask()
	}
}
