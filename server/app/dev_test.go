package app_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// folder is a project's folder under a running `toubkal dev`.
type folder struct {
	*apptest.Instance
	dir string
}

// dev serves a folder with these files, which are name, text, name, text …
func dev(t *testing.T, files ...string) folder {
	t.Helper()
	return devWith(t, nil, files...)
}

// devWith is dev with more in the environment.
func devWith(t *testing.T, environ []string, files ...string) folder {
	t.Helper()
	f := folder{dir: t.TempDir()}
	for i := 0; i < len(files); i += 2 {
		f.save(t, files[i], files[i+1])
	}
	p, err := project.Load(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Empty(t)
	f.Instance = apptest.New(t, p, database)
	f.Command = "dev"
	f.Start(t, append(environ, "DATABASE_URL="+database.URL))
	f.Printed.Wait(t, `Console +(\S+/_/)\n`)
	f.Printed.Wait(t, `(Files are applied as you save them)`)
	return f
}

// save writes as editors do: aside, then in place.
func (f folder) save(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(f.dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file+"~", []byte(text), 0o644)
	}
	if err == nil {
		err = os.Rename(file+"~", file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// keepWriting writes a file again and again until the test ends, as the output of a program is.
func (f folder) keepWriting(t *testing.T, name string) {
	t.Helper()
	file, err := os.Create(filepath.Join(f.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer func() { _ = file.Close() }()
		for tick := time.NewTicker(time.Millisecond); ; {
			select {
			case <-t.Context().Done():
				tick.Stop()
				return
			case <-tick.C:
				_, _ = file.WriteString("a line\n")
			}
		}
	}()
}

func (f folder) rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(f.dir, from), filepath.Join(f.dir, to)); err != nil {
		t.Fatal(err)
	}
}

// says waits until each line has been printed that many times.
func (f folder) says(t *testing.T, times int, line string) {
	t.Helper()
	f.Printed.Wait(t, `(?s)((?:\d\d:\d\d:\d\d   `+line+`.*?){`+string(rune('0'+times))+`})`)
}

// answers waits until a visitor is given this status and body for the table.
func (f folder) answers(t *testing.T, table string, status int, body string) {
	t.Helper()
	f.Until(t, "/rest/v1/"+table, func(r apptest.Reply) bool {
		return r.Status == status && strings.Contains(r.Body, body)
	})
}

const (
	memosSQL    = "create table public.memos (id int primary key, body text);"
	memosPolicy = "alter table public.memos enable row level security;\ngrant select on public.memos to anon;\ncreate policy memos_select_public on public.memos for select to anon using (true);\n"
)

func TestDevAppliesPoliciesAsTheyAreSaved(t *testing.T) {
	t.Parallel()
	f := dev(t, "schema/0001_memos.sql", memosSQL, "policies/memos.sql", memosPolicy)
	f.answers(t, "memos", http.StatusOK, "[]")

	f.save(t, "policies/memos.sql", "select 1;\n\ngrant nix;")
	f.says(t, 1, `policies/memos\.sql:3: syntax error at end of input \(42601\); in: grant nix`)
	if r := f.Send(t, http.MethodGet, "/rest/v1/memos", "", f.Headers("")...); r.Status != http.StatusOK {
		t.Errorf("after a broken file: %d %s, want the policies before it", r.Status, r.Body)
	}
	f.save(t, "policies/memos.sql", strings.Replace(memosPolicy, "grant select", "-- grant select", 1))
	f.says(t, 1, `applied policies/memos\.sql in \d+ ms`)
	f.answers(t, "memos", http.StatusUnauthorized, "42501")
	f.save(t, "policies/memos.sql", memosPolicy)
	f.says(t, 2, `applied policies/memos\.sql`)
	f.answers(t, "memos", http.StatusOK, "[]")

	f.rename(t, "policies", "aside")
	f.says(t, 1, `policies has no file for table public\.memos, whose policies stay in force`)
	f.answers(t, "memos", http.StatusOK, "[]")
	f.rename(t, "aside", "policies")
	f.save(t, "policies/memos.sql", "")
	f.says(t, 3, `applied policies/memos\.sql`)
	f.answers(t, "memos", http.StatusUnauthorized, "42501")
}

func TestDevAppliesMigrationsAndSeedsAsTheyAreSaved(t *testing.T) {
	t.Parallel()
	f := dev(t, "schema/0001_memos.sql", memosSQL, "policies/memos.sql", memosPolicy)
	f.save(t, "schema/0002_title.sql", "alter table public.memos\n  add titel nix;")
	f.says(t, 1, `schema/0002_title\.sql:2: type "nix" does not exist \(42704\); in: alter table public\.memos …`)
	f.answers(t, "memos", http.StatusOK, "[]")
	f.save(t, "schema/0002_title.sql", "alter table public.memos add title text;")
	f.says(t, 1, `schema/0002_title\.sql in \d+ ms`)
	f.answers(t, "memos?select=title", http.StatusOK, "[]")

	f.save(t, "schema/seeds/0001_demo.sql", "insert into public.memos (id, title) values (1, 'first');")
	f.says(t, 1, `schema/seeds/0001_demo\.sql`)
	f.answers(t, "memos?select=title", http.StatusOK, `[{"title":"first"}]`)
	f.save(t, "schema/seeds/0002_more.sql", "insert into public.memos (id, title) values (2, 'second');")
	f.says(t, 1, `schema/seeds/0002_more\.sql`)
	f.answers(t, "memos?select=title&id=eq.2", http.StatusOK, `[{"title":"second"}]`)
}

// As the start page of an empty folder says.
func TestDevInAnEmptyFolder(t *testing.T) {
	t.Parallel()
	f := dev(t)
	var out bytes.Buffer
	err := app.Command(t.Context(), project.Project{}, []string{"--project", f.dir, "migration", "new", "memos"}, nil, &out, &out)
	if want := filepath.Join("schema", "0001_memos.sql") + "\n"; err != nil || out.String() != want {
		t.Fatalf("printed %q, %v; want %q", out.String(), err, want)
	}
	// An empty file is not applied: it could not be edited any more.
	f.save(t, "schema/0001_memos.sql", memosSQL)
	f.says(t, 1, `schema/0001_memos\.sql in`)
	f.save(t, "policies/memos.sql", memosPolicy)
	f.says(t, 1, `applied policies/memos\.sql`)
	f.answers(t, "memos", http.StatusOK, "[]")
}

// An application's own tests all come from one address.
func TestDevLimitsNobody(t *testing.T) {
	t.Parallel()
	f := dev(t, "supabase/config.toml", "[auth.rate_limit]\nsign_in_sign_ups = 5\ntoken_verifications = 5\ntoken_refresh = 5\n")
	for path, body := range map[string]string{
		"/auth/v1/verify":                         `{"type":"email","email":"a@example.test","token":"000000"}`,
		"/auth/v1/recover":                        `{"email":"not an address"}`,
		"/auth/v1/token?grant_type=password":      `{"email":"a@example.test","password":"wrong"}`,
		"/auth/v1/token?grant_type=refresh_token": `{"refresh_token":"none"}`,
	} {
		for range 10 {
			if got := f.Send(t, "POST", path, body, f.Headers("")...); got.Status == http.StatusTooManyRequests {
				t.Fatalf("%s: got %d %s", path, got.Status, got.Body)
			}
		}
	}
}

func TestMigrateIncludesOlderFilesWhenAsked(t *testing.T) {
	t.Parallel()
	f := dev(t, "schema/0002_memos.sql", memosSQL, "policies/memos.sql", memosPolicy)
	f.save(t, "schema/0001_title.sql", "create table public.titles (id int);")
	f.says(t, 1, `schema/0001_title\.sql is older than the last applied migration`)
	migrate := func(args ...string) error {
		var out bytes.Buffer
		environ := []string{"DATABASE_URL=" + f.DB.URL, "TOUBKAL_DATA_DIR=" + f.DataDir, "GOTRUE_JWT_SECRET=" + apptest.Secret}
		return app.Command(t.Context(), project.Project{}, append([]string{"--project", f.dir, "migrate"}, args...), environ, &out, &out)
	}
	if err := migrate("--all"); err == nil || !strings.Contains(err.Error(), "usage: toubkal migrate") {
		t.Errorf("a wrong flag: %v, want the usage", err)
	}
	if err := migrate(); err == nil || !strings.Contains(err.Error(), "toubkal migrate --include-all") {
		t.Errorf("an older file: %v, want the way out", err)
	}
	if err := migrate("--include-all"); err != nil {
		t.Error(err)
	}
	f.answers(t, "titles", http.StatusUnauthorized, "42501")
}

func TestDevInASupabaseFolder(t *testing.T) {
	t.Parallel()
	f := dev(t, "supabase/config.toml", "[db.seed]\nsql_paths = ['./seeds/*.sql']\n", "supabase/migrations/1_memos.sql", memosSQL+memosPolicy,
		"supabase/migrations/2_index.sql", "create index concurrently on memos (body);")
	f.says(t, 1, `supabase/migrations/2_index\.sql was run statement by statement: PostgreSQL refuses`)
	f.answers(t, "memos", http.StatusOK, "[]")
	f.save(t, "supabase/migrations/3_title.sql", "alter table memos add title text;")
	f.says(t, 1, `supabase/migrations/3_title\.sql`)
	f.save(t, "supabase/seeds/demo.sql", "insert into memos (id, title) values (1, 'first');")
	f.says(t, 1, `supabase/seeds/demo\.sql`)
	f.answers(t, "memos?select=title", http.StatusOK, `[{"title":"first"}]`)
	if n := strings.Count(f.Printed.String(), "statement by statement"); n != 1 {
		t.Errorf("a note was printed %d times, want once:\n%s", n, f.Printed)
	}
}

// An answer without a row says in development, and there alone, that policies took the rows.
func TestHintInDevelopment(t *testing.T) {
	t.Parallel()
	f := dev(t, "schema/0001_memos.sql", memosSQL+"insert into public.memos values (1);", "policies/memos.sql", "alter table public.memos enable row level security; grant select on public.memos to anon;")
	f.answers(t, "memos", http.StatusOK, "[]")
	reply := f.Send(t, http.MethodGet, "/rest/v1/memos", "", f.Headers("")...)
	if hint := reply.Header.Get("Toubkal-Hint"); !strings.HasPrefix(hint, "Rows of public.memos match, and no policy for select applies to role anon") {
		t.Errorf("got %q", hint)
	}
}
