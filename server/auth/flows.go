package auth

import (
	"cmp"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// SignUp says who may make an account.
type SignUp string

// The ways to make an account.
const (
	SignUpOpen       SignUp = "open"       // anybody
	SignUpInvitation SignUp = "invitation" // whom an administrator has invited
	SignUpClosed     SignUp = "closed"     // nobody; administrators make accounts
)

// Flows are the settings of what works by mail: sign-up, links, codes.
type Flows struct {
	// SignUp is who may make an account. Defaults to SignUpClosed.
	SignUp SignUp
	// Anonymous allows users without an address.
	Anonymous bool
	// AutoConfirm takes new e-mail addresses for the user's own, without a mail.
	AutoConfirm bool
	// OneMailEmailChange asks only the new address to confirm a change, and not the old
	// one too.
	OneMailEmailChange bool
	// ManualLinking lets users link identities of providers.
	ManualLinking bool
	// OTPLength is the number of digits of codes. Defaults to 6.
	OTPLength int
	// OTPExpiry is how long a mailed code or link is valid. Defaults to one hour.
	OTPExpiry time.Duration
	// SMSExpiry is how long a code that was sent to a phone is valid. Defaults to one minute.
	SMSExpiry time.Duration
	// MailInterval is the least time between two mails of a kind to an address.
	MailInterval time.Duration
	// RedirectURLs are globs of addresses, besides SiteURL, that links may lead to.
	RedirectURLs []string
	// LinksAtOnce makes GET /verify use the token, as GoTrue does. Otherwise it
	// shows a page with a button, so that programs that open each link of a mail use
	// up none.
	LinksAtOnce bool
	// Notifications are the kinds of mails that tell of a change, without _notification:
	// password_changed, email_changed, phone_changed, identity_linked, identity_unlinked,
	// mfa_factor_enrolled, mfa_factor_unenrolled. Defaults to none.
	Notifications map[string]bool
	// AnswerTime is how long an answer takes at least whose content must not tell
	// whether an account exists. Defaults to 250 ms.
	AnswerTime time.Duration
}

func (f Flows) withDefaults() Flows {
	f.SignUp = cmp.Or(f.SignUp, SignUpClosed)
	f.OTPLength = cmp.Or(f.OTPLength, 6)
	f.OTPExpiry = cmp.Or(f.OTPExpiry, time.Hour)
	f.SMSExpiry = cmp.Or(f.SMSExpiry, time.Minute)
	f.AnswerTime = cmp.Or(f.AnswerTime, 250*time.Millisecond)
	return f
}

// evenly makes every answer of an action take AnswerTime at least: how long it takes to
// find out that an address has no account says nothing then. The action gives what is
// answered with 200.
func (s *Service) evenly(next func(http.ResponseWriter, *http.Request) (any, error)) gotrue.Action {
	return func(w http.ResponseWriter, r *http.Request) error {
		start := time.Now()
		body, err := next(w, r)
		if ended := s.sleep(r.Context(), s.flows.AnswerTime-time.Since(start)); ended != nil {
			return ended
		}
		if err != nil {
			return err
		}
		return gotrue.Reply(w, http.StatusOK, body)
	}
}
