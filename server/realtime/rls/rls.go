// Package visible says what a subscriber may see of a row that has changed. The
// answer is always PostgreSQL's: it is asked as each subscriber, by the row
// policies themselves. What the policies say is read beforehand only to ask
// less: once for a whole role where they cannot tell its members apart, and not
// at all where a row surely belongs to somebody else.
//
// It refuses roles that the pool's login may not become, columns and keys that a
// role may not read, and tables whose policies cannot be asked for lack of a key.
package rls

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// ErrChanged means that the table's policies are others than those that the
// subscribers' rights were read from: nothing was answered. Forget, read the
// rights anew, and ask again.
var ErrChanged = errors.New("the row policies have changed")

// Options tune a Guard; the zero value is a good one.
type Options struct {
	// Log hears of policies that fail. Defaults to slog.Default().
	Log *slog.Logger
	// SearchPath are the schemas that the functions of policies find without
	// naming them, behind the table's own: those of the table API.
	SearchPath []string
	// Timeout bounds one question to the database. Defaults to 5 s.
	Timeout time.Duration
}

// Checker reads rights and asks policies. It may be used concurrently.
type Checker struct {
	pool *db.Pool
	o    Options

	mu            sync.Mutex
	known         map[accessKey]*Access
	fresh         map[accessKey]bool // read since the last Forget
	invalidations int                // how often all was forgotten
	roles         string             // what is known of roles: see rolesSQL
	unsafe        *unsafeFunction    // nil before it was looked for
	rolesChanged  bool               // they have become others since Stale was asked
}

// accessKey is who has Rights to what.
type accessKey struct {
	table uint32
	role  string
}

// New makes a Guard. The pool's login must be the one that becomes whoever calls
// the table API: its memberships say who may be asked for.
func New(pool *db.Pool, o Options) *Checker {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	return &Checker{pool: pool, o: o, known: map[accessKey]*Access{}, fresh: map[accessKey]bool{}}
}

// Invalidate has Rights ask the database again. Rights and Groups that are held
// already stay as they are, and are given again where nothing has changed.
func (g *Checker) Invalidate() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.fresh)
	g.invalidations++
}
