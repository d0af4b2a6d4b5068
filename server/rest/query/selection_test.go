package query

import (
	"strings"
	"testing"

	sq "github.com/Masterminds/squirrel"
)

// TestNumbered: parameters are numbered as squirrel numbers them.
func TestNumbered(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "select 1", "?", "??", "a = ? and b = ?", `"a??b" = ? and c ?? d`, "?????", strings.Repeat("?, ", 120), "? ??", "é ?",
	} {
		want, err := sq.Dollar.ReplacePlaceholders(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := numbered(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
