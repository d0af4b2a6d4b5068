package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// SupabaseOptions say how a Supabase folder is applied.
type SupabaseOptions struct {
	Options
	// NoMigrations applies none: [db.migrations] enabled = false.
	NoMigrations bool
	// NoSeed applies no seed file: [db.seed] enabled = false.
	NoSeed bool
	// SeedPaths are globs in the folder, as [db.seed] sql_paths. Defaults to
	// seed.sql.
	SeedPaths []string
	// SeedExisting also seeds a database whose first migration was applied before
	// this call. Each seed file is applied once all the same. Defaults to false, so
	// that a program in production never seeds a database that has rows.
	SeedExisting bool
}

// supabaseFolder is what messages and ledgers call the folder.
const supabaseFolder = "supabase"

// Supabase applies the engine's schema and then a folder supabase/: roles.sql on
// a new database, migrations/<version>_<name>.sql that this database has not had
// yet, and seed files. It keeps the ledgers of the Supabase CLI
// (supabase_migrations.schema_migrations and seed_files), so that its commands
// agree with it. It returns the files that were applied, and notes: a line for
// each file that was left out, edited or not run in one transaction.
//
// A file is one transaction together with its row in the ledger. A file that has
// its own begin or commit, or a statement that PostgreSQL refuses in a
// transaction, is run statement by statement. The search path is Supabase's:
// "$user", public, extensions.
func Supabase(ctx context.Context, conn *pgx.Conn, folder fs.FS, o SupabaseOptions) (applied, notes []string, err error) {
	s := &supabase{conn: conn, folder: folder, o: o}
	err = withLock(ctx, conn, func() error {
		if err := refuseEarlierRelease(ctx, conn); err != nil {
			return err
		}
		if s.applied, err = applySystem(ctx, conn); err != nil {
			return err
		}
		return s.apply(ctx)
	})
	return s.applied, s.notes, err
}

type supabase struct {
	conn           *pgx.Conn
	folder         fs.FS
	o              SupabaseOptions
	applied, notes []string
}

func (s *supabase) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

func (s *supabase) apply(ctx context.Context) error {
	if _, err := s.conn.Exec(ctx, supabaseLedgerSQL); err != nil {
		return fmt.Errorf("prepare schema supabase_migrations: %w", err)
	}
	past, err := readSupabaseLedger(ctx, s.conn)
	if err != nil {
		return err
	}
	files, skipped, err := readSupabase(s.folder)
	if err != nil {
		return err
	}
	s.notes = append(s.notes, skipped...)
	if s.o.NoMigrations {
		files = nil
	} else {
		if err := setDefaultGrants(ctx, s.conn, "supabase_migrations.schema_migrations", s.o.DefaultGrants); err != nil {
			return err
		}
		if files, err = s.pending(files, past); err != nil {
			return err
		}
	}
	if len(past) == 0 && len(files) > 0 {
		if err := s.createRoles(ctx); err != nil {
			return err
		}
	}
	for _, f := range files {
		record := func() (string, []any) {
			return "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
				[]any{f.version, f.title, statementTexts(f.text)}
		}
		if err := s.run(ctx, "migrations/"+f.name, f.text, record); err != nil {
			return err
		}
	}
	if s.o.NoSeed || len(past) > 0 && !s.o.SeedExisting {
		return nil
	}
	return s.seed(ctx)
}

// supabaseLedgerSQL creates the ledgers of the Supabase CLI as it does. An old
// one may lack the last two columns.
const supabaseLedgerSQL = `
do $$
begin
	if to_regclass('supabase_migrations.seed_files') is not null and 2 = (
		select count(*) from pg_catalog.pg_attribute
		where attrelid = to_regclass('supabase_migrations.schema_migrations') and attname in ('statements', 'name') and not attisdropped
	) then
		return;
	end if;
	set local lock_timeout = '4s';
	create schema if not exists supabase_migrations;
	create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
	alter table supabase_migrations.schema_migrations add column if not exists statements text[];
	alter table supabase_migrations.schema_migrations add column if not exists name text;
	create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
end
$$`

