package migrate_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// closed is a file of realtime.messages that lets nobody in.
const closed = `
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
`

// rooms is the fixture's policies, and closed with policies added to it, as a
// developer adds a private channel.
func rooms(t *testing.T, added string) fstest.MapFS {
	t.Helper()
	folder := beside(t, "")
	folder["realtime.messages.sql"] = &fstest.MapFile{Data: []byte(closed + added)}
	return folder
}

// Private channels are state like tables: a policy that goes from the file is
// gone, and one that somebody made by hand too.
func TestPrivateChannelsAreState(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	const one = "create policy one on realtime.messages for select to authenticated using (realtime.topic() = 'one');\n"
	const two = "create policy two on realtime.messages for select to authenticated using (realtime.topic() = 'two');\n"
	for _, step := range []struct{ name, byHand, file, want string }{
		{"as it is", "", "", ""},
		{"a policy", "", one, "one"},
		{"another", "", one + two, "one two"},
		{"one by hand", "create policy hand on realtime.messages for select to anon using (true)", one + two, "one two"},
		{"a grant by hand", "grant delete on realtime.messages to anon", one + two, "one two"},
		{"a day more", "select realtime.keep_partitions(now() + interval '1 day')", one + two, "one two"},
		{"the first one gone", "", two, "two"},
		{"both gone", "", "", ""},
	} {
		if _, err := conn.Exec(t.Context(), step.byHand); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if _, err := migrate.Policies(t.Context(), conn, migrate.Folder{Name: "policies", Files: rooms(t, step.file)}, migrate.Options{AllowOlderPolicies: true}); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		var got string
		err := conn.QueryRow(t.Context(), `select coalesce(string_agg(policyname, ' ' order by policyname), '')
			|| case when has_table_privilege('anon', 'realtime.messages', 'delete') then ' and delete' else '' end
			from pg_policies where schemaname = 'realtime'`).Scan(&got)
		if err != nil || got != step.want {
			t.Errorf("%s: policies %q, %v; want %q", step.name, got, err, step.want)
		}
	}
}

// Partitions that come and go while a file is applied are not the file's doing.
func TestNewDaysChangeNoPolicies(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	if changes, err := migrate.Policies(t.Context(), conn, migrate.Folder{Name: "policies", Files: rooms(t, "select realtime.keep_partitions(now() + interval '2 days');")}, migrate.Options{}); err != nil || len(changes) != 1 {
		t.Errorf("changes %q, %v", changes, err)
	}
}

func TestPrivilegesHavePrivateChannels(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	const members = `create policy messages_select_members on realtime.messages for select to authenticated using (realtime.topic() = 'room');
		comment on policy messages_select_members on realtime.messages is 'Members hear each other.';`
	if _, err := migrate.Policies(t.Context(), conn, migrate.Folder{Name: "policies", Files: rooms(t, members)}, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	all, err := migrate.Privileges(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	all = slices.DeleteFunc(all, func(r migrate.Privilege) bool { return !strings.HasPrefix(r.Table, "realtime.") || r.Verb == "update" })
	if err := migrate.Print(&out, all); err != nil {
		t.Fatal(err)
	}
	want := `TABLE              ROLE           VERB    COLUMNS  ROWS
realtime.messages  anon           select  all      No row: no policy lets one pass.
realtime.messages  anon           insert  all      No row: no policy lets one pass.
realtime.messages  authenticated  select  all      Members hear each other. (messages_select_members)
realtime.messages  authenticated  insert  all      No row: no policy lets one pass.
realtime.messages  service_role   select  all      Every row: the role bypasses row security.
realtime.messages  service_role   insert  all      Every row: the role bypasses row security.
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestLintOfPrivateChannels(t *testing.T) {
	t.Parallel()
	const open = `create policy "all" on realtime.messages for select to authenticated using ( true );`
	for _, test := range []struct {
		name, file string
		want       []string
	}{
		{"closed", "", nil},
		{"a topic", "create policy p on realtime.messages for select to anon using (realtime.topic() = 'room' and extension in ('broadcast'));", nil},
		{"open without a reason", open, []string{"realtime.messages, policy all: lets every row pass: say why before it (-- using (true): …) or limit it"}},
		{"open with a reason", "\n-- using (true): all hear all.\n" + open, nil},
		{"a call for each row", "create policy p on realtime.messages for select to anon using (topic = auth.uid()::text);", []string{"realtime.messages, policy p: calls auth.uid() for each row: write (select auth.uid())"}},
		{"not forced", "alter table realtime.messages no force row level security;", []string{"realtime.messages: row security is not forced on the table's owner"}},
		{"not enabled", "alter table realtime.messages disable row level security;", []string{"realtime.messages: row security is not enabled"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			folder := rooms(t, test.file)
			if _, err := migrate.Policies(t.Context(), d.Conn(), migrate.Folder{Name: "policies", Files: folder}, migrate.Options{}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, lint(t, d, folder)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}
