// Package migrate brings a database to the state that the program's SQL files
// describe: schema/ once and in order, policies/ as state, seeds once.
//
// It refuses: an applied schema file that was edited or is gone, a gap or a
// double among the numbers, a file that PostgreSQL does not accept. A refused
// file leaves nothing behind, and the message names file, line and statement.
//
// All of it runs on one connection of a user that may create what the files
// create; nodes that start at once take turns (an advisory lock).
package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

// SchemaFolder, SeedsFolder and PoliciesFolder are what messages call the
// folders.
const (
	SchemaFolder   = "schema"
	SeedsFolder    = "schema/seeds"
	PoliciesFolder = "policies"
)

// bookkeeping is where we note what was applied. No API role may enter it.
const bookkeeping = `
create schema if not exists toubkal;
comment on schema toubkal is 'What the program has applied to this database. Not exposed by any API.';
create table if not exists toubkal.migrations (
	version int primary key, name text not null, hash text not null,
	applied_at timestamptz not null default now());
comment on table toubkal.migrations is 'Files of schema/, with their SHA-256.';
create table if not exists toubkal.policies (
	table_name text primary key, hash text not null, fingerprint text not null,
	applied_at timestamptz not null default now());
comment on table toubkal.policies is 'Files of policies/ that are in force: SHA-256 of the file, MD5 of its effect.';
create table if not exists toubkal.seeds (
	name text primary key, hash text not null,
	applied_at timestamptz not null default now());
comment on table toubkal.seeds is 'Files of schema/seeds/ that have been applied.';`

// lockKey is the advisory lock of a database being migrated: "toubkal" as a number.
const lockKey = 0x746f75626b616c

// locked runs fn while no other node migrates this database, with the
// bookkeeping in place.
func locked(ctx context.Context, conn *pgx.Conn, fn func() error) (err error) {
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
	if _, err := conn.Exec(ctx, bookkeeping); err != nil {
		return fmt.Errorf("prepare schema toubkal: %w", err)
	}
	return fn()
}

// Up applies the schema files that this database has not had yet, each in a
// transaction of its own, and returns their names. When one fails, those before
// it stay applied.
func Up(ctx context.Context, conn *pgx.Conn, files fs.FS) (applied []string, err error) {
	all, err := readNumbered(files, SchemaFolder)
	if err == nil {
		err = noGaps(all, SchemaFolder)
	}
	if err != nil {
		return nil, err
	}
	err = locked(ctx, conn, func() error {
		done, err := checkApplied(ctx, conn, all)
		if err != nil {
			return err
		}
		for _, f := range all[done:] {
			if err := apply(ctx, conn, f); err != nil {
				return err
			}
			applied = append(applied, f.name)
		}
		return nil
	})
	return applied, err
}

func apply(ctx context.Context, conn *pgx.Conn, f file) error {
	return inTx(ctx, conn, func(tx pgx.Tx) error {
		if err := asMigration(ctx, tx); err != nil {
			return err
		}
		if err := runFile(ctx, tx, SchemaFolder+"/"+f.name, f.text); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "insert into toubkal.migrations (version, name, hash) values ($1, $2, $3)", f.version, f.name, f.hash)
		return err
	})
}

// asMigration has the audit log name a migration as the one who changed rows.
func asMigration(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "set local toubkal.actor = 'migration'")
	return err
}

// checkApplied compares what was applied with the files and returns how many
// were. It refuses a history that the files do not tell.
func checkApplied(ctx context.Context, conn *pgx.Conn, all []file) (int, error) {
	rows, err := conn.Query(ctx, "select name, hash from toubkal.migrations order by version")
	if err != nil {
		return 0, fmt.Errorf("read the applied migrations: %w", err)
	}
	past, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Hash string }])
	if err != nil {
		return 0, fmt.Errorf("read the applied migrations: %w", err)
	}
	for i, p := range past {
		if i >= len(all) {
			return 0, fmt.Errorf("%s/%s was applied to this database, but the file is missing: restore it, or run the newer program that has it", SchemaFolder, p.Name)
		}
		if f := all[i]; f.name != p.Name {
			return 0, fmt.Errorf("%s/%s was applied to this database, but its place is now %s's: restore the old name and give the new file the next number", SchemaFolder, p.Name, f.name)
		} else if f.hash != p.Hash {
			return 0, fmt.Errorf("%s/%s was edited after it was applied: undo the edit and write a new file for the change", SchemaFolder, p.Name)
		}
	}
	return len(past), nil
}

// Seeds applies the seed files (NNNN_name.sql) that this database has not had
// yet, in order, a transaction each, and returns their names. A seed that was
// edited since is not applied again: its rows belong to the site's owner.
func Seeds(ctx context.Context, conn *pgx.Conn, files fs.FS) (applied []string, err error) {
	all, err := readNumbered(files, SeedsFolder)
	if err != nil {
		return nil, err
	}
	err = locked(ctx, conn, func() error {
		for _, f := range all {
			fresh, err := seed(ctx, conn, f)
			if err != nil {
				return err
			}
			if fresh {
				applied = append(applied, f.name)
			}
		}
		return nil
	})
	return applied, err
}

var errSeeded = errors.New("applied before")

func seed(ctx context.Context, conn *pgx.Conn, f file) (fresh bool, err error) {
	err = inTx(ctx, conn, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "insert into toubkal.seeds (name, hash) values ($1, $2) on conflict do nothing", f.name, f.hash)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSeeded
		}
		if err := asMigration(ctx, tx); err != nil {
			return err
		}
		return runFile(ctx, tx, SeedsFolder+"/"+f.name, f.text)
	})
	if errors.Is(err, errSeeded) {
		return false, nil
	}
	return err == nil, err
}
