// Package messages is what realtime has to do with the table realtime.messages:
// it asks its policies who may use which private channel, reads again what was
// sent while somebody was away, and keeps the table's partitions. It decides no
// right itself; what cannot be asked is refused.
package rls

import (
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// ChannelOptions say what a Store works with.
type ChannelOptions struct {
	// Pool is that of the role supabase_realtime_admin, which asks.
	Pool *db.Pool
	// Callers is that of the login that becomes the callers, for what they read.
	Callers *db.Pool
	// Log is told of policies that fail, and of partitions. Defaults to slog's.
	Log *slog.Logger
	// SearchPath are the schemas that policies' functions search, as those of a
	// request to a table do. Defaults to public.
	SearchPath []string
	// Now is the clock that partitions are kept by. Defaults to time.Now.
	Now func() time.Time
	// MaxConcurrent bounds the transactions that ask at the same time. Defaults to 2:
	// each answers up to 32 questions.
	MaxConcurrent int
	// Timeout bounds one of them. Defaults to 5 s.
	Timeout time.Duration
}

// Channels is the table. It is safe for concurrent use.
type Channels struct {
	ChannelOptions
	path  string // SearchPath as SQL spells it
	queue channelQueue
	// broken lets a policy that fails for each topic that clients make up be one line
	// in ten seconds.
	broken rate.Sometimes
}

// NewChannels makes the store. Nothing is asked of the database before it is used.
func NewChannels(o ChannelOptions) *Channels {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxConcurrent <= 0 {
		o.MaxConcurrent = 2
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	if o.SearchPath == nil {
		o.SearchPath = []string{"public"}
	}
	return &Channels{ChannelOptions: o, path: db.SearchPath(o.SearchPath...), broken: rate.Sometimes{First: 3, Interval: 10 * time.Second}}
}

// Caller is on whose behalf a policy is asked.
type Caller struct {
	Claims token.Claims
	// Headers are those of the request as request.headers shows them to SQL: a
	// JSON object, its names in lower case. Defaults to {}.
	Headers string
}

func (c Caller) headers() string {
	if c.Headers == "" {
		return "{}"
	}
	return c.Headers
}

// ChannelRights are what policies allow on one topic.
type ChannelRights struct{ Broadcast, Presence bool }

// Any tells whether anything is allowed.
func (r ChannelRights) Any() bool { return r.Broadcast || r.Presence }

// Or has what either allows.
func (r ChannelRights) Or(other ChannelRights) ChannelRights {
	return ChannelRights{Broadcast: r.Broadcast || other.Broadcast, Presence: r.Presence || other.Presence}
}
