package migrate_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
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
	folder := fstest.MapFS{}
	names, err := fs.Glob(fixture.Policies, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(fixture.Policies, name)
		if err != nil {
			t.Fatal(err)
		}
		folder[name] = &fstest.MapFile{Data: text}
	}
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
