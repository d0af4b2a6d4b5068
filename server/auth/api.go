package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/jobs"
)

// CreateUserTx creates a confirmed account and calls then in the same
// transaction, on a connection logged in as supabase_auth_admin: any error
// undoes both. It returns the new id.
func (s *Service) CreateUserTx(ctx context.Context, email, password string, then func(tx db.Tx, id string) error) (string, error) {
	n, err := s.accounts.Prepare(ctx, account.NewUser{Email: email, Password: password, Confirmed: true})
	if err != nil {
		return "", err
	}
	err = s.pool.LoginTx(ctx, func(tx db.Tx) error {
		if _, err := s.accounts.Create(ctx, tx, n); err != nil {
			return err
		}
		return then(tx, n.ID)
	})
	if err != nil {
		return "", err
	}
	return n.ID, nil
}

// InviteUserTx makes an account without a password, has an invitation mailed to its address,
// whose link leads to redirectTo, and calls then in the same transaction, as CreateUserTx does:
// any error undoes all. An address that was invited and has not accepted gets a new link, and
// the old one ends. metadata is the user's; its "language" is that of the mail, else r's.
// It returns the account's id. Errors are faults: email_exists, validation_failed,
// feature_disabled where no mail is sent, and what the hook before-user-created refuses with.
func (s *Service) InviteUserTx(r *http.Request, email, redirectTo string, metadata map[string]json.RawMessage, then func(tx db.Tx, id string) error) (id string, err error) {
	ctx := r.Context()
	n, err := s.accounts.Prepare(ctx, account.NewUser{Email: email, UserMetadata: metadata, ByUser: true, Invited: true})
	if err != nil {
		return "", err
	}
	if err := s.accounts.MayCreateUnlessKnown(r, &n); err != nil {
		return "", err
	}
	err = s.pool.LoginTx(ctx, func(tx db.Tx) error {
		u, found, err := account.LockFound(ctx, tx, account.ByEmail, n.Email)
		if err != nil {
			return err
		}
		// Whoever signed up with the address, and has not confirmed it, knows the password.
		if found && u.InvitedAt == nil {
			return fault.New(fault.AuthEmailExists, "A user with this email address has already been registered")
		}
		u, t, err := s.admin.invited(r, tx, n)
		if err != nil {
			return err
		}
		m := message.Mail{Kind: message.Invite, LinkType: "invite", To: u.Email, Token: t, RedirectTo: s.redirects.Of(r, redirectTo)}
		if err := s.messages.Send(ctx, tx, r, &u, m); err != nil {
			return err
		}
		id = u.ID
		return then(tx, id)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// Accounts is the store of users.
func (s *Service) Accounts() *account.Store { return s.accounts }

// Jobs are the kinds of jobs that this package adds; the runner has to know them.
func (s *Service) Jobs() map[string]jobs.Work {
	handle := func(ctx context.Context, job jobs.Job) error {
		return s.hooks.Deliver(ctx, job, func(ctx context.Context, e hook.Event) error {
			if e.Name == hook.PasswordAttempt {
				return s.signIns.onWrongPassword(ctx, e)
			}
			return s.hooks.Call(ctx, e, nil)
		})
	}
	return map[string]jobs.Work{hook.JobKind: {Handle: handle, Timeout: 15 * time.Second}}
}
