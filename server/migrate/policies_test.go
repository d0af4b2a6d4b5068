package migrate_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/pgtest"
)

const notesSQL = `
create table public.notes (id serial primary key, open bool, body text);
create table public.others (id int);
alter table public.others enable row level security;
alter table public.others force row level security;`

const notesPolicy = `
alter table public.notes enable row level security;
alter table public.notes force row level security;
grant select, insert (body) on public.notes to anon;
grant usage on sequence public.notes_id_seq to anon;
create policy notes_select_public on public.notes for select to anon using (open);
comment on policy notes_select_public on public.notes is 'Anyone reads open notes.';
alter publication supabase_realtime add table public.notes;
`

// state is all that a policy file decides about notes, in a line.
const state = `select concat_ws(' ',
	(select string_agg(policyname || ':' || cmd, ',' order by policyname) from pg_policies where tablename = 'notes'),
	case when has_table_privilege('anon', 'public.notes', 'select') then 'select' end,
	case when has_column_privilege('anon', 'public.notes', 'body', 'insert') then 'insert(body)' end,
	case when has_column_privilege('anon', 'public.notes', 'open', 'update') then 'update(open)' end,
	case when has_sequence_privilege('anon', 'public.notes_id_seq', 'usage') then 'sequence' end,
	(select 'published' from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'notes'),
	(select 'forced' from pg_class where oid = 'public.notes'::regclass and relrowsecurity and relforcerowsecurity))`

const whole = "notes_select_public:SELECT select insert(body) sequence published forced"

// notes is a database with the site's roles and, beside the site's, two tables.
func notes(t *testing.T) *pgtest.DB {
	t.Helper()
	d := pgtest.New(t)
	for _, sql := range []string{
		notesSQL,
		"delete from toubkal.policies", // the site's files are not ours here
	} {
		if _, err := d.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestPoliciesAreState(t *testing.T) {
	t.Parallel()
	d := notes(t)
	conn := d.Conn()
	for _, step := range []struct {
		name   string
		before string // done by someone meanwhile
		text   string // of notes.sql; none where empty
		wants  string // state
		said   []string
	}{
		{"first", "", notesPolicy, whole, []string{"applied policies/notes.sql"}},
		{"unchanged", "", notesPolicy, whole, nil},
		{"less", "", "alter table public.notes enable row level security; grant update (open) on public.notes to anon;", "update(open) forced", []string{"applied policies/notes.sql"}},
		{"more again", "", notesPolicy, whole, []string{"applied policies/notes.sql"}},
		{"a table made anew", "drop table public.notes; create table public.notes (id serial primary key, open bool, body text)", notesPolicy, whole, []string{"applied policies/notes.sql"}},
		{"a policy dropped by hand", "drop policy notes_select_public on public.notes", notesPolicy, whole, []string{"applied policies/notes.sql"}},
		{"a grant made by hand", "grant update (open) on public.notes to anon", notesPolicy, whole, []string{"applied policies/notes.sql"}},
		{"file removed", "", "", "forced", []string{"closed table public.notes: it has no file in policies any more"}},
		{"still removed", "", "", "forced", nil},
	} {
		if _, err := d.Admin.Exec(t.Context(), step.before); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		folder := files()
		if step.text != "" {
			folder = files("notes.sql", step.text)
		}
		said, err := migrate.Policies(t.Context(), conn, folder)
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
		{"bad SQL", "drop policy if exists x on public.notes;\ngrant update on public.notes to anon;\ncreate policy p on public.notes\n  for select to anon\n  using (nix);", []string{"policies/notes.sql:3:", "nix", "in: create policy p on public.notes …"}},
		{"unknown role", "grant select on public.notes to nobody_at_all;", []string{"policies/notes.sql:1:", "nobody_at_all"}},
		{"a commit", "grant select on public.others to anon;commit;", []string{"policies/notes.sql:1:", "transaction"}},
		{"another table's rights", notesPolicy + "grant select on public.others to anon;", []string{"policies/notes.sql:1:", "public.others", "own file"}},
		{"another table's policies", notesPolicy + "create policy p on public.others using (true);", []string{"policies/notes.sql:1:", "public.others"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := notes(t)
			conn := d.Conn()
			if _, err := migrate.Policies(t.Context(), conn, files("notes.sql", notesPolicy)); err != nil {
				t.Fatal(err)
			}
			// A good file beside the bad one is applied all the same.
			said, err := migrate.Policies(t.Context(), conn, files("notes.sql", test.text, "others.sql", "grant select (id) on public.others to anon;"))
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

func TestPolicyFileWithoutTable(t *testing.T) {
	t.Parallel()
	_, err := migrate.Policies(t.Context(), notes(t).Conn(), files("ghosts.sql", "select 1"))
	wants(t, "Policies", err, "policies/ghosts.sql:1:", "no table public.ghosts")
}

func TestWatchAppliesWhatIsSaved(t *testing.T) {
	t.Parallel()
	d := notes(t)
	conn := d.Conn()
	dir := t.TempDir()
	said := make(chan string, 10)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	apply := func(ctx context.Context) ([]string, error) { return migrate.Policies(ctx, conn, os.DirFS(dir)) }
	go func() { ended <- migrate.Watch(ctx, dir, apply, func(line string) { said <- line }) }()
	save := func(text, want string) {
		t.Helper()
		// As editors do: write aside, then rename.
		aside := filepath.Join(dir, ".notes.sql.swp")
		if err := os.WriteFile(aside, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, filepath.Join(dir, "notes.sql")); err != nil {
			t.Fatal(err)
		}
		if got := <-said; got != want {
			t.Fatalf("said %q, want %q", got, want)
		}
	}
	save(notesPolicy, "applied policies/notes.sql")
	save("select 1;\n\ngrant nix;", `policies/notes.sql:3: syntax error at end of input (42601); in: grant nix`)
	if got := one(t, d, state); got != whole {
		t.Errorf("after an error: got %q, want %q", got, whole)
	}
	save("grant select on public.notes to anon;", "applied policies/notes.sql")
	if got := one(t, d, state); got != "select forced" {
		t.Errorf("after the repair: got %q", got)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Watch ended with %v, want nil", err)
	}
}

func TestWatchRefusesAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	err := migrate.Watch(t.Context(), filepath.Join(t.TempDir(), "gone"), nil, nil)
	wants(t, "Watch", err, "gone", "no such file")
}
