package console_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) {
	// The program sets the passwords of its login roles, which belong to a whole cluster.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m))
}

// operator is a browser on the console.
type operator struct {
	*apptest.Instance
	dir    string // of the project
	cookie string
	as     string
}

const notesSQL = `create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  title text,
  tags text[] not null default '{}',
  data jsonb,
  done boolean not null default false
);
comment on table public.notes is 'A note of a user.';
create index notes_title_idx on public.notes (title);
create view public.titles as select title from public.notes;
`

const notesPolicy = `alter table public.notes enable row level security;
grant select, delete, insert (title), update (title) on public.notes to authenticated;
grant all on public.notes to service_role;
create policy notes_select_own on public.notes for select to authenticated using (owner = (select auth.uid()));
create policy notes_insert_own on public.notes for insert to authenticated with check (owner = (select auth.uid()));
create policy notes_update_own on public.notes for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
`

// open serves a folder with a table, by a command, and signs in with the service key.
func open(t *testing.T, command string, environ ...string) operator {
	t.Helper()
	return start(t, command, environ...).withKey(t)
}

// operatorWith is open with more files in the folder, in development.
func operatorWith(t *testing.T, files map[string]string) operator {
	t.Helper()
	return startWith(t, files, "serve").withKey(t)
}

// withKey signs in with the service key.
func (o operator) withKey(t *testing.T) operator {
	t.Helper()
	key, err := json.Marshal(map[string]string{"key": o.ServiceKey(t)})
	if err != nil {
		t.Fatal(err)
	}
	return o.signIn(t, string(key))
}

func start(t *testing.T, command string, environ ...string) operator {
	t.Helper()
	return startWith(t, nil, command, environ...)
}

// startWith is start with more files in the folder.
func startWith(t *testing.T, files map[string]string, command string, environ ...string) operator {
	t.Helper()
	o := operator{dir: t.TempDir()}
	for name, text := range files {
		o.save(t, name, text)
	}
	o.save(t, "schema/0001_notes.sql", notesSQL)
	o.save(t, "policies/notes.sql", notesPolicy)
	return o.serve(t, command, environ...)
}

// serve serves the folder, by a command: again after Stop.
func (o operator) serve(t *testing.T, command string, environ ...string) operator {
	t.Helper()
	p, err := project.Load(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	database, data := pgtest.Empty(t), t.TempDir()
	if o.Instance != nil { // once more, on what it had
		database, data = o.DB, o.DataDir
	}
	o.Instance = apptest.New(t, p, database)
	o.Command, o.DataDir = command, data
	o.Start(t, append([]string{"DATABASE_URL=" + database.URL}, environ...))
	return o
}

func (o operator) save(t *testing.T, name, text string) {
	t.Helper()
	if err := project.WriteFile(filepath.Join(o.dir, filepath.FromSlash(name)), text); err != nil {
		t.Fatal(err)
	}
}

func (o operator) file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// signIn signs in, which must work.
func (o operator) signIn(t *testing.T, body string) operator {
	t.Helper()
	answer := o.call(t, "POST", "/session", body)
	if answer.Status != http.StatusOK {
		t.Fatalf("sign in: %d %s", answer.Status, answer.Body)
	}
	o.cookie, _, _ = strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return o
}

// call asks the API as the application does; headers are added.
func (o operator) call(t testing.TB, method, path, body string, headers ...string) apptest.Reply {
	t.Helper()
	all := []string{"Origin: " + o.URL, "X-Toubkal-Console: 1"}
	if o.cookie != "" {
		all = append(all, "Cookie: "+o.cookie)
	}
	if o.as != "" {
		all = append(all, "Toubkal-As: "+o.as)
	}
	return o.Send(t, method, "/_/api"+path, body, append(all, headers...)...)
}

// ask is call for an answer 200.
func ask[T any](t *testing.T, o operator, method, path, body string) T {
	t.Helper()
	answer := o.call(t, method, path, body)
	if answer.Status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	return apptest.Parse[T](t, answer.Body)
}

// refused is call for an answer with this status and code.
func (o operator) refused(t *testing.T, method, path, body string, status int, code string, headers ...string) apptest.Reply {
	t.Helper()
	answer := o.call(t, method, path, body, headers...)
	if answer.Status != status || !strings.Contains(answer.Body, `"code":"`+code+`"`) {
		t.Errorf("%s %s: %d %s, want %d %s", method, path, answer.Status, answer.Body, status, code)
	}
	return answer
}

func (o operator) exec(t *testing.T, sql string) {
	t.Helper()
	if _, err := o.DB.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (o operator) read(t *testing.T, sql string) (value string) {
	t.Helper()
	if err := o.DB.Admin.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// user makes one, by the address, and returns the id.
func (o operator) user(t *testing.T, email string) string {
	t.Helper()
	return o.CreateUser(t, email, "correct horse").User.ID
}
