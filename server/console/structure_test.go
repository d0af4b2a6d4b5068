package console_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type written struct{ SQL, File string }

const newTable = `{"kind":"create_table","table":{"schema":"public","name":"todos"},"comment":"Something to do.","columns":[
	{"name":"id","type":"uuid","key":true,"default":"gen_random_uuid()"},{"name":"user_id","type":"uuid","required":true,"default":"auth.uid()",
	"references":{"table":{"schema":"auth","name":"users"},"onDelete":"cascade"}},{"name":"title","type":"text","required":true}]`

func TestFormsWriteTheNextMigrationAndPolicyFile(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	preview := ask[written](t, o, "POST", "/changes", newTable+`}`)
	if preview.File != "" || !strings.HasPrefix(preview.SQL, "create table public.todos (\n  id uuid primary key default gen_random_uuid(),\n") {
		t.Errorf("the preview is %+v", preview)
	}
	if n := o.read(t, "select (to_regclass('public.todos') is null)::text"); n != "true" {
		t.Error("a preview has made the table")
	}
	made := ask[written](t, o, "POST", "/changes", newTable+`,"write":true}`)
	if made.File != filepath.Join("schema", "0002_create_todos.sql") || o.file(t, "schema/0002_create_todos.sql") != preview.SQL {
		t.Errorf("written %+v", made)
	}
	if n := o.read(t, "select name from toubkal.migrations where version = 2"); !strings.Contains(n, "create_todos") {
		t.Errorf("applied is %s", n)
	}
	policy := `{"table":{"schema":"public","name":"todos"},"name":"todos_select_own","verb":"select","roles":["authenticated"],"using":"user_id = (select auth.uid())","comment":"Users see their own todos."`
	added := ask[written](t, o, "POST", "/policies", policy+`,"write":true}`)
	text := o.file(t, "policies/todos.sql")
	if added.File != filepath.Join("policies", "todos.sql") || !strings.HasPrefix(text, "-- Something to do.\n\nalter table public.todos enable row level security;") || !strings.Contains(text, "grant select on public.todos to authenticated;") {
		t.Errorf("written to %s: %s", added.File, text)
	}
	ann := o
	ann.as = o.user(t, "ann@example.org")
	o.exec(t, "insert into public.todos (user_id, title) values ('"+ann.as+"', 'hers'), ('"+o.user(t, "ben@example.org")+"', 'his')")
	if got := ask[page](t, ann, "POST", "/tables/public/todos/page", `{}`); len(got.Rows) != 1 || *got.Rows[0][2] != "hers" {
		t.Errorf("ann sees %v", got.Rows)
	}
}

func TestWhatPostgreSQLRefusesIsNotWritten(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	for body, code := range map[string]string{
		`{"kind":"add_columns","table":{"schema":"public","name":"notes"},"columns":[{"name":"title","type":"text"}],"write":true}`:           "42701",
		`{"kind":"custom","table":{"schema":"","name":""},"text":"create table public.half (n int); select nix","write":true}`:                "42703",
		`{"kind":"custom","table":{"schema":"","name":""},"text":"commit; drop table public.notes","write":true}`:                             "console_invalid",
		`{"kind":"add_columns","table":{"schema":"public","name":"notes"},"columns":[{"name":"a","type":"text; drop table x"}],"write":true}`: "console_invalid",
	} {
		o.refused(t, "POST", "/changes", body, http.StatusBadRequest, code)
	}
	files, err := os.ReadDir(filepath.Join(o.dir, "schema"))
	if err != nil || len(files) != 1 {
		t.Errorf("schema has %v, %v; want what it had", files, err)
	}
	bad := `{"table":{"schema":"public","name":"notes"},"name":"notes_bad","verb":"delete","roles":["authenticated"],"using":"nix","write":true}`
	if answer := o.call(t, "POST", "/policies", bad); answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, "policies/notes.sql") {
		t.Errorf("a bad policy: %d %s", answer.Status, answer.Body)
	}
	if got := o.file(t, "policies/notes.sql"); got != notesPolicy {
		t.Errorf("the file is %s, want it as before", got)
	}
}

func TestPolicyFilesAreEditedAsText(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	const path = "/tables/public/notes/policy-file"
	file := ask[struct {
		File, Text string
		Exists     bool
	}](t, o, "GET", path, "")
	if file.Text != notesPolicy || !file.Exists {
		t.Errorf("the file is %+v", file)
	}
	o.refused(t, "PUT", path, `{"text":"","before":"another"}`, http.StatusConflict, "console_conflict")
	before := strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(notesPolicy)
	ask[any](t, o, "PUT", path, `{"text":"alter table public.notes enable row level security;\n","before":"`+before+`"}`)
	if n := o.read(t, "select count(*)::text from pg_policies where tablename = 'notes'"); n != "0" {
		t.Errorf("%s policies are left", n)
	}
}

func TestInProductionFormsShowTheirSQL(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	if got := ask[written](t, o, "POST", "/changes", newTable+`}`); !strings.Contains(got.SQL, "create table public.todos") {
		t.Errorf("the preview is %+v", got)
	}
	o.refused(t, "POST", "/changes", newTable+`,"write":true}`, http.StatusForbidden, "console_forbidden")
	policy := `{"table":{"schema":"public","name":"notes"},"name":"p","verb":"delete","roles":["anon"],"using":"true","write":true}`
	o.refused(t, "POST", "/policies", policy, http.StatusForbidden, "console_forbidden")
	o.refused(t, "PUT", "/tables/public/notes/policy-file", `{"text":"","before":""}`, http.StatusForbidden, "console_forbidden")
	if n := o.read(t, "select (to_regclass('public.todos') is null)::text"); n != "true" {
		t.Error("the table was made")
	}
}
