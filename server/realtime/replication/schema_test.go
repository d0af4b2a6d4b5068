package replication_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// order is the sequence of events, a word each: the table of a change, or "schema".
func order(events []event) string {
	var words []string
	for _, e := range events {
		switch {
		case e.what == "change":
			words = append(words, e.change.Table.Name)
		default:
			words = append(words, e.what)
		}
	}
	return strings.Join(words, " ")
}

// whole is a database with the schema, and so with the event triggers.
func whole(t testing.TB) *pgtest.DB {
	t.Helper()
	database := pgtest.New(t)
	_, err := database.Admin.Exec(t.Context(), `
		create table public.marks (id bigint generated always as identity primary key);
		create table public.peaks (id int primary key, name text);
		alter publication supabase_realtime add table public.marks, public.peaks`)
	if err != nil {
		t.Fatal(err)
	}
	return database
}

func TestSchemaChangedComesInOrder(t *testing.T) {
	t.Parallel()
	s := listen(t, whole(t))
	s.hear("select 1") // whatever the setup announced
	for _, test := range []struct{ name, sql, want string }{
		{"rows alone", "insert into public.peaks values (1)", "peaks"},
		{"a policy", "create policy p on public.peaks for select to anon using (true)", "schema"},
		{"a policy before a row", "begin; alter policy p on public.peaks using (false); insert into public.peaks values (2); commit", "schema peaks"},
		{"a policy after a row", "begin; insert into public.peaks values (3); drop policy p on public.peaks; commit", "schema peaks"},
		{"many commands", "begin; insert into public.peaks values (4); grant select on public.peaks to anon; revoke select on public.peaks from anon; insert into public.peaks values (5); commit", "schema peaks peaks"},
		{"what was undone", "begin; insert into public.peaks values (6); alter table public.peaks enable row level security; rollback", ""},
		{"in a part that was undone", "begin; insert into public.peaks values (6); savepoint s; alter table public.peaks enable row level security; rollback to s; commit", "schema peaks"},
		{"in a part", "begin; insert into public.peaks values (7); savepoint s; alter table public.peaks enable row level security; release s; commit", "schema peaks"},
		{"a table joins", "create table public.news (id int primary key); alter publication supabase_realtime add table public.news", "schema"},
		{"and has rows", "insert into public.news values (1)", "news"},
		{"a column joins", "alter table public.news add column name text default 'x'; insert into public.news values (2)", "schema news"},
		{"a table leaves", "alter publication supabase_realtime drop table public.news; insert into public.news values (3)", "schema"},
		{"a table's end", "drop table public.news", "schema"},
		{"more rows than a batch, then a policy", "begin; insert into public.peaks select n + 1000 from generate_series(1, 300) as n; create policy q on public.peaks for select to anon using (true); commit", "schema" + strings.Repeat(" peaks", 300)},
	} {
		if got := order(s.hear(test.sql)); got != test.want {
			t.Errorf("%s: heard %.200q, want %.200q", test.name, got, test.want)
		}
	}
}

// Two transactions at once: the rows of the one that changes nothing come before
// the word of the other's change, when they are committed before.
func TestSchemaChangedComesBetweenTransactions(t *testing.T) {
	t.Parallel()
	s := listen(t, whole(t))
	s.hear("select 1")
	slow, err := s.Conn().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"create policy p on public.marks for select to anon using (true)", "insert into public.peaks values (1)"} {
		if _, err := slow.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	s.exec("insert into public.peaks values (2)")
	if err := slow.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	heard := s.hear("select 1")
	if got := order(heard); got != "peaks schema peaks" {
		t.Fatalf("heard %q, want peaks schema peaks", got)
	}
	if found := changes(heard); show(found[0]) != "INSERT public.peaks new[id=2 name null] old[]" {
		t.Errorf("the first row is %s", show(found[0]))
	}
}

