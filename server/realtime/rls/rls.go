// Package rls checks which subscribers may see a changed row, and who may use a private
// channel, by PostgreSQL's row level security. PostgreSQL takes every decision, as the
// subscriber. The policies of a table are analysed first to save queries: one query per
// role where they ignore the claims, none where a row cannot match.
//
// It refuses roles that the pool's login may not become, columns and keys that a role
// may not read, and tables with policies but without a key.
package rls

import (
	"cmp"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/toubkal/toubkal/server/db"
)

// ErrChanged means that the table or its policies have changed since Access was read:
// nothing was checked. Invalidate, read Access again, and check again.
var ErrChanged = errors.New("the row policies have changed")

// Options tune a Checker and Channels; all have defaults.
type Options struct {
	// Log gets policies that fail, and functions that prevent cached plans. Defaults to
	// slog.Default().
	Log *slog.Logger
	// SearchPath are schemas that functions of policies search after the table's own:
	// those of the table API. Defaults to none.
	SearchPath []string
	// Timeout bounds one query. Defaults to 5 s.
	Timeout time.Duration
}

func (o Options) orDefaults() Options {
	return Options{Log: cmp.Or(o.Log, slog.Default()), SearchPath: o.SearchPath, Timeout: cmp.Or(o.Timeout, 5*time.Second)}
}

// Checker reads access and checks changes. It is safe for concurrent use.
type Checker struct {
	pool    *db.Pool
	o       Options
	reading singleflight.Group // of accessKey

	queries   atomic.Int64 // of runBatch
	queryTime atomic.Int64 // that they took, in ns

	mu            sync.Mutex
	known         map[accessKey]*Access
	fresh         map[accessKey]bool // read since the last Invalidate
	invalidations int
	roles         string          // the last result of rolesSQL
	unsafe        *unsafeFunction // nil before the first search
	rolesChanged  bool            // since the last Stale
}

type accessKey struct {
	table uint32
	role  string
}

// New makes a Checker. The pool's login must be the one that becomes the callers of the
// table API: its memberships decide which roles can be checked.
func New(pool *db.Pool, o Options) *Checker {
	return &Checker{pool: pool, o: o.orDefaults(), known: map[accessKey]*Access{}, fresh: map[accessKey]bool{}}
}

// Queries returns the number of RLS queries since the start, and how long they took in all.
func (c *Checker) Queries() (n int64, took time.Duration) {
	return c.queries.Load(), time.Duration(c.queryTime.Load())
}

// Invalidate has Access read from the database again. An Access and its groups that are
// in use stay as they are, and are returned again where nothing has changed.
func (c *Checker) Invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.fresh)
	c.invalidations++
}
