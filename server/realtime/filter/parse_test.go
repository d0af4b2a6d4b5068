package filter

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, filter string
		want         []Condition
	}{
		{"none", "", nil},
		{"blanks alone", " \t ", nil},
		{"one", "id=eq.1", []Condition{{Column: "id", Operator: Equal, Value: "1"}}},
		{"several", "id=gt.0, id=lt.100", []Condition{{Column: "id", Operator: Greater, Value: "0"}, {Column: "id", Operator: Less, Value: "100"}}},
		{"a negation", "s=not.like.hey%", []Condition{{Column: "s", Operator: Like, Value: "hey%", Not: true}}},
		{"a column named not", "not=eq.not.is.null", []Condition{{Column: "not", Operator: Equal, Value: "not.is.null"}}},
		{"points in a value", "n=eq.1.5", []Condition{{Column: "n", Operator: Equal, Value: "1.5"}}},
		{"an equals sign in a value", "s=eq.a=b", []Condition{{Column: "s", Operator: Equal, Value: "a=b"}}},
		{"an empty value", "s=eq.", []Condition{{Column: "s", Operator: Equal}}},
		{"is", "s=not.is.null", []Condition{{Column: "s", Operator: Is, Value: "null", Not: true}}},
		{"in", "s=in.(hidee,ho)", []Condition{{Column: "s", Operator: In, Value: "{hidee,ho}"}}},
		{"in nothing", "s=in.()", []Condition{{Column: "s", Operator: In, Value: "{}"}}},
		{"in, quoted", `s=in.("a,b",c),id=eq.1`, []Condition{{Column: "s", Operator: In, Value: `{"a,b",c}`}, {Column: "id", Operator: Equal, Value: "1"}}},
		{"in, braces that the client does not quote", `s=in.({a},b)`, []Condition{{Column: "s", Operator: In, Value: `{"{a}",b}`}}},
		{"in, a null and the word", `s=in.( null ,"null")`, []Condition{{Column: "s", Operator: In, Value: `{NULL,"null"}`}}},
		{"quotes", `s=eq."a,b"`, []Condition{{Column: "s", Operator: Equal, Value: "a,b"}}},
		{"escapes in quotes", `s=eq."a\"b\\,c",id=eq.1`, []Condition{{Column: "s", Operator: Equal, Value: `a"b\,c`}, {Column: "id", Operator: Equal, Value: "1"}}},
		{"blanks in quotes", `s=eq." a "`, []Condition{{Column: "s", Operator: Equal, Value: " a "}}},
		{"quotes around a part", `s=eq."a"b`, []Condition{{Column: "s", Operator: Equal, Value: `"a"b`}}},
		{"a quote inside", `s=eq.a"b,id=eq.1`, []Condition{{Column: "s", Operator: Equal, Value: `a"b`}, {Column: "id", Operator: Equal, Value: "1"}}},
		{"a quote that stays open", `s=eq."a,id=eq.1`, []Condition{{Column: "s", Operator: Equal, Value: `"a,id=eq.1`}}},
		{"parentheses", `s=eq.a(b,c)d,id=eq.1`, []Condition{{Column: "s", Operator: Equal, Value: `a(b,c)d`}, {Column: "id", Operator: Equal, Value: "1"}}},
		{"a parenthesis too many", `s=eq.a),id=eq.1`, []Condition{{Column: "s", Operator: Equal, Value: `a)`}, {Column: "id", Operator: Equal, Value: "1"}}},
		{"no quote after a conditions' comma", `a=eq.1,"b"=eq.2`, []Condition{{Column: "a", Operator: Equal, Value: "1"}, {Column: `"b"`, Operator: Equal, Value: "2"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(c.filter)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Parse(%q):\n%s", c.filter, diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ filter, want string }{
		{"undefined", `["undefined"]`},
		{"subject=hey", `["hey"]`},
		{"subject=foo.hey", `["foo", "hey"]`},
		{"subject=not.foo.hey", `["foo", "hey"]`},
		{"subject=not.not.eq.1", `["not", "eq.1"]`},
		{"subject=foo.a\"\n\u0001#{x}é", `["foo", "a\"\n\x{1}\#{x}é"]`},
		{"a=eq.1,,b=eq.2", "filter must not contain empty segments (check for extra commas)"},
		{"a=eq.1,", "filter must not contain empty segments (check for extra commas)"},
		{",", "filter must not contain empty segments (check for extra commas)"},
		{"a=in.1,2", "`in` filter value must be wrapped by parentheses"},
		{"a=in.(1", "`in` filter value must be wrapped by parentheses"},
		{"a=in.(", "`in` filter value must be wrapped by parentheses"},
		{strings.Repeat("a=eq.1,", 100) + "a=eq.1", "filter must not have more than 100 conditions"},
		{"a=eq." + strings.Repeat("x", 1<<16), "filter must not be longer than 65536 bytes"},
	} {
		_, err := Parse(c.filter)
		if err == nil || err.Error() != "Error parsing `filter` params: "+c.want {
			t.Errorf("Parse(%.80q) gives %v, want %s", c.filter, err, c.want)
		}
	}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	conditions, err := Parse(`id=not.in.(1,2),s=eq."a\"b"`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Inspect(conditions), `[{"id", "in", "{1,2}", true}, {"s", "eq", "a\"b", false}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := Inspect(nil); got != "[]" {
		t.Errorf("got %s for none", got)
	}
	if got := Inspect([]Condition{{Value: strings.Repeat("é", 5000)}}); len(got) > 4200 || !strings.Contains(got, `" <> ...`) {
		t.Errorf("a long value is shown in %d bytes", len(got))
	}
}

func TestReadList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		literal string
		want    []Item
	}{
		{"{}", nil},
		{"{ }", nil},
		{"{1,2}", []Item{{Text: "1"}, {Text: "2"}}},
		{"{ a b , c }", []Item{{Text: "a b"}, {Text: "c"}}},
		{`{"a,b" , "c\"d\\"}`, []Item{{Text: "a,b"}, {Text: `c"d\`}}},
		{`{NULL,null,"NULL",\NULL}`, []Item{{Null: true}, {Null: true}, {Text: "NULL"}, {Text: "NULL"}}},
		{`{a\ ,\,}`, []Item{{Text: "a "}, {Text: ","}}},
		{`{""}`, []Item{{}}},
		{`{{a},}b}`, []Item{{Text: "{a}"}, {Text: "}b"}}},
	} {
		got, err := ReadList(c.literal)
		if err != nil {
			t.Errorf("%s: %v", c.literal, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.literal, diff)
		}
		again, err := ReadList(WriteList(got))
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Errorf("%s, written as %s: %v\n%s", c.literal, WriteList(got), err, diff)
		}
	}
	for _, literal := range []string{"", "{", "}", "a", "{,}", "{a,}", "{a,,b}", `{"a}`, `{"a"b}`, `{a"b"}`, `{a\}`, "{a}x"} {
		if got, err := ReadList(literal); err == nil || !strings.HasPrefix(err.Error(), "malformed array literal: ") {
			t.Errorf("%s is read as %v, %v", literal, got, err)
		}
	}
	if _, err := ReadList("{" + strings.Repeat("1,", 100) + "1}"); err == nil || err.Error() != "too many values for `in` filter. Maximum 100" {
		t.Errorf("101 values: %v", err)
	}
}

// written is a value as the stock client writes it.
func written(value string) string {
	if strings.ContainsAny(value, `,()"\`) || value != strings.TrimSpace(value) {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
	}
	return value
}

// Whatever the stock client writes is read as it was meant.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "a", `a,b`, `"`, `\`, `a"b`, "(", "))", " a", "{a}", "null", "not.eq.1", `\",=`} {
		f.Add(seed, "b")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		_, _ = Parse(a) // it must not panic
		got, err := Parse("x=eq." + written(a) + ",y=not.in.(" + written(a) + "," + written(b) + ")")
		if len(a)+len(b) > 10_000 || strings.ContainsAny(a+b, "\u0085\u00a0\v") || a == "" || b == "" {
			return // the client's idea of blanks is another
		}
		if err != nil {
			t.Fatal(err)
		}
		want := []Condition{
			{Column: "x", Operator: Equal, Value: a},
			{Column: "y", Operator: In, Not: true, Value: WriteList([]Item{meant(a), meant(b)})},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// meant is an item that the client has written: without quotes the word is null.
func meant(text string) Item {
	if strings.EqualFold(text, "null") {
		return Item{Null: true}
	}
	return Item{Text: text}
}
