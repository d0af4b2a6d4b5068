package auth

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// CreateUserThen makes a confirmed account and lets then go on in the same
// transaction, on a connection logged in as supabase_auth_admin: any error
// undoes both. It gives the new id.
func (s *Service) CreateUserThen(ctx context.Context, email, password string, then func(tx db.Tx, id string) error) (string, error) {
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

// SetPassword changes a password without asking for the old one, and ends all
// sessions of its user. user_not_found where no account has the address.
func (s *Service) SetPassword(ctx context.Context, email, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	u, err := s.userByEmail(ctx, lower(email))
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.New(fault.AuthUserNotFound, "User with this email not found")
	}
	if err != nil {
		return err
	}
	_, err = s.change(ctx, u.ID, userChange{Password: &password, hash: ""}, origin{})
	return err
}

// BanUser refuses sign-in and refresh until an instant, inside tx; the zero
// time lifts the ban. Access tokens live on until exp.
func (s *Service) BanUser(ctx context.Context, tx db.Tx, id string, until time.Time) error {
	return one(tx.Exec(ctx, `with banned as (
		update auth.users set banned_until = $2, updated_at = $3 where id = $1 and deleted_at is null returning id, email
	) `+auditInsert+` select '`+nobody+`', gen_random_uuid(), $4::json, $3, '' from banned`,
		id, when(!until.IsZero(), until), s.clock(), onBehalf(actionModified, id, "")))
}

// DeleteUser removes an account and its sessions, inside tx.
func (s *Service) DeleteUser(ctx context.Context, tx db.Tx, id string) error {
	return one(tx.Exec(ctx, deleteSQL, id, s.clock(), onBehalf(actionDeleted, id, ""), ""))
}

// one expects a statement to have found its user.
func one(tag interface{ RowsAffected() int64 }, err error) error {
	switch {
	case err != nil:
		return refusedBy(err)
	case tag.RowsAffected() == 0:
		return fault.New(fault.AuthUserNotFound, "User not found")
	}
	return nil
}

const deleteSQL = `with gone as (delete from auth.users where id = $1 returning id)
	` + auditInsert + ` select '` + nobody + `', gen_random_uuid(), $3::json, $2, $4 from gone`
