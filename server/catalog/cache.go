package catalog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Channel is the one that PostgREST listens on too: `notify pgrst, 'reload
// schema'` after a migration.
const Channel = "pgrst"

// Cache is the schema cache: it keeps the newest snapshot. Requests that have
// begun keep theirs.
type Cache struct {
	load      func(ctx context.Context, schemas []string) (*Snapshot, error)
	schemas   atomic.Pointer[[]string]
	current   atomic.Pointer[Snapshot]
	requested chan struct{} // holds one request: more of them are the same one
	requests  atomic.Int64  // how many of them there were
	served    atomic.Int64  // and how many before the newest snapshot
	mu        sync.Mutex
	loaded    chan struct{} // closed by the next load
}

// New makes a cache that has no snapshot yet and loads through pool. RoleSettings
// are those of the roles that pool's login role may become. A pool of its own, of
// one connection, keeps a reload from waiting for requests. With each load, the pools
// of its db.Schema prepare their statements again.
func New(pool *db.Pool, schemas []string) *Cache {
	return newCache(schemas, func(ctx context.Context, schemas []string) (fresh *Snapshot, err error) {
		pool.SchemaChanged()
		err = pool.Conn(ctx, func(conn *pgx.Conn) error {
			fresh, err = Load(ctx, conn, schemas)
			return err
		})
		return fresh, err
	})
}

func newCache(schemas []string, load func(context.Context, []string) (*Snapshot, error)) *Cache {
	c := &Cache{load: load, requested: make(chan struct{}, 1), loaded: make(chan struct{})}
	c.schemas.Store(&schemas)
	return c
}

// Snapshot is the newest one; nil before the first load.
func (c *Cache) Snapshot() *Snapshot { return c.current.Load() }

// Reload loads a new snapshot. An error leaves the old one in place.
func (c *Cache) Reload(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	requests := c.requests.Load()
	fresh, err := c.load(ctx, *c.schemas.Load())
	if err != nil {
		return err
	}
	c.current.Store(fresh)
	c.served.Store(requests)
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.loaded)
	c.loaded = make(chan struct{})
	return nil
}

// Newer waits for a snapshot in the place of one that is known to be out of date, which
// Watch loads. Its error is that of ctx.
func (c *Cache) Newer(ctx context.Context, than *Snapshot) error {
	c.mu.Lock()
	loaded := c.loaded
	c.mu.Unlock()
	if c.Snapshot() != than {
		return nil
	}
	c.RequestReload()
	select {
	case <-loaded:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the schema cache: %w", context.Cause(ctx))
	}
}

// Outdated reports whether a reload was requested that the newest snapshot is older than.
func (c *Cache) Outdated() bool { return c.served.Load() != c.requests.Load() }

// RequestReload makes Watch reload soon. It does not block.
func (c *Cache) RequestReload() {
	c.requests.Add(1)
	select {
	case c.requested <- struct{}{}:
	default:
	}
}

// SetSchemas sets the schemas of the next snapshots, and requests a reload.
func (c *Cache) SetSchemas(schemas []string) {
	c.schemas.Store(&schemas)
	c.RequestReload()
}

// Callbacks are the functions that Watch calls. Every field is optional.
type Callbacks struct {
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

func (c Callbacks) withDefaults() Callbacks {
	if c.Channel == "" {
		c.Channel = Channel
	}
	if c.Config == nil {
		c.Config = func() {}
	}
	if c.Loaded == nil {
		c.Loaded = func(time.Duration, *Snapshot) {}
	}
	if c.Failed == nil {
		c.Failed = func(error) {}
	}
	return c
}

// Watch reloads at once, on RequestReload, on `notify pgrst`, and whenever the
// listening connection was lost, since notifications are lost with it. It runs
// until ctx ends. A link without a URL does not listen. Until a load succeeds, the old
// snapshot is used.
func (c *Cache) Watch(ctx context.Context, link db.Link, on Callbacks) {
	on = on.withDefaults()
	if link.URL == "" {
		c.RequestReload()
		c.reloadLoop(ctx, on)
		return
	}
	var reloading sync.WaitGroup
	reloading.Go(func() { c.reloadLoop(ctx, on) })
	db.Listen(ctx, link, on.Channel, func(payload string) { c.handleNotify(payload, on) }, func(err error) {
		on.Failed(err)
		if c.Snapshot() == nil {
			c.RequestReload() // reading may work where LISTEN does not
		}
	})
	reloading.Wait()
}

// handleNotify handles the payloads that PostgREST has; "" means both.
func (c *Cache) handleNotify(payload string, on Callbacks) {
	if payload == "" || payload == "reload config" {
		on.Config()
	}
	if payload == "" || payload == "reload schema" {
		c.RequestReload()
	}
}
