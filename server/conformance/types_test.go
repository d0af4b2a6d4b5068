package main

import "testing"

func TestFirstDifference(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, want, got, said string }{
		{"none", "a\nb\n", "a\nb\n", ""},
		{"a line", "a\nb\nc\n", "a\nx\ny\n", `line 2 is "x\n", expected "b\n"`},
		{"a line too many", "a\n", "a\nb\n", `line 2 is "b\n", expected ""`},
		{"a line too few", "a\nb\n", "a\n", `line 2 is "", expected "b\n"`},
		{"no end of line", "a\n", "a", `line 1 is "a", expected "a\n"`},
	} {
		if said := firstDifference(test.want, test.got); said != test.said {
			t.Errorf("%s: %s, want %s", test.name, said, test.said)
		}
	}
}
