package system_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/system"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestSchemaChangesAreAnnounced listens while one command after the other runs,
// each in a transaction of its own.
func TestSchemaChangesAreAnnounced(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	heard := listener(t, database)
	tests := []struct {
		name, sql string
		announced bool
	}{
		{"a table", "create table public.yaks (id int primary key, name text default 'x', on_foot boolean)", true},
		{"a column", "alter table public.yaks add column age int", true},
		{"a comment", "comment on table public.yaks is 'They carry.'", true},
		{"an index", "create unique index yaks_name on public.yaks (name)", false},
		{"its end", "drop index public.yaks_name", false},
		{"a view", "create view public.old_yaks as select * from public.yaks", true},
		{"a trigger", "create trigger t before insert on public.yaks execute function private.touch()", true},
		{"its end", "drop trigger t on public.yaks", true},
		{"a table as it is filled", "create table public.names as select name from public.yaks", true},
		{"a materialized view", "create materialized view public.herd as select 1 as n", true},
		{"its refresh", "refresh materialized view public.herd", false},
		{"a function", "create function public.moo() returns text language sql return 'moo'", true},
		{"a function's settings", "alter function public.moo() set statement_timeout = '1s'", true},
		{"an enumeration", "create type public.gait as enum ('walk')", true},
		{"a label", "alter type public.gait add value 'trot'", true},
		{"a domain", "create domain public.kilo as int", true},
		{"a schema", "create schema stable", true},
		{"a right", "grant select on public.yaks to anon", true},
		{"a policy", "create policy yaks_select_public on public.yaks for select to anon using (true)", false},
		{"its end", "drop policy yaks_select_public on public.yaks", false},
		{"rows", "insert into public.yaks (id) values (1)", false},
		{"a temporary table", "create temporary table bale (id serial primary key, straw text default 'x')", false},
		{"its change", "alter table bale drop column straw", false},
		{"its end", "drop table bale", false},
		{"one that goes with its transaction", "begin; create temporary table b (id serial) on commit drop; commit", false},
		{"what was undone", "begin; create table public.undone (); rollback", false},
		{"a column's end", "alter table public.yaks drop column age cascade", true},
		{"several at once", "begin; create table public.a (); create table public.b (); drop table public.a; commit", true},
		{"a function's end", "drop function public.moo()", true},
		{"a table's end", "drop table public.yaks cascade", true},
		{"a schema's end", "drop schema stable", true},
		{"a shard of Citus", "set application_name = 'citus_internal gpid=10000'; create table public.yaks_102008 ()", false},
	}
	for _, test := range tests {
		if got := heard(test.sql); got != test.announced {
			t.Errorf("%s (%s): announced = %v, want %v", test.name, test.sql, got, test.announced)
		}
	}
}

