package config

import (
	"fmt"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/auth/message"
)

// AuthAccounts are the settings of the time that accounts and sessions are kept, and what
// their owners are told.
type AuthAccounts struct {
	// SingleSession ends a user's other sessions at each sign-in.
	SingleSession bool `env:"GOTRUE_SESSIONS_SINGLE_PER_USER" envDefault:"false"`
	// AnonymousDays is after how many days an anonymous user that did not come back is
	// deleted, where there are such users; 0 is never.
	AnonymousDays int `env:"TOUBKAL_ANONYMOUS_USERS_DAYS" envDefault:"30"`
	// AuditDays is for how many days the audit log is kept; 0 is for ever.
	AuditDays int `env:"TOUBKAL_AUDIT_LOG_DAYS" envDefault:"0"`

	// Phone allows sign-ins by phone; codes go out by the hook send_sms.
	Phone bool `env:"GOTRUE_EXTERNAL_PHONE_ENABLED" envDefault:"false"`
	// PhoneAutoConfirm takes new numbers for the user's own, without a code.
	PhoneAutoConfirm bool `env:"GOTRUE_SMS_AUTOCONFIRM" envDefault:"false"`
	// SMSInterval is the least time between two codes to a number.
	SMSInterval time.Duration `env:"GOTRUE_SMS_MAX_FREQUENCY" envDefault:"1m"`
	// SMSPerHour bounds the messages to all numbers in an hour; 0 is none.
	SMSPerHour int `env:"GOTRUE_RATE_LIMIT_SMS_SENT" envDefault:"30"`
	// SMSExpiry is the lifetime of a code that was sent to a phone, in seconds.
	SMSExpiry int `env:"GOTRUE_SMS_OTP_EXP" envDefault:"60"`
	// SMSTestCodes are NUMBER:CODE,… of numbers to which none is sent, until SMSTestUntil
	// (RFC 3339; empty is for ever).
	SMSTestCodes string `env:"GOTRUE_SMS_TEST_OTP" secret:"yes"`
	SMSTestUntil string `env:"GOTRUE_SMS_TEST_OTP_VALID_UNTIL"`

	// Mails that tell of a change.
	NotifyPassword   bool `env:"GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED" envDefault:"false"`
	NotifyEmail      bool `env:"GOTRUE_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED" envDefault:"false"`
	NotifyPhone      bool `env:"GOTRUE_MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED" envDefault:"false"`
	NotifyLinked     bool `env:"GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED" envDefault:"false"`
	NotifyUnlinked   bool `env:"GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED" envDefault:"false"`
	NotifyEnrolled   bool `env:"GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED" envDefault:"false"`
	NotifyUnenrolled bool `env:"GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED" envDefault:"false"`
}

func (a *AuthAccounts) check(say func(bad bool, format string, args ...any)) {
	say(a.AnonymousDays < 0, "TOUBKAL_ANONYMOUS_USERS_DAYS: %d is less than none; 0 is never", a.AnonymousDays)
	_, err := a.phones()
	say(err != nil, "%v", err)
	say(a.SMSInterval < 0, "GOTRUE_SMS_MAX_FREQUENCY: %s is less than none; 0 is no bound", a.SMSInterval)
	say(a.SMSPerHour < 0, "GOTRUE_RATE_LIMIT_SMS_SENT: %d is less than none", a.SMSPerHour)
	say(a.SMSExpiry < 30 || a.SMSExpiry > 3600, "GOTRUE_SMS_OTP_EXP: %d s; use 30 to 3600", a.SMSExpiry)
	say(a.AuditDays < 0, "TOUBKAL_AUDIT_LOG_DAYS: %d is less than none; 0 is for ever", a.AuditDays)
}

// phones are the settings of sign-ins by phone.
func (a *AuthAccounts) phones() (message.Phones, error) {
	all := message.Phones{Enabled: a.Phone, AutoConfirm: a.PhoneAutoConfirm, Interval: a.SMSInterval, PerHour: a.SMSPerHour, TestCodes: map[string]string{}}
	if a.SMSPerHour == 0 {
		all.PerHour = -1
	}
	for i, pair := range strings.Split(a.SMSTestCodes, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		number, code, ok := strings.Cut(strings.TrimSpace(pair), ":")
		if number = strings.TrimPrefix(number, "+"); !ok || strings.Trim(number+code, "0123456789") != "" || len(code) < 6 || len(code) > 10 {
			return message.Phones{}, fmt.Errorf("GOTRUE_SMS_TEST_OTP: the entry %d is not NUMBER:CODE, of 6 to 10 digits", i+1)
		}
		all.TestCodes[number] = code
	}
	if a.SMSTestUntil == "" {
		return all, nil
	}
	var err error
	if all.TestUntil, err = time.Parse(time.RFC3339, a.SMSTestUntil); err != nil {
		return message.Phones{}, fmt.Errorf("GOTRUE_SMS_TEST_OTP_VALID_UNTIL: %q is not like 2027-01-31T00:00:00Z", a.SMSTestUntil)
	}
	return all, nil
}

func (a *AuthAccounts) notifications() map[string]bool {
	return map[string]bool{
		"password_changed": a.NotifyPassword, "email_changed": a.NotifyEmail, "phone_changed": a.NotifyPhone,
		"identity_linked": a.NotifyLinked, "identity_unlinked": a.NotifyUnlinked,
		"mfa_factor_enrolled": a.NotifyEnrolled, "mfa_factor_unenrolled": a.NotifyUnenrolled,
	}
}

// keep are the retention times of the clean-up.
func (c *Config) keep() auth.Keep {
	const day = 24 * time.Hour
	k := auth.Keep{Audit: time.Duration(c.AuditDays) * day}
	if c.AnonymousUsers {
		k.Anonymous = time.Duration(c.AnonymousDays) * day
	}
	return k
}
