package rls

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// ChannelOptions configure Channels. Policies of channels search Options.SearchPath
// alone, or public if that is nil.
type ChannelOptions struct {
	Options
	// Pool is a pool of the login supabase_realtime_admin, which checks access.
	Pool *db.Pool
	// Callers is a pool of the login that becomes the callers, for Replay.
	Callers *db.Pool
	// CreatePartitions creates the missing partitions of realtime.messages. It is called
	// when a check needs one.
	CreatePartitions func(context.Context) error
	// MaxConcurrent bounds the transactions that check access at the same time, each for
	// up to maxBatch checks. Defaults to 2.
	MaxConcurrent int
}

// Channels checks access to private channels by the policies on realtime.messages, and
// replays its messages. It decides nothing itself: what cannot be checked is refused. It
// is safe for concurrent use.
type Channels struct {
	ChannelOptions
	path  string // SearchPath as SQL
	queue channelQueue
	// broken limits the log to one line in 10 s about failing policies.
	broken rate.Sometimes
}

// NewChannels makes Channels, without a query.
func NewChannels(o ChannelOptions) *Channels {
	o.Options = o.orDefaults()
	if o.MaxConcurrent <= 0 {
		o.MaxConcurrent = 2
	}
	if o.SearchPath == nil {
		o.SearchPath = []string{"public"}
	}
	return &Channels{ChannelOptions: o, path: db.SearchPath(o.SearchPath...), broken: rate.Sometimes{First: 3, Interval: 10 * time.Second}}
}

// Caller is the user for whom policies are evaluated.
type Caller struct {
	Claims token.Claims
	// Headers of the request, for request.headers: a JSON object, names in lower case.
	// Defaults to {}.
	Headers string
}

func (c Caller) headers() string {
	if c.Headers == "" {
		return "{}"
	}
	return c.Headers
}

// ChannelRights are rights on a topic, by the policies.
type ChannelRights struct{ Broadcast, Presence bool }

// Any reports whether anything is allowed.
func (c ChannelRights) Any() bool { return c.Broadcast || c.Presence }

// Or allows what either allows.
func (c ChannelRights) Or(other ChannelRights) ChannelRights {
	return ChannelRights{Broadcast: c.Broadcast || other.Broadcast, Presence: c.Presence || other.Presence}
}

// channelPolicyVersionSQL changes with the policies on realtime.messages, the functions
// that they call, its privileges, and whether row level security is on.
const channelPolicyVersionSQL = `
	select md5(concat_ws('|', c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
		(select string_agg(concat_ws(',', p.oid, p.xmin), ';' order by p.oid) from pg_catalog.pg_policy p where p.polrelid = c.oid),
		(select string_agg(concat_ws(',', f.oid, f.xmin), ';' order by f.oid)
			from pg_catalog.pg_policy p
			join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::regclass and d.objid = p.oid
				and d.refclassid = 'pg_catalog.pg_proc'::regclass
			join pg_catalog.pg_proc f on f.oid = d.refobjid
			where p.polrelid = c.oid)))
	from pg_catalog.pg_class c where c.oid = 'realtime.messages'::regclass`

// PolicyVersion returns a text that changes with the policies on realtime.messages. What
// the functions that they call depend on is not part of it.
func (c *Channels) PolicyVersion(ctx context.Context) (version string, err error) {
	err = c.Pool.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, channelPolicyVersionSQL).Scan(&version) })
	if err != nil {
		return "", fmt.Errorf("read the version of the policies on realtime.messages: %w", err)
	}
	return version, nil
}
