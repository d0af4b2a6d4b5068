package migrate

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// imageRoles are the roles of Supabase's image that the engine does not use. Migrations of hosted databases
// name them: they have no login and own nothing.
var imageRoles = []string{
	"dashboard_user", "pgbouncer", "supabase_admin", "supabase_functions_admin", "supabase_read_only_user", "supabase_replication_admin",
}

//go:embed image.sql
var imageSQL string

//go:embed pgmq_public.sql
var pgmqPublicSQL string

// exposeQueues gives the table API the functions of Supabase's Queues, where there are queues and the migrations
// have not made the functions themselves.
func (s *supabase) exposeQueues(ctx context.Context) error {
	var isWanted bool
	err := s.conn.QueryRow(ctx, "select to_regtype('pgmq.message_record') is not null and to_regnamespace('pgmq_public') is null").Scan(&isWanted)
	if err == nil && isWanted {
		_, err = s.conn.Exec(ctx, pgmqPublicSQL)
	}
	if err != nil {
		return fmt.Errorf("make pgmq_public: %w", err)
	}
	return nil
}

// createImage makes what a database of Supabase's image has before the first migration: roles, vault and
// graphql_public. What this user may not make is a note.
func (s *supabase) createImage(ctx context.Context) error {
	var roles []string
	var isGraphQLMissing, isVaultMissing, isSuperuser bool
	err := s.conn.QueryRow(ctx, `select array(select name from unnest($1::text[]) as name where to_regrole(name) is null),
		to_regprocedure('graphql_public.graphql(text, text, jsonb, jsonb)') is null, to_regnamespace('vault') is null,
		(select rolsuper from pg_catalog.pg_roles where rolname = current_user)`, imageRoles).
		Scan(&roles, &isGraphQLMissing, &isVaultMissing, &isSuperuser)
	if err != nil {
		return fmt.Errorf("look for what Supabase's image has: %w", err)
	}
	for _, role := range roles {
		if err := s.createRole(ctx, role); err != nil {
			return err
		}
	}
	if isGraphQLMissing {
		if _, err := s.conn.Exec(ctx, imageSQL); err != nil {
			return fmt.Errorf("make graphql_public: %w", err)
		}
	}
	if !isVaultMissing {
		return nil
	}
	quiet := ownExtensions{conn: s.conn, note: func(string, ...any) {}}
	statements, err := quiet.rewrite(ctx, supabaseFolder, []Statement{{Text: "create extension supabase_vault"}})
	if err != nil {
		return err
	}
	err = inTx(ctx, s.conn, func(tx pgx.Tx) error { return runStatement(ctx, tx, statements[0]) })
	if refused := code(err); refused == "42501" || refused == "42704" { // insufficient_privilege, undefined_object: pgcrypto
		s.note("this database has no vault: %s", message(err))
		return nil
	}
	if err == nil && !isSuperuser {
		s.note("vault keeps no secrets: its key is a file that only a superuser may write. Let one run the first migration, or drop schema vault and start once as one")
	}
	return err
}

// createRole makes a role that another database of the server may be making, too.
func (s *supabase) createRole(ctx context.Context, role string) error {
	name := pgx.Identifier{role}.Sanitize()
	_, err := s.conn.Exec(ctx, "create role "+name+" nologin noinherit")
	switch code(err) {
	case "42710", "23505": // duplicate_object, unique_violation
		return nil
	case "42501": // insufficient_privilege
		s.note("the role %s is missing, which Supabase's image has: let a user who may create roles run: create role %s; grant %s to %s;",
			role, name, name, pgx.Identifier{s.conn.Config().User}.Sanitize())
		return nil
	}
	if err == nil {
		_, err = s.conn.Exec(ctx, "do $$ begin if not pg_has_role('"+role+"', 'member') then grant "+name+" to current_user; end if; end $$")
	}
	if err != nil {
		return fmt.Errorf("create the role %s of Supabase's image: %w", role, err)
	}
	return nil
}
