package replication_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVirtualColumns: the WAL has no virtual generated columns, and each change has them all the
// same, as far as it has what they are computed from. PostgreSQL before 18 knows none.
func TestVirtualColumns(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	s := &setup{DB: database, t: t}
	var version int
	if err := s.Admin.QueryRow(t.Context(), "select current_setting('server_version_num')::int").Scan(&version); err != nil {
		t.Fatal(err)
	}
	if version < 180000 {
		return
	}
	s.exec(`
		create collation public.plain (provider = icu, locale = 'und');
		create function public.upper(character varying) returns text language sql as $$ select 'not this one' $$;
		create table public.peaks (
			twice int generated always as (height * 2), id int primary key, height int, name text collate public.plain,
			code char(4) generated always as (left(name, 2)), loud varchar generated always as (upper(name)),
			share numeric(6, 2) generated always as (height / 3.0), next int generated always as (id + 1), seven int generated always as (7),
			many int generated always as (cardinality(tags)), tags text[], high bool generated always as (name > 'b' collate public.plain),
			at timestamptz generated always as (to_timestamp(height))
		);
		create table public.indexed (id int primary key, a int not null unique, twice int generated always as (a * 2), next int generated always as (id + 1));
		alter table public.indexed replica identity using index indexed_a_key;
		create table public.failing (id int primary key, a int, share int generated always as (100 / a), twice int generated always as (a * 2));
		create table public.some (id int primary key, a int, b int, twice int generated always as (a * 2), thrice int generated always as (b * 3));
		create table public.ours (id int primary key, owner oid generated always as (tableoid));
		create table public.large (id int primary key, title text, pages text, length int generated always as (length(pages)));
		alter table public.large alter pages set storage external;
		create table public.part (id int primary key, a int, twice int generated always as (a * 2)) partition by range (id);
		create table public.part_1 partition of public.part (twice generated always as (a * 3)) for values from (0) to (10);
		alter publication supabase_realtime set (publish_via_partition_root = true);
		alter publication supabase_realtime add table public.peaks, public.indexed, public.failing, public.some (id, a), public.ours, public.large, public.part`)
	s = listen(t, database)

	for _, test := range []struct {
		name, sql string
		want      []string
	}{
		{
			"every type, as a query has it",
			`insert into public.peaks (id, height, name, tags) values (1, 4167, 'Toubkal', '{"a b","c"}')`,
			[]string{`INSERT public.peaks new[id=1 height=4167 name=Toubkal tags={"a b",c} ` +
				`twice=8334 code=To   loud=TOUBKAL share=1389.00 next=2 seven=7 many=2 high=t at=1970-01-01 01:09:27+00] old[]`},
		},
		{
			"of nulls", "insert into public.peaks (id) values (2)",
			[]string{"INSERT public.peaks new[id=2 height null name null tags null twice null code null loud null share null next=3 seven=7 many null high null at null] old[]"},
		},
		{
			"an old row with its key alone", "update public.peaks set id = 3 where id = 2; delete from public.peaks where id = 3",
			[]string{
				"UPDATE public.peaks new[id=3 height null name null tags null twice null code null loud null share null next=4 seven=7 many null high null at null] old[id=2 next=3 seven=7]",
				"DELETE public.peaks new[] old[id=3 next=4 seven=7]",
			},
		},
		{
			"an old row by another index than the key", "insert into public.indexed values (1, 2); update public.indexed set a = 3; update public.indexed set id = 2; delete from public.indexed",
			[]string{
				"INSERT public.indexed new[id=1 a=2 twice=4 next=2] old[]", "UPDATE public.indexed new[id=1 a=3 twice=6 next=2] old[a=2 twice=4]",
				"UPDATE public.indexed new[id=2 a=3 twice=6 next=3] old[a=3 twice=6]", "DELETE public.indexed new[] old[a=3 twice=6]",
			},
		},
		{
			"null where the expression fails, and the others of the row and of the batch as they are",
			"insert into public.failing values (1, 4), (2, 0), (3, 2000000000), (4, 5)",
			[]string{
				"INSERT public.failing new[id=1 a=4 share=25 twice=8] old[]", "INSERT public.failing new[id=2 a=0 share null twice=0] old[]",
				"INSERT public.failing new[id=3 a=2000000000 share=0 twice null] old[]", "INSERT public.failing new[id=4 a=5 share=20 twice=10] old[]",
			},
		},
		{
			"not of a column that is not published, nor of one of the system",
			"insert into public.some values (1, 2, 3); insert into public.ours values (1)",
			[]string{"INSERT public.some new[id=1 a=2 twice=4] old[]", "INSERT public.ours new[id=1] old[]"},
		},
		{
			"as a query of the parent has it, for partitions that are published as it",
			"insert into public.part values (1, 5)",
			[]string{"INSERT public.part new[id=1 a=5 twice=10] old[]"},
		},
	} {
		var got []string
		for _, c := range changes(s.hear(test.sql)) {
			s.sameAsLookedUp(c.Table)
			got = append(got, show(c))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}

	heard := changes(s.hear("insert into public.large values (1, 'a', repeat('x', 9000)); update public.large set title = 'b'"))
	if got := string(heard[0].New[3].Text); got != "9000" {
		t.Errorf("the length of the large value is %q", got)
	}
	if got := text(heard[1], heard[1].New); got != "id=1 title=b" {
		t.Errorf("after an update that leaves the large value out of the stream, the row is %q", got)
	}

	heard = changes(s.hear("alter table public.indexed drop twice; alter table public.indexed add twice int generated always as (a * 20); insert into public.indexed values (9, 2)"))
	if got, want := show(heard[0]), "INSERT public.indexed new[id=9 a=2 next=10 twice=40] old[]"; got != want {
		t.Errorf("with another expression: %s, want %s", got, want)
	}
}
