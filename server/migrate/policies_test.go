package migrate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

const memosSQL = `
create table public.memos (id serial primary key, open bool, body text);
create table public.others (id int);
alter table public.others enable row level security;
alter table public.others force row level security;`

const memosPolicy = `
alter table public.memos enable row level security;
alter table public.memos force row level security;
grant select, insert (body) on public.memos to anon;
grant usage on sequence public.memos_id_seq to anon;
create policy memos_select_public on public.memos for select to anon using (open);
comment on policy memos_select_public on public.memos is 'Anyone reads open memos.';
alter publication supabase_realtime add table public.memos;
`

// state is all that a policy file decides about memos, in a line.
const state = `select concat_ws(' ',
	(select string_agg(policyname || ':' || cmd, ',' order by policyname) from pg_policies where tablename = 'memos'),
	case when has_table_privilege('anon', 'public.memos', 'select') then 'select' end,
	case when has_column_privilege('anon', 'public.memos', 'body', 'insert') then 'insert(body)' end,
	case when has_column_privilege('anon', 'public.memos', 'open', 'update') then 'update(open)' end,
	case when has_sequence_privilege('anon', 'public.memos_id_seq', 'usage') then 'sequence' end,
	(select 'published' from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'memos'),
	(select 'forced' from pg_class where oid = 'public.memos'::regclass and relrowsecurity and relforcerowsecurity))`

const whole = "memos_select_public:SELECT select insert(body) sequence published forced"

// memos is a database with the fixture's tables and two others.
func memos(t *testing.T) *pgtest.DB {
	t.Helper()
	d := pgtest.New(t)
	for _, sql := range []string{
		memosSQL,
		"delete from toubkal.policies", // the fixture's files are not ours here
	} {
		if _, err := d.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestPoliciesAreState(t *testing.T) {
	t.Parallel()
	d := memos(t)
	conn := d.Conn()
	for _, step := range []struct {
		name   string
		before string // done by someone meanwhile
		text   string // of memos.sql
		wants  string // state
		said   []string
	}{
		{"first", "", memosPolicy, whole, []string{"applied policies/memos.sql"}},
		{"unchanged", "", memosPolicy, whole, nil},
		{"less", "", "alter table public.memos enable row level security; grant update (open) on public.memos to anon;", "update(open) forced", []string{"applied policies/memos.sql"}},
		{"more again", "", memosPolicy, whole, []string{"applied policies/memos.sql"}},
		{"a table made anew", "drop table public.memos; create table public.memos (id serial primary key, open bool, body text)", memosPolicy, whole, []string{"applied policies/memos.sql"}},
		{"a policy dropped by hand", "drop policy memos_select_public on public.memos", memosPolicy, whole, []string{"applied policies/memos.sql"}},
		{"a grant made by hand", "grant update (open) on public.memos to anon", memosPolicy, whole, []string{"applied policies/memos.sql"}},
		{"file emptied", "", " ", "forced", []string{"applied policies/memos.sql"}},
	} {
		if _, err := d.Admin.Exec(t.Context(), step.before); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		said, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", step.text), migrate.Options{AllowOlderPolicies: true})
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(step.said, said); diff != "" {
			t.Errorf("%s: said, want -, got +:\n%s", step.name, diff)
		}
		if got := one(t, d, state); got != step.wants {
			t.Errorf("%s: got %q, want %q", step.name, got, step.wants)
		}
	}
}

func TestRefusedPoliciesKeepTheOldInForce(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"bad SQL", "drop policy if exists x on public.memos;\ngrant update on public.memos to anon;\ncreate policy p on public.memos\n  for select to anon\n  using (nix);", []string{"policies/memos.sql:3:", "nix", "in: create policy p on public.memos …"}},
		{"unknown role", "grant select on public.memos to nobody_at_all;", []string{"policies/memos.sql:1:", "nobody_at_all"}},
		{"a commit", "grant select on public.others to anon;commit;", []string{"policies/memos.sql:1:", "transaction"}},
		{"another table's rights", memosPolicy + "grant select on public.others to anon;", []string{"policies/memos.sql:1:", "public.others", "own file"}},
		{"another table's policies", memosPolicy + "create policy p on public.others using (true);", []string{"policies/memos.sql:1:", "public.others"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := memos(t)
			conn := d.Conn()
			if _, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", memosPolicy), migrate.Options{}); err != nil {
				t.Fatal(err)
			}
			// A good file beside the bad one is applied all the same.
			said, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", test.text, "others.sql", "grant select (id) on public.others to anon;"), migrate.Options{})
			wants(t, "Policies", err, test.want...)
			if diff := cmp.Diff([]string{"applied policies/others.sql"}, said); diff != "" {
				t.Errorf("said, want -, got +:\n%s", diff)
			}
			if got := one(t, d, state); test.name != "a commit" && got != whole {
				t.Errorf("got %q, want %q", got, whole)
			}
		})
	}
}

