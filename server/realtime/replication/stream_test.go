package replication_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/row"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, `
		create table public.peaks (id int primary key, name text, height numeric(6,1));
		create table public.trails (place int, leg int, name text, primary key (leg, place));
		create table public.whole (id int primary key, name text);
		create table public.indexed (id int primary key, code text not null unique, name text);
		create table public.keyless (name text);
		create table public.hidden (id int primary key);
		alter table public.whole replica identity full;
		alter table public.indexed replica identity using index indexed_code_key;
		alter publication supabase_realtime add table public.peaks, public.trails, public.whole, public.indexed, public.keyless`))
	for _, test := range []struct {
		name, sql string
		want      []string
	}{
		{"an insert", "insert into public.peaks values (1, 'Toubkal', 4167)", []string{"INSERT public.peaks new[id=1 name=Toubkal height=4167.0] old[]"}},
		{"null", "insert into public.peaks values (2)", []string{"INSERT public.peaks new[id=2 name null height null] old[]"}},
		{
			"an update that leaves the key",
			"update public.peaks set name = 'M''Goun' where id = 2",
			[]string{"UPDATE public.peaks new[id=2 name=M'Goun height null] old[id=2]"},
		},
		{"one of the key", "update public.peaks set id = 3 where id = 2", []string{"UPDATE public.peaks new[id=3 name=M'Goun height null] old[id=2]"}},
		{"a delete", "delete from public.peaks where id = 3", []string{"DELETE public.peaks new[] old[id=3]"}},
		{
			"several in one transaction",
			"begin; insert into public.trails values (1, 2, 'a'); delete from public.trails; insert into public.keyless values (''); commit",
			[]string{
				"INSERT public.trails new[place=1 leg=2 name=a] old[]", "DELETE public.trails new[] old[place=1 leg=2]",
				"INSERT public.keyless new[name=] old[]",
			},
		},
		{"what was undone", "begin; insert into public.peaks values (9); rollback", nil},
		{"a table that is not published", "insert into public.hidden values (1)", nil},
		{"truncate", "truncate public.peaks", nil},
		{
			"old rows that come whole",
			"insert into public.whole values (1, 'a'); update public.whole set name = 'b'; update public.whole set id = 2; delete from public.whole",
			[]string{
				"INSERT public.whole new[id=1 name=a] old[]", "UPDATE public.whole new[id=1 name=b] old[id=1 name=a]",
				"UPDATE public.whole new[id=2 name=b] old[id=1 name=b]", "DELETE public.whole new[] old[id=2 name=b]",
			},
		},
		{
			"old rows by another index than the key",
			"insert into public.indexed values (1, 'a', 'x'); update public.indexed set name = 'y'; update public.indexed set code = 'b'; delete from public.indexed",
			[]string{
				"INSERT public.indexed new[id=1 code=a name=x] old[]", "UPDATE public.indexed new[id=1 code=a name=y] old[code=a]",
				"UPDATE public.indexed new[id=1 code=b name=y] old[code=a]", "DELETE public.indexed new[] old[code=b]",
			},
		},
	} {
		var got []string
		for _, c := range changes(s.hear(test.sql)) {
			got = append(got, show(c))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestChangesOfOneTransactionAreAlike(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, `create table public.peaks (id int primary key); alter publication supabase_realtime add table public.peaks`))
	heard := changes(s.hear("insert into public.peaks values (1), (2)"))
	heard = append(heard, changes(s.hear("insert into public.peaks values (3)"))...)
	if len(heard) != 3 {
		t.Fatalf("%d changes, want 3", len(heard))
	}
	first, second, last := heard[0], heard[1], heard[2]
	if first.XID != second.XID || first.LSN != second.LSN || !first.CommittedAt.Equal(second.CommittedAt) || first.XID == 0 {
		t.Errorf("one transaction: %d at %x, %d at %x", first.XID, first.LSN, second.XID, second.LSN)
	}
	if last.LSN <= first.LSN || last.CommittedAt.Before(first.CommittedAt) || last.XID == first.XID {
		t.Errorf("the next one: %d at %x after %d at %x", last.XID, last.LSN, first.XID, first.LSN)
	}
	var committed float64
	err := s.Admin.QueryRow(t.Context(), "select abs(extract(epoch from now() - $1::timestamptz))::float8", first.CommittedAt).Scan(&committed)
	if err != nil || committed > patience.Seconds() {
		t.Errorf("committed %v s from now, %v", committed, err)
	}
}

// Large values are stored apart; an update that leaves one does not log it.
func TestLargeValues(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, `
		create table public.books (id int primary key, title text, pages text);
		create table public.whole (id int primary key, title text, pages text);
		alter table public.books alter pages set storage external;
		alter table public.whole alter pages set storage external, replica identity full;
		alter publication supabase_realtime add table public.books, public.whole`))
	const pages = 3 << 20 // larger than any slab or buffer
	heard := changes(s.hear(`insert into public.books select 1, 'a', repeat('x', $1)`, pages))
	if got := len(heard[0].New[2].Text); got != pages {
		t.Errorf("the large value has %d bytes, want %d", got, pages)
	}
	if got := changes(s.hear("update public.books set title = 'b'"))[0]; got.New[2].State != row.Absent {
		t.Errorf("an unchanged large value is %v, want absent", got.New[2].State)
	}
	s.hear(`insert into public.whole select 1, 'a', repeat('x', $1)`, pages)
	got := changes(s.hear("update public.whole set title = 'b'"))[0]
	if len(got.New[2].Text) != pages || len(got.Old[2].Text) != pages {
		t.Errorf("with the old row whole: %d and %d bytes, want %d", len(got.New[2].Text), len(got.Old[2].Text), pages)
	}
}

func TestPartitions(t *testing.T) {
	t.Parallel()
	const tables = `
		create table public.treks (id int, year int, name text, primary key (year, id)) partition by range (year);
		create table public.treks_25 partition of public.treks for values from (2025) to (2026);
		create table public.treks_26 (name text, extra int, year int not null, id int not null);
		alter table public.treks_26 drop column extra;
		alter table public.treks attach partition public.treks_26 for values from (2026) to (2027);
		alter publication supabase_realtime add table public.treks;`
	const work = `insert into public.treks values (1, 2026, 'a'); update public.treks set name = 'b'; update public.treks set year = 2025; delete from public.treks`
	for _, test := range []struct {
		name, sql string
		tables    []string
		want      []string
	}{
		{"as themselves", "", []string{"marks", "treks_25", "treks_26"}, []string{
			"INSERT public.treks_26 new[name=a year=2026 id=1] old[]", "UPDATE public.treks_26 new[name=b year=2026 id=1] old[year=2026 id=1]",
			"DELETE public.treks_26 new[] old[year=2026 id=1]", "INSERT public.treks_25 new[id=1 year=2025 name=b] old[]",
			"DELETE public.treks_25 new[] old[id=1 year=2025]",
		}},
		{"as the whole", "alter publication supabase_realtime set (publish_via_partition_root)", []string{"marks", "treks"}, []string{
			"INSERT public.treks new[id=1 year=2026 name=a] old[]", "UPDATE public.treks new[id=1 year=2026 name=b] old[id=1 year=2026]",
			"DELETE public.treks new[] old[id=1 year=2026]", "INSERT public.treks new[id=1 year=2025 name=b] old[]",
			"DELETE public.treks new[] old[id=1 year=2025]",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := listen(t, fresh(t, tables+test.sql))
			var got []string
			for _, c := range changes(s.hear(work)) {
				got = append(got, show(c))
				s.sameAsLookedUp(c.Table)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if got := names(s, "public"); !slices.Equal(got, test.tables) {
				t.Errorf("tables %v, want %v", got, test.tables)
			}
		})
	}
}

func names(s *setup, schema string) (found []string) {
	s.t.Helper()
	tables, err := s.stream.Tables(s.t.Context(), schema)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, table := range tables {
		found = append(found, table.Name)
	}
	return found
}

// sameAsLookedUp holds a table of the stream to what a lookup by name gives: it
// has to be the very same pointer.
func (s *setup) sameAsLookedUp(streamed *row.Table) {
	s.t.Helper()
	found, err := s.stream.Table(s.t.Context(), streamed.Schema, streamed.Name)
	if err != nil || found != streamed {
		s.t.Errorf("table %s.%s: in the stream and looked up are two, %v:\n%s", streamed.Schema, streamed.Name, err, cmp.Diff(streamed, found))
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, `
		create schema other;
		create table public.peaks (name text, id int primary key, twice int generated always as (id * 2) stored, tags text[]);
		create table public.some (a int, b int, c text, primary key (a, b));
		create table public.part (a int, b int, c text, primary key (a, b));
		create table other.peaks (id int);
		create table public.included (id int, extra int, primary key (id) include (extra));
		create table public.hidden (id int primary key);
		alter table public.peaks drop column tags, add column code text collate "und-x-icu" default 'x';
		alter publication supabase_realtime set (publish = 'insert');
		alter publication supabase_realtime add table public.peaks, public.some (b, a), public.part (a, c), public.included, other.peaks`))
	for _, test := range []struct {
		schema, name string
		columns      string
		key          []int
	}{
		{"public", "peaks", "name:1 id:2 code:5/und-x-icu/pg_catalog.\"und-x-icu\"", []int{1}},
		{"public", "some", "a:1 b:2", []int{0, 1}},
		{"public", "part", "a:1 c:3", nil},
		{"public", "included", "id:1 extra:2", []int{0}},
		{"other", "peaks", "id:1", nil},
	} {
		got, err := s.stream.Table(t.Context(), test.schema, test.name)
		if err != nil || got == nil {
			t.Fatalf("%s.%s: %v, %v", test.schema, test.name, got, err)
		}
		if columns := describe(got); columns != test.columns || !slices.Equal(got.Key, test.key) {
			t.Errorf("%s.%s: columns %q with key %v, want %q with %v", test.schema, test.name, columns, got.Key, test.columns, test.key)
		}
		again, err := s.stream.Table(t.Context(), test.schema, test.name)
		if err != nil || again != got {
			t.Errorf("%s.%s is another one the second time, %v", test.schema, test.name, err)
		}
	}
	for _, name := range []string{"hidden", "nothing", ""} {
		if got, err := s.stream.Table(t.Context(), "public", name); got != nil || err != nil {
			t.Errorf("table %q: %v, %v; want none", name, got, err)
		}
	}
	heard := changes(s.hear("insert into public.peaks values ('a', 1), ('b', 2); insert into public.some values (1, 2, 'secret'); insert into public.part values (1, 2, 'c'); insert into public.included values (1, 2); insert into other.peaks values (1)"))
	if len(heard) != 6 {
		t.Fatalf("%d changes, want 6", len(heard))
	}
	for _, c := range heard {
		s.sameAsLookedUp(c.Table)
		if len(c.New) != len(c.Table.Columns) || strings.Contains(text(c, c.New), "secret") {
			t.Errorf("%s has %d values for %d columns", show(c), len(c.New), len(c.Table.Columns))
		}
	}
	if got := names(s, "*"); !slices.Equal(got, []string{"peaks", "included", "marks", "part", "peaks", "some"}) {
		t.Errorf("all tables: %v", got)
	}
	if got := names(s, "other"); !slices.Equal(got, []string{"peaks"}) {
		t.Errorf("tables of other: %v", got)
	}
}

func describe(t *row.Table) string {
	var all []string
	for _, c := range t.Columns {
		one := c.Name + ":" + string(rune('0'+c.Number))
		if c.Collation != "" {
			one += "/" + c.Collation + "/" + c.Collate
		}
		all = append(all, one)
	}
	return strings.Join(all, " ")
}

// Only the first publication's tables can be asked for; the stream has all of them.
func TestSecondPublication(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, `create table public.letters (id int primary key); create publication letters for table public.letters`),
		func(o *replication.Options) { o.Publications = []string{publication, "letters", "none of that name"} })
	heard := changes(s.hear("insert into public.letters values (1)"))
	if len(heard) != 1 || heard[0].Table.Name != "letters" {
		t.Errorf("%d changes, want one of letters", len(heard))
	}
	if got, err := s.stream.Table(t.Context(), "public", "letters"); got != nil || err != nil {
		t.Errorf("the second publication's table was found: %v, %v", got, err)
	}
}

// From PostgreSQL 18 on a publication may send generated columns.
func TestGeneratedColumns(t *testing.T) {
	t.Parallel()
	database := fresh(t, "create table public.peaks (id int primary key, twice int generated always as (id * 2) stored, name text); alter publication supabase_realtime add table public.peaks")
	want := "INSERT public.peaks new[id=7 name null] old[]"
	if _, err := database.Admin.Exec(t.Context(), "alter publication supabase_realtime set (publish_generated_columns = stored)"); err == nil {
		want = "INSERT public.peaks new[id=7 twice=14 name null] old[]"
	}
	s := listen(t, database)
	heard := changes(s.hear("insert into public.peaks values (7)"))
	if got := show(heard[0]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.sameAsLookedUp(heard[0].Table)
}
