package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// listSessionsOf is GET /admin/users/{id}/sessions.
func (a adminRoutes) listSessionsOf(w http.ResponseWriter, r *http.Request) error {
	u, err := a.accounts.OfPath(r)
	if err != nil {
		return err
	}
	all, err := a.sessions.List(r.Context(), u.ID, "")
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"sessions": all})
}

// endSessionOf is DELETE /admin/users/{id}/sessions/{sid}.
func (a adminRoutes) endSessionOf(w http.ResponseWriter, r *http.Request) error {
	u, err := a.accounts.OfPath(r)
	if err != nil {
		return err
	}
	if err := a.sessions.End(r, u.ID, r.PathValue("sid"), audit.Admin(audit.Revoked, u.ID, u.Email)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signOutUser is POST /admin/users/{id}/logout: it ends all sessions of a user.
func (a adminRoutes) signOutUser(w http.ResponseWriter, r *http.Request) error {
	u, err := a.accounts.OfPath(r)
	if err != nil {
		return err
	}
	if err := a.sessions.SignOut(r, u.ID, "", "", audit.Admin(audit.Logout, u.ID, u.Email)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