// Policies that migrations made stay, start after start, on tables without a
// file: also on realtime.messages.
func TestPoliciesOfMigrationsStay(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	schema := schemaFiles("0001_a.sql", memosSQL+`
		create table public.todos (id int); alter table public.todos enable row level security;
		create policy todos_select on public.todos for select to anon using (true); grant select on public.todos to anon;
		alter publication supabase_realtime add table public.todos;
		create policy talk on realtime.messages for select to authenticated using (realtime.topic() = 'x');
		create policy old on public.memos for select to anon using (false);
		create policy older on public.memos for delete to anon using (false);`)
	const kept = "talk todos_select t t"
	const left = `select concat_ws(' ', string_agg(policyname, ' ' order by policyname), has_table_privilege('anon', 'public.todos', 'select'),
		exists (select from pg_publication_tables where tablename = 'todos')) from pg_policies where tablename <> 'memos'`
	for _, step := range []struct {
		name     string
		policies migrate.Folder
		said     []string
		memos    string
	}{
		{"no folder", migrate.Folder{Name: "policies"}, nil, "old:SELECT,older:DELETE"},
		{"an empty folder", policyFiles(), nil, "old:SELECT,older:DELETE"},
		{"a file takes over its own table", policyFiles("memos.sql", memosPolicy), []string{"applied policies/memos.sql: policies of public.memos that were made elsewhere are dropped (old, older)"}, whole},
		{"again", policyFiles("memos.sql", memosPolicy), nil, whole},
		{"its file goes", policyFiles(), nil, whole},
		{"an empty file", policyFiles("memos.sql", ""), []string{"applied policies/memos.sql"}, "forced"},
	} {
		if _, err := up(t, conn, schema); err != nil {
			t.Fatal(err)
		}
		said, err := migrate.Policies(t.Context(), conn, step.policies, migrate.Options{})
		if diff := cmp.Diff(step.said, said); err != nil || diff != "" {
			t.Errorf("%s: %v, said (-want +got):\n%s", step.name, err, diff)
		}
		if got := one(t, d, left); got != kept {
			t.Errorf("%s: on the other tables %q, want %q", step.name, got, kept)
		}
		if got := one(t, d, state); got != step.memos {
			t.Errorf("%s: on memos %q, want %q", step.name, got, step.memos)
		}
	}
}

// A policy that a migration adds to a table with a file is dropped, and that is
// said: the file is all there is to know about its table.
func TestAPolicyBesideAFileIsDroppedAloud(t *testing.T) {
	t.Parallel()
	d := memos(t)
	conn := d.Conn()
	if _, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", memosPolicy), migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Admin.Exec(t.Context(), "create policy late on public.memos for delete to anon using (true)"); err != nil {
		t.Fatal(err)
	}
	said, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", memosPolicy), migrate.Options{})
	want := []string{"applied policies/memos.sql: policies of public.memos that were made elsewhere are dropped (late)"}
	if diff := cmp.Diff(want, said); err != nil || diff != "" {
		t.Errorf("%v, said (-want +got):\n%s", err, diff)
	}
	if got := one(t, d, state); got != whole {
		t.Errorf("got %q, want %q", got, whole)
	}
}

func TestPolicyFileWithoutTable(t *testing.T) {
	t.Parallel()
	_, err := migrate.Policies(t.Context(), memos(t).Conn(), policyFiles("ghosts.sql", "select 1"), migrate.Options{})
	wants(t, "Policies", err, "policies/ghosts.sql:1:", "no table public.ghosts")
}

