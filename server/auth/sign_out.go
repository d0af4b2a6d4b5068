package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
)

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
