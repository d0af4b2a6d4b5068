package rls

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// MaintainPartitions makes the partitions that are missing around today, and drops those whose
// messages are older than 72 hours. Several servers may do so at once.
func (s *Channels) MaintainPartitions(ctx context.Context) error {
	var done []string
	err := s.Pool.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, "select realtime.keep_partitions($1)", s.Now()).Scan(&done)
	})
	if err != nil {
		return fmt.Errorf("keep the partitions of realtime.messages: %w", err)
	}
	if len(done) > 0 {
		s.Log.Info("the partitions of realtime.messages are kept", "done", done)
	}
	return nil
}

// How often Run keeps the partitions: each hour, and where that failed sooner.
// Partitions are made three days ahead, so that a night without a database costs
// nothing.
const (
	partitionInterval = time.Hour
	partitionRetry    = time.Minute
)

// Run keeps the partitions, now and then each hour, until ctx ends.
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

// maintainNow says when to keep them next: not when other servers do.
func (s *Channels) maintainNow(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, partitionRetry)
	defer cancel()
	if err := s.MaintainPartitions(ctx); err != nil {
		s.Log.Warn("private channels and realtime.send fail when a day without a partition begins", "error", err)
		return partitionRetry + rand.N(partitionRetry)
	}
	return partitionInterval + rand.N(partitionInterval/6)
}
