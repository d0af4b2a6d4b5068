package rls

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// MaintainPartitions creates the missing partitions around today, and drops those whose
// messages are older than 72 hours. Several nodes may call it at the same time.
func (s *Channels) MaintainPartitions(ctx context.Context) error {
	var applied []string
	err := s.Pool.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, "select realtime.keep_partitions($1)", s.Now()).Scan(&applied)
	})
	if err != nil {
		return fmt.Errorf("maintain the partitions of realtime.messages: %w", err)
	}
	if len(applied) > 0 {
		s.Log.Info("maintained the partitions of realtime.messages", "applied", applied)
	}
	return nil
}

// The intervals of Run: after a success, and after a failure. Partitions are created
// three days ahead, so that a night without a database does no harm.
const (
	partitionInterval = time.Hour
	partitionRetry    = time.Minute
)

// Run maintains the partitions, at once and then each hour, until ctx ends.
func (s *Channels) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			timer.Reset(s.maintainNow(ctx))
		}
	}
}

// maintainNow returns when to maintain them next, with jitter, so that nodes do not do so
// at the same time.
func (s *Channels) maintainNow(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, partitionRetry)
	defer cancel()
	if err := s.MaintainPartitions(ctx); err != nil {
		s.Log.Warn("cannot create partitions of realtime.messages; private channels fail once the existing ones end", "error", err)
		return partitionRetry + rand.N(partitionRetry)
	}
	return partitionInterval + rand.N(partitionInterval/6)
}
