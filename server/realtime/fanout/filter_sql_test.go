package fanout

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// filterDB is a database that evaluates filters.
type filterDB struct {
	*pgtest.DB
	filterSQL
	t testing.TB
}

// newFilterDB gives a database of the test's own, after sql.
func newFilterDB(t testing.TB, sql ...string) *filterDB {
	t.Helper()
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("authenticator"), db.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	h := &filterDB{DB: base, filterSQL: filterSQL{pool, new(atomic.Int64)}, t: t}
	h.do(sql...)
	return h
}

func (f *filterDB) do(sql ...string) {
	f.t.Helper()
	for _, sql := range sql {
		if _, err := f.Admin.Exec(f.t.Context(), sql); err != nil {
			f.t.Fatalf("%s: %v", sql, err)
		}
	}
}

// table describes a table without arrays or composites as replication does.
func (f *filterDB) table(name string) *row.Table {
	f.t.Helper()
	t := &row.Table{Schema: "public", Name: name}
	rows, err := f.Admin.Query(f.t.Context(), `
		select attname, attnum, y.oid, typname, coalesce(nullif(typbasetype, 0), y.oid), typtype = 'e'
		from pg_attribute join pg_type y on y.oid = atttypid
		where attrelid = ('public.' || $1)::regclass and attnum > 0 order by attnum`, name)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		c := row.Column{Type: &row.Type{Kind: row.Scalar}}
		if err := rows.Scan(&c.Name, &c.Number, &c.Type.OID, &c.Type.Name, &c.Type.Base, &c.Type.Enum); err != nil {
			f.t.Fatal(err)
		}
		t.Columns = append(t.Columns, c)
	}
	if rows.Err() != nil || len(t.Columns) == 0 {
		f.t.Fatalf("table %s: %v, %d columns", name, rows.Err(), len(t.Columns))
	}
	return t
}

