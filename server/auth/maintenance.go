package auth

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
)

// maintenanceInterval is how often expired rows are removed.
const maintenanceInterval = time.Minute

// Follow keeps the revocations of this node up to date, and removes what has expired
// from auth's tables. It returns when ctx ends. link is a login as supabase_auth_admin.
func (s *Service) Follow(ctx context.Context, link db.Link) {
	go func() {
		for retry.Sleep(ctx, maintenanceInterval) == nil {
			// Read too, for what was not notified: behind a pooler nothing is.
			if err := errors.Join(s.maintain(ctx), s.revocations.Read(ctx, "")); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "cannot maintain sessions and sign-in attempts", "error", err)
			}
		}
	}()
	s.revocations.Follow(ctx, link)
}

// maintain removes what has expired, in memory and in the database, and logs the failed
// sign-ins that were only counted.
func (s *Service) maintain(ctx context.Context) error {
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return errors.Join(s.revocations.Prune(ctx, conn), s.attempts.Prune(ctx, conn), s.factors.RemoveExpired(ctx, conn))
	})
	return errors.Join(err, s.attempts.Flush(ctx))
}
