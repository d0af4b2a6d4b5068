package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/session"
)

// refresh is POST /token?grant_type=refresh_token.
func (s signInRoutes) refresh(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	u, in, cause, err := s.sessions.Refresh(r, given.RefreshToken)
	if in.ID != "" {
		session.SetTokenHeaders(w, &u, in)
	}
	if err != nil {
		return err
	}
	granted, err := s.sessions.Grant(w, r, &u, in)
	if err != nil {
		return err
	}
	if cause == "" {
		w.Header().Set("Sb-Auth-Refresh-Token-Reuse", "false")
	} else {
		w.Header().Set("Sb-Auth-Refresh-Token-Reuse-Cause", cause)
	}
	return gotrue.Reply(w, http.StatusOK, granted)
}
