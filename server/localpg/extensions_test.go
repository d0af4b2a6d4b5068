//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Where npm's PostgreSQL lacks an extension, one that has it is taken; there may be none.
func TestPostgresWithExtensions(t *testing.T) {
	t.Parallel()
	with := func(name string, extensions ...string) string {
		bin := filepath.Join(t.TempDir(), name, "bin")
		dir := filepath.Join(filepath.Dir(bin), "share", "extension")
		for _, made := range []string{bin, dir} {
			if err := os.MkdirAll(made, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for _, extension := range extensions {
			if err := os.WriteFile(filepath.Join(dir, extension+".control"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return bin
	}
	first, second := with("1", "pgcrypto"), with("2", "pgcrypto", "vector")
	for _, test := range []struct{ needs, want []string }{
		{[]string{"pgcrypto"}, []string{first, second}},
		{[]string{"pgcrypto", "vector"}, []string{second}},
		{[]string{"plv8"}, []string{}},
	} {
		if got := withExtensions([]string{first, second}, test.needs); !slices.Equal(got, test.want) {
			t.Errorf("with %q: got %q, want %q", test.needs, got, test.want)
		}
	}
}

func TestOffered(t *testing.T) {
	t.Parallel()
	names, major, err := Offered(Options{Root: root, Dir: filepath.Join(t.TempDir(), "pg")})
	if err != nil || major < oldest || !slices.Contains(names, "pgcrypto") || slices.Contains(names, "no_such_extension") {
		t.Errorf("got %q of PostgreSQL %d, %v", names, major, err)
	}
	start, err := Start(t.Context(), Options{Root: root, Dir: filepath.Join(t.TempDir(), "pg"), Fast: true, Extensions: []string{"no_such_extension"}})
	if err == nil {
		stop(t, start)
		t.Error("it starts without an extension that is needed")
	}
}
