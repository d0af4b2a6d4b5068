package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// reauthenticate refuses a change of password with GoTrue's codes:
// current_password_required, current_password_invalid and reauthentication_needed.
// Wrong passwords are slowed down as sign-ins are.
func (s selfRoutes) reauthenticate(ctx context.Context, c *session.Caller, current, nonce string, from audit.Client) error {
	o := s.reauthentication
	now := s.clock()
	recent := !c.SignedIn.IsZero() && now.Sub(c.SignedIn) < o.Window
	switch {
	case !o.Required && !o.CurrentPassword:
		return nil
	case current == "" && o.CurrentPassword && c.User.StoredHash != "" && !c.ByCode:
		return fault.New(fault.AuthPasswordRequired, "Current password required when setting new password.")
	case current == "" && (recent || !o.Required):
		return nil
	case current == "" && nonce != "" && c.User.Email+c.User.Phone != "":
		return s.useReauthenticationCode(ctx, &c.User, nonce)
	case current == "" || c.User.StoredHash == "" && !recent:
		return fault.New(fault.AuthNeedsReauth, "Password update requires reauthentication")
	case c.User.StoredHash == "":
		return nil
	}
	try := throttle.Attempt{Account: s.attempts.Key("account", c.User.Email)}
	counters := []throttle.Counter{{Key: s.attempts.Key("user", c.User.ID)}}
	if wait := s.attempts.Wait(counters); wait > 0 {
		return throttle.TooMany(wait)
	}
	match, err := s.passwords.Verify(ctx, password.Caller{Name: c.User.ID}, s.accounts.PasswordHash(ctx, &c.User), current)
	switch {
	case errors.Is(err, password.ErrQueueFull):
		return throttle.TooMany(s.passwords.Estimate())
	case err != nil || match:
		return err
	}
	entry := s.attempts.Log(ctx, throttle.FailureOf(c.User.ID, c.User.Email, &try, throttle.Current, from))
	if err := s.attempts.Fail(ctx, counters, entry, from.Address()); err != nil {
		return err
	}
	return fault.New(fault.AuthPasswordInvalid, "The current password is wrong.")
}

// useReauthenticationCode uses up a code of GET /reauthenticate.
func (s selfRoutes) useReauthenticationCode(ctx context.Context, u *account.User, code string) error {
	wrong := false
	err := s.pool.LoginTx(ctx, func(tx db.Tx) error {
		found, err := s.tokens.Find(ctx, tx, account.Presented{Code: code, RelatesTo: cmp.Or(u.Email, u.Phone)}, account.Reauthentication)
		if errors.Is(err, account.ErrInvalidToken) {
			wrong = true // committed: the wrong code counts
			return nil
		}
		if err != nil {
			return err
		}
		return account.DeleteToken(ctx, tx, found.User.ID, account.Reauthentication)
	})
	if err == nil && wrong {
		return fault.New(fault.AuthNonceInvalid, "Nonce has expired or is invalid")
	}
	return err
}

// sendReauthentication is GET /reauthenticate: a code that lets the user change the password,
// by mail, or by phone to a user without an address.
func (s selfRoutes) sendReauthentication(w http.ResponseWriter, r *http.Request) error {
	c, err := s.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	u := &c.User
	switch {
	case u.Email == "" && u.Phone == "":
		return gotrue.Invalid("Reauthentication requires the user to have an email or a phone number").WithStatus(http.StatusUnprocessableEntity)
	case u.Email == "" && u.PhoneConfirmedAt == nil:
		return fault.New(fault.AuthPhoneNotConfirmed, "Please verify your phone first.").WithStatus(http.StatusUnprocessableEntity)
	case u.Email != "" && u.EmailConfirmedAt == nil:
		return fault.New(fault.AuthEmailNotConfirmed, "Please verify your email first.").WithStatus(http.StatusUnprocessableEntity)
	}
	var sent message.Sent
	err = s.pool.LoginTx(r.Context(), func(tx db.Tx) (err error) {
		if u.Email != "" {
			return s.messages.MailToken(r, tx, u, message.Reauthentication, pkce.Challenge{})
		}
		if sent, err = s.messages.SendSMS(r, tx, u, account.Reauthentication, u.Phone); err != nil {
			return err
		}
		return audit.Write(r.Context(), tx, s.clock(), audit.User(u.ID, u.Email, audit.Reauthenticate), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, sent)
}
