package message

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
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

// MayText refuses a code that cannot be delivered.
func (s *Sender) MayText(phone string) error {
	switch {
	case !s.o.Phones.Enabled:
		return fault.New(fault.AuthPhoneDisabled, "Unsupported phone provider")
	case !s.CanText(phone):
		return fault.New(fault.AuthPhoneDisabled, "Unsupported phone provider: nothing sends SMS here. Enable the hook send_sms, "+
			"or give this number a code in GOTRUE_SMS_TEST_OTP (test_otp of [auth.sms] in config.toml)")
	}
	return nil
}

// Sent is the answer to a request for a code by phone; empty for one by mail.
type Sent struct {
	// ID is the id of the message, which the hook send-sms gets as webhook-id; also where there
	// is nobody to send one to.
	ID string `json:"message_id,omitempty"`
}

// testMessage is the id of the messages that test numbers do not get, as GoTrue has it.
const testMessage = "test-otp"

// AllowSMS refuses a code that cannot be sent, a second one to a number within the interval,
// whatever it is for, and more messages in an hour than the bound, whether or not the number
// has an account.
func (s *Sender) AllowSMS(ctx context.Context, tx db.Tx, phone string) (Sent, error) {
	if err := s.MayText(phone); err != nil {
		return Sent{}, err
	}
	if err := s.o.Attempts.Once(ctx, tx, s.o.Attempts.Key("sms", phone), s.o.Phones.Interval, fault.AuthSMSRate); err != nil {
		return Sent{}, err
	}
	if _, isTest := s.TestCode(phone); isTest {
		return Sent{testMessage}, nil
	}
	if err := s.CountSMS(ctx, tx); err != nil {
		return Sent{}, err
	}
	id, err := random.ID(s.o.Rand)
	return Sent{id}, err
}

// CountSMS counts a message, and refuses it where there were Phones.PerHour in this hour, on
// all nodes together.
func (s *Sender) CountSMS(ctx context.Context, tx db.Tx) error {
	if s.o.Phones.PerHour == 0 {
		return nil
	}
	now := s.o.Now()
	hour := now.Truncate(time.Hour)
	key := s.o.Attempts.Key("sms of an hour", hour.Format(time.RFC3339))
	if s.o.Phones.PerHour > 0 {
		tag, err := tx.Exec(ctx, `insert into auth.sign_in_attempts as a (key, failures, updated_at) values ($1, 1, $2)
			on conflict (key) do update set failures = a.failures + 1, updated_at = $2 where a.failures < $3`, key[:], now, s.o.Phones.PerHour)
		if err != nil || tag.RowsAffected() == 1 {
			return err
		}
	}
	seconds := int(math.Ceil(hour.Add(time.Hour).Sub(now).Seconds()))
	return fault.New(fault.AuthSMSRate, "SMS rate limit exceeded").WithHeader("Retry-After", strconv.Itoa(seconds))
}

// SendSMS sends a code for a purpose to a number, once tx has committed.
func (s *Sender) SendSMS(r *http.Request, tx db.Tx, u *account.User, p account.Purpose, phone string) (Sent, error) {
	ctx := r.Context()
	sent, err := s.AllowSMS(ctx, tx, phone)
	if err != nil {
		return Sent{}, err
	}
	t, err := s.o.Tokens.New(phone, false)
	if err != nil {
		return Sent{}, err
	}
	test, isTest := s.TestCode(phone)
	if isTest {
		t = account.Token{Code: test, Hash: account.CodeHash(phone, test)}
	}
	if err := s.o.Tokens.Save(ctx, tx, u.ID, p, phone, t); err != nil || isTest {
		return sent, err
	}
	to := *u
	if p == account.PhoneChange {
		to.NewPhone = phone
	}
	return sent, s.o.Hooks.Enqueue(ctx, tx, hook.Event{
		Name: hook.SendSMS, ID: sent.ID, IP: audit.ClientOf(r).Address(),
		Input: map[string]any{"user": &to, "sms": map[string]any{"otp": t.Code, "phone": phone}},
	}, hook.Delivery{Until: s.o.Now().Add(s.o.SMSExpiry), Attempts: SMSAttempts})
}

// CanText reports whether a code can be sent to a number.
func (s *Sender) CanText(phone string) bool {
	_, isTest := s.TestCode(phone)
	return isTest || s.o.Hooks.Has(hook.SendSMS)
}

// TestCode is the fixed code of a number to which none is sent.
func (s *Sender) TestCode(phone string) (code string, ok bool) {
	code, ok = s.o.Phones.TestCodes[phone]
	return code, ok && (s.o.Phones.TestUntil.IsZero() || s.o.Now().Before(s.o.Phones.TestUntil))
}
