package auth

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// signUpBody is what POST /signup takes.
type signUpBody struct {
	Email    string                     `json:"email"`
	Phone    string                     `json:"phone"`
	Password string                     `json:"password"`
	Data     map[string]json.RawMessage `json:"data"`
	challenge
}

// signUp is POST /signup. Without an address and a number it makes an anonymous user. With
// confirmation the answer is the same whether or not the address has an account.
func (s *Service) signUp(w http.ResponseWriter, r *http.Request) (any, error) {
	var given signUpBody
	if err := read(w, r, &given); err != nil {
		return nil, err
	}
	switch {
	case given.Email != "" && given.Phone != "":
		return nil, invalid("Only an email address or phone number should be provided on signup.")
	case given.Phone != "":
		return s.signUpByPhone(w, r, given)
	case given.Email == "":
		return s.signUpAnonymously(w, r, given)
	case s.flows.SignUp != SignUpOpen:
		return nil, fault.New(fault.AuthSignupDisabled, "Signups not allowed for this instance")
	case given.Password == "":
		return nil, invalid("Signup requires a valid password")
	}
	if err := given.check(); err != nil {
		return nil, err
	}
	n, err := s.Prepare(r.Context(), NewUser{
		Email: given.Email, Password: given.Password, Confirmed: s.flows.AutoConfirm, UserMetadata: given.Data, byUser: true,
	})
	if err != nil {
		return nil, err
	}
	// Also where there is an account: the answer must not tell.
	if err := s.mayCreate(r, &n); err != nil {
		return nil, err
	}
	var u User
	var in session
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		var found bool
		if u, found, err = lockFound(r.Context(), tx, byEmail, n.Email); err != nil {
			return err
		}
		switch {
		case found && s.flows.AutoConfirm:
			return fault.New(fault.AuthUserExists, "User already registered")
		case found:
			if u.EmailConfirmedAt == nil {
				if err := s.mailToken(r, tx, &u, mailConfirmation, given.challenge); err != nil {
					return err
				}
			} else if err := s.allowMail(r.Context(), tx, mailConfirmation, n.Email); err != nil {
				return err
			}
			u, err = n.asIfNew(s.clock())
			return err
		}
		if u, err = s.create(r.Context(), tx, n, clientInfoOf(r)); err != nil {
			return err
		}
		if s.flows.AutoConfirm {
			in, err = s.openSession(r.Context(), tx, &u, opening{method: methodPassword, from: clientInfoOf(r)})
			return err
		}
		return s.mailToken(r, tx, &u, mailConfirmation, given.challenge)
	})
	if err != nil {
		return nil, err
	}
	if in.id == "" {
		return &u, nil
	}
	setTokenHeaders(w, &u, in)
	return s.tokensFor(r, &u, in)
}

// signUpAnonymously makes a user without an address, and signs in.
func (s *Service) signUpAnonymously(w http.ResponseWriter, r *http.Request, given signUpBody) (any, error) {
	if !s.flows.Anonymous {
		return nil, fault.New(fault.AuthAnonymousDisabled, "Anonymous sign-ins are disabled")
	}
	if s.flows.SignUp != SignUpOpen {
		return nil, fault.New(fault.AuthSignupDisabled, "Signups not allowed for this instance")
	}
	if err := s.limits.anonymous.allow(r); err != nil {
		return nil, err
	}
	n, err := s.Prepare(r.Context(), NewUser{UserMetadata: given.Data, anonymous: true})
	if err != nil {
		return nil, err
	}
	if err := s.mayCreate(r, &n); err != nil {
		return nil, err
	}
	var u User
	var in session
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		if u, err = s.create(r.Context(), tx, n, clientInfoOf(r)); err != nil {
			return err
		}
		in, err = s.openSession(r.Context(), tx, &u, opening{method: methodAnonymous, from: clientInfoOf(r)})
		return err
	})
	if err != nil {
		return nil, err
	}
	setTokenHeaders(w, &u, in)
	return s.tokensFor(r, &u, in)
}
