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
func (r *Revocations) Apply(ctx context.Context, payload string) error {
	kind, id, _ := strings.Cut(payload, " ")
	if r.tokensOutlive || kind != "" && uuid.Validate(id) != nil {
		return nil // anybody may notify
	}
	switch kind {
	case "session":
		r.keys.Revocations.EndSessions(map[string]time.Time{id: r.now().Add(r.revocationLife())})
		return nil
	case "user":
		return r.Read(ctx, id)
	case "":
		return r.Read(ctx, "")
	}
	return nil
}

// revocationLife is the longest life of a token that was issued before its session ended.
func (r *Revocations) revocationLife() time.Duration { return r.expiry + ClockTolerance }

// Read reads those of a user, or of all where userID is "".
func (r *Revocations) Read(ctx context.Context, userID string) error {
	if r.tokensOutlive {
		return nil
	}
	r.revoking.Lock() // an older answer must not be applied after a newer one
	defer r.revoking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	now, life := r.now(), r.revocationLife()
	sessions, bans := map[string]time.Time{}, map[string]time.Time{}
	err := r.pool.Conn(ctx, func(conn *pgx.Conn) error {
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
	r.keys.Revocations.EndSessions(sessions)
	if userID == "" {
		r.keys.Revocations.ReplaceBans(bans)
	} else {
		r.keys.Revocations.BanUser(userID, bans[userID])
	}
	return nil
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// Revoked applies on this node what was just done to a user's sessions, so that it holds
// when the request is answered. The other nodes are notified.
func (r *Revocations) Revoked(ctx context.Context, userID string) {
	if err := r.Read(context.WithoutCancel(ctx), userID); err != nil {
		r.log.WarnContext(ctx, "ended sessions hold once this node is notified", "user", userID, "error", err)
	}
}

// Follow applies what is notified until ctx ends. link is a login as supabase_auth_admin.
func (r *Revocations) Follow(ctx context.Context, link db.Link) {
	db.Listen(ctx, link, revocationChannel, func(payload string) {
		if err := r.Apply(ctx, payload); err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "cannot read the ended sessions", "error", err)
		}
	}, func(err error) {
		r.log.WarnContext(ctx, "cannot follow the ended sessions: trying again", "error", err)
	})
}

// Prune removes what has expired, in memory and in the database.
func (r *Revocations) Prune(ctx context.Context, on account.Querier) error {
	r.keys.Revocations.Prune()
	_, err := on.Exec(ctx, `delete from auth.revocations where revoked_at < clock_timestamp() - $1::interval`, r.revocationLife())
	return err
}
