package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// manageUsers is the command `user create EMAIL [--console]`.
func manageUsers(ctx context.Context, i *installation.Installation, args []string) error {
	console := slices.Contains(args, "--console")
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--console" })
	if len(args) != 2 || args[0] != "create" || args[1] == "" || args[1][0] == '-' {
		return UsageError("usage: toubkal user create EMAIL [--console]")
	}
	i.AutoMigrate = false
	return i.WithDatabase(ctx, func(d *installation.Database) error { return createUser(ctx, i, d, args[1], console) })
}

// createUser makes a user with a password that is printed once. A user who is there keeps the own
// password.
func createUser(ctx context.Context, i *installation.Installation, d *installation.Database, email string, console bool) error {
	k, err := i.Credentials()
	if err != nil {
		return err
	}
	users, pool, err := i.Accounts(ctx, d, k.Keys, i.Website(), nil, nil)
	if err != nil {
		return err
	}
	defer pool.Close()
	password := rand.Text()
	_, err = users.CreateUserTx(ctx, email, password, func(tx db.Tx, id string) error {
		if !console {
			return nil
		}
		return letIn(ctx, tx, "id = $1", id)
	})
	if known, ok := errors.AsType[*fault.Fault](err); ok && known.Code == fault.AuthEmailExists && console {
		if err := pool.LoginTx(ctx, func(tx db.Tx) error { return letIn(ctx, tx, "lower(email) = lower($1) and not is_sso_user", email) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(i.Out, "%s may use the console, with the own password.\n", email)
		return err
	}
	if err != nil {
		return err
	}
	may := ""
	if console {
		may = ", who may use the console at /_/"
	}
	_, err = fmt.Fprintf(i.Out, "Made %s%s. Password, shown once: %s\n", email, may, password)
	return err
}

// letIn marks a user as one who may use the console: an entry that users cannot write themselves.
func letIn(ctx context.Context, tx db.Tx, where, arg string) error {
	_, err := tx.Exec(ctx, `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"console": true}', updated_at = now() where `+where, arg)
	return err
}
