package migrate_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// files makes a folder from name, text, name, text …
func files(pairs ...string) fs.FS {
	all := fstest.MapFS{}
	for pair := range slices.Chunk(pairs, 2) {
		all[pair[0]] = &fstest.MapFile{Data: []byte(pair[1])}
	}
	return all
}

func one(t *testing.T, d *pgtest.DB, sql string) (text string) {
	t.Helper()
	if err := d.Admin.QueryRow(t.Context(), "select ("+sql+")::text").Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func wants(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if len(words) == 0 && err == nil {
		return
	}
	if err == nil || len(words) == 0 {
		t.Fatalf("%s: got %v, want an error with %q", what, err, words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s: got %q, want it to say %q", what, err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: got several lines: %q", what, err)
	}
}

const (
	firstSQL  = "create table public.a (id int);\n"
	secondSQL = "create table public.b (id int);\n"
)

func TestUpAppliesOnceAndInOrder(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	for _, step := range []struct {
		files fs.FS
		want  []string
	}{
		{files("0001_a.sql", firstSQL), []string{"0001_a.sql"}},
		{files("0001_a.sql", firstSQL, "0002_b.sql", "alter table public.a add b int;"+secondSQL), []string{"0002_b.sql"}},
		{files("0001_a.sql", firstSQL, "0002_b.sql", "alter table public.a add b int;"+secondSQL), nil},
	} {
		got, err := migrate.Up(t.Context(), conn, step.files)
		if diff := cmp.Diff(step.want, got); err != nil || diff != "" {
			t.Fatalf("got %v, %v, want %v", got, err, step.want)
		}
	}
	if got := one(t, d, "select string_agg(version || name || length(hash), ' ' order by version) from toubkal.migrations"); got != "10001_a.sql64 20002_b.sql64" {
		t.Errorf("recorded %q", got)
	}
}

func TestUpRefuses(t *testing.T) {
	t.Parallel()
	was := []string{"0001_a.sql", firstSQL, "0002_b.sql", secondSQL}
	for _, test := range []struct {
		name string
		now  []string
		want []string
	}{
		{"an edited file", []string{"0001_a.sql", firstSQL + " ", "0002_b.sql", secondSQL}, []string{"schema/0001_a.sql", "edited"}},
		{"a missing file", []string{"0001_a.sql", firstSQL}, []string{"schema/0002_b.sql", "missing"}},
		{"a renamed file", []string{"0001_a.sql", firstSQL, "0002_c.sql", secondSQL}, []string{"schema/0002_b.sql", "0002_c.sql"}},
		{"a gap", append(slices.Clone(was), "0004_d.sql", "select 1"), []string{"schema/0004_d.sql", "0003"}},
		{"a gap at the start", []string{"0002_b.sql", secondSQL}, []string{"schema/0002_b.sql", "0001"}},
		{"a double number", append(slices.Clone(was), "0002_c.sql", "select 1"), []string{"schema/0002_c.sql", "0002_b.sql"}},
		{"a wrong name", append(slices.Clone(was), "3_d.sql", "select 1"), []string{"schema/3_d.sql", "four digits"}},
		{"bad SQL", append(slices.Clone(was), "0003_d.sql", "create table public.c ();\n\nselect\n  1 +\n  nix;\n"), []string{"schema/0003_d.sql:5:", "nix", "42703", "in: select …"}},
		{"an error without a position", append(slices.Clone(was), "0003_d.sql", "create table public.c ();\ninsert into public.a\n values (1); select 1/0;"), []string{"schema/0003_d.sql:3:", "division by zero", "in: select 1/0"}},
		{"a commit", append(slices.Clone(was), "0003_d.sql", "create table public.c ();\ncommit;"), []string{"schema/0003_d.sql:2:", "transaction"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			conn := d.Conn()
			if _, err := migrate.Up(t.Context(), conn, files(was...)); err != nil {
				t.Fatal(err)
			}
			_, err := migrate.Up(t.Context(), conn, files(test.now...))
			wants(t, "Up", err, test.want...)
			if got := one(t, d, "select count(*) from toubkal.migrations"); got != "2" {
				t.Errorf("recorded %s migrations, want 2", got)
			}
			if test.name != "a commit" && one(t, d, "select to_regclass('public.c') is null") != "true" {
				t.Error("a refused file left its table behind")
			}
			// The connection serves on, and the lock is free.
			_, err = migrate.Up(t.Context(), conn, files(was...))
			wants(t, "Up again", err)
		})
	}
}

func TestErrorCarriesPostgresReason(t *testing.T) {
	t.Parallel()
	_, err := migrate.Up(t.Context(), pgtest.Empty(t).Conn(), files("0001_a.sql", "select 'é' || \n nix"))
	e, ok := errors.AsType[*migrate.Error](err)
	if !ok || e.File != "schema/0001_a.sql" || e.Line != 2 || e.Statement != "select 'é' ||  …" {
		t.Errorf("got %#v", err)
	}
}

func TestSettingsEndWithTheirFile(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, err := migrate.Up(t.Context(), d.Conn(), files(
		"0001_a.sql", "set search_path = pg_catalog; set role pg_monitor; reset role; set statement_timeout = 77",
		"0002_b.sql", "create table public.seen as select current_setting('search_path') || current_setting('statement_timeout') as it"))
	wants(t, "Up", err)
	if got := one(t, d, "select it from public.seen"); got != `"$user", public0` {
		t.Errorf("the second file saw %q", got)
	}
}

func TestNodesThatStartAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	all := files("0001_a.sql", firstSQL, "0002_b.sql", secondSQL)
	var group errgroup.Group
	var got [4][]string
	for i := range got {
		conn := d.Conn()
		group.Go(func() (err error) {
			got[i], err = migrate.Up(t.Context(), conn, all)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Concat(got[:]...)); n != 2 {
		t.Errorf("the nodes applied %d files in all, want 2: %v", n, got)
	}
}

func TestSeedsApplyOnce(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	if _, err := d.Admin.Exec(t.Context(), firstSQL); err != nil {
		t.Fatal(err)
	}
	step := func(want []string, pairs ...string) {
		t.Helper()
		got, err := migrate.Seeds(t.Context(), conn, files(pairs...))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("got %v, %v, want %v", got, err, want)
		}
	}
	step([]string{"0002_a.sql"}, "0002_a.sql", "insert into public.a values (1)")
	step([]string{"0001_b.sql"}, "0001_b.sql", "insert into public.a values (2)", "0002_a.sql", "insert into public.a values (3)")
	if got := one(t, d, "select string_agg(id::text, ' ' order by id) from public.a"); got != "1 2" {
		t.Errorf("rows are %q, want the first seed once and unedited", got)
	}
	_, err := migrate.Seeds(t.Context(), conn, files("0003_c.sql", "insert into public.a values (9);\nnix"))
	wants(t, "a bad seed", err, "schema/seeds/0003_c.sql:2:", "42601")
	if got := one(t, d, "select count(*) from public.a"); got != "2" {
		t.Errorf("a refused seed left %s rows, want 2", got)
	}
}

func TestTheSiteMigratesTwiceToTheSame(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	seeds, err := fs.Sub(schema.Files, "seeds")
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []bool{true, false} {
		up, err1 := migrate.Up(t.Context(), conn, schema.Files)
		rights, err2 := migrate.Policies(t.Context(), conn, policies.Files)
		sown, err3 := migrate.Seeds(t.Context(), conn, seeds)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for what, list := range map[string][]string{"schema": up, "policies": rights, "seeds": sown} {
			if (len(list) > 0) != first {
				t.Errorf("first run %t: %s applied %v", first, what, list)
			}
		}
	}
}
