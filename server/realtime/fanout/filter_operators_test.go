package fanout

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// samples are texts of which every type that has an input takes one.
var samples = []string{
	"1", "a", "t", "{}", "[]", "(1,2)", "((1,2),(3,4))", "[(1,2),(3,4)]", "<(1,2),3>", "{1,2,3}", "empty", "2025-01-02", "12:00", "1 day", "<a/>",
	"10.0.0.1", "08:00:2b:01:02:03", "08:00:2b:01:02:03:04:05", "0/16B3748", "10:20:", "$", "pg_class", "now()", "lower(text)", "+(integer,integer)",
	"550e8400-e29b-41d4-a716-446655440000", "-", "english", "simple", "postgres", "=r/postgres", "calm", "(1,{})", `(1,"2025-01-02")`,
}

// expectedSQL are how operators are spelled, and what the column's type T is
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
