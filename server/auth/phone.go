package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Phones are the settings of sign-ups and sign-ins by phone. Codes go out by the hook
// send-sms, and only by it.
type Phones struct {
	// Enabled allows them.
	Enabled bool
	// AutoConfirm takes new numbers for the user's own, without a code.
	AutoConfirm bool
	// Interval is the least time between two codes to a number. Defaults to one minute.
	Interval time.Duration
	// TestCodes are codes of numbers to which none is sent, until TestUntil; zero is for ever.
	TestCodes map[string]string
	TestUntil time.Time
}

// sms reports whether codes can be sent.
func (s *Service) sms() bool {
	return s.phones.Enabled && (s.hooks.Has(hook.SendSMS) || len(s.phones.TestCodes) > 0)
}

func phonesDisabled() *fault.Fault {
	return fault.New(fault.AuthPhoneDisabled, "Unsupported phone provider")
}

// allowSMS refuses a second code to a number within the interval, whatever it is for, and
// whether or not the number has an account.
func (s *Service) allowSMS(ctx context.Context, tx db.Tx, phone string) error {
	return s.allowOnce(ctx, tx, s.attempts.sum("sms", phone), s.phones.Interval, fault.AuthSMSRate)
}

// sendSMS sends a code for a purpose to a number, once tx has committed.
func (s *Service) sendSMS(r *http.Request, tx db.Tx, u *User, p purpose, phone string) error {
	ctx := r.Context()
	if err := s.allowSMS(ctx, tx, phone); err != nil {
		return err
	}
	t, err := s.newOneTimeToken(phone, false)
	if err != nil {
		return err
	}
	test, isTest := s.phones.TestCodes[phone]
	isTest = isTest && (s.phones.TestUntil.IsZero() || s.clock().Before(s.phones.TestUntil))
	if isTest {
		t = oneTimeToken{code: test, hash: codeHash(phone, test)}
	}
	if err := s.saveToken(ctx, tx, u.ID, p, phone, t); err != nil || isTest {
		return err
	}
	if !s.hooks.Has(hook.SendSMS) {
		return nil // only test numbers get codes
	}
	to := *u
	if p == phoneChange {
		to.NewPhone = phone
	}
	return s.later(ctx, tx, hook.Event{
		Name: hook.SendSMS, IP: clientInfoOf(r).address(),
		Input: map[string]any{"user": &to, "sms": map[string]any{"otp": t.code, "phone": phone}},
	}, laterOptions{until: s.clock().Add(s.flows.SMSExpiry), attempts: smsAttempts})
}

// signUpByPhone is POST /signup with a number and a password. With confirmation the answer
// is the same whether or not the number has an account.
func (s *Service) signUpByPhone(w http.ResponseWriter, r *http.Request, given signUpBody) (any, error) {
	switch {
	case !s.sms() && !(s.phones.Enabled && s.phones.AutoConfirm):
		return nil, fault.New(fault.AuthPhoneDisabled, "Phone signups are disabled")
	case s.flows.SignUp != SignUpOpen:
		return nil, fault.New(fault.AuthSignupDisabled, "Signups not allowed for this instance")
	case given.Password == "":
		return nil, invalid("Signup requires a valid password")
	}
	n, err := s.Prepare(r.Context(), NewUser{
		Phone: given.Phone, Password: given.Password, PhoneKnown: s.phones.AutoConfirm, UserMetadata: given.Data, byUser: true,
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
		if u, found, err = lockFound(r.Context(), tx, byPhone, n.Phone); err != nil {
			return err
		}
		switch {
		case found && s.phones.AutoConfirm:
			return fault.New(fault.AuthUserExists, "User already registered")
		case found && u.PhoneConfirmedAt == nil:
			if err := s.sendSMS(r, tx, &u, confirmation, n.Phone); err != nil {
				return err
			}
		case found:
			if err := s.allowSMS(r.Context(), tx, n.Phone); err != nil {
				return err
			}
		default:
			if u, err = s.create(r.Context(), tx, n, clientInfoOf(r)); err != nil {
				return err
			}
			if s.phones.AutoConfirm {
				in, err = s.openSession(r.Context(), tx, &u, opening{method: methodPassword, from: clientInfoOf(r)})
				return err
			}
			if err := s.sendSMS(r, tx, &u, confirmation, n.Phone); err != nil {
				return err
			}
		}
		u, err = n.asIfNew(s.clock())
		return err
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

// sendPhoneOTP is POST /otp with a number: a code that signs in. An unknown number becomes
// an account, unless create is false; the answer is the same.
func (s *Service) sendPhoneOTP(r *http.Request, phone string, create bool, data map[string]json.RawMessage) (any, error) {
	if !s.sms() {
		return nil, phonesDisabled()
	}
	n, err := s.Prepare(r.Context(), NewUser{Phone: phone, UserMetadata: data, byUser: true})
	if err != nil {
		return nil, err
	}
	create = create && s.flows.SignUp == SignUpOpen
	if create {
		if err := s.mayCreateUnlessKnown(r, &n); err != nil {
			return nil, err
		}
	}
	return struct{}{}, s.inTx(r.Context(), func(tx db.Tx) error {
		u, found, err := lockFound(r.Context(), tx, byPhone, n.Phone)
		switch {
		case err != nil:
			return err
		case !found && !create:
			return s.allowSMS(r.Context(), tx, n.Phone)
		case !found:
			if u, err = s.create(r.Context(), tx, n, clientInfoOf(r)); err != nil {
				return err
			}
		}
		return s.sendSMS(r, tx, &u, confirmation, n.Phone)
	})
}

// resendSMS is POST /resend for a number: the code of a sign-up, or of a change of the
// number, once more.
func (s *Service) resendSMS(r *http.Request, kind, given string) (any, error) {
	if !s.sms() {
		return nil, phonesDisabled()
	}
	phone, err := checkPhone(given)
	if err != nil {
		return nil, err
	}
	return struct{}{}, s.inTx(r.Context(), func(tx db.Tx) error {
		u, found, err := lockFound(r.Context(), tx, byPhone, phone)
		switch {
		case err != nil:
			return err
		case kind == "sms" && found && u.PhoneConfirmedAt == nil:
			return s.sendSMS(r, tx, &u, confirmation, phone)
		case kind == "phone_change" && found && u.NewPhone != "":
			return s.sendSMS(r, tx, &u, phoneChange, u.NewPhone)
		}
		return s.allowSMS(r.Context(), tx, phone)
	})
}

// changePhone stores the number that u wants, and asks it to confirm. Whether another
// account has the number shows once its owner has confirmed.
func (s *Service) changePhone(r *http.Request, tx db.Tx, u *User, phone string) error {
	if s.phones.AutoConfirm {
		if err := s.confirmPhone(r.Context(), tx, u.ID, phone); err != nil {
			return refusedBy(err)
		}
		return s.notifyConfirmed(r, tx, foundToken{user: *u, purpose: phoneChange, relatesTo: phone})
	}
	if _, err := tx.Exec(r.Context(), `update auth.users set phone_change = $2 where id = $1`, u.ID, phone); err != nil {
		return refusedBy(err)
	}
	return s.sendSMS(r, tx, u, phoneChange, phone)
}
