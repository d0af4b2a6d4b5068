package auth

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/token"
)

// requireCaptcha asks for a solved captcha, in the body's gotrue_meta_security, where captchas are
// on. The service key needs none.
func (s *services) requireCaptcha(next gotrue.Action) gotrue.Action {
	if s.captcha == nil {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if token.Bearer(r.Context()) != "" {
			if claims, err := s.callers.Verified(r.Context()); err == nil && claims.Role == token.ServiceRole {
				return next(w, r)
			}
		}
		text, err := gotrue.ReadAll(w, r)
		if err != nil {
			return err
		}
		var given struct {
			Security struct {
				Token string `json:"captcha_token"`
			} `json:"gotrue_meta_security"`
		}
		if err := json.Unmarshal(text, &given); err != nil {
			return gotrue.BadJSON(err)
		}
		if err := s.captcha.Verify(r.Context(), given.Security.Token, audit.ClientOf(r).Address()); err != nil {
			return err
		}
		r.Body = io.NopCloser(bytes.NewReader(text))
		return next(w, r)
	}
}