// supabaseRow is a row of the CLI's ledger.
type supabaseRow struct {
	Version    string
	Name       string
	Statements []string // nil where an old CLI did not store them
}

func readSupabaseLedger(ctx context.Context, conn *pgx.Conn) ([]supabaseRow, error) {
	rows, err := conn.Query(ctx, `select version, coalesce(name, ''), statements
		from supabase_migrations.schema_migrations order by version collate "C"`)
	if err != nil {
		return nil, fmt.Errorf("read supabase_migrations.schema_migrations: %w", err)
	}
	past, err := pgx.CollectRows(rows, pgx.RowToStructByPos[supabaseRow])
	if err != nil {
		return nil, fmt.Errorf("read supabase_migrations.schema_migrations: %w", err)
	}
	return past, nil
}

// supabaseFile is a migration. Its version is text: 9_a.sql comes after 10_b.sql.
type supabaseFile struct{ version, title, name, text string }

var supabaseName = regexp.MustCompile(`^([0-9]+)_(.*)\.sql$`)

// readSupabase reads migrations/*.sql in the order of their names. It skips what
// the CLI skips: other names, with a line for each, and a first file <14
// digits>_init.sql of the time before the ledger.
func readSupabase(folder fs.FS) (files []supabaseFile, skipped []string, err error) {
	entries, err := fs.ReadDir(folder, "migrations")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list the files of supabase/migrations: %w", err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		m := supabaseName.FindStringSubmatch(entry.Name())
		if m == nil {
			skipped = append(skipped, fmt.Sprintf(`skipped supabase/migrations/%s: its name must match "<timestamp>_name.sql"`, entry.Name()))
			continue
		}
		f := supabaseFile{version: m[1], title: m[2], name: entry.Name()}
		if len(files) == 0 && f.title == "init" && len(f.version) == 14 && f.version < "20211209000000" {
			continue
		}
		text, err := fs.ReadFile(folder, "migrations/"+f.name)
		if err != nil {
			return nil, nil, fmt.Errorf("read supabase/migrations/%s: %w", f.name, err)
		}
		f.text = string(text)
		for _, other := range files {
			if other.version == f.version {
				return nil, nil, fmt.Errorf("supabase/migrations/%s and %s have the same version: give the newer one a later one", other.name, f.name)
			}
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b supabaseFile) int { return cmp.Compare(a.name, b.name) })
	return files, skipped, nil
}