// TestSchemaChangesAreInTheStream reads the log itself: which commands realtime
// hears of. What the table API is not told of (policies, publications) is there.
func TestSchemaChangesAreInTheStream(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	conn := database.Conn()
	slot := "schema_" + database.Name[:20]
	run := func(sql string, arguments ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql, arguments...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	run("set synchronous_commit = on") // only what is flushed can be read
	run("select pg_create_logical_replication_slot($1, 'pgoutput', true)", slot)
	for _, test := range []struct {
		name, sql string
		announced bool
	}{
		{"a table", "create table public.yaks (id int primary key, name text)", true},
		{"row security", "alter table public.yaks enable row level security", true},
		{"a policy", "create policy yaks_select_public on public.yaks for select to anon using (true)", true},
		{"its change", "alter policy yaks_select_public on public.yaks using (false)", true},
		{"its end", "drop policy yaks_select_public on public.yaks", true},
		{"a right", "grant select (id) on public.yaks to anon", true},
		{"its end", "revoke select (id) on public.yaks from anon", true},
		{"a table joins", "alter publication supabase_realtime add table public.yaks", true},
		{"and leaves", "alter publication supabase_realtime drop table public.yaks", true},
		{"the old row", "alter table public.yaks replica identity full", true},
		{"a function that policies ask", "create function public.moo() returns boolean language sql return true", true},
		{"a type", "create type public.gait as enum ('walk')", true},
		{"a role's reach", "grant usage on schema public to anon", true},
		{"an index", "create index yaks_name on public.yaks (name)", false},
		{"its end", "drop index public.yaks_name", false},
		{"rows", "insert into public.yaks values (1)", false},
		{"a temporary table", "create temporary table bale (id int)", false},
		{"its end", "drop table bale", false},
		{"what was undone", "begin; create table public.undone (); rollback", false},
		{"a publication", "create publication herd for table public.yaks", true},
		{"its end", "drop publication herd", true},
		{"a table's end", "drop table public.yaks", true},
	} {
		run(test.sql)
		early, inside := inStream(t, conn, slot)
		if got := inside > 0; got != test.announced {
			t.Errorf("%s (%s): announced = %v, want %v", test.name, test.sql, got, test.announced)
		}
		if test.announced && early == 0 {
			t.Errorf("%s (%s): nothing comes before the transaction", test.name, test.sql)
		}
	}
	run("select pg_drop_replication_slot($1)", slot)
}

// inStream counts the announcements since the last time: those that come ahead of
// their transaction, with its number, and those that are of it.
func inStream(t *testing.T, conn *pgx.Conn, slot string) (early, inside int) {
	t.Helper()
	const messages = `
		select get_byte(data, 1), encode(substr(data, 32), 'escape')
		from pg_logical_slot_get_binary_changes($1, null, null,
			'proto_version', '1', 'publication_names', 'supabase_realtime', 'messages', 'true')
		where get_byte(data, 0) = ascii('M') and encode(substr(data, 11, 16), 'escape') = 'toubkal.realtime'`
	rows, err := conn.Query(t.Context(), messages, slot)
	if err != nil {
		t.Fatal(err)
	}
	var transactional int
	var content string
	_, err = pgx.ForEachRow(rows, []any{&transactional, &content}, func() error {
		if _, err := strconv.ParseUint(content, 10, 64); err == nil && transactional == 0 && inside == 0 {
			early++
		} else if content == "schema" && transactional == 1 {
			inside++
		} else {
			t.Errorf("announcement %q, transactional %d, after %d", content, transactional, inside)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return early, inside
}

// listener gives a function that runs SQL and says whether it was announced,
// exactly once. A notification of our own, sent afterwards, ends the wait.
func listener(t *testing.T, database *pgtest.DB) func(sql string) bool {
	t.Helper()
	ear, mouth := database.Conn(), database.Conn()
	if _, err := ear.Exec(t.Context(), "listen pgrst"); err != nil {
		t.Fatal(err)
	}
	return func(sql string) bool {
		t.Helper()
		if _, err := mouth.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if _, err := mouth.Exec(t.Context(), "notify pgrst, 'done'"); err != nil {
			t.Fatal(err)
		}
		said := until(t, ear, "done")
		for i, payload := range said {
			if payload != "reload schema" || i > 0 {
				t.Errorf("%s announced %q, want at most one `reload schema`", sql, said)
			}
		}
		return len(said) > 0
	}
}

// until gives the payloads before last.
func until(t *testing.T, ear *pgx.Conn, last string) (said []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		notice, err := ear.WaitForNotification(ctx)
		if err != nil {
			t.Fatalf("wait for %q: %v", last, err)
		}
		if notice.Payload == last {
			return said
		}
		said = append(said, notice.Payload)
	}
}

// The one who changes the schema need not be the one who made the trigger, and
// may have no right on its function.
func TestAnyoneIsHeard(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	heard := listener(t, database)
	heard("grant create on schema public to anon")
	if !heard("begin; set local role anon; create table public.tents (); commit") {
		t.Error("anon's table was not announced")
	}
}

// On a managed PostgreSQL the migration must not fail for want of a superuser.
func TestWithoutTheRightThereIsNoTrigger(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	file, err := system.Files.ReadFile("0004_changes.sql")
	if err != nil {
		t.Fatal(err)
	}
	const mortal = "begin; create role mortal; create schema toubkal authorization mortal; set local role mortal;"
	if _, err := conn.Exec(t.Context(), mortal+string(file)); err != nil {
		t.Fatalf("the migration failed: %v", err)
	}
	var triggers, functions int
	err = conn.QueryRow(t.Context(), `select (select count(*) from pg_event_trigger),
		(select count(*) from pg_proc where proname = 'announce_schema_change')`).Scan(&triggers, &functions)
	if err != nil || triggers != 0 || functions != 1 {
		t.Errorf("%d event triggers, %d functions, %v; want 0, 1", triggers, functions, err)
	}
	if _, err := conn.Exec(t.Context(), "rollback"); err != nil {
		t.Error(err)
	}
}
