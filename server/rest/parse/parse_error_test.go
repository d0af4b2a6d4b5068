package parse_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
)

// TestWords: a refusal says what PostgREST, whose parser is Parsec, would say:
// where it stopped, what it found there and what would have been right.
func TestWordsOfErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, key, value, what string
		column                 int
		details                string
	}{
		{"an array in select", "select", "id,clients(name[])", "select parameter", 16, `unexpected '[' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input`},
		{"a word behind an index", "select", "data->>-78xy", "select parameter", 11, `unexpected 'x' expecting digit, "->", "::", ".", "," or end of input`},
		{"a hint on a column", "select", "name!hint", "select parameter", 5, `unexpected '!' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input`},
		{"an empty cast", "select", "name::", "select parameter", 7, `unexpected end of input expecting letter or digit`},
		{"no operator", "id", "noop.0", "filter", 1, `unexpected "o" expecting "not" or operator (eq, gt, ...)`},
		{"no operator at all", "id", "val", "filter", 1, `unexpected "v" expecting "not" or operator (eq, gt, ...)`},
		{"an empty language", "id", "fts().value", "filter", 5, `unexpected ")" expecting operator (eq, gt, ...)`},
		{"an empty quantifier", "id", "eq().value", "filter", 4, `unexpected ")" expecting operator (eq, gt, ...)`},
		{"is, quantified", "id", "is().value", "filter", 3, `unexpected "(" expecting operator (eq, gt, ...)`},
		{"in, quantified", "id", "in().value", "filter", 3, `unexpected "(" expecting operator (eq, gt, ...)`},
		{"is of two words", "id", "is.not.null", "filter", 7, `unexpected "." expecting isVal: (null, not_null, true, false, unknown)`},
		{"is of half a word", "id", "is.nul", "filter", 7, `unexpected end of input expecting isVal: (null, not_null, true, false, unknown)`},
		{"is of another word", "id", "is.foo", "filter", 5, `unexpected "o" expecting isVal: (null, not_null, true, false, unknown)`},
		{"a letter that is not ASCII", "id", "ش", "filter", 1, `unexpected "ش" expecting "not" or operator (eq, gt, ...)`},
		{"a line break", "id", "\n", "filter", 1, `unexpected "\n" expecting "not" or operator (eq, gt, ...)`},
		{"such a character refused", "order", "id.asc.nullslast\u00a0", "order", 17, `unexpected '\u00a0' expecting "," or end of input`},
		{"a quote refused", "order", "id.asc.nullslast'", "order", 17, `unexpected '\'' expecting "," or end of input`},
		{"order by two fields of an embed", "order", "clients(name,id)", "order", 8, `unexpected '(' expecting letter, digit, "-", "->>", "->", delimiter (.), "," or end of input`},
		{"half a direction", "order", "id.ac", "order", 4, `unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"`},
		{"too much of a direction", "order", "id.descc", "order", 8, `unexpected 'c' expecting delimiter (.), "," or end of input`},
		{"misspelt nulls", "order", "id.nulsfist", "order", 4, `unexpected "n" expecting "asc", "desc", "nullsfirst" or "nullslast"`},
		{"too much of nulls", "order", "id.nullslasttt", "order", 13, `unexpected 't' expecting "," or end of input`},
		{"another direction", "order", "id.smth34", "order", 4, `unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"`},
		{"misspelt nulls behind a direction", "order", "id.asc.nlsfst", "order", 8, `unexpected "l" expecting "nullsfirst" or "nullslast"`},
		{"too much of nulls behind a direction", "order", "id.asc.nullslasttt", "order", 17, `unexpected 't' expecting "," or end of input`},
		{"other nulls behind a direction", "order", "id.asc.smth34", "order", 8, `unexpected "s" expecting "nullsfirst" or "nullslast"`},
		{"an empty tree", "or", "()", "logic tree", 4, `unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)`},
		{"a list without brackets in a tree", "or", "(id.in.1,2,id.eq.3)", "logic tree", 10, `unexpected "1" expecting "("`},
		{"a tree without brackets", "or", ")(", "logic tree", 3, `unexpected ")" expecting "("`},
		{"a filter for a tree", "or", "id.eq.1", "logic tree", 3, `unexpected "i" expecting "("`},
		{"something behind a tree", "or", "(id.eq.1)x", "logic tree", 12, `unexpected 'x' expecting end of input`},
		{"something behind a list", "id", "in.(1)x", "filter", 7, `unexpected 'x' expecting end of input`},
		{"something behind is", "id", "is.null.x", "filter", 8, `unexpected '.' expecting end of input`},
		{"something behind an embed", "select", "id,clients(name)x", "select parameter", 17, `unexpected 'x' expecting "," or end of input`},
		{"something behind a bracket too many", "select", "id)x", "select parameter", 4, `unexpected 'x' expecting end of input`},
		{"another logic", "and", "(ord(id.eq.1,id.eq.1),id.eq.2)", "logic tree", 7, `unexpected "d" expecting "("`},
		{"another logic behind not", "or", "(id.eq.1,not.xor(id.eq.2,id.eq.3))", "logic tree", 16, `unexpected "x" expecting logic operator (and, or)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, "GET /t?"+test.key+"="+url.QueryEscape(test.value), "")
			got := fault.As(err)
			want := fmt.Sprintf(`"failed to parse %s (%s)" (line 1, column %d)`, test.what, test.value, test.column)
			if got.Code != fault.RestBadQuery || got.Message != want || got.Details != test.details {
				t.Errorf("got  %s %s\n     %v\nwant %s\n     %s", got.Code, got.Message, got.Details, want, test.details)
			}
		})
	}
}
