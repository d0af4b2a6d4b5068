package config

import (
	"strings"
	"time"
)

// Mail is the configuration of e-mail.
type Mail struct {
	// SMTPHost is the server that sends mail; empty keeps each message as a file in
	// DataDir/mailbox.
	SMTPHost string `env:"SMTP_HOST"`
	// SMTPPort is its port; 465 speaks TLS from the start.
	SMTPPort int `env:"SMTP_PORT" envDefault:"587"`
	// SMTPUser signs in there; empty does not.
	SMTPUser string `env:"SMTP_USER"`
	// SMTPPass is the password of SMTPUser.
	SMTPPass string `env:"SMTP_PASS" secret:"yes"`
	// SMTPFrom is the address that mail comes from.
	SMTPFrom string `env:"SMTP_ADMIN_EMAIL"`
	// SMTPName is the display name of that address. Defaults to the message's own:
	// the name of the site.
	SMTPName string `env:"SMTP_SENDER_NAME"`

	// MailConnections are the messages that this node sends at once, each on a connection.
	MailConnections int `env:"TOUBKAL_MAIL_CONNECTIONS" envDefault:"10"`
	// MailKeep is the time that the record of a message is kept after it was sent.
	MailKeep time.Duration `env:"TOUBKAL_MAIL_KEEP" envDefault:"720h"`
	// MailSuppress is the time that nothing is sent to an address that the server has said does
	// not exist.
	MailSuppress time.Duration `env:"TOUBKAL_MAIL_SUPPRESS" envDefault:"24h"`
	// MailLanguage is the language of messages whose reader has none that there is.
	MailLanguage string `env:"TOUBKAL_MAIL_LANGUAGE" envDefault:"en"`
	// MailboxPort is the loopback port of the page that shows the mail of development; 0
	// is none. Where it is in use, another is taken.
	MailboxPort int `env:"TOUBKAL_MAILBOX_PORT" envDefault:"54324"`
}

// mailSubjects is the beginning of variables that replace the subject of a kind.
const mailSubjects = "GOTRUE_MAILER_SUBJECTS_"

// MailSubjects are the subjects that replace those of the templates, by kind.
func (c *Config) MailSubjects() map[string]string {
	subjects := map[string]string{}
	for name, subject := range c.values {
		if kind, ok := strings.CutPrefix(name, mailSubjects); ok && subject != "" {
			subjects[strings.ToLower(kind)] = subject
		}
	}
	return subjects
}

func (m *Mail) check(say func(bad bool, format string, args ...any)) {
	say(m.SMTPPort < 1 || m.SMTPPort > 65535, "SMTP_PORT: %d is no port; use 1 to 65535", m.SMTPPort)
	say(m.SMTPHost != "" && !strings.Contains(m.SMTPFrom, "@"), "SMTP_ADMIN_EMAIL: %q is no e-mail address; mail needs a sender", m.SMTPFrom)
	say(m.MailConnections < 1 || m.MailConnections > 200, "TOUBKAL_MAIL_CONNECTIONS: %d is not between 1 and 200", m.MailConnections)
	say(m.MailKeep < time.Hour, "TOUBKAL_MAIL_KEEP: %s is too short; use 1h or more", m.MailKeep)
	say(m.MailSuppress < time.Second, "TOUBKAL_MAIL_SUPPRESS: %s is too short; use 1s or more", m.MailSuppress)
	say(m.MailboxPort < 0 || m.MailboxPort > 65535, "TOUBKAL_MAILBOX_PORT: %d is no port; use 1 to 65535, or 0 for none", m.MailboxPort)
}
