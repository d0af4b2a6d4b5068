package session

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/fault"
)

// End ends one session of a user; entry is of the audit log.
func (s *Sessions) End(r *http.Request, userID, id, entry string) error {
	if uuid.Validate(id) != nil {
		return gotrue.Invalid("session_id must be an UUID").WithStatus(http.StatusNotFound)
	}
	found := false
	err := s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		tag, err := conn.Exec(r.Context(), `with gone as (delete from auth.sessions where id = $1 and user_id = $2 returning id)
			`+audit.Insert+` select '`+audit.NilUUID+`', gen_random_uuid(), $3::json, $4, $5 from gone`,
			id, userID, entry, s.now(), audit.ClientOf(r).Address())
		found = tag.RowsAffected() == 1
		return err
	})
	if err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	if !found {
		return fault.New(fault.AuthSessionNotFound, "Session not found").WithStatus(http.StatusNotFound)
	}
	s.revocations.Revoked(r.Context(), userID)
	return nil
}

// scopes say which sessions of user $1 a sign-out from session $2 ends.
var scopes = map[string]string{
	"":       "user_id = $1",
	"global": "user_id = $1",
	"local":  "user_id = $1 and id = nullif($2, '')::uuid",
	"others": "user_id = $1 and id is distinct from nullif($2, '')::uuid",
}

// endUnused ends a session whose client got no token.
func (s *Sessions) endUnused(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `delete from auth.sessions where id = $1`, id)
		return err
	})
}

// EndAll signs a user out everywhere.
func (s *Sessions) EndAll(ctx context.Context, userID string) error {
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `delete from auth.sessions where user_id = $1`, userID)
		return err
	})
	if err == nil {
		s.revocations.Revoked(ctx, userID)
	}
	return err
}

// ApplyDecision applies the decision of a hook: rejection is what a rejected attempt is answered.
func (s *Sessions) ApplyDecision(ctx context.Context, userID string, d hook.Decision, rejection *fault.Fault) error {
	switch d.Decision {
	case "continue":
		return nil
	case "reject":
	default:
		return fault.New(fault.AuthUnexpected, "A hook about attempts returned no decision: "+
			`it has to return {"decision": "continue"} or {"decision": "reject"}, and not null`)
	}
	if d.Message != "" {
		rejection.Message = d.Message
	}
	if !d.Logout {
		return rejection
	}
	if err := s.EndAll(ctx, userID); err != nil {
		return err
	}
	return rejection
}

// SignOut ends the sessions of a user that a scope selects, seen from one of them; entry is of the
// audit log.
func (s *Sessions) SignOut(r *http.Request, userID, from, scope, entry string) error {
	which, ok := scopes[scope]
	if !ok {
		return gotrue.Invalid(fmt.Sprintf("Unsupported logout scope %q", scope))
	}
	err := s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		_, err := conn.Exec(r.Context(), `with gone as (delete from auth.sessions where `+which+` and $2::text is not null)
			`+audit.Insert+` values ('`+audit.NilUUID+`', gen_random_uuid(), $3::json, $4, $5)`,
			userID, from, entry, s.now(), audit.ClientOf(r).Address())
		return err
	})
	if err != nil {
		return fmt.Errorf("sign a user out: %w", err)
	}
	s.revocations.Revoked(r.Context(), userID)
	return nil
}
