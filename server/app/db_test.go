package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/app/command"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// developer has a folder with a migration, a seed and tests, and a PostgreSQL.
type developer struct {
	t       *testing.T
	project project.Project
	environ []string
}

func newDeveloper(t *testing.T) developer {
	t.Helper()
	dir := pgtest.Folder(t)
	for name, text := range map[string]string{
		"config.toml":                      "",
		"migrations/20260101_climbs.sql":   "create table public.climbs (id int primary key, summit text);",
		"migrations/20260102_test_api.sql": testAPI,
		"seed.sql":                         "insert into climbs values (1, 'Toubkal');",
		"tests/climbs_test.sql":            "begin; select plan(2);\n\\set QUIET 1\n\\set title 'one climb'\nselect count(*) as climbs from climbs \\gset had_\nselect ok(:had_climbs = 1, :'title'); insert into climbs values (2, 'M''Goun');\nselect ok((select count(*) = 2 from climbs), 'two climbs'); select * from finish(); rollback;",
		"tests/0_helpers.sql":              "create schema if not exists tests; create or replace function tests.climbs() returns bigint language sql as 'select count(*) from public.climbs'; begin; select plan(1); select ok(true, 'helpers'); rollback;",
		"tests/below/left_test.sql":        "begin; select plan(1);\n\\ir ../fixtures/third.inc\nselect ok(tests.climbs() = 2, 'a helper of another file'); -- the end of the connection rolls back",
		"tests/fixtures/third.inc":         "insert into climbs values (3, 'included');",
	} {
		path := filepath.Join(dir, "supabase", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	server, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	return developer{t, p, []string{"TOUBKAL_SCHEMA_DIFF=" + schemaDiff(t), "DATABASE_URL=" + server.URL("postgres"), "TOUBKAL_DATA_DIR=" + filepath.Join(dir, "data"), "TOUBKAL_POSTGRES_BIN=" + os.Getenv("TOUBKAL_POSTGRES_BIN")}}
}

// schemaDiff builds the program that compares databases, once.
func schemaDiff(t *testing.T) string {
	t.Helper()
	path, err := exec.CommandContext(t.Context(), "go", "tool", "-modfile=../test/tools/go.mod", "-n", "pg-schema-diff").Output()
	if err != nil {
		t.Fatalf("build pg-schema-diff: %v", err)
	}
	return strings.TrimSpace(string(path))
}

// testAPI are functions of pgTAP, which may be installed without its extension.
const testAPI = `
create function public.plan(n int) returns text language sql as $$ select '1..' || n $$;
create function public.ok(passed bool, name text) returns text language sql as $$ select case when passed then 'ok' else 'not ok' end || ' - ' || name $$;
create function public.finish() returns setof text language sql as $$ select null::text where false $$;`

func (d developer) run(args ...string) (string, error) {
	d.t.Helper()
	var out, log strings.Builder
	for _, c := range command.All {
		if c.Name == args[0] {
			err := Command(d.t.Context(), d.project, append([]string{"--project", d.project.Folder}, args...), d.environ, &out, &log)
			return out.String(), err
		}
	}
	d.t.Fatalf("there is no command %s", args[0])
	return "", nil
}

// A reset drops what the migrations do not make, and seeds again; without --force no database of
// DATABASE_URL is touched.
func TestResetAndDiff(t *testing.T) {
	t.Parallel()
	d := newDeveloper(t)
	if _, err := d.run("migrate"); err != nil {
		t.Fatal(err)
	}
	bare := developer{t, d.project, append([]string{"TOUBKAL_SCHEMA_DIFF=absent"}, d.environ[1:]...)}
	if _, err := bare.run("db", "diff"); err == nil || !strings.Contains(err.Error(), "go install github.com/stripe/pg-schema-diff") {
		t.Errorf("diff without its program: %v, want how to get it", err)
	}
	if text, err := d.run("db", "diff"); err != nil || strings.TrimSpace(text) != "" {
		t.Errorf("diff of what the migrations made: %q, %v; want nothing", text, err)
	}
	d.change("alter table public.climbs add height int not null default 4167; create index climbs_summit on public.climbs (summit); delete from public.climbs;")
	text, err := d.run("db", "diff")
	if err != nil || !strings.Contains(text, `ALTER TABLE "public"."climbs" ADD COLUMN "height" integer`) || !strings.Contains(text, "CREATE INDEX climbs_summit") || strings.Contains(text, "CREATE TABLE") {
		t.Errorf("diff: %v\n%s", err, text)
	}
	if _, err := d.run("db", "reset", "--yes"); err == nil || !strings.Contains(err.Error(), "db reset --force") {
		t.Errorf("reset of DATABASE_URL: %v, want a refusal", err)
	}
	if _, err := d.run("db", "reset", "--force"); err == nil || !strings.Contains(err.Error(), "the answer was not yes") {
		t.Errorf("reset without an answer: %v, want a refusal", err)
	}
	if again, err := d.run("db", "diff"); err != nil || again != text {
		t.Errorf("a reset that was refused has changed the database: %v\n%s", err, again)
	}
	if text, err := d.run("db", "reset", "--yes", "--force"); err != nil || !strings.Contains(text, "the database is new") {
		t.Fatalf("reset: %v\n%s", err, text)
	}
	if text, err := d.run("db", "diff"); err != nil || strings.TrimSpace(text) != "" {
		t.Errorf("diff after a reset: %q, %v; want nothing", text, err)
	}
	if text, err := d.run("test"); err != nil || !strings.Contains(text, "ok - one climb") {
		t.Errorf("the seed after a reset: %v\n%s", err, text)
	}
}

// A reset of the embedded PostgreSQL needs no port, which another project's may have.
func TestResetBesideAnotherPort(t *testing.T) {
	t.Parallel()
	var listen net.ListenConfig
	other, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	d := newDeveloper(t)
	d.environ = []string{"DATABASE_URL=", d.environ[2], d.environ[3], fmt.Sprintf("TOUBKAL_POSTGRES_PORT=%d", other.Addr().(*net.TCPAddr).Port)}
	if text, err := d.run("db", "reset", "--yes"); err != nil || !strings.Contains(text, "the database is new") {
		t.Errorf("got %v\n%s", err, text)
	}
}

// Tests print TAP, fail the command, and are run as psql runs them: what a file commits is there for the next.
func TestSQLTests(t *testing.T) {
	t.Parallel()
	d := newDeveloper(t)
	for range 2 {
		text, err := d.run("test")
		if err != nil || strings.Count(text, "\nok - ") != 4 || strings.Contains(text, "not ok") {
			t.Errorf("got %v\n%s", err, text)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"failed":  {"select plan(1); select ok(false, 'high');", "not ok - high"},
		"fewer":   {"select plan(2); select ok(true, 'one');", "1..2\nok - one"},
		"no plan": {"select ok(true, 'one');", "ok - one"},
		"broken":  {"select plan(1);\nselect nothing();", "not ok - line 2: ERROR: function nothing() does not exist"},
		"absent":  {"select plan(1);\n\\i absent.sql", "not ok - line 2: read an included file: "},
		"gset":    {"select plan(1);\nselect 1 where false \\gset", `not ok - line 2: no rows returned for \gset`},
		"alone":   {"\\gset", `not ok - line 1: \gset is a command of psql that is not supported here`},
		"gexec":   {"select plan(1) \\gexec", `not ok - line 1: \gexec is a command of psql that is not supported here`},
	} {
		file := filepath.Join(t.TempDir(), "one.sql")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := d.run("test", file); err == nil || err.Error() != "1 of 1 files failed" || !strings.Contains(text, c.want) {
			t.Errorf("%s: got %v\n%s", name, err, text)
		}
	}
	d.change("drop function public.plan(int)")
	if _, err := d.run("test"); err == nil || !strings.Contains(err.Error(), "-pgtap)") {
		t.Errorf("without pgTAP: got %v, want its package", err)
	}
}

// change is what a developer does in the database by hand.
func (d developer) change(sql string) {
	d.t.Helper()
	conn, err := pgx.Connect(d.t.Context(), strings.TrimPrefix(d.environ[1], "DATABASE_URL="))
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(d.t.Context())) }()
	if _, err := conn.Exec(d.t.Context(), sql); err != nil {
		d.t.Fatal(err)
	}
}

// The tests beside the policies run with those of pgTAP, and explain and policies speak of the same database.
func TestPolicyCommands(t *testing.T) {
	t.Parallel()
	dir := pgtest.Folder(t)
	if _, err := project.Create(filepath.Join(dir, "todo"), project.New{Template: "todo", Client: "none"}); err != nil {
		t.Fatal(err)
	}
	d := newDeveloper(t)
	var err error
	if d.project, err = project.Load(filepath.Join(dir, "todo")); err != nil {
		t.Fatal(err)
	}
	text, err := d.run("test")
	if err != nil || strings.Count(text, "\nok ") != 10 || strings.Contains(text, "not ok") || !strings.Contains(text, "1..10\n# no test touches") {
		t.Errorf("test: got %v\n%s", err, text)
	}
	text, err = d.run("explain", "GET", "/todos?title=eq.Book the refuge below Toubkal", "--as", "omar@example.org")
	if err != nil || !strings.Contains(text, "1 row in ") || !strings.Contains(text, "todos_select_member (1 pass, ") || !strings.Contains(text, "policies/todos.sql:10") {
		t.Errorf("explain: got %v\n%s", err, text)
	}
	text, err = d.run("explain", "--json", "POST", "/todos", "--data", `{"title": "x", "team_id": "00000000-0000-4000-8000-00000000000a"}`, "--as", "omar@example.org", "--header", "Prefer: return=representation")
	if err != nil || !strings.Contains(text, `"code": "42501"`) || !strings.Contains(text, "public.is_team_member(team_id) is false") {
		t.Errorf("explain: got %v\n%s", err, text)
	}
	for _, args := range [][]string{{"explain"}, {"explain", "GET"}, {"explain", "--as"}, {"explain", "--header", "x", "GET", "/todos"}} {
		if _, err := d.run(args...); !errors.Is(err, command.ErrUsage) {
			t.Errorf("%q: got %v, want the usage", args, err)
		}
	}
	if _, err := d.run("explain", "--as", "nobody@example.org", "GET", "/todos"); err == nil || !strings.Contains(err.Error(), "there is no such user") {
		t.Errorf("got %v, want that there is no such user", err)
	}
	text, err = d.run("policies")
	if err != nil || !strings.Contains(text, "todos_select_member") {
		t.Errorf("policies of a new project: got %v\n%s", err, text)
	}
}
