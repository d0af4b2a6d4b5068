package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
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
