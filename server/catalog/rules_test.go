package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestRelationshipRules holds one small schema each against the rules that
// PostgREST documents and its SchemaCache follows.
func TestRelationshipRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, sql, from string
		want            []string
	}{
		{
			"a composite unique key makes one to one, in any order of its columns", `
			create table a (x int, y int, primary key (x, y));
			create table b (q int, p int, unique (p, q), constraint b_a foreign key (q, p) references a (x, y))`,
			"b",
			[]string{"a o2o b_a[{q x} {p y}]"},
		},
		{
			"a unique index is no constraint, and part of a key no key", `
			create table a (id int primary key);
			create table b (id int, a_id int constraint b_a references a, primary key (a_id, id));
			create unique index on b (a_id)`,
			"b",
			[]string{"a m2o b_a[{a_id id}]"},
		},
		{
			"a junction's key may have more columns", `
			create table a (id int primary key); create table b (id int primary key);
			create table ab (a_id int constraint ab_a references a, b_id int constraint ab_b references b, n int, primary key (a_id, b_id, n))`,
			"a",
			[]string{"ab o2m ab_a[{id a_id}]", "b m2m through ab ab_a[{id a_id}] ab_b[{id b_id}]"},
		},
		{
			"but not fewer", `
			create table a (id int primary key); create table b (id int primary key);
			create table ab (id int primary key, a_id int constraint ab_a references a, b_id int constraint ab_b references b)`,
			"a",
			[]string{"ab o2m ab_a[{id a_id}]"},
		},
		{
			"one that is one to one with an end is none", `
			create table a (id int primary key); create table b (id int primary key);
			create table ab (a_id int unique constraint ab_a references a, b_id int constraint ab_b references b, primary key (a_id, b_id))`,
			"a",
			[]string{"ab o2o parent ab_a[{id a_id}]"},
		},
		{
			"a junction to the same table twice leads both ways", `
			create table a (id int primary key);
			create table aa (one int constraint aa_one references a, two int constraint aa_two references a, primary key (one, two))`,
			"a",
			[]string{
				"a m2m through aa aa_one[{id one}] aa_two[{id two}]", "a m2m through aa aa_two[{id two}] aa_one[{id one}]",
				"aa o2m aa_one[{id one}]", "aa o2m aa_two[{id two}]",
			},
		},
		{
			"a hidden junction leads nowhere, a view of it does", `
			create table a (id int primary key); create table b (id int primary key);
			create table hidden.ab (a_id int constraint ab_a references a, b_id int constraint ab_b references b, primary key (a_id, b_id));
			create view seen as select a_id as of_a, b_id as of_b from hidden.ab`,
			"a",
			[]string{"b m2m through seen ab_a[{id of_a}] ab_b[{id of_b}]", "seen o2m ab_a[{id of_a}]"},
		},
		{
			"a partitioned table leads and is led to, its partitions are not", `
			create table a (id int, d date, primary key (id, d)) partition by range (d);
			create table a1 partition of a for values from ('2025-01-01') to ('2026-01-01');
			create table b (id int primary key, a_id int, a_d date, constraint b_a foreign key (a_id, a_d) references a)`,
			"b",
			[]string{"a m2o b_a[{a_id id} {a_d d}]"},
		},
		{
			"through a common table expression, a lateral join and a view of a view", `
			create table a (id int primary key); create table b (id int primary key, a_id int constraint b_a references a);
			create view hidden.v as with w as (select id as k, a_id from b) select w.k, l.a_id from w, lateral (select w.a_id) l;
			create view v as select k, a_id as the_a from hidden.v`,
			"a",
			[]string{"b o2m b_a[{id a_id}]", "v o2m b_a[{id the_a}]"},
		},
		{
			"an expression and an aggregate hide a column, grouping does not", `
			create table a (id int primary key); create table b (id int primary key, a_id int constraint b_a references a);
			create view v as select a_id + 0 as a_id from b; create view m as select max(a_id) as a_id from b;
			create view g as select a_id, count(*) as n from b group by a_id; create view c as select a_id::int8 from b`,
			"a",
			[]string{"b o2m b_a[{id a_id}]", "g o2m b_a[{id a_id}]"},
		},
		{
			"renamed columns of a view, and names of every kind", `
			create table "Straße ""q"" {x}" (" id\,(" int primary key);
			create table "ألف" ("عمود" int constraint "قيد" references "Straße ""q"" {x}");
			create view "v w" as select "عمود" from "ألف"; alter view "v w" rename column "عمود" to "a, b}"`,
			`Straße "q" {x}`,
			[]string{"v w o2m قيد[{ id\\,( a, b}}]", "ألف o2m قيد[{ id\\,( عمود}]"},
		},
		{
			"a computed one replaces all detected ones to a table of its name", `
			create table a (id int primary key); create table b (id int primary key, x int references a, y int references a);
			create function b(a) returns setof b language sql stable as 'select * from b where x = $1.id'`,
			"a",
			[]string{"b o2m by b"},
		},
		{
			"a computed one of one row, and one whose arguments are two", `
			create table a (id int primary key); create table b (id int primary key);
			create function the_b(a) returns b language sql stable as 'select b from b limit 1';
			create function some_b(a, int) returns setof b language sql stable as 'select * from b'`,
			"a",
			[]string{"b o2o by the_b"},
		},
		{
			"a column that refers to itself", `
			create table a (id int primary key constraint a_a references a)`,
			"a",
			[]string{"a o2o a_a[{id id}]", "a o2o parent a_a[{id id}]"},
		},
		{
			"to a unique column, and from a table of another schema that is hidden", `
			create table a (id int primary key, code text unique);
			create table b (code text constraint b_a references a (code)); create table hidden.c (id int references a)`,
			"a",
			[]string{"b o2m b_a[{code code}]"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := loaded(t, pgtest.Empty(t), "create schema hidden;"+test.sql, "public")
			if diff := cmp.Diff(test.want, arrows(s, test.from)); diff != "" {
				t.Errorf("from %s (-want +got):\n%s", test.from, diff)
			}
		})
	}
}

