package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// listOwnSessions is GET /user/sessions.
func (s selfRoutes) listOwnSessions(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	all, err := s.sessions.List(r.Context(), c.User.ID, c.Session)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"sessions": all})
}

// endOwnSession is DELETE /user/sessions/{session}.
func (s selfRoutes) endOwnSession(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	if err := s.sessions.End(r, c.User.ID, r.PathValue("session"), audit.User(c.User.ID, c.User.Email, audit.Revoked)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signOut is POST /logout?scope=global|local|others; global is the default.
// The access tokens of the sessions end with them.
func (s selfRoutes) signOut(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	entry := audit.User(c.User.ID, c.User.Email, audit.Logout)
	if err := s.sessions.SignOut(r, c.User.ID, c.Session, r.URL.Query().Get("scope"), entry); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
