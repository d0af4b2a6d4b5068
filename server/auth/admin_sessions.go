package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// listSessionsOf is GET /admin/users/{id}/sessions.
func (s adminRoutes) listSessionsOf(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	all, err := s.sessions.List(r.Context(), u.ID, "")
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"sessions": all})
}

// endSessionOf is DELETE /admin/users/{id}/sessions/{sid}.
func (s adminRoutes) endSessionOf(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	if err := s.sessions.End(r, u.ID, r.PathValue("sid"), audit.Admin(audit.Revoked, u.ID, u.Email)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signOutUser is POST /admin/users/{id}/logout: it ends all sessions of a user.
func (s adminRoutes) signOutUser(w http.ResponseWriter, r *http.Request) error {
	u, err := s.accounts.OfPath(r)
	if err != nil {
		return err
	}
	if err := s.sessions.SignOut(r, u.ID, "", "", audit.Admin(audit.Logout, u.ID, u.Email)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
