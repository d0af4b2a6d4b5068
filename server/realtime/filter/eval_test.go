package filter

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// column is one of a type, with its OID and name.
func column(name string, oid uint32, typname string) row.Column {
	return row.Column{Name: name, Type: &row.Type{OID: oid, Base: oid, Name: typname, Kind: row.Scalar}}
}

// peaks is a table with something of most families.
func peaks() *row.Table {
	t := &row.Table{Schema: "public", Name: "peaks", Columns: []row.Column{
		column("id", 20, "int8"), column("name", 25, "text"), column("open", 16, "bool"), column("height", 1700, "numeric"),
		column("mood", 90001, "mood"), column("area", 90002, "peak_area"), column("notes", 3802, "jsonb"), column("local", 25, "text"),
	}}
	t.Columns[4].Type.Enum = true
	t.Columns[5].Type.Base = 1700
	t.Columns[7].Collation, t.Columns[7].Collate, t.Columns[7].Nondeterministic = "insensitive", "public.insensitive", true
	return t
}

func is(text string) row.Value { return row.Value{State: row.Known, Text: []byte(text)} }

// toubkal is a row of peaks.
func toubkal() []row.Value {
	return []row.Value{
		is("7"), is("Toubkal"), is("t"), is("4167.10"), is("calm"), is("1.00"), is("{}"), is("Été"),
	}
}

func bind(t testing.TB, table *row.Table, filter string) *Filter {
	t.Helper()
	conditions, err := Parse(filter)
	if err != nil {
		t.Fatal(err)
	}
	test, err := Bind(table, conditions)
	if err != nil {
		t.Fatal(err)
	}
	return test
}

func TestEval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter string
		want   Result
	}{
		{"", Yes},
		{"id=eq.7", Yes},
		{"id=eq.8", No},
		{"id=not.eq.8", Yes},
		{"id=gt.6,id=lte.7,height=lt.4167.2", Yes},
		{"id=gt.6,id=lt.7", No},
		{"id=in.(1,7)", Yes},
		{"id=not.in.(1,7)", No},
		{"id=not.in.(1,null)", No},
		{"id=in.()", No},
		{"id=not.in.()", Yes},
		{"height=eq.4167.1", Yes},
		{"name=like.Tou%", Yes},
		{"name=ilike.tOU%", Yes},
		{"name=match.^T", Undecided},
		{"name=match.^T,id=eq.8", No},
		{"name=match.^T,id=eq.7", Undecided},
		{"open=is.true", Yes},
		{"open=is.false", No},
		{"open=is.unknown", No},
		{"open=not.is.unknown", Yes},
		{"notes=is.null", No},
		{"notes=not.is.null", Yes},
		{"notes=eq.{}", Undecided},
		{"mood=eq.calm", Yes},
		{"mood=gt.calm", Undecided},
		{"area=eq.1", Undecided}, // the domain may round
		{"local=eq.Été", Undecided},
		{"id=isdistinct.8", Yes},
		{"id=not.isdistinct.8", No},
	} {
		test := bind(t, peaks(), c.filter)
		if got := test.Eval(toubkal()); got != c.want {
			t.Errorf("%s: got %v, want %v", c.filter, got, c.want)
		}
		if asked := len(test.Comparisons(nil, toubkal())) > 0; c.want == Undecided && !asked {
			t.Errorf("%s: no question", c.filter)
		}
	}
	var none *Filter
	if none.Eval(toubkal()) != Yes || none.Comparisons(nil, toubkal()) != nil {
		t.Error("no test does not want every row")
	}
}

// A null compares as SQL says; what is absent is never wanted, not even by "not".
func TestEvalWithoutAValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter string
		null   Result
	}{
		{"name=eq.a", No},
		{"name=not.eq.a", No},
		{"name=neq.a", No},
		{"name=in.(a,null)", No},
		{"name=in.()", No},
		{"name=not.in.()", Yes}, // so says PostgreSQL
		{"name=match.a", No},
		{"name=not.match.a", No},
		{"name=is.null", Yes},
		{"name=not.is.null", No},
		{"name=isdistinct.a", Yes},
		{"name=not.isdistinct.a", No},
		{"open=is.unknown", Yes},
		{"open=is.true", No},
		{"open=not.is.true", Yes},
		{"notes=isdistinct.{}", Yes},
	} {
		test, values := bind(t, peaks(), c.filter), toubkal()
		for _, condition := range test.conditions {
			values[condition.place] = row.Value{State: row.Null}
		}
		if got := test.Eval(values); got != c.null {
			t.Errorf("%s of null: got %v, want %v", c.filter, got, c.null)
		}
		for _, condition := range test.conditions {
			values[condition.place] = row.Value{State: row.Absent}
		}
		if got := test.Eval(values); got != No {
			t.Errorf("%s of what is absent: %v", c.filter, got)
		}
		if got := test.Eval(nil); got != No {
			t.Errorf("%s of no row: %v", c.filter, got)
		}
	}
}

func TestBindRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ filter, want string }{
		{"foo=eq.1", "invalid column for filter foo"},
		{"id=is.nothing", "invalid value for is filter: must be null, true, false, or unknown"},
		{"id=is.true", "is true filter requires a boolean column, got bigint"},
		{"mood=is.unknown", "is unknown filter requires a boolean column, got mood"},
		{"id=like.1%", "operator like requires a text-compatible column type, got bigint"},
		{"open=imatch.t", "operator imatch requires a text-compatible column type, got boolean"},
		{"area=match.t", "operator match requires a text-compatible column type, got peak_area"},
		{"id=in.(1,)", `malformed array literal: "{1,}"`},
		{"id=in.(" + strings.Repeat("1,", 100) + "1)", "too many values for `in` filter. Maximum 100"},
	} {
		conditions, err := Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Bind(peaks(), conditions); err == nil || err.Error() != c.want {
			t.Errorf("%.40s: got %v, want %s", c.filter, err, c.want)
		}
	}
}

func TestComparisons(t *testing.T) {
	t.Parallel()
	table := peaks()
	test := bind(t, table, "id=gt.1,local=not.eq.été,name=match.^T,notes=in.({})")
	got := test.Comparisons(nil, toubkal())
	want := []Comparison{
		{Type: table.Columns[7].Type, Collate: "public.insensitive", Operator: Equal, Not: true, Value: "Été", Filter: "été"},
		{Type: table.Columns[1].Type, Operator: Match, Value: "Toubkal", Filter: "^T"},
		{Type: table.Columns[6].Type, Operator: In, Value: "{}", Filter: `{"{}"}`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What PostgreSQL has written, of a domain that may round, compares in Go.
func TestCanonicalValues(t *testing.T) {
	t.Parallel()
	test, err := Bind(peaks(), []Condition{{Column: "area", Operator: Equal, Value: "1.0", Canonical: true}})
	if err != nil {
		t.Fatal(err)
	}
	if got := test.Eval(toubkal()); got != Yes {
		t.Errorf("got %v", got)
	}
}