// Texts compare as their column says: by its own collation, or by the database's.
func TestCompareGoesByTheColumnsCollation(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t, `create collation public."Strange" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
		`create type public.spot as (x int, y int)`)
	var spot uint32
	if err := h.Admin.QueryRow(t.Context(), `select 'public.spot'::regtype::oid`).Scan(&spot); err != nil {
		t.Fatal(err)
	}
	text := &row.Type{OID: 25, Base: 25, Name: "text", Kind: row.Scalar}
	composite := &row.Type{OID: spot, Base: spot, Name: "spot", Kind: row.Composite}
	questions := []filter.Comparison{
		{Type: text, Operator: filter.ILike, Value: "été", Filter: "É%"},
		{Type: text, Collate: `"pg_catalog"."C"`, Operator: filter.ILike, Value: "été", Filter: "É%"},
		{Type: text, Operator: filter.IMatch, Value: "été", Filter: "^É"},
		{Type: text, Operator: filter.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: filter.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: filter.Equal, Not: true, Value: "a", Filter: "A"},
		{Type: composite, Operator: filter.Is, Value: "(,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Not: true, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Not: true, Value: "(1,2)", Filter: "null"},
	}
	want := []bool{true, false, true, false, true, false, true, false, false, true}
	got, err := h.compare(t.Context(), questions)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

const measures = `
	create type public.mood as enum ('calm', 'wild');
	create domain public.small as int check (value < 10);
	create table public.measures (id bigint primary key, n int, at timestamptz, day date, name text, mood public.mood, little public.small, ok boolean, u uuid, doc json, amount numeric(8, 2), tags text[], raw bytea)`

// label is a column of it whose collation takes no regular expression.
const label = `create collation public.loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
	alter table public.measures add column label text collate public.loose`

const uuid = "00000000-0000-4000-8000-00000000000a"

func TestFiltersAreReadByPostgreSQL(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t, measures, label)
	table := h.table("measures")
	for _, c := range []struct{ filter, want, refused string }{
		{"id=eq.007", "id 7", ""},
		{"n=in.(1,02,NULL)", `n {1,2,NULL}`, ""},
		{"at=gt.2026-01-01 12:00+01", "at 2026-01-01 11:00:00+00", ""},
		{"u=eq.{" + strings.ToUpper(uuid) + "}", "u " + uuid, ""},
		{"mood=eq.calm", "mood calm", ""},
		{"ok=is.true", "ok true", ""},
		{"name=like.a%", "name a%", ""},
		{"unknown=eq.1", "unknown 1", ""}, // for Bind to refuse
		{"amount=eq.1", "amount 1", ""},
		{`tags=eq."{b, a}"`, "tags {b,a}", ""},
		{"id=eq.x", "", `ERROR 22P02 (invalid_text_representation) invalid input syntax for type bigint: "x"`},
		{"n=in.(1,x)", "", `ERROR 22P02 (invalid_text_representation) invalid input syntax for type integer: "x"`},
		{"n=eq.3000000000", "", `ERROR 22003 (numeric_value_out_of_range) value "3000000000" is out of range for type integer`},
		{"mood=eq.sad", "", `ERROR 22P02 (invalid_text_representation) invalid input value for enum mood: "sad"`},
		{"day=gt.2026-13-01", "", `ERROR 22008 (datetime_field_overflow) date/time field value out of range: "2026-13-01"`},
		{"little=eq.10", "", `ERROR 23514 (check_violation) value for domain small violates check constraint "small_check"`},
		{"name=match.(", "", "ERROR 2201B (invalid_regular_expression) invalid regular expression: parentheses () not balanced"},
		{"tags=in.(\"{b, a}\")", `tags {"{b,a}"}`, ""},
		{"raw=like.a%", "raw a%", ""},
		{"label=match.a", "", "ERROR 0A000 (feature_not_supported) nondeterministic collations are not supported for regular expressions"},
		{"name=match.a", "name a", ""},
		{"doc=eq.{}", "", "ERROR 42883 (undefined_function) operator does not exist: json = json"},
		{"name=eq.'; drop table public.measures; --", "name '; drop table public.measures; --", ""},
	} {
		conditions, err := filter.Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		table.Columns[len(table.Columns)-1].Collate = "public.loose"
		got, err := h.canonical(t.Context(), table, conditions)
		refused, ok := errors.AsType[*filterError](err)
		switch {
		case err != nil && !ok:
			t.Errorf("%s: %v", c.filter, err)
		case ok:
			if diff := cmp.Diff(c.refused, refused.Error()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.filter, diff)
			}
		default:
			if diff := cmp.Diff(c.want, got[0].Column+" "+got[0].Value); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.filter, diff)
			}
		}
	}
}

func TestComparing(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t, measures, label)
	table := h.table("measures")
	column := func(name string) *row.Column {
		for i := range table.Columns {
			if table.Columns[i].Name == name {
				return &table.Columns[i]
			}
		}
		t.Fatalf("no column %s", name)
		return nil
	}
	var questions []filter.Comparison
	var want []bool
	ask := func(name string, operator filter.Operator, not bool, value, operand string, holds bool) {
		c := column(name)
		collation := ""
		if name == "label" {
			collation = "public.loose"
		}
		questions = append(questions, filter.Comparison{Type: c.Type, Collate: collation, Operator: operator, Not: not, Value: value, Filter: operand})
		want = append(want, holds)
	}
	ask("name", filter.Match, false, "abc", "^a.c$", true)
	ask("name", filter.Match, true, "abc", "^a.c$", false)
	ask("name", filter.IMatch, false, "ABC", "b", true)
	ask("name", filter.ILike, false, "ÉTÉ", "é%", true)
	ask("name", filter.Like, false, "a_c", `a\_c`, true)
	ask("mood", filter.Less, false, "calm", "wild", true)
	ask("mood", filter.Greater, false, "calm", "wild", false)
	ask("mood", filter.In, false, "calm", "{wild,NULL}", false)
	ask("mood", filter.In, true, "calm", "{wild,NULL}", false) // unknown
	ask("mood", filter.In, true, "calm", "{}", true)
	ask("tags", filter.Equal, false, "{a,b}", `{"a","b"}`, true)
	ask("tags", filter.In, false, "{a,b}", `{"{c}","{a,b}"}`, true)
	ask("tags", filter.In, true, "{a,b}", `{"{c}",NULL}`, false) // unknown
	ask("tags", filter.In, false, "{a,b}", "{}", false)
	ask("tags", filter.IsDistinct, false, "{a,b}", `{a}`, true)
	ask("raw", filter.Like, false, `\x6162`, "a%", true)
	ask("raw", filter.Like, false, `\x6162`, "b%", false)
	ask("label", filter.Equal, false, "Abc", "aBC", true)
	ask("amount", filter.Equal, false, "1.00", "1", true)
	ask("name", filter.Match, false, "abc", "(", false) // fails, and spoils no other
	ask("name", filter.Match, false, "abc", "^a.c$", true)
	got, err := h.compare(t.Context(), questions)
	if err == nil || !strings.Contains(err.Error(), "invalid regular expression") {
		t.Errorf("the failure is %v", err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, err := h.compare(t.Context(), nil); len(got) != 0 || err != nil {
		t.Errorf("nothing compares as %v, %v", got, err)
	}
}

// samples are texts of which every type that has an input takes one.
var samples = []string{
	"1", "a", "t", "{}", "[]", "(1,2)", "((1,2),(3,4))", "[(1,2),(3,4)]", "<(1,2),3>", "{1,2,3}", "empty", "2025-01-02", "12:00", "1 day", "<a/>",
	"10.0.0.1", "08:00:2b:01:02:03", "08:00:2b:01:02:03:04:05", "0/16B3748", "10:20:", "$", "pg_class", "now()", "lower(text)", "+(integer,integer)",
	"550e8400-e29b-41d4-a716-446655440000", "-", "english", "simple", "postgres", "=r/postgres", "calm", "(1,{})", `(1,"2025-01-02")`,
}

// expectedSQL are the operators in SQL, and the operand that the column's type T is
// compared with: T itself, or a pattern.
var expectedSQL = map[filter.Operator]string{
	filter.Equal: "= %[2]s::%[1]s", filter.NotEqual: "<> %[2]s::%[1]s", filter.Less: "< %[2]s::%[1]s", filter.LessOrEqual: "<= %[2]s::%[1]s",
	filter.Greater: "> %[2]s::%[1]s", filter.GreaterOrEqual: ">= %[2]s::%[1]s", filter.IsDistinct: "is distinct from %[2]s::%[1]s",
	filter.In:   "in (%[2]s::%[1]s)",
	filter.Like: "~~ 'a'::%[3]s", filter.ILike: "~~* 'a'::%[3]s", filter.Match: "~ 'a'::%[3]s", filter.IMatch: "~* 'a'::%[3]s",
}

// A filter is taken exactly where PostgreSQL can compare the column with its value:
// one that it cannot would fail at each change.
func TestOperatorsThatTypesHave(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t, "create type public.mood as enum ('calm')", "create domain public.doc as json", "create domain public.some as int not null",
		"create type public.papers as (n int, doc json)", "create type public.dated as (n int, at date)",
		"create collation public.loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
	h.do("set search_path = pg_catalog, public, extensions")
	refused, taken := 0, 0
	for _, declared := range h.types() {
		column, sample := h.newColumn(declared)
		if sample == "" {
			continue
		}
		for operator, sql := range expectedSQL {
			value, pattern := sample, "text"
			if declared == "bytea" {
				pattern = "bytea"
			}
			switch operator {
			case filter.Like, filter.ILike, filter.Match, filter.IMatch:
				value = "a"
			case filter.In:
				value = "{" + quoted(sample) + "}"
			}
			literal := "'" + sample + "'"
			_, want := h.Admin.Exec(t.Context(), "select "+literal+"::"+declared+" "+fmt.Sprintf(sql, declared, literal, pattern))
			got := h.takes(column, filter.Condition{Column: "c", Operator: operator, Value: value})
			switch {
			case (want == nil) != (got == nil):
				t.Errorf("%s %s %q: %v, and PostgreSQL says %v", declared, operator, value, got, want)
			case want != nil && !inItsWords(got, want):
				t.Errorf("%s %s: refused with %v, and PostgreSQL says %v", declared, operator, got, want)
			}
			if want != nil {
				refused++
			} else {
				taken++
			}
		}
	}
	if t.Logf("%d taken, %d refused", taken, refused); refused < 200 || taken < 400 {
		t.Errorf("%d taken, %d refused: too few to mean something", taken, refused)
	}
}

// A list without values is compared as well.
func TestOperatorsOfEmptyLists(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t)
	for _, value := range []string{"{}", "{NULL}"} {
		column, _ := h.newColumn("json")
		got := h.takes(column, filter.Condition{Column: "c", Operator: filter.In, Value: value})
		if got == nil || got.Error() != "ERROR 42883 (undefined_function) operator does not exist: json = json" {
			t.Errorf("%s: %v", value, got)
		}
		column, _ = h.newColumn("int4")
		if got := h.takes(column, filter.Condition{Column: "c", Operator: filter.In, Value: value}); got != nil {
			t.Errorf("%s of integers: %v", value, got)
		}
	}
}

// types are all that a column may have, and some that somebody has made.
func (f *filterDB) types() []string {
	f.t.Helper()
	rows, err := f.Admin.Query(f.t.Context(), `select format_type(oid, null) from pg_type where typnamespace = 'pg_catalog'::regnamespace
		and typtype in ('b', 'r', 'm') and typisdefined and typname !~ '^pg_(node|ndis|depen|mcv|bri)|^gts' and (typcategory <> 'A' or typname in ('_int4', '_json', '_text', '_point')) order by oid`)
	if err != nil {
		f.t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(names) < 70 {
		f.t.Fatalf("%d types, %v", len(names), err)
	}
	return append(names, "public.mood", "public.doc", "public.some", "public.papers", "public.dated")
}

// newColumn is a column of a type, and a value that it takes; "" where there is none.
func (f *filterDB) newColumn(declared string) (row.Column, string) {
	f.t.Helper()
	c := row.Column{Name: "c", Type: &row.Type{}}
	var kind, category string
	var sample *string
	err := f.Admin.QueryRow(f.t.Context(), `select t.oid, t.typname, coalesce(nullif(t.typbasetype, 0), t.oid), t.typtype = 'e', t.typtype::text, t.typcategory::text,
		(select s from unnest($2::text[]) s where pg_input_is_valid(s, $1) limit 1)
		from pg_type t where t.oid = $1::regtype`, declared, samples).Scan(&c.Type.OID, &c.Type.Name, &c.Type.Base, &c.Type.Enum, &kind, &category, &sample)
	if err != nil {
		f.t.Fatalf("%s: %v", declared, err)
	}
	c.Type.Kind = row.Scalar
	if kind == "c" {
		c.Type.Kind = row.Composite
	}
	if category == "A" {
		c.Type.Kind = row.Array
	}
	if sample == nil {
		return c, ""
	}
	return c, *sample
}

// takes gives why a filter on a column is refused, as a join does.
func (f *filterDB) takes(column row.Column, c filter.Condition) error {
	f.t.Helper()
	table := &row.Table{Columns: []row.Column{column}}
	if _, err := filter.Bind(table, []filter.Condition{c}); err != nil {
		return err
	}
	_, err := f.canonical(f.t.Context(), table, []filter.Condition{c})
	if _, ok := errors.AsType[*filterError](err); err != nil && !ok {
		f.t.Fatalf("%s %s: %v", column.Type.Name, c.Operator, err)
	}
	return err
}

// inItsWords tells whether a refusal is PostgreSQL's, where a domain may stand for
// what it is made from, or Supabase's of its kind.
func inItsWords(got, want error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](want)
	words := []string{refused.Message, strings.ReplaceAll(refused.Message, "doc", "json")}
	return ok && strings.Contains(got.Error(), refused.Code+" ") && (strings.HasSuffix(got.Error(), words[0]) || strings.HasSuffix(got.Error(), words[1])) ||
		strings.Contains(got.Error(), "text-compatible")
}

func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
