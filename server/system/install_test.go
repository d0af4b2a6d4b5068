package system_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/system"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// The engine's schema installs on an empty database, with nothing of a project.
func TestInstallsOnAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	files, err := fs.Glob(system.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []bool{true, false} {
		applied, err := migrate.Up(t.Context(), conn, migrate.Folder{}, migrate.Options{})
		if err != nil || (len(applied) == len(files)) != first || !first && len(applied) > 0 {
			t.Fatalf("first time %t: applied %q, %v", first, applied, err)
		}
	}
	if got := rows[string](t, d.Admin, "select tablename::text from pg_tables where schemaname = 'public'"); len(got) > 0 {
		t.Errorf("tables in public: %q", got)
	}
	if got := rows[string](t, d.Admin, "select nspname::text from pg_namespace where nspname !~ '^pg_' order by 1"); strings.Join(got, " ") != "auth extensions information_schema public realtime storage toubkal toubkal_jobs toubkal_mail toubkal_storage" {
		t.Errorf("schemas: %q", got)
	}
}

// owner is a user of the test's own that is no superuser, and a connection of it.
// The roles of the engine are on the cluster by then, made by the superuser, as
// beside a Supabase database.
func owner(t *testing.T, d *pgtest.DB, attributes, grants string) *pgx.Conn {
	t.Helper()
	name := strings.Replace(d.Name, "test_", "owner_", 1)
	if _, err := d.Admin.Exec(t.Context(), "create role "+name+" login password 'x' "+attributes+"; alter database "+d.Name+" owner to "+name+";"+strings.ReplaceAll(grants, "OWNER", name)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if _, err := d.Admin.Exec(ctx, "reassign owned by "+name+" to current_user; drop owned by "+name+"; drop role "+name); err != nil {
			t.Error(err)
		}
	})
	config := d.Conn().Config().Copy()
	config.User, config.Password = name, "x"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

const memberships = "grant toubkal_owner, supabase_auth_admin, supabase_realtime_admin, supabase_storage_admin, toubkal_worker to OWNER"

func TestInstallsAsAUserThatIsNoSuperuser(t *testing.T) {
	t.Parallel()
	pgtest.New(t) // the roles are there
	d := pgtest.Empty(t)
	conn := owner(t, d, "createrole createdb", memberships)
	schema := migrate.Folder{Name: "schema", Files: nil}
	if _, err := migrate.Up(t.Context(), conn, schema, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	got := rows[string](t, d.Admin, `select nspname || ' ' || (nspowner::regrole::text ~ '^owner_' or nspowner = 'pg_database_owner'::regrole)::text from pg_namespace
		where nspname in ('auth', 'realtime', 'toubkal', 'extensions') order by 1`)
	if strings.Join(got, ", ") != "auth false, extensions true, realtime false, toubkal true" {
		t.Errorf("who owns the schemas: %q", got)
	}
	// It may write policies on the engine's tables, as migrations do.
	if _, err := conn.Exec(t.Context(), "create policy talk on realtime.messages for select to authenticated using (true)"); err != nil {
		t.Errorf("a policy on realtime.messages: %v", err)
	}
}

// A user without the rights is told what to have a superuser run.
func TestSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	pgtest.New(t)
	d := pgtest.Empty(t)
	_, err := migrate.Up(t.Context(), owner(t, d, "", ""), migrate.Folder{}, migrate.Options{})
	if err == nil || !strings.Contains(err.Error(), "Let a superuser run: grant ") || !strings.Contains(err.Error(), "42501") {
		t.Errorf("got %v, want it to say what a superuser should run", err)
	}
	if got := rows[int](t, d.Admin, "select count(*) from toubkal.system_migrations")[0]; got != 0 {
		t.Errorf("%d files are recorded, want 0", got)
	}
}

// A publication that exists is altered, and stored generated columns are
// published where PostgreSQL can do that.
func TestPublicationThatExists(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	if _, err := d.Admin.Exec(t.Context(), "create publication supabase_realtime"); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Up(t.Context(), d.Conn(), migrate.Folder{}, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Admin.Exec(t.Context(), `create table public.words (id int primary key, word text, folded text generated always as (lower(word)) stored);
		alter publication supabase_realtime add table public.words`); err != nil {
		t.Fatal(err)
	}
	want := "id,word,folded"
	if rows[int](t, d.Admin, "select current_setting('server_version_num')::int")[0] < 180000 {
		want = "id,word"
	}
	if got := rows[string](t, d.Admin, "select array_to_string(attnames, ',') from pg_publication_tables where tablename = 'words'")[0]; got != want {
		t.Errorf("published %q, want %q", got, want)
	}
}
