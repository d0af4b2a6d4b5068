package app

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The site of this repository is one project among others: the engine, which is
// server/ without server/main.go, neither imports it nor names what is in it.
const (
	engine     = "../"
	exceptMain = "main.go"
)

func TestTheEngineDoesNotImportTheSite(t *testing.T) {
	t.Parallel()
	site := regexp.MustCompile(`^` + module + `(schema|policies|functions|client)(/|$)`)
	for _, e := range imports(t) {
		if strings.HasPrefix(e.from, "server/") && site.MatchString(e.to) {
			t.Errorf("%s imports %s", e.file, e.to)
		}
	}
}

// siteWords are words that only the site has a use for, in lower case.
var siteWords = []string{
	"toubkal.local", "everest", "expedition", "mountaineer", "alpinist", "retreat", "newsletter", "speaker",
	"keynote", "testimonial", "sponsorship", "kilimanjaro", "aconcagua", "seven summits", "back-office", "book order",
	"blog post", "paperback", "super admin", "super_admin", "create-admin-user", "public.html", "toubkal_admin_email",
	"toubkal_rate_limit_writes",
}

func TestTheEngineDoesNotNameTheSite(t *testing.T) {
	t.Parallel()
	names := siteNames(t)
	pattern := namesPattern(names)
	files := 0
	err := filepath.WalkDir(engine, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if err != nil || entry.IsDir() || path == filepath.Join(engine, exceptMain) || entry.Name() == "line_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		lower := bytes.ToLower(text) // most files have no name, which this finds in a ninth of the time of the pattern
		if !slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(lower, []byte(name)) }) {
			return nil
		}
		for n, line := range strings.Split(string(text), "\n") {
			if word := pattern.FindString(line); word != "" {
				t.Errorf("%s:%d: %q is the site's", path, n+1, word)
			}
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Fatalf("%d files were read, want all of the engine: %v", files, err)
	}
}

func TestNamesPatternSeesWholeWordsAlone(t *testing.T) {
	t.Parallel()
	names := namesPattern([]string{"audit_log", "public.html"})
	for text, want := range map[string]bool{
		"from public.audit_log a": true, "Audit_Log": true, `"audit_log"`: true, "audit_log_entries": false, "the_audit_log": false,
		"a public.html": true, "publicXhtml": false,
	} {
		if got := names.MatchString(text); got != want {
			t.Errorf("%q: found is %v, want %v", text, got, want)
		}
	}
}

// siteNames are siteWords and the names of its tables.
func siteNames(t *testing.T) []string {
	t.Helper()
	policies, err := filepath.Glob(filepath.Join(engine, "../policies/*.sql"))
	if err != nil || len(policies) < 10 {
		t.Fatalf("%d policies of the site were found: %v", len(policies), err)
	}
	names := append([]string{}, siteWords...)
	for _, file := range policies {
		table := strings.TrimSuffix(filepath.Base(file), ".sql")
		switch {
		case strings.Contains(table, "."): // a schema of the engine's: realtime.messages
		case table == "pictures" || table == "trash": // the engine renders pictures, and a fixture of PostgREST has a trash
			names = append(names, "public."+table)
		default:
			names = append(names, table)
		}
	}
	return names
}

// namesPattern finds one of the names as a whole word, its plural too, in any case.
func namesPattern(names []string) *regexp.Regexp {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(quoted, "|") + `)s?\b`)
}
