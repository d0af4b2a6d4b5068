package fanout

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

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
