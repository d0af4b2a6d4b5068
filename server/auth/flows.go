package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
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

// lockUser reads a user and locks the row; pgx.ErrNoRows where there is none.
func lockUser(ctx context.Context, tx db.Tx, where string, arg any) (u User, err error) {
	err = u.scan(tx.QueryRow(ctx, `select `+wholeUser+` from auth.users u where `+where+` for update of u`, arg))
	return u, err
}

// lockActive reads and locks a user, and refuses one that is deleted or banned.
func (s *Service) lockActive(ctx context.Context, tx db.Tx, id string) (User, error) {
	u, err := lockUser(ctx, tx, `u.id = $1 and u.deleted_at is null`, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return User{}, fault.New(fault.AuthUserNotFound, "The account does not exist any more")
	case err != nil:
		return User{}, err
	case u.bannedAt(s.clock()):
		return User{}, banned("User is banned")
	}
	return u, nil
}

// byPhone finds who signs in with a number.
const byPhone = `u.phone = $1 and not u.is_sso_user and u.deleted_at is null`

// byEmail finds who signs in with an address, which is in lower case. Other programs may have
// stored it otherwise.
const byEmail = `lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null`

// lockFound reads and locks the user that byEmail or byPhone finds; found is false where there
// is none.
func lockFound(ctx context.Context, tx db.Tx, by, name string) (u User, found bool, err error) {
	u, err = lockUser(ctx, tx, by, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, false, nil
	}
	return u, err == nil, err
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
