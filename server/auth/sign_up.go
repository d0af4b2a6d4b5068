package auth

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// signUpBody is the body of POST /signup.
type signUpBody struct {
	Email    string                     `json:"email"`
	Phone    string                     `json:"phone"`
	Password string                     `json:"password"`
	Data     map[string]json.RawMessage `json:"data"`
	pkce.Challenge
}

// signUp is POST /signup: by e-mail or by phone, with a password. Without an address and a
// number it makes an anonymous user. An account that has confirmed already is answered as GoTrue
// does: with a user without identities, by which applications tell it.
func (c codeRoutes) signUp(w http.ResponseWriter, r *http.Request) (any, error) {
	var given signUpBody
	if err := gotrue.Read(w, r, &given); err != nil {
		return nil, err
	}
	byNumber, autoConfirm := given.Phone != "", c.flows.AutoConfirm
	if byNumber {
		autoConfirm = c.phones.AutoConfirm
	}
	if given.Email == "" && !byNumber {
		return c.signUpAnonymously(w, r, given)
	}
	if err := c.checkSignUp(given); err != nil {
		return nil, err
	}
	n, err := c.accounts.Prepare(r.Context(), account.NewUser{
		Email: given.Email, Confirmed: autoConfirm && !byNumber, Phone: given.Phone, PhoneKnown: autoConfirm && byNumber,
		Password: given.Password, UserMetadata: given.Data, ByUser: true,
	})
	if err != nil {
		return nil, err
	}
	// Also where there is an account: the hook refuses whom it refuses.
	if err := c.accounts.MayCreate(r, &n); err != nil {
		return nil, err
	}
	var u account.User
	var in session.Session
	err = c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		ctx := r.Context()
		by, name := n.SignsInBy()
		var found bool
		if u, found, err = account.LockFound(ctx, tx, by, name); err != nil {
			return err
		}
		if found && autoConfirm {
			return fault.New(fault.AuthUserExists, "User already registered")
		}
		if !found {
			if u, err = c.accounts.CreateFrom(ctx, tx, n, audit.ClientOf(r)); err != nil {
				return err
			}
		}
		switch {
		case autoConfirm:
			in, err = c.sessions.Open(ctx, tx, &u, session.Opening{Method: session.MethodPassword, From: audit.ClientOf(r)})
			return err
		case byNumber && u.PhoneConfirmedAt != nil || !byNumber && u.EmailConfirmedAt != nil:
			u, err = n.AsIfTaken(c.clock())
			return err
		case byNumber:
			_, err = c.messages.SendSMS(r, tx, &u, account.Confirmation, n.Phone)
		default:
			err = c.messages.MailToken(r, tx, &u, message.Confirmation, given.Challenge)
		}
		if err == nil {
			// What was given, and not what is stored: the account may be of another who has this
			// address, and has not confirmed it either.
			n.ID = u.ID
			u, err = n.ObfuscatedUser(c.clock())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if in.ID == "" {
		return &u, nil
	}
	return c.sessions.Grant(w, r, &u, in)
}

// checkSignUp refuses a sign-up that the settings do not allow, or that is incomplete.
func (c codeRoutes) checkSignUp(given signUpBody) error {
	switch {
	case given.Email != "" && given.Phone != "":
		return gotrue.Invalid("Only an email address or phone number should be provided on signup.")
	case given.Phone != "" && !c.phones.Enabled:
		return fault.New(fault.AuthPhoneDisabled, "Phone signups are disabled")
	case c.flows.SignUp != SignUpOpen:
		return account.SignUpDisabled()
	case given.Password == "":
		return gotrue.Invalid("Signup requires a valid password")
	case given.Phone != "": // a message to a phone has no link, so no challenge
		return nil
	}
	return given.Check()
}

// signUpAnonymously makes a user without an address, and signs in.
func (c codeRoutes) signUpAnonymously(w http.ResponseWriter, r *http.Request, given signUpBody) (any, error) {
	if !c.flows.Anonymous {
		return nil, fault.New(fault.AuthAnonymousDisabled, "Anonymous sign-ins are disabled")
	}
	if c.flows.SignUp != SignUpOpen {
		return nil, account.SignUpDisabled()
	}
	if err := c.limits.Anonymous.Allow(r); err != nil {
		return nil, err
	}
	n, err := c.accounts.Prepare(r.Context(), account.NewUser{UserMetadata: given.Data, Anonymous: true})
	if err != nil {
		return nil, err
	}
	if err := c.accounts.MayCreate(r, &n); err != nil {
		return nil, err
	}
	var u account.User
	var in session.Session
	err = c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		if u, err = c.accounts.CreateFrom(r.Context(), tx, n, audit.ClientOf(r)); err != nil {
			return err
		}
		in, err = c.sessions.Open(r.Context(), tx, &u, session.Opening{Method: session.MethodAnonymous, From: audit.ClientOf(r)})
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.sessions.Grant(w, r, &u, in)
}
