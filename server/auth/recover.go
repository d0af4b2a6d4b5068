package auth

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/db"
)

// recoverPassword is POST /recover: a link that signs in, for whoever has forgotten the
// password. The answer is the same for an address without an account.
func (c codeRoutes) recoverPassword(w http.ResponseWriter, r *http.Request) (any, error) {
	var given struct {
		Email string `json:"email"`
		pkce.Challenge
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return nil, err
	}
	if given.Email == "" {
		return nil, gotrue.Invalid("Password recovery requires an email")
	}
	if err := given.Check(); err != nil {
		return nil, err
	}
	email, err := account.CheckEmail(given.Email)
	if err != nil {
		return nil, err
	}
	return struct{}{}, c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, found, err := account.LockFound(r.Context(), tx, account.ByEmail, email)
		if err != nil {
			return err
		}
		if !found {
			return c.messages.AllowMail(r.Context(), tx, message.Recovery, email)
		}
		return c.messages.MailToken(r, tx, &u, message.Recovery, given.Challenge)
	})
}

// sendOTP is POST /otp, and its old alias /magiclink: a code that signs in, and for an
// address a link too. An unknown address or number becomes an account, unless create_user is
// false or only the invited may sign up: the answer is the same.
func (c codeRoutes) sendOTP(w http.ResponseWriter, r *http.Request) (any, error) {
	given := struct {
		Email  string                     `json:"email"`
		Phone  string                     `json:"phone"`
		Create *bool                      `json:"create_user"`
		Data   map[string]json.RawMessage `json:"data"`
		pkce.Challenge
	}{}
	if err := gotrue.Read(w, r, &given); err != nil {
		return nil, err
	}
	byNumber := given.Phone != ""
	switch {
	case given.Email != "" && byNumber:
		return nil, gotrue.Invalid("Only an email address or phone number should be provided")
	case given.Email == "" && !byNumber:
		return nil, gotrue.Invalid("One of email or phone must be set")
	}
	if !byNumber { // a message to a phone has no link, so no challenge
		if err := given.Check(); err != nil {
			return nil, err
		}
	}
	n, err := c.accounts.Prepare(r.Context(), account.NewUser{
		Email: given.Email, Confirmed: c.flows.AutoConfirm && !byNumber, Phone: given.Phone, UserMetadata: given.Data, ByUser: true,
	})
	if err != nil {
		return nil, err
	}
	create := (given.Create == nil || *given.Create) && c.flows.SignUp == SignUpOpen
	if create {
		if err := c.accounts.MayCreateUnlessKnown(r, &n); err != nil {
			// The answer is that of a known address, for which the hook is not asked.
			c.log.WarnContext(r.Context(), "no account is made for a code", "error", err)
			create = false
		}
	}
	var sent message.Sent
	err = c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		by, name := n.SignsInBy()
		u, found, err := account.LockFound(r.Context(), tx, by, name)
		switch {
		case err != nil:
			return err
		case !found && !create && byNumber:
			sent, err = c.messages.AllowSMS(r.Context(), tx, n.Phone)
			return err
		case !found && !create:
			return c.messages.AllowMail(r.Context(), tx, message.MagicLink, n.Email)
		case !found:
			if u, err = c.accounts.CreateFrom(r.Context(), tx, n, audit.ClientOf(r)); err != nil {
				return err
			}
		}
		switch {
		case byNumber:
			sent, err = c.messages.SendSMS(r, tx, &u, account.Confirmation, n.Phone)
			return err
		case u.EmailConfirmedAt == nil:
			return c.messages.MailToken(r, tx, &u, message.Confirmation, given.Challenge)
		}
		return c.messages.MailToken(r, tx, &u, message.MagicLink, given.Challenge)
	})
	return sent, err
}

// resend is POST /resend: the mail of a sign-up or of an e-mail change once more. Nothing
// is sent where none is pending, and the answer is the same.
func (c codeRoutes) resend(w http.ResponseWriter, r *http.Request) (any, error) {
	var given struct {
		Type  string `json:"type"`
		Email string `json:"email"`
		Phone string `json:"phone"`
		pkce.Challenge
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return nil, err
	}
	switch given.Type {
	case "signup", "email_change":
	case "sms", "phone_change":
		return c.resendSMS(r, given.Type, given.Phone)
	default:
		return nil, gotrue.Invalid("Missing one of these types: signup, email_change, sms, phone_change")
	}
	if err := given.Check(); err != nil {
		return nil, err
	}
	email, err := account.CheckEmail(given.Email)
	if err != nil {
		return nil, err
	}
	return struct{}{}, c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, found, err := account.LockFound(r.Context(), tx, account.ByEmail, email)
		switch {
		case err != nil:
			return err
		case given.Type == "signup" && found && u.EmailConfirmedAt == nil:
			return c.messages.MailToken(r, tx, &u, message.Confirmation, given.Challenge)
		case given.Type == "signup":
			return c.messages.AllowMail(r.Context(), tx, message.Confirmation, email)
		case found && u.NewEmail != "":
			return c.contacts.sendEmailChange(r, tx, &u, u.NewEmail, given.Challenge)
		}
		return c.messages.AllowMail(r.Context(), tx, message.EmailChange, email)
	})
}

// resendSMS is POST /resend for a number: the code of a sign-up, or of a change of the
// number, once more.
func (c codeRoutes) resendSMS(r *http.Request, kind, given string) (any, error) {
	phone, err := account.CheckPhone(given)
	if err != nil {
		return nil, err
	}
	var sent message.Sent
	err = c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, found, err := account.LockFound(r.Context(), tx, account.ByPhone, phone)
		switch {
		case err != nil:
			return err
		case kind == "sms" && found && u.PhoneConfirmedAt == nil:
			sent, err = c.messages.SendSMS(r, tx, &u, account.Confirmation, phone)
		case kind == "phone_change" && found && u.NewPhone != "":
			if err := account.FreePhone(r.Context(), tx, u.NewPhone); err != nil {
				return err
			}
			sent, err = c.messages.SendSMS(r, tx, &u, account.PhoneChange, u.NewPhone)
		default:
			sent, err = c.messages.AllowSMS(r.Context(), tx, phone)
		}
		return err
	})
	return sent, err
}
