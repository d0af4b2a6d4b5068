package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stripe/pg-schema-diff/pkg/diff"
)

// Diff gives the SQL that makes of one database what another one has, in the schemas of the
// project's own; "" for nothing. What may lose rows, or take long locks, has a comment before it.
func Diff(ctx context.Context, from, to string) (string, error) {
	var sources []diff.SchemaSource
	var schemas []string
	for _, address := range []string{from, to} {
		c, err := pgx.ParseConfig(address)
		if err != nil {
			return "", fmt.Errorf("read the address of a database: %w", err)
		}
		opened := stdlib.OpenDB(*c)
		defer func() { _ = opened.Close() }()
		if schemas, err = ownSchemas(ctx, opened, schemas); err != nil {
			return "", err
		}
		sources = append(sources, diff.DBSchemaSource(opened))
	}
	plan, err := diff.Generate(ctx, sources[0], sources[1], diff.WithDoNotValidatePlan(), diff.WithIncludeSchemas(schemas...), diff.WithNoConcurrentIndexOps())
	if err != nil {
		return "", fmt.Errorf("compare the databases: %w", err)
	}
	var text strings.Builder
	for _, statement := range plan.Statements {
		for _, hazard := range statement.Hazards {
			fmt.Fprintf(&text, "-- %s: %s\n", hazard.Type, hazard.Message)
		}
		text.WriteString(statement.DDL + ";\n\n")
	}
	return text.String(), nil
}

// ownSchemas adds the schemas of a database that are neither PostgreSQL's, nor an extension's, nor the engine's.
func ownSchemas(ctx context.Context, database *sql.DB, known []string) ([]string, error) {
	rows, err := database.QueryContext(ctx, `select nspname from pg_catalog.pg_namespace n
		where nspname !~ '^pg_' and nspname <> 'information_schema' and nspname <> all ($1) and nspname <> all ($2)
		and not exists (select from pg_catalog.pg_depend where objid = n.oid and classid = 'pg_catalog.pg_namespace'::regclass and deptype = 'e')`,
		engineSchemas, append([]string{}, known...))
	if err != nil {
		return nil, fmt.Errorf("list the schemas: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("list the schemas: %w", err)
		}
		known = append(known, name)
	}
	return known, rows.Err()
}

// engineSchemas are those that the engine makes itself, extensions of its own make among them.
var engineSchemas = []string{
	"auth", "storage", "realtime", "toubkal", "extensions", "vault", "cron", "net", "pgmq", "pgmq_public",
	"graphql", "graphql_public", "supabase_functions", "supabase_migrations", "_realtime",
}
