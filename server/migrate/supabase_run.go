package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// createRoles runs roles.sql, once. A role that another database of the cluster
// has created is left as it is.
func (s *supabase) createRoles(ctx context.Context) error {
	label := supabaseFolder + "/roles.sql"
	text, sum, err := readText(s.folder, "roles.sql", label)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	statements := Split(text)
	if err == nil {
		err = refuseCommands(label, statements)
	}
	if err != nil {
		return err
	}
	return inTx(ctx, s.conn, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "insert into toubkal.seeds (name, hash) values ($1, $2) on conflict do nothing", label, sum)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		for _, statement := range statements {
			err := pgx.BeginFunc(ctx, tx, func(savepoint pgx.Tx) error { return runStatement(ctx, savepoint, statement) })
			if code(err) == "42710" { // duplicate_object
				s.note("%s:%d: the role exists already", label, statement.Line)
			} else if err != nil {
				return statement.refused(label, text, err)
			}
		}
		s.applied = append(s.applied, label)
		return nil
	})
}

// seed applies the seed files that the ledger does not have. One that was edited
// since is not applied again, as with the CLI: its hash is updated.
func (s *supabase) seed(ctx context.Context) error {
	names, err := s.seedFiles()
	if err != nil {
		return err
	}
	for _, name := range names {
		label := path.Join(supabaseFolder, name)
		text, sum, err := readText(s.folder, name, label)
		if err != nil {
			return err
		}
		var known string
		err = s.conn.QueryRow(ctx, "select coalesce((select hash from supabase_migrations.seed_files where path = $1), '')", label).Scan(&known)
		if err != nil {
			return fmt.Errorf("read supabase_migrations.seed_files: %w", err)
		}
		if known == "" {
			record := func() (string, []any) {
				return "insert into supabase_migrations.seed_files (path, hash) values ($1, $2)", []any{label, sum}
			}
			err = s.run(ctx, name, text, record)
		} else if known != sum {
			s.note("%s was edited after it was applied: it is not applied again", label)
			_, err = s.conn.Exec(ctx, "update supabase_migrations.seed_files set hash = $2 where path = $1", label, sum)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seedFiles are the matches of each pattern, sorted; a file that several match
// stands at its first place.
func (s *supabase) seedFiles() (names []string, err error) {
	patterns := s.o.SeedPaths
	if patterns == nil {
		patterns = []string{"seed.sql"}
	}
	for _, pattern := range patterns {
		pattern = path.Clean(pattern)
		found, err := fs.Glob(s.folder, pattern)
		if err != nil {
			return nil, fmt.Errorf("supabase/config.toml: db.seed.sql_paths: %q: %w", pattern, err)
		}
		if len(found) == 0 {
			s.note("no files matched pattern: %s", path.Join(supabaseFolder, pattern))
		}
		slices.Sort(found)
		for _, name := range found {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// run runs a file and the statement that records it, in one transaction if the
// file allows it.
func (s *supabase) run(ctx context.Context, name, text string, record func() (string, []any)) error {
	label := supabaseFolder + "/" + name
	statements, err := s.extensions.rewrite(ctx, label, statementsOf(text))
	if err != nil {
		return err
	}
	why := "it has its own begin or commit"
	if !slices.ContainsFunc(statements, Statement.controlsTransaction) {
		err := inTx(ctx, s.conn, func(tx pgx.Tx) error {
			if err := setActor(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, setSupabasePath); err != nil {
				return err
			}
			if err := runStatements(ctx, tx, label, text, statements); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "reset role"); err != nil { // the file may have left another one
				return err
			}
			sql, args := record()
			_, err := tx.Exec(ctx, sql, args...)
			return err
		})
		if !needsCommits(err) {
			if err == nil {
				s.applied = append(s.applied, label)
			}
			return err
		}
		why = refusedInTransaction
	}
	if err := runEach(ctx, s.conn, setSupabasePath, label, text, statements, record); err != nil {
		return err
	}
	s.applied = append(s.applied, label)
	s.note("%s was run statement by statement: %s", label, why)
	return nil
}

const setSupabasePath = `set search_path = "$user", public, extensions`

const refusedInTransaction = "PostgreSQL refuses one of its statements in a transaction"

// needsCommits reports whether PostgreSQL has refused a statement because of the
// transaction: one that it allows in none, or one that uses an enum's value that the same
// transaction has added.
func needsCommits(err error) bool {
	refused := code(err)
	return refused == "25001" || refused == "55P04" // active_sql_transaction, unsafe_new_enum_value_usage
}

// runEach runs statement by statement, after a first one of our own. What stands before a
// failing statement and is committed stays.
func runEach(ctx context.Context, c *pgx.Conn, first, label, text string, statements []Statement, record func() (string, []any)) (err error) {
	if err := refuseCommands(label, statements); err != nil {
		return err
	}
	conn := c.PgConn()
	defer func() {
		end := "reset role; reset all"
		if conn.TxStatus() != 'I' {
			end = "rollback; " + end
		}
		if _, failed := conn.Exec(context.WithoutCancel(ctx), end).ReadAll(); err == nil {
			err = failed
		}
	}()
	if _, err := conn.Exec(ctx, first+"; set toubkal.actor = 'migration'").ReadAll(); err != nil {
		return err
	}
	for i, statement := range statements {
		if err := statement.exec(ctx, conn); err != nil {
			err = error(statement.refused(label, text, err))
			if i > 0 {
				err = fmt.Errorf("%w. The file was run statement by statement: what it committed before stays, and must be undone before the next try", err)
			}
			return err
		}
	}
	if conn.TxStatus() != 'I' {
		return fmt.Errorf("%s: it begins a transaction and does not end it", label)
	}
	if _, err := conn.Exec(ctx, "reset role").ReadAll(); err != nil {
		return err
	}
	sql, args := record()
	_, err = c.Exec(ctx, sql, args...)
	return err
}

// code is the SQLSTATE of an error, "" where it is not PostgreSQL's.
func code(err error) string {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.Code
	}
	return ""
}
