package lint_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// memos is a table without a mistake.
const memos = `create table public.memos (id uuid primary key, author uuid, body text);
	create index on public.memos (author); create index on public.memos (body);
	alter table public.memos enable row level security; alter table public.memos force row level security;
	grant select, insert, update, delete on public.memos to anon, authenticated;
	create policy own on public.memos for select to authenticated using (author = (select auth.uid()));`

// Each rule finds what breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rule, sql, want string }{
		{"rls_disabled_in_public", "create table public.x (id int primary key)", "error rls_disabled_in_public: x: row security is not enabled"},
		{"policy_exists_rls_disabled", "alter table public.memos disable row level security", "error policy_exists_rls_disabled: memos: has policies"},
		{"rls_enabled_no_policy", "drop policy own on public.memos", "info rls_enabled_no_policy: memos: grants rights"},
		{"rls_not_forced", "alter table public.memos no force row level security", "warning rls_not_forced: memos: row security is not forced"},
		{"no_policy_file", "create table public.x (id int primary key)", "warning no_policy_file: x: has no file"},
		{"no_table", "drop table public.memos", "warning no_table: memos: has a file in policies, but there is no such table (policies/memos.sql:1)"},
		{"security_definer_view", "create view public.v as select * from public.memos", "error security_definer_view: v: is a view"},
		{"materialized_view_in_api", "create materialized view public.v as select 1 as x; grant select on public.v to anon", "warning materialized_view_in_api: v: "},
		{"foreign_table_in_api", "create foreign data wrapper w; create server s foreign data wrapper w; create foreign table public.f (id int) server s; grant select on public.f to anon", "warning foreign_table_in_api: f: "},
		{"auth_users_exposed", "create view public.v with (security_invoker) as select email from auth.users; grant select on public.v to anon", "error auth_users_exposed: v: "},
		{"unindexed_foreign_keys", "create table public.x (id int primary key, memo uuid references public.memos)", "info unindexed_foreign_keys: x: foreign key x_memo_fkey"},
		{"no_primary_key", "create table public.x (id int)", "info no_primary_key: x: "},
		{"duplicate_index", "create index on public.memos (body)", "warning duplicate_index: memos: has several indexes that are the same: "},
		{"function_search_path_mutable", "create function public.f() returns int language sql security definer as 'select 1'", "warning function_search_path_mutable: f(): "},
		{"anon_security_definer_function_executable", "create function public.f(a int) returns int language sql security definer set search_path = '' as 'select 1'; grant execute on function public.f(int) to anon", "warning anon_security_definer_function_executable: f(a integer): "},
		{"extension_in_public", "create extension hstore schema public", "warning extension_in_public: hstore: "},
		{"realtime_without_select", "alter publication supabase_realtime add table public.memos; drop policy own on public.memos", "warning realtime_without_select: memos: "},
		{"unindexed_policy_columns", "create table public.x (id int primary key, open bool); alter table public.x enable row level security; create policy p on public.x for select to anon using (open)", "warning unindexed_policy_columns: x, policy p: filters on open"},
		{"multiple_permissive_policies", "create policy more on public.memos for select to authenticated using (body = 'x')", "info multiple_permissive_policies: memos: has several permissive policies for select by authenticated, of which each is evaluated: more, own"},
		{"only_restrictive", "alter table public.memos rename to x; create policy p on public.x as restrictive for insert to anon with check (body = 'x')", "warning only_restrictive: x, policy p: all policies for insert by anon"},
		{"storage_upsert", "create policy up on storage.objects for insert to authenticated with check (bucket_id = 'a')", "info storage_upsert: storage.objects: authenticated may upload"},
		{"auth_rls_initplan", "create policy p on public.memos for delete to authenticated using (author = auth.uid())", "warning auth_rls_initplan: memos, policy p: calls auth.uid() for each row"},
		{"auth_rls_initplan", "create policy p on public.memos for delete to authenticated using (body = current_setting('app.x', true))", "warning auth_rls_initplan: memos, policy p: calls current_setting('app.x'::text, true)"},
		{"rls_references_user_metadata", "create policy p on public.memos for delete to authenticated using (((select auth.jwt()) -> 'user_metadata' ->> 'admin') = 'yes')", "error rls_references_user_metadata: memos, policy p: "},
		{"rls_policy_always_true", "create policy p on public.memos for insert to anon with check (true)", "warning rls_policy_always_true: memos, policy p: "},
		{"rls_policy_never_true", "create policy p on public.memos for insert to anon with check (false)", "warning rls_policy_never_true: memos, policy p: "},
		{"rls_policy_null_auth_disjunct", "create policy p on public.memos for select to anon using ((select auth.uid()) is null or author = (select auth.uid()))", "error rls_policy_null_auth_disjunct: memos, policy p: lets every row pass where auth.uid() IS NULL"},
		{"null_auth_comparison", "create policy p on public.memos for select to anon using (author = (select auth.uid()) and body = 'x')", "warning null_auth_comparison: memos, policy p: is for anon"},
		{"json_text", "create policy p on public.memos for delete to authenticated using (author::text = ((select auth.jwt()) -> 'sub')::text)", "warning json_text: memos, policy p: "},
		{"no_with_check", "create policy p on public.memos for update to authenticated using (author = (select auth.uid()))", "info no_with_check: memos, policy p: "},
		{"row_changes_hands", "create policy p on public.memos for update to authenticated using (author = (select auth.uid())) with check (body <> '')", "warning row_changes_hands: memos, policy p: lets a caller change author"},
		{"recursion", "create policy q on public.memos for select to authenticated using (exists (select from public.memos m where m.author = (select auth.uid())))", "error recursion: memos, policy q: every request fails (42P17): policy q of public.memos reads public.memos"},
		{"recursion", "create table public.x (id uuid primary key); alter table public.x enable row level security; grant select on public.x to authenticated; create policy a on public.x for select to authenticated using (exists (select from public.memos m where m.id = x.id)); create policy b on public.memos for select to authenticated using (id in (select id from public.x))", "error recursion: memos, policy b: every request fails (42P17): policy b of public.memos reads public.x, policy a of public.x reads public.memos"},
		{"missing_execute", "create function public.f() returns bool language sql stable as 'select true'; revoke execute on function public.f() from public; create policy p on public.memos for delete to anon using (public.f())", "error missing_execute: memos, policy p: anon may not call public.f()"},
		{"policy_reads_closed_table", "create table public.x (id uuid primary key); alter table public.x enable row level security; create policy p on public.memos for delete to anon using (id in (select id from public.x))", "error policy_reads_closed_table: memos, policy p: reads public.x, which anon may not"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			if _, err := d.Admin.Exec(t.Context(), memos+c.sql); err != nil {
				t.Fatal(err)
			}
			got := run(t, d, files("memos.sql", ""))
			if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, c.want) }) {
				t.Errorf("got %q, want among them %q", got, c.want)
			}
			if !slices.Contains(lint.Rules(), c.rule) {
				t.Errorf("there is no rule %s", c.rule)
			}
		})
	}
}

