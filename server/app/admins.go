package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// temporary marks an account whose password was printed: the back-office asks
// for another one before anything else.
const temporary = "password_is_temporary"

// invitation is what a new super admin signs in with, once.
type invitation struct{ email, password string }

// firstAdmin makes the first super admin, where there is none at all. It gives
// nil where there was one.
func (p *program) firstAdmin(ctx context.Context, d *database, accounts *auth.Service) (*invitation, error) {
	var found bool
	err := d.owned(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from public.admin_users)`).Scan(&found)
	})
	if err != nil || found {
		return nil, err
	}
	return p.invite(ctx, d, accounts, p.AdminEmail)
}

// invite makes email a super admin with a new one-time password, whether or not
// there is such an account.
func (p *program) invite(ctx context.Context, d *database, accounts *auth.Service, email string) (*invitation, error) {
	password := random(15)
	err := d.owned(ctx, func(conn *db.Conn) error {
		tx, err := conn.Begin(ctx)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		defer func() { _ = tx.Rollback(ctx) }()
		if err := inviteIn(ctx, tx, accounts, email, password); err != nil {
			return err
		}
		return tx.Commit(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("make %s a super admin: %w", email, err)
	}
	return &invitation{email, password}, nil
}

func inviteIn(ctx context.Context, tx db.Tx, accounts *auth.Service, email, password string) error {
	account, err := accounts.Prepare(ctx, auth.NewUser{
		Email: email, Password: password, Confirmed: true,
		UserMetadata: map[string]json.RawMessage{temporary: json.RawMessage("true")},
	})
	if err != nil {
		return err
	}
	id, err := accounts.Reopen(ctx, tx, account)
	if err == nil && id == "" {
		var made auth.User
		made, err = accounts.CreateUser(ctx, tx, account)
		id = made.ID
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into public.admin_users (auth_user_id, email, role) values ($1, $2, 'super_admin')
		on conflict (auth_user_id) do update set role = 'super_admin', active = true`, id, account.Email)
	return err
}

// admin is the verb `admin`.
func (p *program) admin(ctx context.Context, args []string) error {
	return p.withDatabase(ctx, func(d *database) error {
		k, err := p.keyring()
		if err != nil {
			return err
		}
		accounts, pool, err := p.accounts(ctx, d, k.keys, p.SiteURL)
		if err != nil {
			return err
		}
		defer pool.Close()
		made, err := p.invite(ctx, d, accounts, args[0])
		if refused, ok := errors.AsType[*fault.Fault](err); ok {
			return errors.New(refused.Message)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "%s is a super admin. One-time password: %s\n", made.email, made.password)
		return err
	})
}
