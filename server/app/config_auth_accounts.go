package app

import (
	"time"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/jobs"
)

// AuthAccounts is what may be said about how long accounts and sessions are kept, and what
// their owners are told.
type AuthAccounts struct {
	// SingleSession ends a user's other sessions at each sign-in.
	SingleSession bool `env:"GOTRUE_SESSIONS_SINGLE_PER_USER" envDefault:"false"`
	// AnonymousDays is after how many days an anonymous user that did not come back is
	// deleted, where there are such users; 0 is never.
	AnonymousDays int `env:"TOUBKAL_ANONYMOUS_USERS_DAYS" envDefault:"30"`
	// AuditDays is for how many days the audit log is kept; 0 is for ever.
	AuditDays int `env:"TOUBKAL_AUDIT_LOG_DAYS" envDefault:"0"`

	// Mails that tell of a change.
	NotifyPassword bool `env:"GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED" envDefault:"false"`
	NotifyEmail    bool `env:"GOTRUE_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED" envDefault:"false"`
	NotifyPhone    bool `env:"GOTRUE_MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED" envDefault:"false"`
}

func (c *AuthAccounts) check(say func(bad bool, format string, args ...any)) {
	say(c.AnonymousDays < 0, "TOUBKAL_ANONYMOUS_USERS_DAYS: %d is less than none; 0 is never", c.AnonymousDays)
	say(c.AuditDays < 0, "TOUBKAL_AUDIT_LOG_DAYS: %d is less than none; 0 is for ever", c.AuditDays)
}

func (c *AuthAccounts) notifications() map[string]bool {
	return map[string]bool{"password_changed": c.NotifyPassword, "email_changed": c.NotifyEmail, "phone_changed": c.NotifyPhone}
}

// keep is what the clean-up leaves.
func (p *program) keep() auth.Keep {
	const day = 24 * time.Hour
	k := auth.Keep{Audit: time.Duration(p.AuditDays) * day}
	if p.AnonymousUsers {
		k.Anonymous = time.Duration(p.AnonymousDays) * day
	}
	return k
}

// registerAccounts has a runner do the work of accounts: their jobs, and the clean-up of
// each hour.
func registerAccounts(runner *jobs.Runner, accounts *auth.Service) {
	for kind, work := range accounts.Jobs() {
		runner.Handle(kind, work)
	}
	runner.Every(jobs.Schedule{
		Name: "auth:clean-up", Cron: "23 * * * *", MakeUp: true, Timeout: 10 * time.Minute,
		Run: accounts.CleanUp,
	})
}
