// Package migrate brings a database to the state that SQL files describe: the
// engine's schema and the project's migrations once and in order, policy files
// as state, seeds once.
//
// It refuses: an applied migration that was edited or is gone, one that is older
// than the last applied one, two of one number, a policy file that a newer one has
// replaced, a file that PostgreSQL does not accept. A refused file leaves nothing
// behind, and the message names file, line and statement. Only a file of which
// PostgreSQL refuses a statement for the transaction is run statement by statement,
// with a note.
//
// All of it runs on one connection, as the user of DATABASE_URL: that user owns
// what the migrations create, as the role postgres does in a Supabase project.
// It must be allowed to create roles; only a superuser can create the event
// triggers that announce schema changes. Nodes that start at once take turns (an
// advisory lock).
package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/system"
)

// Folder is a folder of SQL files.
type Folder struct {
	Name  string // what messages call it, as "schema"
	Files fs.FS  // nil means none
}

// Options say how migrations are applied.
type Options struct {
	// IncludeAll also applies files that are older than the last applied one.
	IncludeAll bool
	// AllowOlderPolicies applies policy files that others have replaced.
	AllowOlderPolicies bool
	// DefaultGrants are set before the first migration. Defaults to GrantNothing.
	DefaultGrants DefaultGrants
	// Note is told what an operator should know, in a line each. nil is nobody.
	Note func(line string)
}

func (o Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// engine is the folder of the engine's own SQL.
var engine = Folder{Name: "system", Files: system.Files}

// applySystem applies the engine's own schema, and returns the files that it applied,
// as "system/0001_roles.sql". A database that a dump of a Supabase project was loaded
// into is taken over.
func applySystem(ctx context.Context, conn *pgx.Conn, note func(string)) ([]string, error) {
	files, err := readNumbered(engine)
	if err != nil {
		return nil, err
	}
	fromSupabase, err := isFromSupabase(ctx, conn)
	if err != nil {
		return nil, err
	}
	var applied, notes []string
	if fromSupabase {
		applied, notes, err = takeOver(ctx, conn, files)
	} else {
		applied, err = systemLedger.apply(ctx, conn, files, Options{})
	}
	if err != nil {
		return applied, err
	}
	for _, line := range notes {
		if note != nil {
			note(line)
		}
	}
	return applied, applyRiver(ctx, conn)
}

// Up applies the engine's schema and then the migrations of the project that
// this database has not had yet (NNNN_name.sql, four or more digits, in order of
// the numbers), each in a transaction of its own. It returns the files that it
// applied, as "schema/0001_teams.sql". When one fails, those before it stay
// applied.
func Up(ctx context.Context, conn *pgx.Conn, project Folder, o Options) (applied []string, err error) {
	files, err := readNumbered(project)
	if err != nil {
		return nil, err
	}
	err = Locked(ctx, conn, func() error {
		created, err := applySystem(ctx, conn, o.Note)
		applied = append(applied, created...)
		if err != nil {
			return err
		}
		if err := setDefaultGrants(ctx, conn, projectLedger(project).table, o.DefaultGrants); err != nil {
			return err
		}
		migrated, err := projectLedger(project).apply(ctx, conn, files, o)
		applied = append(applied, migrated...)
		return err
	})
	return applied, err
}

// ledgerSQL creates the tables that list what was applied. Only where they are
// missing: each command of DDL has every node read its catalog again.
const ledgerSQL = `
do $$
begin
	if to_regclass('toubkal.installation') is not null then
		return;
	end if;
	create schema if not exists toubkal;
	comment on schema toubkal is 'What the program has applied to this database. Not exposed by any API.';
	create table if not exists toubkal.system_migrations (
		version bigint primary key, name text not null, hash text not null,
		applied_at timestamptz not null default now());
	comment on table toubkal.system_migrations is 'Files of the engine''s own schema, with their SHA-256.';
	create table if not exists toubkal.migrations (
		version bigint primary key, name text not null, hash text not null,
		applied_at timestamptz not null default now());
	alter table toubkal.migrations alter column version type bigint;
	comment on table toubkal.migrations is 'Migrations of the project, with their SHA-256.';
	create table if not exists toubkal.policies (
		table_name text primary key, hash text not null, fingerprint text not null,
		applied_at timestamptz not null default now());
	alter table toubkal.policies add column if not exists replaced text[] not null default '{}';
	comment on table toubkal.policies is 'Policy files that are in force: SHA-256 of the file, MD5 of its effect.';
	comment on column toubkal.policies.replaced is 'SHA-256 of the files that it has replaced, which are refused.';
	create table if not exists toubkal.seeds (
		name text primary key, hash text not null,
		applied_at timestamptz not null default now());
	comment on table toubkal.seeds is 'Seed files that have been applied.';
	create table toubkal.installation (name text primary key, value text not null);
	comment on table toubkal.installation is 'What all nodes have in common: storage, the identity of where the bytes of files are; bucket NAME, hashes of what config.toml says of it and said before.';
end
$$`

// lockKey is the advisory lock of a database being migrated: "toubkal" as a number.
const lockKey = 0x746f75626b616c

// Locked runs fn while no other node migrates this database, with the ledgers in place. It
// may be nested.
func Locked(ctx context.Context, conn *pgx.Conn, fn func() error) (err error) {
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", lockKey); err != nil {
		return fmt.Errorf("wait for another node's migration: %w", err)
	}
	defer func() {
		// Also when ctx has ended: the connection may live on. If it does not, the
		// lock went with it.
		_, failed := conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", lockKey)
		if err == nil && failed != nil {
			err = fmt.Errorf("end the migration: %w", failed)
		}
	}()
	if _, err := conn.Exec(ctx, ledgerSQL); err != nil {
		return fmt.Errorf("prepare schema toubkal: %w", err)
	}
	return fn()
}

// Seeds applies the seed files (NNNN_name.sql) that this database has not had
// yet, in order, a transaction each, and returns them, as
// "schema/seeds/0001_demo.sql". A seed that was edited since is not applied
// again: its rows belong to the users.
func Seeds(ctx context.Context, conn *pgx.Conn, seeds Folder) (applied []string, err error) {
	files, err := readNumbered(seeds)
	if err != nil {
		return nil, err
	}
	err = Locked(ctx, conn, func() error {
		applied, err = applySeeds(ctx, conn, seeds.Name, files)
		return err
	})
	return applied, err
}

func applySeeds(ctx context.Context, conn *pgx.Conn, folder string, files []file) (applied []string, err error) {
	for _, f := range files {
		err := inTx(ctx, conn, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, "insert into toubkal.seeds (name, hash) values ($1, $2) on conflict do nothing", f.name, f.hash)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return errSeeded
			}
			if err := setActor(ctx, tx); err != nil {
				return err
			}
			return runFile(ctx, tx, folder+"/"+f.name, f.text)
		})
		if errors.Is(err, errSeeded) {
			continue
		}
		if err != nil {
			return applied, err
		}
		applied = append(applied, folder+"/"+f.name)
	}
	return applied, nil
}

var errSeeded = errors.New("applied before")