// A node of an older release that starts after newer ones must not open what they have
// closed, nor close what it does not know.
func TestOlderPoliciesAreRefused(t *testing.T) {
	t.Parallel()
	d := memos(t)
	conn := d.Conn()
	const closed = "alter table public.memos enable row level security; alter table public.memos force row level security;"
	const others = "grant select (id) on public.others to anon;"
	const older = "policies/memos.sql is older than the one in force"
	for _, step := range []struct {
		name     string
		policies migrate.Folder
		force    bool
		refused  []string
		noted    []string
		wants    string // state
	}{
		{"the first release", policyFiles("memos.sql", memosPolicy), false, nil, nil, whole},
		{"the second", policyFiles("memos.sql", closed, "others.sql", others), false, nil, nil, "forced"},
		{"the first again", policyFiles("memos.sql", memosPolicy), false, []string{older, "toubkal migrate --allow-older-policies"}, nil, "forced"},
		{"a build of the first with a file of its own", policyFiles("memos.sql", memosPolicy, "others.sql", others+" "), false, []string{older}, nil, "forced"},
		{"a node that lacks a file", policyFiles("memos.sql", closed), false, nil, []string{"policies has no file for table public.others, whose policies stay in force. To close the table, put an empty file there"}, "forced"},
		{"the first, wanted", policyFiles("memos.sql", memosPolicy), true, nil, []string{"policies has no file for table public.others, whose policies stay in force. To close the table, put an empty file there"}, whole},
		{"the first, in force", policyFiles("memos.sql", memosPolicy, "others.sql", others), false, nil, nil, whole},
		{"the second, replaced", policyFiles("memos.sql", closed, "others.sql", others), false, []string{older}, nil, whole},
	} {
		var noted []string
		_, err := migrate.Policies(t.Context(), conn, step.policies, migrate.Options{
			AllowOlderPolicies: step.force, Note: func(line string) { noted = append(noted, line) },
		})
		wants(t, step.name, err, step.refused...)
		if diff := cmp.Diff(step.noted, noted); diff != "" {
			t.Errorf("%s: notes, want -, got +:\n%s", step.name, diff)
		}
		if got := one(t, d, state); got != step.wants {
			t.Errorf("%s: got %q, want %q", step.name, got, step.wants)
		}
		if got := one(t, d, "has_column_privilege('anon', 'public.others', 'id', 'select')"); step.name != "the first release" && got != "true" {
			t.Errorf("%s: public.others is closed", step.name)
		}
	}
}

// TestTheSameFileOnAnotherMachine: git and editors change the ends of lines and the encoding, which
// makes no other file of it, nor an older one.
func TestTheSameFileOnAnotherMachine(t *testing.T) {
	t.Parallel()
	d := memos(t)
	conn := d.Conn()
	crlf := strings.ReplaceAll(memosPolicy, "\n", "\r\n")
	for _, recorded := range []string{"", crlf} { // before, a record was of the bytes
		if sum := sha256.Sum256([]byte(recorded)); recorded != "" {
			if _, err := d.Admin.Exec(t.Context(), "update toubkal.policies set hash = $1", hex.EncodeToString(sum[:])); err != nil {
				t.Fatal(err)
			}
		}
		for i, text := range []string{crlf, memosPolicy, "\ufeff" + memosPolicy, crlf} {
			changes, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", text), migrate.Options{})
			if first := recorded == "" && i == 0; err != nil || (len(changes) > 0) != first {
				t.Errorf("text %d: applied %v, %v", i, changes, err)
			}
			if recorded != "" { // the policies were changed by hand meanwhile
				if _, err := d.Admin.Exec(t.Context(), "update toubkal.policies set fingerprint = ''"); err != nil {
					t.Fatal(err)
				}
				if changes, err := migrate.Policies(t.Context(), conn, policyFiles("memos.sql", text), migrate.Options{}); err != nil || len(changes) != 1 {
					t.Errorf("text %d: applied %v, %v, want it again", i, changes, err)
				}
			}
		}
	}
	empty := pgtest.Empty(t)
	for _, text := range []string{"create table public.a (id int);\r\n", "create table public.a (id int);\n", "\ufeffcreate table public.a (id int);\n"} {
		if _, err := up(t, empty.Conn(), schemaFiles("0001_a.sql", text)); err != nil {
			t.Errorf("a migration with other ends of lines: %v", err)
		}
	}
}

// A file that tests policies is none of a table, unless a table has its name.
func TestPolicyTestsAreNotApplied(t *testing.T) {
	t.Parallel()
	d := memos(t)
	folder := policyFiles("memos.sql", memosPolicy, "memos_test.sql", "alter table public.memos_test enable row level security;")
	for _, want := range [][]string{{"applied policies/memos.sql"}, {"applied policies/memos_test.sql"}} {
		said, err := migrate.Policies(t.Context(), d.Conn(), folder, migrate.Options{})
		if diff := cmp.Diff(want, said); err != nil || diff != "" {
			t.Errorf("%v, want -, got +:\n%s", err, diff)
		}
		if _, err := d.Admin.Exec(t.Context(), "create table if not exists public.memos_test (id int)"); err != nil {
			t.Fatal(err)
		}
	}
}
