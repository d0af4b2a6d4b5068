package migrate_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/pgtest"
)

func TestMatrix(t *testing.T) {
	t.Parallel()
	d := notes(t)
	conn := d.Conn()
	text := notesPolicy + `
		grant delete on public.notes to authenticated;
		grant all on public.notes to service_role;
		create policy notes_select_public_too on public.notes for select to anon using (body = 'x');`
	if _, err := migrate.Policies(t.Context(), conn, files("notes.sql", text)); err != nil {
		t.Fatal(err)
	}
	all, err := migrate.Matrix(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := migrate.Print(&out, slices.DeleteFunc(all, func(r migrate.Right) bool { return r.Table != "notes" })); err != nil {
		t.Fatal(err)
	}
	want := `TABLE  ROLE           VERB    COLUMNS  ROWS
notes  anon           select  all      Anyone reads open notes. (notes_select_public)
                                       (notes_select_public_too)
notes  anon           insert  1 of 3   No row: no policy lets one pass.
notes  authenticated  delete  all      No row: no policy lets one pass.
notes  service_role   select  all      Every row: the role bypasses row security.
notes  service_role   insert  all      Every row: the role bypasses row security.
notes  service_role   update  all      Every row: the role bypasses row security.
notes  service_role   delete  all      Every row: the role bypasses row security.
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestLintFinds(t *testing.T) {
	t.Parallel()
	const table = "create table public.notes (id uuid primary key, author uuid, body text);"
	const safe = "alter table public.notes enable row level security; alter table public.notes force row level security;"
	for _, test := range []struct {
		name, schema, file string
		want               []string
	}{
		{"nothing", table, safe + "\n-- using (true): they are public.\ncreate policy p on public.notes for select to anon using (true);", nil},
		{"no file", table + safe, "", []string{"notes: has no file in policies"}},
		{"open without a reason", table, safe + "create policy p on public.notes for select to anon using (true);", []string{"notes, policy p: lets every row pass: say why before it (-- using (true): …) or limit it"}},
		{"check without a reason", table, safe + "create policy p on public.notes for insert to anon with check (true);", []string{"notes, policy p: lets every row pass: say why before it (-- using (true): …) or limit it"}},
		{"a call for each row", table + "create index on public.notes (author);", safe + "create policy p on public.notes for select to anon using (author = auth.uid());", []string{"notes, policy p: calls auth.uid() for each row: write (select auth.uid())"}},
		{"a call once", table + "create index on public.notes (author);", safe + "create policy p on public.notes for select to anon using (author = (select auth.uid()));", nil},
		{"no index", table, safe + "create policy p on public.notes for select to anon using (body is null);", []string{"notes, policy p: filters on body, which no index has"}},
		{"no filter", table, safe + "create policy p on public.notes for insert to anon with check (body is null);", nil},
		{"not enabled", table, "select 1", []string{"notes: row security is not enabled"}},
		{"not forced", table, "alter table public.notes enable row level security;", []string{"notes: row security is not forced on the table's owner"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			conn := d.Conn()
			if _, err := d.Admin.Exec(t.Context(), test.schema); err != nil {
				t.Fatal(err)
			}
			folder := beside(t, test.file)
			if _, err := migrate.Policies(t.Context(), conn, folder); err != nil {
				t.Fatal(err)
			}
			got := lint(t, d, folder)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestLintFindsAFileWithoutTable(t *testing.T) {
	t.Parallel()
	got := lint(t, pgtest.New(t), beside(t, "select 1"))
	if want := []string{"notes: has a file in policies, but there is no such table"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// beside is the site's policies and, unless empty, notes.sql.
func beside(t *testing.T, text string) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	names, err := fs.Glob(policies.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		site, err := fs.ReadFile(policies.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: site}
	}
	if text != "" {
		all["notes.sql"] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func lint(t *testing.T, d *pgtest.DB, folder fs.FS) (lines []string) {
	t.Helper()
	found, err := migrate.Lint(t.Context(), d.Conn(), folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		lines = append(lines, f.String())
	}
	return lines
}
