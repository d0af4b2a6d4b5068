package migrate_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

func TestPrivileges(t *testing.T) {
	t.Parallel()
	d := memos(t)
	conn := d.Conn()
	text := memosPolicy + `
		grant delete on public.memos to authenticated;
		grant all on public.memos to service_role;
		create policy memos_select_public_too on public.memos for select to anon using (body = 'x');`
	if _, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", text), migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	all, err := migrate.Privileges(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := migrate.Print(&out, slices.DeleteFunc(all, func(r migrate.Privilege) bool { return r.Table != "memos" })); err != nil {
		t.Fatal(err)
	}
	want := `TABLE  ROLE           VERB    COLUMNS  ROWS
memos  anon           select  all      Anyone reads open memos. (memos_select_public)
                                       (memos_select_public_too)
memos  anon           insert  1 of 3   No row: no policy lets one pass.
memos  authenticated  delete  all      No row: no policy lets one pass.
memos  service_role   select  all      Every row: the role bypasses row security.
memos  service_role   insert  all      Every row: the role bypasses row security.
memos  service_role   update  all      Every row: the role bypasses row security.
memos  service_role   delete  all      Every row: the role bypasses row security.
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestLintFinds(t *testing.T) {
	t.Parallel()
	const table = "create table public.memos (id uuid primary key, author uuid, body text);"
	const safe = "alter table public.memos enable row level security; alter table public.memos force row level security;"
	for _, test := range []struct {
		name, schema, file string
		want               []string
	}{
		{"nothing", table, safe + "\n-- using (true): they are public.\ncreate policy p on public.memos for select to anon using (true);", nil},
		{"no file", table + safe, "", []string{"memos: has no file in policies"}},
		{"open without a reason", table, safe + "create policy p on public.memos for select to anon using (true);", []string{"memos, policy p: lets every row pass: say why before it (-- using (true): …) or limit it"}},
		{"check without a reason", table, safe + "create policy p on public.memos for insert to anon with check (true);", []string{"memos, policy p: lets every row pass: say why before it (-- using (true): …) or limit it"}},
		{"a call for each row", table + "create index on public.memos (author);", safe + "create policy p on public.memos for select to anon using (author = auth.uid());", []string{"memos, policy p: calls auth.uid() for each row: write (select auth.uid())"}},
		{"a call once", table + "create index on public.memos (author);", safe + "create policy p on public.memos for select to anon using (author = (select auth.uid()));", nil},
		{"no index", table, safe + "create policy p on public.memos for select to anon using (body is null);", []string{"memos, policy p: filters on body, which no index has"}},
		{"no filter", table, safe + "create policy p on public.memos for insert to anon with check (body is null);", nil},
		{"not enabled", table, "select 1", []string{"memos: row security is not enabled"}},
		{"not forced", table, "alter table public.memos enable row level security;", []string{"memos: row security is not forced on the table's owner"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			conn := d.Conn()
			if _, err := d.Admin.Exec(t.Context(), test.schema); err != nil {
				t.Fatal(err)
			}
			folder := beside(t, test.file)
			if _, err := migrate.Policies(t.Context(), conn, migrate.Folder{Name: "policies", Files: folder}, migrate.Options{}); err != nil {
				t.Fatal(err)
			}
			got := lint(t, d, folder)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// Where migrations make the policies, as in a Supabase folder, no rule is about files.
func TestLintWithoutPolicyFiles(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, _, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/1_a.sql", `
		create table memos (id int primary key); alter table memos enable row level security;
		create policy "Everyone reads" on memos for select using (true);
		create table lists (id int primary key);
		create view good with (security_invoker = on) as select * from memos;
		create view bad with (security_invoker = off) as select * from memos;`), migrate.SupabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"bad: is a view with the rights of its owner, which see past the policies: make it with (security_invoker = true), or say in its comment what it guards (Definer: …)",
		"lists: row security is not enabled",
	}
	if diff := cmp.Diff(want, lint(t, d, nil)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestLintFindsAFileWithoutTable(t *testing.T) {
	t.Parallel()
	got := lint(t, pgtest.New(t), beside(t, "select 1"))
	if want := []string{"memos: has a file in policies, but there is no such table"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// beside is the fixture's policies and, unless empty, memos.sql.
func beside(t *testing.T, text string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	names, err := fs.Glob(fixture.Policies, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := fs.ReadFile(fixture.Policies, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: file}
	}
	if text != "" {
		all["memos.sql"] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func lint(t *testing.T, d *pgtest.DB, folder fs.FS) (lines []string) {
	t.Helper()
	found, err := migrate.Lint(t.Context(), d.Conn(), migrate.Folder{Name: "policies", Files: folder})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		lines = append(lines, f.String())
	}
	return lines
}