// pending compares the files with the ledger. It refuses what the CLI refuses:
// applied versions without a file, and files older than the last applied one.
func (s *supabase) pending(files []supabaseFile, past []supabaseRow) (pending []supabaseFile, err error) {
	var missing, older []string
	for _, p := range past {
		if !slices.ContainsFunc(files, func(f supabaseFile) bool { return f.version == p.Version }) {
			missing = append(missing, p.Version)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("migrations were applied to this database whose files are missing in supabase/migrations: %s. Restore the files, or mark them as reverted: supabase migration repair --status reverted %[1]s", strings.Join(missing, " "))
	}
	for _, f := range files {
		i := slices.IndexFunc(past, func(p supabaseRow) bool { return p.Version == f.version })
		if i < 0 {
			pending = append(pending, f)
			if len(past) > 0 && f.version < past[len(past)-1].Version {
				older = append(older, f.name)
			}
			continue
		}
		// The CLI keeps the comments before a statement.
		if stored := past[i].Statements; stored != nil && !slices.Equal(statementTexts(strings.Join(stored, ";\n")), statementTexts(f.text)) {
			s.note("supabase/migrations/%s was edited after it was applied, which has no effect on this database: write a new migration", f.name)
		}
	}
	if len(older) > 0 && !s.o.IncludeAll {
		return nil, fmt.Errorf("supabase/migrations/%s: older than the last applied migration (%s). Rename with a later timestamp, or apply all the same: toubkal dev --include-all", strings.Join(older, ", "), past[len(past)-1].Version)
	}
	return pending, nil
}

func statementTexts(text string) []string {
	all := []string{}
	for _, statement := range Split(text) {
		all = append(all, statement.Text)
	}
	return all
}

// createRoles runs roles.sql, once. A role that another database of the cluster
// has created is left as it is.
func (s *supabase) createRoles(ctx context.Context) error {
	text, err := fs.ReadFile(s.folder, "roles.sql")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read supabase/roles.sql: %w", err)
	}
	label := supabaseFolder + "/roles.sql"
	return inTx(ctx, s.conn, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "insert into toubkal.seeds (name, hash) values ($1, $2) on conflict do nothing", label, hash(text))
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		for _, statement := range Split(string(text)) {
			err := pgx.BeginFunc(ctx, tx, func(savepoint pgx.Tx) error { return runStatement(ctx, savepoint, statement) })
			if code(err) == "42710" { // duplicate_object
				s.note("%s:%d: the role exists already", label, statement.Line)
			} else if err != nil {
				return statement.refused(label, string(text), err)
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
		text, err := fs.ReadFile(s.folder, name)
		if err != nil {
			return fmt.Errorf("read supabase/%s: %w", name, err)
		}
		label, sum := path.Join(supabaseFolder, name), hash(text)
		var known string
		err = s.conn.QueryRow(ctx, "select coalesce((select hash from supabase_migrations.seed_files where path = $1), '')", label).Scan(&known)
		if err != nil {
			return fmt.Errorf("read supabase_migrations.seed_files: %w", err)
		}
		if known == "" {
			record := func() (string, []any) {
				return "insert into supabase_migrations.seed_files (path, hash) values ($1, $2)", []any{label, sum}
			}
			err = s.run(ctx, name, string(text), record)
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
	label, statements := supabaseFolder+"/"+name, Split(text)
	why := "it has its own begin or commit"
	if !slices.ContainsFunc(statements, Statement.controlsTransaction) {
		err := inTx(ctx, s.conn, func(tx pgx.Tx) error {
			if err := setActor(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, setSupabasePath); err != nil {
				return err
			}
			if err := runFile(ctx, tx, label, text); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "reset role"); err != nil { // the file may have left another one
				return err
			}
			sql, args := record()
			_, err := tx.Exec(ctx, sql, args...)
			return err
		})
		if code(err) != "25001" { // active_sql_transaction
			if err == nil {
				s.applied = append(s.applied, label)
			}
			return err
		}
		why = "PostgreSQL refuses one of its statements in a transaction"
	}
	if err := s.runEach(ctx, label, text, statements, record); err != nil {
		return err
	}
	s.applied = append(s.applied, label)
	s.note("%s was run statement by statement: %s", label, why)
	return nil
}

const setSupabasePath = `set search_path = "$user", public, extensions`

// runEach runs statement by statement. What stands before a failing statement
// and is committed stays.
func (s *supabase) runEach(ctx context.Context, label, text string, statements []Statement, record func() (string, []any)) (err error) {
	conn := s.conn.PgConn()
	defer func() {
		end := "reset role; reset all"
		if conn.TxStatus() != 'I' {
			end = "rollback; " + end
		}
		if _, failed := conn.Exec(context.WithoutCancel(ctx), end).ReadAll(); err == nil {
			err = failed
		}
	}()
	if _, err := conn.Exec(ctx, setSupabasePath+"; set toubkal.actor = 'migration'").ReadAll(); err != nil {
		return err
	}
	for i, statement := range statements {
		if _, err := conn.Exec(ctx, statement.Text).ReadAll(); err != nil {
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
	_, err = s.conn.Exec(ctx, sql, args...)
	return err
}

var transactionWords = regexp.MustCompile(`(?i)^(?:begin|commit|end|abort|start\s+transaction|rollback(?:\s+(?:work|transaction))?(?:\s+and\s.*)?$|prepare\s+transaction)\b`)

// controlsTransaction reports whether the statement begins or ends a transaction.
func (s Statement) controlsTransaction() bool { return transactionWords.MatchString(s.Text) }

// code is the SQLSTATE of an error, "" where it is not PostgreSQL's.
func code(err error) string {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.Code
	}
	return ""
}
