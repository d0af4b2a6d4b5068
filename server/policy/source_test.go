package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
)

func TestAScannerSeesWhatHasChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var scanner policy.Scanner
	for _, c := range []struct{ name, file, text, want string }{
		{"a first file", "a.sql", "create policy one on todos using (true)", "one"},
		{"the same", "", "", "one"},
		{"another", "b.sql", "create policy two on todos using (true)", "one two"},
		{"one of another size", "a.sql", "create policy three on todos using (true)", "three two"},
		{"one of the same size", "b.sql", "create policy six on todos using (true)", "three six"},
		{"one is gone", "a.sql", "", "six"},
	} {
		file := filepath.Join(dir, c.file)
		switch {
		case c.text != "":
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			later := time.Now().Add(time.Duration(len(c.name)) * time.Second) // whatever the clock of the file system is
			if err := os.Chtimes(file, later, later); err != nil {
				t.Fatal(err)
			}
		case c.file != "":
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		found, err := scanner.Scan(migrate.Folder{Name: "policies", Files: os.DirFS(dir)})
		var names []string
		for _, f := range found {
			names = append(names, f.Policy)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// BenchmarkScanner is a project of 50 files that have not changed.
func BenchmarkScanner(b *testing.B) {
	files := fstest.MapFS{}
	for n := range 50 {
		name := string(rune('a'+n/26)) + string(rune('a'+n%26)) + ".sql"
		files[name] = &fstest.MapFile{Data: []byte(strings.Repeat("create policy p on todos for select to anon using (done);\n", 100))}
	}
	for name, scan := range map[string]func(migrate.Folder) ([]policy.Statement, error){"once": policy.Scan, "again": new(policy.Scanner).Scan} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if found, err := scan(migrate.Folder{Name: "policies", Files: files}); err != nil || len(found) != 5000 {
					b.Fatal(len(found), err)
				}
			}
		})
	}
}
