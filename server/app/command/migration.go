package command

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/project"
)

// migration is the command `migration`: `new NAME…` and `list`.
func migration(ctx context.Context, i *installation.Installation, args []string) error {
	switch {
	case len(args) > 1 && args[0] == "new":
		file, err := project.AddMigration(i.Project, strings.Join(args[1:], "_"), "", time.Now())
		if errors.Is(err, project.ErrMigrationName) {
			return UsageError("%w", err)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(i.Out, file)
		return err
	case len(args) == 1 && args[0] == "list":
		return listMigrations(ctx, i)
	}
	return UsageError("usage: toubkal migration new NAME, or toubkal migration list")
}

// listMigrations prints each migration, with when it was applied.
func listMigrations(ctx context.Context, i *installation.Installation) error {
	i.AutoMigrate = false // looking changes nothing
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		return d.AsOwner(ctx, func(conn *db.Conn) error {
			var all []migrate.Migration
			var err error
			if i.Supabase != nil {
				all, err = migrate.ListSupabase(ctx, conn, os.DirFS(filepath.Join(i.Project.Folder, "supabase")))
			} else {
				all, err = migrate.List(ctx, conn, i.SchemaFolder())
			}
			if err != nil {
				return err
			}
			table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(table, "VERSION\tNAME\tFILE\tAPPLIED")
			for _, m := range all {
				file, applied := "yes", "pending"
				if !m.HasFile {
					file = "missing"
				}
				switch {
				case m.Applied && m.At.IsZero(): // the CLI's ledger does not say when
					applied = "yes"
				case m.Applied:
					applied = m.At.UTC().Format(time.DateTime)
				}
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", m.Version, m.Name, file, applied)
			}
			return table.Flush()
		})
	})
}

// psql is the command `psql`: it runs psql on the project's database as its owner,
// or prints the connection string where there is no psql.
func psql(ctx context.Context, i *installation.Installation, args []string) error {
	i.AutoMigrate = false
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		program, err := exec.LookPath("psql")
		if err != nil {
			_, err = fmt.Fprintf(i.Out, "psql is not installed. Connect with: %s\n", d.Owner)
			return err
		}
		address, err := url.Parse(d.Owner)
		if err != nil {
			return installation.WrongAddress(err)
		}
		password, _ := address.User.Password()
		address.User = url.User(address.User.Username()) // others can read the arguments of a program
		// #nosec G204 -- the operator's own psql, with the operator's arguments
		psql := exec.CommandContext(ctx, program, append([]string{address.String()}, args...)...)
		psql.Env = append(os.Environ(), "PGPASSWORD="+password)
		if i.DatabaseURL == "" || i.DirectURL != "" { // a pooler may refuse options
			psql.Env = append(psql.Env, strings.TrimSpace(`PGOPTIONS=-csearch_path="$user",public,extensions `+os.Getenv("PGOPTIONS")))
		}
		psql.Stdin, psql.Stdout, psql.Stderr = os.Stdin, i.Out, os.Stderr
		return psql.Run()
	})
}
