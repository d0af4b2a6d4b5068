package auth

import (
	"context"
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