// What was looked up follows the schema, and stays the same pointer where it does.
func TestLookupsFollowTheSchema(t *testing.T) {
	t.Parallel()
	s := listen(t, whole(t))
	s.hear("select 1")
	look := func(name string) any {
		t.Helper()
		found, err := s.stream.Table(t.Context(), "public", name)
		if err != nil {
			t.Fatal(err)
		}
		if found == nil {
			return nil
		}
		return found
	}
	peaks := look("peaks")
	if look("news") != nil {
		t.Error("a table that is not there was found")
	}
	s.hear("create table public.news (id int primary key); alter publication supabase_realtime add table public.news")
	if look("news") == nil {
		t.Error("the new table was not found")
	}
	if look("peaks") != peaks {
		t.Error("a table that nobody changed is another one")
	}
	s.hear("alter table public.peaks rename column name to title")
	if got := look("peaks"); got == peaks || got == nil {
		t.Errorf("the changed table is %v", got)
	}
	heard := changes(s.hear("insert into public.peaks values (1, 'a')"))
	if len(heard) != 1 || heard[0].Table != look("peaks") || heard[0].Table.Columns[1].Name != "title" {
		t.Errorf("the stream's table is not the one that is looked up: %v", order(s.hear("select 1")))
	}
}

// A type changes without a word about its tables: their columns follow.
func TestTypesFollowTheSchema(t *testing.T) {
	t.Parallel()
	s := listen(t, whole(t))
	s.hear("create type public.place as (name text); create table public.news (id int primary key, at public.place); alter publication supabase_realtime add table public.news")
	s.hear("insert into public.news values (1, row('a'))")
	s.hear("alter type public.place add attribute height int")
	heard := changes(s.hear("insert into public.news values (2, row('b', 7))"))
	if len(heard) != 1 || len(heard[0].Table.Columns[1].Type.Fields) != 2 || string(heard[0].New[1].Text) != "(b,7)" {
		t.Errorf("after the type got a second field: %+v", heard[0].Table.Columns[1].Type)
	}
}

// Without event triggers Forget stands in; with them it is not needed.
func TestInvalidate(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, ""))
	s.exec("create table public.peaks (id int primary key); alter publication supabase_realtime add table public.peaks")
	s.stream.Invalidate()
	s.untilIt(t, "schema")
	if found, err := s.stream.Table(t.Context(), "public", "peaks"); found == nil || err != nil {
		t.Errorf("the new table: %v, %v", found, err)
	}
	announced := listen(t, whole(t))
	announced.hear("select 1")
	announced.stream.Invalidate()
	if got := order(announced.hear("insert into public.peaks values (1)")); got != "peaks" {
		t.Errorf("with event triggers: heard %q after Forget, want only the row", got)
	}
}

// Where a publication is created or dropped, the stream starts again, and says so.
func TestPublicationsComeAndGo(t *testing.T) {
	t.Parallel()
	s := listen(t, whole(t), func(o *replication.Options) { o.Publications = []string{publication, "letters"} })
	s.hear("select 1")
	s.exec("create table public.letters (id int primary key); create publication letters for table public.letters")
	if got := s.untilIt(t, "disconnected"); got[len(got)-1].reason == nil {
		t.Error("lost without a reason")
	}
	s.untilIt(t, "connected")
	if got := order(s.hear("insert into public.letters values (1)")); got != "letters" {
		t.Errorf("heard %q, want letters", got)
	}
	s.exec("drop publication supabase_realtime")
	s.untilIt(t, "disconnected")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.stream.Ready(ctx); err == nil || !strings.Contains(err.Error(), `no publication "supabase_realtime"`) {
		t.Errorf("Ready without the publication: %v", err)
	}
	s.exec("create publication supabase_realtime for table public.marks, public.peaks")
	s.stream.Invalidate() // as the table API's own listener would
	s.untilIt(t, "connected")
	if got := order(s.hear("insert into public.peaks values (1)")); got != "peaks" {
		t.Errorf("heard %q, want peaks", got)
	}
}
