// Package message sends mails and texts to users: one-time tokens and notifications, from templates
// by the outbox, or by the application's hooks. It refuses a second message within the least
// interval, and what nothing here can send.
package message

import (
	"io"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/throttle"
)

// Options configure a Sender.
type Options struct {
	// Mail sends what is not for the hook send-email. Nil refuses it.
	Mail  Mailer
	Hooks *hook.Hooks
	// Tokens and PKCE make what a mail leads to.
	Tokens *account.Tokens
	PKCE   *pkce.Flows
	// Attempts counts messages.
	Attempts  *throttle.SignIns
	Redirects gotrue.Redirects
	// Issuer is the address of the service, which links lead to, and SiteURL that of the application.
	Issuer, SiteURL string
	// MailInterval is the least time between two mails of a kind to an address.
	MailInterval time.Duration
	// MailExpiry and SMSExpiry are how long codes are valid.
	MailExpiry, SMSExpiry time.Duration
	// Notifications are the kinds that are sent, without _notification.
	Notifications map[string]bool
	Phones        Phones
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now  func() time.Time
	Rand io.Reader
}

// Sender sends messages.
type Sender struct{ o Options }

// New makes a Sender.
func New(o Options) *Sender { return &Sender{o} }
