package auth

import (
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
)

// changeUser is PUT /admin/users/{id}.
func (s *Service) changeUser(w http.ResponseWriter, r *http.Request) error {
	id, err := account.UserID(r)
	if err != nil {
		return err
	}
	var b adminBody
	if err := gotrue.Read(w, r, &b); err != nil {
		return err
	}
	c, err := b.change(s.clock(), s.policy)
	if err != nil {
		return err
	}
	u, err := s.accounts.Change(r.Context(), id, c, audit.ClientOf(r))
	if err != nil {
		return err
	}
	if b.password() != "" || b.PasswordHash != "" || c.Ban {
		s.revocations.Revoked(r.Context(), id)
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// change checks the body of an update.
func (b adminBody) change(now time.Time, policy password.Policy) (account.Change, error) {
	c := account.Change{
		Email: b.Email, Phone: b.Phone, EmailKnown: b.EmailConfirm, PhoneKnown: b.PhoneConfirm, Role: b.Role, Aud: b.Aud,
		Password: b.Password, Hash: b.PasswordHash, UserMetadata: b.UserMetadata, AppMetadata: b.AppMetadata,
		Ban: b.BanDuration != "",
	}
	var err error
	if c.BannedUntil, err = bannedUntil(b.BanDuration, now); err != nil {
		return account.Change{}, err
	}
	switch {
	case b.password() != "" && b.PasswordHash != "":
		return account.Change{}, gotrue.Invalid("Only a password or a password hash should be provided")
	case b.PasswordHash != "" && !password.Supported(b.PasswordHash):
		return account.Change{}, gotrue.Invalid("The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt")
	}
	return c, c.Check(policy)
}
