package auth

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
)

// adminBody is the body of POST and PUT /admin/users[/{id}].
type adminBody struct {
	ID           string                     `json:"id"`
	Aud          string                     `json:"aud"`
	Role         string                     `json:"role"`
	Email        string                     `json:"email"`
	Phone        string                     `json:"phone"`
	Password     *string                    `json:"password"`
	PasswordHash string                     `json:"password_hash"`
	EmailConfirm bool                       `json:"email_confirm"`
	PhoneConfirm bool                       `json:"phone_confirm"`
	UserMetadata map[string]json.RawMessage `json:"user_metadata"`
	AppMetadata  map[string]json.RawMessage `json:"app_metadata"`
	BanDuration  string                     `json:"ban_duration"`
}

func (a adminBody) password() string {
	if a.Password == nil {
		return ""
	}
	return *a.Password
}

// bannedUntil reads ban_duration: a Go duration such as "24h", or "none".
func bannedUntil(text string, now time.Time) (*time.Time, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		return nil, gotrue.Invalid("invalid format for ban duration: " + err.Error())
	}
	until := now.Add(length)
	return &until, nil
}

// createUser is POST /admin/users.
func (a adminRoutes) createUser(w http.ResponseWriter, r *http.Request) error {
	var b adminBody
	if err := gotrue.Read(w, r, &b); err != nil {
		return err
	}
	until, err := bannedUntil(b.BanDuration, a.clock())
	if err != nil {
		return err
	}
	n, err := a.accounts.Prepare(r.Context(), account.NewUser{
		ID: b.ID, Email: b.Email, Phone: b.Phone, Password: b.password(), PasswordHash: b.PasswordHash,
		Confirmed: b.EmailConfirm, PhoneKnown: b.PhoneConfirm, Role: b.Role, Aud: b.Aud, BannedUntil: until,
		AppMetadata: b.AppMetadata, UserMetadata: b.UserMetadata,
	})
	if err != nil {
		return err
	}
	var u account.User
	err = a.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, err = a.accounts.CreateFrom(r.Context(), tx, n, audit.ClientOf(r))
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// getUser is GET /admin/users/{id}.
func (a adminRoutes) getUser(w http.ResponseWriter, r *http.Request) error {
	u, err := a.accounts.OfPath(r)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// deleteUser is DELETE /admin/users/{id}. The body may ask to keep the row, for
// tables that refer to it, without personal data.
func (a adminRoutes) deleteUser(w http.ResponseWriter, r *http.Request) error {
	id, err := account.UserID(r)
	if err != nil {
		return err
	}
	var how struct {
		Soft bool `json:"should_soft_delete"`
	}
	text, err := gotrue.ReadAll(w, r)
	if err != nil {
		return err
	}
	if len(strings.TrimSpace(string(text))) > 0 {
		if err := json.Unmarshal(text, &how); err != nil {
			return gotrue.BadJSON(err)
		}
	}
	if err := a.accounts.Delete(r.Context(), id, how.Soft, audit.ClientOf(r)); err != nil {
		return err
	}
	a.revocations.Revoked(r.Context(), id)
	return gotrue.Reply(w, http.StatusOK, struct{}{})
}

// changeUser is PUT /admin/users/{id}.
func (a adminRoutes) changeUser(w http.ResponseWriter, r *http.Request) error {
	id, err := account.UserID(r)
	if err != nil {
		return err
	}
	var b adminBody
	if err := gotrue.Read(w, r, &b); err != nil {
		return err
	}
	c, err := b.change(a.clock(), a.policy)
	if err != nil {
		return err
	}
	u, err := a.accounts.Change(r.Context(), id, c, audit.ClientOf(r))
	if err != nil {
		return err
	}
	if b.password() != "" || b.PasswordHash != "" || c.Ban {
		a.revocations.Revoked(r.Context(), id)
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// change checks the body of an update.
func (a adminBody) change(now time.Time, policy password.Policy) (account.Change, error) {
	c := account.Change{
		Email: a.Email, Phone: a.Phone, EmailKnown: a.EmailConfirm, PhoneKnown: a.PhoneConfirm, Role: a.Role, Aud: a.Aud,
		Password: a.Password, Hash: a.PasswordHash, UserMetadata: a.UserMetadata, AppMetadata: a.AppMetadata,
		Ban: a.BanDuration != "",
	}
	var err error
	if c.BannedUntil, err = bannedUntil(a.BanDuration, now); err != nil {
		return account.Change{}, err
	}
	switch {
	case a.password() != "" && a.PasswordHash != "":
		return account.Change{}, gotrue.Invalid("Only a password or a password hash should be provided")
	case a.PasswordHash != "" && !password.Supported(a.PasswordHash):
		return account.Change{}, gotrue.Invalid("The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt")
	}
	return c, c.Check(policy)
}
