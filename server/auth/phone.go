package auth

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/random"
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
	// PerHour bounds the messages to all numbers in an hour of the clock. 0 is no bound, and
	// less is none.
	PerHour int
	// TestCodes are codes of numbers to which none is sent, until TestUntil; zero is for ever.
	TestCodes map[string]string
	TestUntil time.Time
}

// mayText refuses a code that cannot be delivered.
func (s *Service) mayText(phone string) error {
	switch {
	case !s.phones.Enabled:
		return fault.New(fault.AuthPhoneDisabled, "Unsupported phone provider")
	case !s.canText(phone):
		return fault.New(fault.AuthPhoneDisabled, "Unsupported phone provider: nothing sends SMS here. Enable the hook send_sms, "+
			"or give this number a code in GOTRUE_SMS_TEST_OTP (test_otp of [auth.sms] in config.toml)")
	}
	return nil
}

// sentMessage is the answer to a request for a code by phone; empty for one by mail.
type sentMessage struct {
	// ID is that of the message, which the hook send-sms gets as webhook-id; also where there
	// is nobody to send one to.
	ID string `json:"message_id,omitempty"`
}

// testMessage is the id of the messages that test numbers do not get, as GoTrue has it.
const testMessage = "test-otp"

// allowSMS refuses a code that cannot be sent, a second one to a number within the interval,
// whatever it is for, and more messages in an hour than the bound, whether or not the number
// has an account.
func (s *Service) allowSMS(ctx context.Context, tx db.Tx, phone string) (sentMessage, error) {
	if err := s.mayText(phone); err != nil {
		return sentMessage{}, err
	}
	if err := s.attempts.Once(ctx, tx, s.attempts.Key("sms", phone), s.phones.Interval, fault.AuthSMSRate); err != nil {
		return sentMessage{}, err
	}
	if _, isTest := s.testCode(phone); isTest {
		return sentMessage{testMessage}, nil
	}
	if err := s.countSMS(ctx, tx); err != nil {
		return sentMessage{}, err
	}
	id, err := random.ID(s.rand)
	return sentMessage{id}, err
}

// countSMS counts a message, and refuses it where there were Phones.PerHour in this hour, on
// all nodes together.
func (s *Service) countSMS(ctx context.Context, tx db.Tx) error {
	if s.phones.PerHour == 0 {
		return nil
	}
	now := s.clock()
	hour := now.Truncate(time.Hour)
	key := s.attempts.Key("sms of an hour", hour.Format(time.RFC3339))
	if s.phones.PerHour > 0 {
		tag, err := tx.Exec(ctx, `insert into auth.sign_in_attempts as a (key, failures, updated_at) values ($1, 1, $2)
			on conflict (key) do update set failures = a.failures + 1, updated_at = $2 where a.failures < $3`, key[:], now, s.phones.PerHour)
		if err != nil || tag.RowsAffected() == 1 {
			return err
		}
	}
	seconds := int(math.Ceil(hour.Add(time.Hour).Sub(now).Seconds()))
	return fault.New(fault.AuthSMSRate, "SMS rate limit exceeded").WithHeader("Retry-After", strconv.Itoa(seconds))
}

// sendSMS sends a code for a purpose to a number, once tx has committed.
func (s *Service) sendSMS(r *http.Request, tx db.Tx, u *account.User, p account.Purpose, phone string) (sentMessage, error) {
	ctx := r.Context()
	sent, err := s.allowSMS(ctx, tx, phone)
	if err != nil {
		return sentMessage{}, err
	}
	t, err := s.tokens.New(phone, false)
	if err != nil {
		return sentMessage{}, err
	}
	test, isTest := s.testCode(phone)
	if isTest {
		t = account.Token{Code: test, Hash: account.CodeHash(phone, test)}
	}
	if err := s.tokens.Save(ctx, tx, u.ID, p, phone, t); err != nil || isTest {
		return sent, err
	}
	to := *u
	if p == account.PhoneChange {
		to.NewPhone = phone
	}
	return sent, s.hooks.Enqueue(ctx, tx, hook.Event{
		Name: hook.SendSMS, ID: sent.ID, IP: audit.ClientOf(r).Address(),
		Input: map[string]any{"user": &to, "sms": map[string]any{"otp": t.Code, "phone": phone}},
	}, hook.Delivery{Until: s.clock().Add(s.flows.SMSExpiry), Attempts: smsAttempts})
}

// resendSMS is POST /resend for a number: the code of a sign-up, or of a change of the
// number, once more.
func (s *Service) resendSMS(r *http.Request, kind, given string) (any, error) {
	phone, err := account.CheckPhone(given)
	if err != nil {
		return nil, err
	}
	var sent sentMessage
	err = s.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, found, err := account.LockFound(r.Context(), tx, account.ByPhone, phone)
		switch {
		case err != nil:
			return err
		case kind == "sms" && found && u.PhoneConfirmedAt == nil:
			sent, err = s.sendSMS(r, tx, &u, account.Confirmation, phone)
		case kind == "phone_change" && found && u.NewPhone != "":
			if err := account.FreePhone(r.Context(), tx, u.NewPhone); err != nil {
				return err
			}
			sent, err = s.sendSMS(r, tx, &u, account.PhoneChange, u.NewPhone)
		default:
			sent, err = s.allowSMS(r.Context(), tx, phone)
		}
		return err
	})
	return sent, err
}

// changePhone stores the number that u wants, and asks it to confirm.
func (s *Service) changePhone(r *http.Request, tx db.Tx, u *account.User, phone string) error {
	if err := account.FreePhone(r.Context(), tx, phone); err != nil {
		return err
	}
	if s.phones.AutoConfirm {
		if err := s.accounts.ConfirmPhone(r.Context(), tx, u.ID, phone); err != nil {
			return gotrue.RefusedBy(err)
		}
		return s.notifyConfirmed(r, tx, account.Found{User: *u, Purpose: account.PhoneChange, RelatesTo: phone})
	}
	if _, err := tx.Exec(r.Context(), `update auth.users set phone_change = $2 where id = $1`, u.ID, phone); err != nil {
		return gotrue.RefusedBy(err)
	}
	_, err := s.sendSMS(r, tx, u, account.PhoneChange, phone)
	return err
}
