package catalog

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Channel is where PostgREST listens, and we too: `notify pgrst, 'reload
// schema'` after a migration.
const Channel = "pgrst"

const (
	// debounce gathers the notifications of one migration into one reload.
	debounce = 100 * time.Millisecond
	// maxRetry bounds the wait between two tries to load; the first is 1 s.
	maxRetry = 32 * time.Second
)

// Holder keeps the newest snapshot. Requests that have begun keep theirs.
type Holder struct {
	load    func(context.Context) (*Snapshot, error)
	current atomic.Pointer[Snapshot]
}

// Open loads what exists in schemas, and gives a holder that can load it anew
// through pool. What pool's login role may become decides RoleSettings.
func Open(ctx context.Context, pool *db.Pool, schemas []string) (*Holder, error) {
	h := &Holder{load: func(ctx context.Context) (fresh *Snapshot, err error) {
		err = pool.Conn(ctx, func(conn *pgx.Conn) error {
			fresh, err = Load(ctx, conn, schemas)
			return err
		})
		return fresh, err
	}}
	return h, h.Reload(ctx)
}

// Snapshot is the newest one.
func (h *Holder) Snapshot() *Snapshot { return h.current.Load() }

// Reload loads anew. An error leaves the old snapshot in place.
func (h *Holder) Reload(ctx context.Context) error {
	fresh, err := h.load(ctx)
	if err != nil {
		return err
	}
	h.current.Store(fresh)
	return nil
}

// Watch reloads on `notify pgrst, 'reload schema'` or `notify pgrst`, until ctx
// ends; also at once and whenever the listening connection had been lost, since
// what was notified meanwhile is. It never gives up: each error goes to failed,
// and the old snapshot serves until a load succeeds.
func (h *Holder) Watch(ctx context.Context, url string, failed func(error)) {
	wanted := make(chan struct{}, 1)
	go h.follow(ctx, wanted, failed)
	db.Listen(ctx, url, Channel, func(payload string) {
		if payload == "" || payload == "reload schema" {
			ask(wanted)
		}
	}, failed)
}

// ask remembers one wish; more of them before it is granted are the same one.
func ask(wanted chan<- struct{}) {
	select {
	case wanted <- struct{}{}:
	default:
	}
}

// follow grants what is wanted, each time after letting others gather. What is
// wanted during a reload leads to another: it may have come too late for it.
func (h *Holder) follow(ctx context.Context, wanted <-chan struct{}, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-wanted:
		}
		if !pause(ctx, debounce) {
			return
		}
		select {
		case <-wanted:
		default:
		}
		h.insist(ctx, failed)
	}
}

// insist reloads until it works, or ctx ends.
func (h *Holder) insist(ctx context.Context, failed func(error)) {
	for wait := time.Second; ; wait = min(2*wait, maxRetry) {
		err := h.Reload(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		failed(err)
		if !pause(ctx, wait) {
			return
		}
	}
}

// pause waits; false if ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