// A project without a mistake has no finding, and a comment switches a rule off.
func TestNothing(t *testing.T) {
	t.Parallel()
	const open = "create policy p on public.memos for insert to anon with check (true);"
	const found = "warning rls_policy_always_true: memos, policy p: lets every row pass: say why before it (-- using (true): …) or limit it (policies/memos.sql:"
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"without a mistake", "-- Memos.", nil},
		{"a reason", "-- with check (true): anyone writes.\n" + open, nil},
		{"a reason of two lines", "-- with check (true): anyone\n-- writes.\n" + open, nil},
		{"a reason of another", "-- with check (true): anyone writes.\n\n" + open, []string{found + "3)"}},
		{"none", "\n" + open, []string{found + "2)"}},
		{"off", "-- lint: rls_policy_always_true off, because anyone writes\n" + open, nil},
		{"off without a reason", "-- lint: rls_policy_always_true off\n" + open, []string{found + "2)"}},
		{"another off", "-- lint: auth_rls_initplan off, because few do\n" + open, []string{found + "2)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			sql := memos
			if strings.Contains(c.file, "create policy") {
				sql += open
			}
			if _, err := d.Admin.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(run(t, d, files("memos.sql", c.file)), func(line string) bool { return strings.HasPrefix(line, "info") })
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Where migrations make the policies, as in a Supabase folder, no rule is about files.
func TestWithoutPolicyFiles(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	migrations := fstest.MapFS{"migrations/1_a.sql": {Data: []byte(`
		create table memos (id int primary key); alter table memos enable row level security;
		create policy "Everyone reads" on memos for select using (true);
		create table lists (id int primary key);
		create view good with (security_invoker = on) as select * from memos;
		create view bad with (security_invoker = off) as select * from memos;`)}}
	if _, _, err := migrate.Supabase(t.Context(), d.Conn(), migrations, migrate.SupabaseOptions{}); err != nil {
		t.Fatal(err)
	}
	got := run(t, d, nil)
	want := []string{
		"error security_definer_view: bad: is a view with the rights of its owner, which see past the policies: make it with (security_invoker = true), or say in its comment what it guards (Definer: …)",
		"error rls_disabled_in_public: lists: row security is not enabled: alter table … enable row level security",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestPrivateChannels(t *testing.T) {
	t.Parallel()
	const open = `create policy "all" on realtime.messages for select to authenticated using ( true );`
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"closed", "", nil},
		{"a topic", "create policy p on realtime.messages for select to anon using (realtime.topic() = 'room' and extension in ('broadcast'));", nil},
		{"open without a reason", open, []string{"warning rls_policy_always_true: realtime.messages, policy all: lets every row pass: say why before it (-- using (true): …) or limit it (policies/realtime.messages.sql:1)"}},
		{"open with a reason", "\n-- using (true): all hear all.\n" + open, nil},
		{"a call for each row", "create policy p on realtime.messages for select to anon using (topic = auth.uid()::text);", []string{"warning auth_rls_initplan: realtime.messages, policy p: calls auth.uid() for each row: write (select auth.uid()) (policies/realtime.messages.sql:1)"}},
		{"not forced", "alter table realtime.messages no force row level security;", []string{"warning rls_not_forced: realtime.messages: row security is not forced on the table's owner (policies/realtime.messages.sql:1)"}},
		{"not enabled", "alter table realtime.messages disable row level security;", []string{"error rls_disabled_in_public: realtime.messages: row security is not enabled: alter table … enable row level security (policies/realtime.messages.sql:1)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			if _, err := d.Admin.Exec(t.Context(), "drop policy messages_select_members on realtime.messages; drop policy messages_insert_members on realtime.messages;"+c.file); err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(run(t, d, files("realtime.messages.sql", c.file)), func(line string) bool { return strings.HasPrefix(line, "info") })
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// files are the fixture's policies and another.
func files(name, text string) fstest.MapFS {
	all := fstest.MapFS{}
	names, _ := fs.Glob(fixture.Policies, "*.sql")
	for _, name := range names {
		content, _ := fs.ReadFile(fixture.Policies, name)
		all[name] = &fstest.MapFile{Data: content}
	}
	all[name] = &fstest.MapFile{Data: []byte(text)}
	return all
}

func run(t *testing.T, d *pgtest.DB, folder fs.FS) (lines []string) {
	t.Helper()
	o := lint.Options{Policies: migrate.Folder{Name: "policies", Files: folder}}
	var err error
	if o.Statements, err = policy.Scan(o.Policies); err != nil {
		t.Fatal(err)
	}
	found, err := lint.Run(t.Context(), d.Conn(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		lines = append(lines, f.String())
	}
	return lines
}