// TestWhatARelationCanDo holds kind, abilities and primary key against the ways
// in which views are written to.
func TestWhatARelationCanDo(t *testing.T) {
	t.Parallel()
	s := loaded(t, pgtest.Empty(t), `
		create schema hidden;
		create table a (y int, x int, z text, primary key (x, y));
		create table hidden.k (id int primary key);
		create view plain as select * from a;
		create view part as select x, z from a;
		create view grouped as select x, y from a group by x, y;
		create view instead as select x, y from a group by x, y;
		create function nothing() returns trigger language plpgsql as 'begin return new; end';
		create trigger i instead of insert on instead for each row execute function nothing();
		create view by_update as select x from a group by x;
		create trigger u instead of update on by_update for each row execute function nothing();
		create view by_rule as select distinct x from a;
		create rule d as on delete to by_rule do instead delete from a where x = old.x;
		create view fixed as select 1 as one;
		create view twice as select id, id as again from hidden.k;
		create materialized view kept as select x, y from a;
		create extension file_fdw; create server files foreign data wrapper file_fdw;
		create foreign table outside (line text) server files options (filename '/dev/null');
		create table rooted (at date primary key) partition by range (at);
		create table leaf partition of rooted for values from ('2025-01-01') to ('2026-01-01');
		create table child () inherits (a);
		create temporary table gone (id int);
		create sequence counter; create index on a (z)`, "public")
	got := map[string]string{}
	for name, table := range s.Tables {
		got[name.Name] = strings.TrimSpace(fmt.Sprintf("%c %s %s", table.Kind, abilities(table), strings.Join(table.PrimaryKey, ",")))
	}
	want := map[string]string{
		"a": "r iud y,x", "plain": "v iud y,x", "part": "v iud", "grouped": "v  x,y", "instead": "v i x,y",
		"by_update": "v u", "by_rule": "v d", "fixed": "v", "twice": "v iud id", "kept": "m  x,y",
		"outside": "f", "rooted": "p iud at", "child": "r iud",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDomains follows domains down: their base, length, labels and default.
func TestDomains(t *testing.T) {
	t.Parallel()
	s := loaded(t, pgtest.Empty(t), `
		create type mood as enum ('wild', 'shy', 'calm');
		create domain feeling as mood default 'calm'; create domain deep as feeling;
		create domain code as varchar(7); create domain many as int[];
		create table t (a deep, b code, c many, d feeling default 'wild', e code[], f feeling[],
			g deep generated always as ('shy') stored, "h i" mood)`, "public")
	want := []string{
		"a public.deep mood wild,shy,calm 'calm'::public.mood 0", "b public.code varchar   7", "c public.many int4   0",
		"d public.feeling mood wild,shy,calm 'wild'::public.mood 0", "e  varchar   0", "f  mood   0", "g public.deep mood wild,shy,calm  0",
		"h i  mood wild,shy,calm  0",
	}
	var got []string
	for _, c := range s.Table("public", "t").Columns {
		got = append(got, fmt.Sprintf("%s %s %s %s %s %d", c.Name, c.Domain, c.TypeName.Name, strings.Join(c.Enum, ","), c.Default, c.MaxLength))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWhichFunctionsAreThere lists those of every kind by what they return.
func TestWhichFunctionsAreThere(t *testing.T) {
	t.Parallel()
	s := loaded(t, pgtest.Empty(t), `
		create table t (id int); create view v as select * from t; create type c as (x int); create domain dc as c;
		create function of_view() returns setof v language sql as 'select * from v';
		create function of_type() returns c language sql as 'select null::c';
		create function of_domain() returns dc language sql as 'select null::dc';
		create function of_records() returns setof record language sql as 'select 1';
		create function of_out(out a int) language sql as 'select 1';
		create function of_table() returns table (a int, b text) language sql as $$ select 1, '' $$;
		create function of_array() returns t[] language sql as 'select null::t[]';
		create function of_void() returns void language sql as '';
		create function "Ärger mit, ""Namen""" ("ein, ""Wort""" text default 'x') returns text language sql as 'select $1';
		create function event() returns event_trigger language plpgsql as 'begin end';
		create function row_trigger() returns trigger language plpgsql as 'begin return new; end';
		create procedure proc() language sql as ''; create aggregate agg(int) (sfunc = int4pl, stype = int4);
		create function win() returns bigint language internal window as 'window_row_number'`, "public")
	got := map[string]string{}
	for name, overloads := range s.Functions {
		for _, f := range overloads {
			got[name.Name] = strings.TrimSpace(fmt.Sprintf("%s %s", f.Returns.Type.Name, shape(f.Returns)))
		}
	}
	want := map[string]string{
		"of_view": "v set composite", "of_type": "c composite", "of_domain": "c composite alias", "of_records": "record set",
		"of_out": "int4 composite 1", "of_table": "record set composite 2", "of_array": "_t array", "of_void": "void void",
		`Ärger mit, "Namen"`: "text",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func shape(r catalog.Returns) string {
	var words []string
	for _, w := range []struct {
		is   bool
		word string
	}{
		{r.Set, "set"},
		{r.Composite, "composite"},
		{r.Alias, "alias"},
		{r.Array, "array"},
		{r.Void, "void"},
		{len(r.Columns) > 0, fmt.Sprint(len(r.Columns))},
	} {
		if w.is {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, " ")
}
