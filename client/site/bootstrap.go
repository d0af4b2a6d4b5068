package site

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/project"
)

// mustChangePassword marks an account whose password was printed: the back-office
// asks for another one before anything else.
const mustChangePassword = "password_is_temporary"

// firstAdmin creates the first super admin, where there is none at all. In
// production nothing is printed, since the output ends in a log: an operator asks
// for it instead.
func firstAdmin(ctx context.Context, a *project.Admin) (lines []string, err error) {
	if a.Address != "" {
		lines = append(lines, "  Admin        "+a.Address+"/admin")
	}
	if a.Production {
		return append(lines, "  First admin  run `toubkal admin EMAIL`, if there is none yet"), nil
	}
	var found bool
	err = a.OwnerTx(ctx, func(tx db.Tx) error {
		return tx.QueryRow(ctx, `select exists (select from public.admin_users)`).Scan(&found)
	})
	if err != nil || found {
		return lines, err
	}
	email := a.Env(adminEmail)
	password, err := createSuperAdmin(ctx, a, email)
	if err != nil {
		return nil, err
	}
	return append(lines,
		"  Super admin  "+email,
		"  Password     "+password+"  (once: the first sign-in asks for your own; lost? `toubkal admin EMAIL`)"), nil
}

// adminCommand is `toubkal admin EMAIL`.
func adminCommand(ctx context.Context, a *project.Admin, args []string) ([]string, error) {
	if len(args) != 1 {
		return nil, errors.New("usage: toubkal admin EMAIL")
	}
	password, err := createSuperAdmin(ctx, a, args[0])
	if refused, ok := errors.AsType[*fault.Fault](err); ok {
		return nil, errors.New(refused.Message)
	}
	if err != nil {
		return nil, err
	}
	return []string{fmt.Sprintf("%s is a super admin. One-time password: %s", args[0], password)}, nil
}

// removeSecondFactorCommand is `toubkal remove-second-factor EMAIL`: the way back for the only super admin
// who lost the phone and the recovery codes. It ends the admin's sessions, and the audit log has an entry.
func removeSecondFactorCommand(ctx context.Context, a *project.Admin, args []string) ([]string, error) {
	if len(args) != 1 {
		return nil, errors.New("usage: toubkal remove-second-factor EMAIL")
	}
	err := a.OwnerTx(ctx, func(tx db.Tx) error {
		var account string
		err := tx.QueryRow(ctx, `select auth_user_id::text from public.admin_users where email = lower($1)`, args[0]).Scan(&account)
		if errors.Is(err, db.ErrNoRows) {
			return fmt.Errorf("no admin has the address %s", args[0])
		}
		if err == nil {
			_, err = tx.Exec(ctx, `select private.remove_second_factor($1)`, account)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("remove a second factor: %w", err)
	}
	return []string{fmt.Sprintf("%s has no second factor now, and is signed out everywhere. The password alone signs in; lost too? `toubkal admin EMAIL`", args[0])}, nil
}

// createSuperAdmin makes email a super admin with a new one-time password, whether
// or not there is such an account.
func createSuperAdmin(ctx context.Context, a *project.Admin, email string) (password string, err error) {
	random := make([]byte, 15)
	_, _ = rand.Read(random) // never fails since Go 1.24
	password = base64.RawURLEncoding.EncodeToString(random)
	err = a.OwnerTx(ctx, func(tx db.Tx) error {
		prepared, err := a.Users.Prepare(ctx, account.NewUser{
			Email: email, Password: password, Confirmed: true,
			UserMetadata: map[string]json.RawMessage{mustChangePassword: json.RawMessage("true")},
		})
		if err != nil {
			return err
		}
		id, err := a.Users.Reset(ctx, tx, prepared)
		if err == nil && id == "" {
			var created account.User
			created, err = a.Users.Create(ctx, tx, prepared)
			id = created.ID
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `insert into public.admin_users (auth_user_id, email, role) values ($1, $2, 'super_admin')
			on conflict (auth_user_id) do update set role = 'super_admin', active = true`, id, prepared.Email)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("make %s a super admin: %w", email, err)
	}
	return password, nil
}
