package broadcast

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
)

// Partitions maintains the daily partitions of realtime.messages. Several nodes may do
// so at the same time.
type Partitions struct {
	Pool *db.Pool // of the login supabase_realtime_admin
	Log  *slog.Logger
	Now  func() time.Time
}

// Maintain creates the missing partitions around today, and drops those whose messages
// are older than 72 hours.
func (p *Partitions) Maintain(ctx context.Context) error {
	var applied []string
	err := p.Pool.Conn(ctx, func(conn *db.Conn) error {
		// Another node may take longer than the second that the function waits for a lock.
		return conn.QueryRow(ctx, "select realtime.keep_partitions($1) from pg_advisory_xact_lock(hashtextextended('realtime.keep_partitions', 0))", p.Now()).Scan(&applied)
	})
	if err != nil {
		return fmt.Errorf("maintain the partitions of realtime.messages: %w", err)
	}
	if len(applied) > 0 {
		p.Log.Info("maintained the partitions of realtime.messages", "applied", applied)
	}
	return nil
}

// The intervals of Run: after a success, and after a failure. Partitions are created
// three days ahead, so that a night without a database does no harm.
const (
	partitionInterval = time.Hour
	partitionRetry    = time.Minute
)

// Run maintains the partitions, at once and then each hour, until ctx ends. Jitter keeps
// nodes from doing so at the same time.
func (p *Partitions) Run(ctx context.Context) {
	for wait := time.Duration(0); retry.Sleep(ctx, wait) == nil; {
		limited, cancel := context.WithTimeout(ctx, partitionRetry)
		err := p.Maintain(limited)
		cancel()
		wait = partitionInterval + rand.N(partitionInterval/6) // #nosec G404 -- spreads the nodes in time, and guards nothing
		if err != nil {
			p.Log.Warn("cannot create partitions of realtime.messages; private channels fail once the existing ones end", "error", err)
			wait = partitionRetry + rand.N(partitionRetry) // #nosec G404 -- spreads the nodes in time, and guards nothing
		}
	}
}
