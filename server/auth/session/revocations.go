package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
)

// Access tokens of ended sessions and banned users are refused by every service at once.
// Triggers record them in auth.revocations and notify revocationChannel; each node keeps
// those in memory (token.Revocations) whose tokens can still be alive.

const revocationChannel = "toubkal_revocations"

// ClockTolerance is the time by which a revocation is kept longer than an access token lives: the
// verifier's leeway, and the time between the issue of a token and its recording.
const ClockTolerance = 2 * time.Minute

// Apply applies a notification: "session ID", "user ID", or "" for all.
func (s *Revocations) Apply(ctx context.Context, payload string) error {
	kind, id, _ := strings.Cut(payload, " ")
	if s.tokensOutlive || kind != "" && uuid.Validate(id) != nil {
		return nil // anybody may notify
	}
	switch kind {
	case "session":
		s.keys.Revocations.EndSessions(map[string]time.Time{id: s.now().Add(s.revocationLife())})
		return nil
	case "user":
		return s.Read(ctx, id)
	case "":
		return s.Read(ctx, "")
	}
	return nil
}

// revocationLife is the longest life of a token that was issued before its session ended.
func (s *Revocations) revocationLife() time.Duration { return s.expiry + ClockTolerance }

// Read reads those of a user, or of all where userID is "".
func (s *Revocations) Read(ctx context.Context, userID string) error {
	if s.tokensOutlive {
		return nil
	}
	s.revoking.Lock() // an older answer must not be applied after a newer one
	defer s.revoking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	now, life := s.now(), s.revocationLife()
	sessions, bans := map[string]time.Time{}, map[string]time.Time{}
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		// Ages and not instants, since the clocks of the two machines may differ.
		rows, err := conn.Query(ctx, `select id::text, kind, extract(epoch from clock_timestamp() - revoked_at)::float8,
				extract(epoch from least(until, clock_timestamp() + $2) - clock_timestamp())::float8
			from auth.revocations where revoked_at > clock_timestamp() - $2::interval and until > clock_timestamp()
				and ($1 = '' or user_id = nullif($1, '')::uuid)`, userID, life)
		if err != nil {
			return err
		}
		var id, kind string
		var age, left float64
		_, err = pgx.ForEachRow(rows, []any{&id, &kind, &age, &left}, func() error {
			until := now.Add(min(life-seconds(age), seconds(left)))
			if kind == "user" {
				bans[id] = until
			} else {
				sessions[id] = until
			}
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("read auth.revocations: %w", err)
	}
	s.keys.Revocations.EndSessions(sessions)
	if userID == "" {
		s.keys.Revocations.ReplaceBans(bans)
	} else {
		s.keys.Revocations.BanUser(userID, bans[userID])
	}
	return nil
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// Revoked applies on this node what was just done to a user's sessions, so that it holds
// when the request is answered. The other nodes are notified.
func (s *Revocations) Revoked(ctx context.Context, userID string) {
	if err := s.Read(context.WithoutCancel(ctx), userID); err != nil {
		s.log.WarnContext(ctx, "ended sessions hold once this node is notified", "user", userID, "error", err)
	}
}

// Follow applies what is notified until ctx ends. link is a login as supabase_auth_admin.
func (s *Revocations) Follow(ctx context.Context, link db.Link) {
	db.Listen(ctx, link, revocationChannel, func(payload string) {
		if err := s.Apply(ctx, payload); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "cannot read the ended sessions", "error", err)
		}
	}, func(err error) {
		s.log.WarnContext(ctx, "cannot follow the ended sessions: trying again", "error", err)
	})
}

// Prune removes what has expired, in memory and in the database.
func (s *Revocations) Prune(ctx context.Context, on account.Querier) error {
	s.keys.Revocations.Prune()
	_, err := on.Exec(ctx, `delete from auth.revocations where revoked_at < clock_timestamp() - $1::interval`, s.revocationLife())
	return err
}
