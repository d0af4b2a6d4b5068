package migrate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Diff writes the SQL that makes of one database what another one has, in the schemas of the project's own; nothing
// where they are alike. What may lose rows, or take long locks, has a comment with it. It runs the program
// pg-schema-diff, of a path or on PATH, and refuses where there is none.
func Diff(ctx context.Context, program, from, to string, out io.Writer) error {
	path, err := exec.LookPath(program)
	if err != nil {
		return errors.New("comparing databases takes the program pg-schema-diff: run `brew install pg-schema-diff`, or " +
			"`go install github.com/stripe/pg-schema-diff/cmd/pg-schema-diff@v1.0.5`, or set TOUBKAL_SCHEMA_DIFF to its path")
	}
	args, environ := []string{"plan", "--disable-plan-validation", "--no-concurrent-index-ops", "--data-pack-new-tables=false"}, os.Environ()
	var schemas []string
	for _, side := range []struct{ flag, address string }{{"--from-dsn", from}, {"--to-dsn", to}} {
		if schemas, err = ownSchemas(ctx, side.address, schemas); err != nil {
			return fmt.Errorf("list the schemas: %w", err)
		}
		u, err := url.Parse(side.address)
		if err != nil {
			return errors.New("the address of the database is no URL")
		}
		if password, ok := u.User.Password(); ok { // not for the list of processes; both databases are of one server
			environ = append(environ, "PGPASSWORD="+password)
			u.User = url.User(u.User.Username())
		}
		args = append(args, side.flag, u.String())
	}
	for _, name := range schemas {
		args = append(args, "--include-schema", name)
	}
	command := exec.CommandContext(ctx, path, args...) // #nosec G204 -- the operator's own program
	command.Stdout, command.Stderr, command.Env = out, os.Stderr, environ
	if err := command.Run(); err != nil {
		return fmt.Errorf("compare the databases with pg-schema-diff: %w", err)
	}
	return nil
}

// ownSchemas adds the schemas of a database that are neither PostgreSQL's, nor an extension's, nor the engine's.
func ownSchemas(ctx context.Context, address string, known []string) ([]string, error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	rows, err := conn.Query(ctx, `select nspname from pg_catalog.pg_namespace n
		where nspname !~ '^pg_' and nspname <> 'information_schema' and nspname <> all ($1)
		and not exists (select from pg_catalog.pg_depend where objid = n.oid and classid = 'pg_catalog.pg_namespace'::regclass and deptype = 'e')`,
		engineSchemas)
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range names {
		if !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known, err
}

// engineSchemas are those that the engine makes itself, extensions of its own make among them.
var engineSchemas = []string{
	"auth", "storage", "realtime", "toubkal", "extensions", "vault", "cron", "net", "pgmq", "pgmq_public",
	"graphql", "graphql_public", "supabase_functions", "supabase_migrations", "_realtime",
}
