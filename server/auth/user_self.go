package auth

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// showUser is GET /user.
func (s selfRoutes) showUser(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &c.User)
}

// userUpdate is the body of PUT /user.
type userUpdate struct {
	Email       *string                    `json:"email"`
	Phone       *string                    `json:"phone"`
	Password    *string                    `json:"password"`
	Current     string                     `json:"current_password"`
	Nonce       string                     `json:"nonce"` // a code of GET /reauthenticate
	Data        map[string]json.RawMessage `json:"data"`  // merged at the top level; null deletes a key
	AppMetadata json.RawMessage            `json:"app_metadata"`
	pkce.Challenge
}

// check gives the new address in the form in which it is stored; "" where it stays.
func (up *userUpdate) check(u *account.User, policy password.Policy) (newEmail string, err error) {
	switch {
	case len(up.AppMetadata) > 0 && string(up.AppMetadata) != "null":
		return "", fault.New(fault.AuthNotAdmin, "Updating app_metadata requires admin privileges")
	}
	if err := up.Challenge.Check(); err != nil {
		return "", err
	}
	if up.Email != nil && *up.Email != "" && account.Lower(*up.Email) != u.Email {
		if newEmail, err = account.CheckEmail(*up.Email); err != nil {
			return "", err
		}
	}
	if up.Password == nil || *up.Password == "" {
		return newEmail, nil
	}
	if u.IsAnonymous && newEmail == "" && (up.Phone == nil || *up.Phone == "") && u.Email == "" && u.Phone == "" {
		return "", gotrue.Invalid("Updating password of an anonymous user without an email or phone is not allowed").
			WithStatus(http.StatusUnprocessableEntity)
	}
	return newEmail, policy.Check(*up.Password, cmp.Or(newEmail, u.Email))
}

// updateUser is PUT /user: the user's own metadata, password and address. A new address
// has to be confirmed first.
func (s selfRoutes) updateUser(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	var change userUpdate
	if err := gotrue.Read(w, r, &change); err != nil {
		return err
	}
	newEmail, err := change.check(&c.User, s.policy)
	if err != nil {
		return err
	}
	newPhone, err := s.newPhone(&c.User, change.Phone)
	if err != nil {
		return err
	}
	if newEmail != "" || newPhone != "" || change.Password != nil && *change.Password != "" {
		if err := session.MayChangeAccount(c); err != nil {
			return err
		}
	}
	if change.Password != nil && *change.Password != "" {
		if err := s.reauthenticate(r.Context(), &c, change.Current, change.Nonce, audit.ClientOf(r)); err != nil {
			return err
		}
	}
	hash, err := s.newHash(r.Context(), &c.User, change.Password)
	if err != nil {
		return err
	}
	err = s.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		if err := s.accounts.UpdateSelf(r.Context(), tx, &c.User, c.Session, change.Data, hash, audit.ClientOf(r)); err != nil {
			return err
		}
		if hash != "" {
			if err := s.messages.Notify(r, tx, &c.User, message.Mail{Kind: "password_changed_notification", To: c.User.Email}); err != nil {
				return err
			}
		}
		if newPhone != "" {
			if err := s.contacts.changePhone(r, tx, &c.User, newPhone); err != nil {
				return err
			}
			if c.User, err = account.LockUser(r.Context(), tx, `u.id = $1`, c.User.ID); err != nil {
				return err
			}
		}
		if newEmail == "" {
			return nil
		}
		if c.User.IsAnonymous && s.flows.AutoConfirm {
			err = s.accounts.ConfirmEmail(r.Context(), tx, c.User.ID, newEmail)
		} else {
			err = s.contacts.sendEmailChange(r, tx, &c.User, newEmail, change.Challenge)
		}
		if err == nil {
			c.User, err = account.LockUser(r.Context(), tx, `u.id = $1`, c.User.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	if hash != "" {
		s.revocations.Revoked(r.Context(), c.User.ID)
	}
	return gotrue.Reply(w, http.StatusOK, &c.User)
}

// newPhone is the number that a change asks for; "" where it stays.
func (s selfRoutes) newPhone(u *account.User, given *string) (string, error) {
	if given == nil || *given == "" {
		return "", nil
	}
	phone, err := account.CheckPhone(*given)
	switch {
	case err != nil:
		return "", err
	case phone == u.Phone:
		return "", nil
	case s.phones.Enabled && s.phones.AutoConfirm:
		return phone, nil
	}
	return phone, s.messages.MayText(phone)
}

// newHash is "" where the password stays.
func (s selfRoutes) newHash(ctx context.Context, u *account.User, given *string) (string, error) {
	if given == nil || *given == "" {
		return "", nil
	}
	if u.StoredHash != "" {
		same, err := s.passwords.Verify(ctx, password.Caller{Name: u.ID}, s.accounts.PasswordHash(ctx, u), *given)
		if err != nil {
			return "", err
		}
		if same {
			return "", fault.New(fault.AuthSamePassword, "New password should be different from the old password.")
		}
	}
	return s.passwords.Hash(ctx, password.Caller{Name: u.ID}, *given)
}
