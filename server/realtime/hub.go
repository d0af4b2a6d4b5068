package realtime

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// Options of the service.
type Options struct {
	Log *slog.Logger
	// Verify checks a JWT. It must refuse one that claims no role.
	Verify func(jwt string) (token.Claims, error)
	// Revocations are the sessions whose channels end; nil for none. Verify has to refuse
	// their tokens.
	Revocations *token.Revocations
	// Exchange returns the JWT that an opaque key (sb_…) of a request stands for; "" if the
	// key is unknown. The text of an error is for the client.
	Exchange func(r *http.Request, key string) (string, error)
	Limits   Limits
	// Own is a pool of the login supabase_realtime_admin, and Callers one of the
	// login that takes the role of a subscriber.
	Own, Callers *db.Pool
	// Replication is the address that replication connects to, as supabase_realtime_admin.
	// It holds a password.
	Replication db.Link
	// MaxWAL bounds, in bytes, the WAL that the replication slot may retain. Defaults
	// to 1 GiB.
	MaxWAL uint64
	// SearchPath is the search_path of the table API, so that policies find the same objects.
	SearchPath []string
	// PrivateOnly refuses public channels, and broadcasts to them over HTTP. What SQL sends
	// to them then reaches nobody. Defaults to false.
	PrivateOnly bool
	// StrictClose ends channels with phx_close, as Supabase does, where the default
	// is phx_error: after phx_close a client does not join again.
	StrictClose bool
	// NATSURL is the NATS that connects the nodes of an installation; "" for a single
	// node. It may hold a password. Installation separates installations that share a
	// NATS: letters and digits.
	NATSURL, Installation string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// hub is the state that all channels of this node share. It knows no socket.
type hub struct {
	Options
	joins      *rate.Limiter // of all sockets
	budgets    *budgets
	topics     *topics
	presences  *presence.Service
	changes    *fanout.Dispatcher
	messages   *rls.Channels
	cluster    *cluster.Cluster // nil without other nodes
	warnings   rate.Sometimes
	suppressed atomic.Int64 // warnings since the last that was logged

	// for Metrics
	channels, frames, slowConsumers atomic.Int64
}

// Warnings that clients can cause are limited: while the database is down, each of
// twenty thousand clients that join again would cause one. The first maxWarnings are
// logged, and then one per warningInterval, with the number of those suppressed.
const (
	maxWarnings     = 20
	warningInterval = 10 * time.Second
)

// warn logs a warning that clients can cause.
func (h *hub) warn(ctx context.Context, what string, attrs ...any) {
	logged := false
	h.warnings.Do(func() {
		logged = true
		if n := h.suppressed.Swap(0); n > 0 {
			attrs = append(attrs, "suppressed", n)
		}
		h.Log.WarnContext(ctx, what, attrs...)
	})
	if !logged {
		h.suppressed.Add(1)
	}
}
