package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
)

const databaseUsage = "usage: toubkal db reset [--yes] [--force], or toubkal db diff"

// manageDatabase is the command `db`: `reset` and `diff`.
func manageDatabase(ctx context.Context, i *installation.Installation, args []string) error {
	switch {
	case len(args) > 0 && args[0] == "reset":
		return resetDatabase(ctx, i, args[1:])
	case len(args) == 1 && args[0] == "diff":
		return diffDatabase(ctx, i)
	}
	return UsageError(databaseUsage)
}

// resetDatabase drops the database, and creates it again from the migrations and seeds. It refuses
// one of DATABASE_URL without --force, and the embedded one while a program serves from it.
func resetDatabase(ctx context.Context, i *installation.Installation, args []string) error {
	for _, arg := range args {
		if arg != "--yes" && arg != "--force" {
			return UsageError(databaseUsage)
		}
	}
	about := "the embedded PostgreSQL in " + i.DataDir
	if i.DatabaseURL != "" {
		about = installation.HostOf(i.DatabaseURL)
		if !slices.Contains(args, "--force") {
			return fmt.Errorf("DATABASE_URL names %s: `toubkal db reset --force` drops that database with all that is in it", about)
		}
	}
	if !slices.Contains(args, "--yes") {
		_, _ = fmt.Fprintf(i.Out, "This drops all tables, accounts and rows of %s. Type yes to go on: ", about)
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // its end is no yes
		if strings.TrimSpace(answer) != "yes" {
			return errors.New("nothing is changed: the answer was not yes")
		}
	}
	i.AutoMigrate, i.Serving, i.PostgresPort = false, true, 0
	if err := i.WithDatabase(ctx, func(d *installation.Database) error { return recreate(ctx, d) }); err != nil {
		return err
	}
	i.AutoMigrate = true
	return i.WithDatabase(ctx, func(*installation.Database) error {
		_, err := fmt.Fprintln(i.Out, "the database is new: schema, policies and seeds are applied")
		return err
	})
}

// recreate drops the database and creates an empty one of its name, from another database of its server.
func recreate(ctx context.Context, d *installation.Database) error {
	var name string
	err := d.AsOwner(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, "select current_database()").Scan(&name) })
	if err != nil {
		return err
	}
	other := *d
	beside := "postgres"
	if name == beside {
		beside = "template1"
	}
	if other.Owner, err = inDatabase(d.Owner, beside); err != nil {
		return err
	}
	err = other.AsOwner(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, "select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots where database = $1 and not active", name)
		for _, statement := range []string{"drop database %I with (force)", "create database %I"} {
			if err == nil {
				err = execOn(ctx, conn, statement, name)
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reset database %s: %w", name, err)
	}
	return nil
}

// execOn runs a statement with a name in place of %I.
func execOn(ctx context.Context, conn *db.Conn, statement, name string) error {
	if err := conn.QueryRow(ctx, "select format($1, $2::text)", statement, name).Scan(&statement); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, statement)
	return err
}

// inDatabase is an address with another database.
func inDatabase(address, name string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", installation.WrongAddress(err)
	}
	query := u.Query()
	query.Del("dbname")
	query.Del("database")
	u.Path, u.RawQuery = "/"+name, query.Encode()
	return u.String(), nil
}

// diffDatabase prints the SQL that brings a database of the project's files alone to what the
// database has: what was changed in it by hand, to be made a migration.
func diffDatabase(ctx context.Context, i *installation.Installation) error {
	quiet := *i
	quiet.Out, quiet.AutoMigrate = io.Discard, false
	if i.Supabase != nil {
		unseeded := *i.Supabase
		unseeded.NoSeed = true
		quiet.Supabase = &unseeded
	}
	return quiet.WithDatabase(ctx, func(d *installation.Database) (err error) {
		// on the same server, which has the same version, extensions and roles
		files := *d
		name := fmt.Sprintf("toubkal_diff_%d", os.Getpid())
		if files.Owner, err = inDatabase(d.Owner, name); err != nil {
			return err
		}
		err = d.AsOwner(ctx, func(conn *db.Conn) error { return execOn(ctx, conn, "create database %I", name) })
		if err != nil {
			return fmt.Errorf("create a database for the project's files: %w", err)
		}
		defer func() {
			err = errors.Join(err, d.AsOwner(context.WithoutCancel(ctx), func(conn *db.Conn) error {
				return execOn(context.WithoutCancel(ctx), conn, "drop database %I with (force)", name)
			}))
		}()
		err = files.AsOwner(ctx, func(conn *db.Conn) error {
			_, err := quiet.Migrate(ctx, conn)
			return err
		})
		if err != nil {
			return err
		}
		return migrate.Diff(ctx, i.SchemaDiff, files.Owner, d.Owner, i.Out)
	})
}
