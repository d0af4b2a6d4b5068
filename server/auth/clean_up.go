package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
)

// Clean-up.
const (
	// keepEnded is the time for which ended things are kept, to look into complaints.
	keepEnded = 24 * time.Hour
	// cleanUpBatch bounds the rows of one statement.
	cleanUpBatch = 1000
)

// CleanUp deletes what has ended: codes, challenges, unverified factors, sessions, version 1
// refresh tokens, and what Keep says. It is meant to run each hour; statements are bounded,
// and rows that are in use are left for the next time.
func (s *Service) CleanUp(ctx context.Context) error {
	now := s.clock()
	old := now.Add(-keepEnded)
	type step struct {
		table, where string
		before       time.Time
	}
	steps := []step{
		{"auth.flow_state", `coalesce(auth_code_issued_at, created_at) < $1`, old.Add(-s.flows.OTPExpiry)},
		{"auth.one_time_tokens", `created_at at time zone 'UTC' < $1`, old.Add(-s.flows.OTPExpiry)},
		{"auth.oauth_client_states", `created_at < $1`, old},
		{"auth.mfa_challenges", `created_at < $1`, old},
		{"auth.webauthn_challenges", `expires_at < $1`, old},
		{"auth.mfa_factors", `status = 'unverified' and created_at < $1`, old},
		{"auth.refresh_tokens", `revoked and updated_at < $1`, old},
		{"auth.sessions", `not_after < $1`, old},
	}
	if s.timebox > 0 {
		steps = append(steps, step{"auth.sessions", `created_at < $1`, old.Add(-s.timebox)})
	}
	if s.inactivity > 0 {
		steps = append(steps, step{"auth.sessions", `coalesce(refreshed_at at time zone 'UTC', created_at) < $1`, old.Add(-s.inactivity)})
	}
	if s.keep.Audit > 0 {
		steps = append(steps, step{"auth.audit_log_entries", `created_at < $1`, now.Add(-s.keep.Audit)})
	}
	for _, each := range steps {
		for more := true; more; {
			err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
				tag, err := conn.Exec(ctx, `delete from `+each.table+` where ctid = any (array(
					select ctid from `+each.table+` where `+each.where+` limit $2 for update skip locked))`, each.before, cleanUpBatch)
				more = err == nil && tag.RowsAffected() == cleanUpBatch
				return err
			})
			if err != nil {
				return fmt.Errorf("clean up %s: %w", each.table, err)
			}
		}
	}
	if s.keep.Anonymous <= 0 {
		return nil
	}
	return s.cleanUpAnonymous(ctx, now.Add(-s.keep.Anonymous))
}

// leftAnonymous are users without a way to come back, once their sessions have ended. The flag
// alone does not say so: applications write auth.users too.
const leftAnonymous = `u.is_anonymous and coalesce(u.email, '') = '' and coalesce(u.phone, '') = ''
	and not exists (select from auth.identities i where i.user_id = u.id)
	and not exists (select from auth.webauthn_credentials c where c.user_id = u.id)`

// cleanUpAnonymous deletes anonymous users that were not here since. One by one: a table of
// the application may refuse to lose one, who is kept then.
func (s *Service) cleanUpAnonymous(ctx context.Context, since time.Time) error {
	after := audit.NilUUID
	for {
		var ids []string
		err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, `select u.id::text from auth.users u where `+leftAnonymous+` and u.created_at < $1 and u.id > $2
				and coalesce(u.last_sign_in_at, u.created_at) < $1 and not exists (select from auth.sessions s
					where s.user_id = u.id and coalesce(s.refreshed_at at time zone 'UTC', s.created_at) >= $1)
				order by u.id limit $3`, since, after, cleanUpBatch)
			if err != nil {
				return err
			}
			ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
		if err != nil {
			return fmt.Errorf("find anonymous users: %w", err)
		}
		for _, id := range ids {
			err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
				_, err := conn.Exec(ctx, `delete from auth.users u where u.id = $1 and `+leftAnonymous, id)
				return err
			})
			if pg, ok := errors.AsType[*pgconn.PgError](err); ok && (strings.HasPrefix(pg.Code, "23") || pg.Code == "P0001") {
				s.log.WarnContext(ctx, "cannot delete an anonymous user", "user", id, "error", pg.Message)
			} else if err != nil {
				return fmt.Errorf("delete an anonymous user: %w", err)
			}
			after = id
		}
		if len(ids) < cleanUpBatch {
			return nil
		}
	}
}

// maintenanceInterval is the time between two removals of expired rows.
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
