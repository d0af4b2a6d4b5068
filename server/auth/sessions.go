package auth

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/fault"
)

// maxSessions bounds a list of sessions; it has the newest.
const maxSessions = 500

// sessionRoutes list and end sessions. GoTrue has none of them.
func (s *Service) sessionRoutes() map[string]gotrue.Action {
	return map[string]gotrue.Action{
		"GET /user/sessions":                      s.listOwnSessions,
		"DELETE /user/sessions/{session}":         s.endOwnSession,
		"GET /admin/users/{id}/sessions":          s.adminOnly(s.listSessionsOf),
		"DELETE /admin/users/{id}/sessions/{sid}": s.adminOnly(s.endSessionOf),
		"POST /admin/users/{id}/logout":           s.adminOnly(s.signOutUser),
	}
}

// shownSession is a session in a list; times are UTC.
type shownSession struct {
	ID          string     `json:"id"`
	CreatedAt   time.Time  `json:"created_at"`
	RefreshedAt *time.Time `json:"refreshed_at"` // null before the first refresh
	UserAgent   string     `json:"user_agent"`
	IP          string     `json:"ip"`
	AAL         string     `json:"aal"`
	Methods     []method   `json:"methods"`
	Current     bool       `json:"current"` // the one that the request came from
}

// sessionsOf are the user's sessions that have not ended, newest first.
func (s *Service) sessionsOf(ctx context.Context, userID, current string) ([]shownSession, error) {
	shown := []shownSession{}
	err := s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select `+sessionColumns+`, coalesce(s.user_agent, ''), coalesce(host(s.ip), '')
			from auth.sessions s where s.user_id = $1 order by s.created_at desc, s.id limit $2`, userID, maxSessions)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var in session
			var key, agent, ip string
			err := rows.Scan(&in.id, &in.aal, &in.created, &in.notAfter, &in.refreshed, &key, &in.counter, &in.methods, &agent, &ip)
			if err != nil {
				return err
			}
			in.complete(nil)
			if end := s.sessionEnd(in); !end.IsZero() && !s.clock().Before(end) {
				continue
			}
			account.ToUTC(in.refreshed)
			shown = append(shown, shownSession{in.id, in.created.UTC(), in.refreshed, agent, ip, in.aal, in.methods, in.id == current})
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list the sessions of a user: %w", err)
	}
	return shown, nil
}

// endSession ends one session of a user; entry is of the audit log.
func (s *Service) endSession(r *http.Request, userID, id, entry string) error {
	if uuid.Validate(id) != nil {
		return gotrue.Invalid("session_id must be an UUID").WithStatus(http.StatusNotFound)
	}
	found := false
	err := s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		tag, err := conn.Exec(r.Context(), `with gone as (delete from auth.sessions where id = $1 and user_id = $2 returning id)
			`+audit.Insert+` select '`+audit.NilUUID+`', gen_random_uuid(), $3::json, $4, $5 from gone`,
			id, userID, entry, s.clock(), audit.ClientOf(r).Address())
		found = tag.RowsAffected() == 1
		return err
	})
	if err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	if !found {
		return fault.New(fault.AuthSessionNotFound, "Session not found").WithStatus(http.StatusNotFound)
	}
	s.revoked(r.Context(), userID)
	return nil
}

// listOwnSessions is GET /user/sessions.
func (s *Service) listOwnSessions(w http.ResponseWriter, r *http.Request) error {
	c, err := s.signedIn(r.Context())
	if err != nil {
		return err
	}
	all, err := s.sessionsOf(r.Context(), c.user.ID, c.session)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"sessions": all})
}

// endOwnSession is DELETE /user/sessions/{session}.
func (s *Service) endOwnSession(w http.ResponseWriter, r *http.Request) error {
	c, err := s.signedIn(r.Context())
	if err != nil {
		return err
	}
	if err := s.endSession(r, c.user.ID, r.PathValue("session"), audit.User(c.user.ID, c.user.Email, audit.Revoked)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// listSessionsOf is GET /admin/users/{id}/sessions.
func (s *Service) listSessionsOf(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	all, err := s.sessionsOf(r.Context(), u.ID, "")
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"sessions": all})
}

// endSessionOf is DELETE /admin/users/{id}/sessions/{sid}.
func (s *Service) endSessionOf(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	if err := s.endSession(r, u.ID, r.PathValue("sid"), audit.Admin(audit.Revoked, u.ID, u.Email)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signOutUser is POST /admin/users/{id}/logout: it ends all sessions of a user.
func (s *Service) signOutUser(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	err = s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		_, err := conn.Exec(r.Context(), `with gone as (delete from auth.sessions where user_id = $1)
			`+audit.Insert+` values ('`+audit.NilUUID+`', gen_random_uuid(), $2::json, $3, $4)`,
			u.ID, audit.Admin(audit.Logout, u.ID, u.Email), s.clock(), audit.ClientOf(r).Address())
		return err
	})
	if err != nil {
		return fmt.Errorf("sign a user out: %w", err)
	}
	s.revoked(r.Context(), u.ID)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
