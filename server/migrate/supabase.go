package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
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

// supabaseFolder is the name of the folder in messages and ledgers.
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
	s.extensions = ownExtensions{conn: conn, note: s.note}
	err = Locked(ctx, conn, func() error {
		if s.applied, err = applySystem(ctx, conn, func(line string) { s.note("%s", line) }); err != nil {
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
	extensions     ownExtensions
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
	if err := s.createImage(ctx); err != nil {
		return err
	}
	if len(files) > 0 {
		if err := s.checkPending(ctx, files); err != nil {
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
	if err := s.exposeQueues(ctx); err != nil {
		return err
	}
	if s.o.NoSeed || len(past) > 0 && !s.o.SeedExisting {
		return nil
	}
	return s.seed(ctx)
}

// checkPending refuses files that this server cannot run, before the first of them.
func (s *supabase) checkPending(ctx context.Context, files []supabaseFile) error {
	texts, err := supabaseTexts(s.folder, files)
	if err != nil {
		return err
	}
	offer, err := ReadOffer(ctx, s.conn)
	if err != nil {
		return err
	}
	return refuse(texts, offer)
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
		if f.text, _, err = readText(folder, "migrations/"+f.name, "supabase/migrations/"+f.name); err != nil {
			return nil, nil, err
		}
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
		return nil, fmt.Errorf("migrations were applied to this database whose files are missing in supabase/migrations: %s. Restore the files, or have the database forget them: toubkal psql -c \"delete from supabase_migrations.schema_migrations where version in ('%s')\"", strings.Join(missing, " "), strings.Join(missing, "', '"))
	}
	for _, f := range files {
		i := slices.IndexFunc(past, func(p supabaseRow) bool { return p.Version == f.version })
		if i < 0 && len(Split(f.text)) == 0 { // migration new creates an empty file
			continue
		}
		if i < 0 {
			pending = append(pending, f)
			if len(past) > 0 && f.version < past[len(past)-1].Version {
				older = append(older, f.name)
			}
			continue
		}
		// The CLI keeps the comments before a statement.
		if stored := past[i].Statements; stored != nil && !slices.Equal(statementTexts(strings.Join(stored, ";\n")), statementTexts(f.text)) {
			if name := past[i].Name; name != "" && name != f.title {
				return nil, fmt.Errorf("supabase/migrations/%s has the version of %s_%s.sql, which was applied to this database: give it a later version", f.name, f.version, name)
			}
			s.note("supabase/migrations/%s was edited after it was applied, which has no effect on this database: write a new migration", f.name)
		}
	}
	if len(older) > 0 && !s.o.IncludeAll {
		return nil, fmt.Errorf("supabase/migrations/%s: older than the last applied migration (%s). Rename with a later timestamp, or apply all the same: toubkal migrate --include-all", strings.Join(older, ", "), past[len(past)-1].Version)
	}
	return pending, nil
}

func statementTexts(text string) []string {
	all := []string{}
	for _, statement := range Split(text) {
		if !statement.isCommand() {
			all = append(all, statement.Text)
		}
	}
	return all
}
