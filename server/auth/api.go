package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// CreateUserTx creates a confirmed account and calls then in the same
// transaction, on a connection logged in as supabase_auth_admin: any error
// undoes both. It returns the new id.
func (s *Service) CreateUserTx(ctx context.Context, email, password string, then func(tx db.Tx, id string) error) (string, error) {
	n, err := s.Prepare(ctx, NewUser{Email: email, Password: password, Confirmed: true})
	if err != nil {
		return "", err
	}
	err = s.inTx(ctx, func(tx db.Tx) error {
		if _, err := s.CreateUser(ctx, tx, n); err != nil {
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
	n, err := s.Prepare(ctx, NewUser{Email: email, UserMetadata: metadata, byUser: true, invited: true})
	if err != nil {
		return "", err
	}
	if err := s.mayCreateUnlessKnown(r, &n); err != nil {
		return "", err
	}
	err = s.inTx(ctx, func(tx db.Tx) error {
		u, found, err := lockFound(ctx, tx, byEmail, n.Email)
		if err != nil {
			return err
		}
		// Whoever signed up with the address, and has not confirmed it, knows the password.
		if found && u.InvitedAt == nil {
			return fault.New(fault.AuthEmailExists, "A user with this email address has already been registered")
		}
		u, t, err := s.invited(r, tx, n)
		if err != nil {
			return err
		}
		m := mailing{kind: mailInvite, linkType: "invite", to: u.Email, token: t, redirectTo: s.redirects.Of(r, redirectTo)}
		if err := s.send(ctx, tx, r, &u, m); err != nil {
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

// ResetUser gives the account of n.Email the password and the metadata of n, lifts
// a ban and ends all its sessions, inside tx. It gives the account's id, or ""
// where no account has the address. n comes from Prepare.
func (s *Service) ResetUser(ctx context.Context, tx db.Tx, n NewUser) (id string, err error) {
	metadata, err := json.Marshal(n.UserMetadata)
	if err != nil {
		return "", fmt.Errorf("write the metadata: %w", err)
	}
	err = tx.QueryRow(ctx, resetUserSQL, n.Email, n.PasswordHash, metadata, s.clock()).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return id, err
}

const resetUserSQL = `with reopened as (
		update auth.users set encrypted_password = $2, banned_until = null, updated_at = $4,
			raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3
		where email = $1 and deleted_at is null and not is_sso_user returning id
	), ended as (delete from auth.sessions where user_id in (select id from reopened))
	select id from reopened`
