package schema_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/pgtest"
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
	}
	for _, test := range tests {
		if got := heard(test.sql); got != test.announced {
			t.Errorf("%s (%s): announced = %v, want %v", test.name, test.sql, got, test.announced)
		}
	}
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
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
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
	file, err := schema.Files.ReadFile("0015_schema_changes.sql")
	if err != nil {
		t.Fatal(err)
	}
	const mortal = "begin; create role mortal; create schema private authorization mortal; set local role mortal;"
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
