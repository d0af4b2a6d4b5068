package console_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

type cell struct {
	Role, Verb, Rows, Why string
	Columns, Of           int
	Policies              []string
}

type matrix struct {
	Roles  []string
	Tables []struct {
		Schema, Name, Kind string
		RowSecurity        bool
		Cells              []cell
		Policies           []struct {
			Name, Using, File string
			Line              int
		}
	}
	Findings []struct{ Name, Level, Table, Policy, File string }
	Tests    []string
}

func (m matrix) cell(t *testing.T, table, role, verb string) cell {
	t.Helper()
	for _, of := range m.Tables {
		for _, c := range of.Cells {
			if of.Name == table && c.Role == role && c.Verb == verb {
				return c
			}
		}
	}
	t.Errorf("there is no cell %s %s %s", table, role, verb)
	return cell{}
}

func TestTheMatrixSaysWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	o.exec(t, `create table public.open (id int primary key); grant select on public.open to anon;
		create table public.closed (id int primary key); alter table public.closed enable row level security; grant select on public.closed to anon, authenticated;
		create policy closed_select_all on public.closed for select to authenticated using (true)`)
	got := ask[matrix](t, o, "GET", "/policies", "")
	for _, c := range []struct{ table, role, verb, rows, why string }{
		{"notes", "anon", "select", "none", "no grant"},
		{"notes", "authenticated", "select", "some", ""},
		{"notes", "authenticated", "delete", "none", "no policy"},
		{"notes", "service_role", "select", "all", "role service_role bypasses row security"},
		{"open", "anon", "select", "all", "row security is off"},
		{"open", "authenticated", "select", "none", "no grant"},
		{"closed", "anon", "select", "none", "no policy"},
		{"closed", "authenticated", "select", "all", "a policy is true"},
		{"objects", "service_role", "select", "all", "role service_role bypasses row security"},
	} {
		if found := got.cell(t, c.table, c.role, c.verb); found.Rows != c.rows || found.Why != c.why {
			t.Errorf("%s of %s by %s: %+v, want %s %s", c.verb, c.table, c.role, found, c.rows, c.why)
		}
	}
	if c := got.cell(t, "notes", "authenticated", "update"); c.Columns != 1 || c.Of != 6 || !slices.Equal(c.Policies, []string{"notes_update_own"}) {
		t.Errorf("the update of notes is %+v", c)
	}
	for _, table := range got.Tables {
		if table.Name == "notes" && (len(table.Policies) != 3 || table.Policies[1].Name != "notes_select_own" || table.Policies[1].File != "policies/notes.sql" || table.Policies[1].Line != 4) {
			t.Errorf("the policies of notes are %+v", table.Policies)
		}
	}
	found := false
	for _, f := range got.Findings {
		found = found || f.Name == "rls_disabled_in_public" && f.Table == "open" && f.Level == "error"
		if page := ask[struct{ Text string }](t, o, "GET", "/policies/pages/"+f.Name, ""); !strings.HasPrefix(page.Text, "# "+f.Name+"\n") {
			t.Errorf("the page of %s begins %.40s", f.Name, page.Text)
		}
	}
	if !found {
		t.Errorf("row security that is off is not among %+v", got.Findings)
	}
	o.refused(t, "GET", "/policies/pages/..%2Fembed", "", http.StatusNotFound, "not_found")
}

type report struct {
	Outcome  struct{ Rows int }
	Findings []struct{ Name string }
	Tables   []struct {
		Checks []struct {
			Rows, Passed int
			Refused      []struct {
				Policies []struct{ Because []string }
			}
		}
	}
}

func TestTheExplainerSaysWhyARowIsNotSeen(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	ann, ben := o.user(t, "ann@example.org"), o.user(t, "ben@example.org")
	o.exec(t, "insert into public.notes (owner, title) values ('"+ben+"', 'his secret')")
	got := ask[report](t, o, "POST", "/explain", `{"as":"ann@example.org","path":"/notes?id=eq.1&title=eq.his%20secret"}`)
	if len(got.Tables) != 1 || got.Tables[0].Checks[0].Rows != 1 || got.Tables[0].Checks[0].Passed != 0 {
		t.Fatalf("the report is %+v", got)
	}
	because := got.Tables[0].Checks[0].Refused[0].Policies[0].Because
	if len(because) != 1 || !strings.Contains(because[0], "owner = auth.uid() is false") || !strings.Contains(because[0], ann) {
		t.Errorf("because %q", because)
	}
	if got := ask[report](t, o, "POST", "/explain", `{"as":"anon","claims":{"role":"authenticated","sub":"`+ben+`"},"path":"/notes?id=eq.1"}`); got.Outcome.Rows != 1 {
		t.Errorf("with the claims of ben: %+v", got)
	}
	if got := ask[report](t, o, "POST", "/explain", `{"as":"ann@example.org","method":"POST","path":"/notes","body":{"title":"hers"}}`); got.Outcome.Rows != 1 {
		t.Errorf("an insert: %+v", got)
	}
	if n := o.read(t, "select count(*)::text from public.notes"); n != "1" {
		t.Errorf("%s notes are there, want the insert undone", n)
	}
	for body, want := range map[string]string{
		`{"as":"eve@example.org","path":"/notes"}`:                   "There is no such user",
		`{"as":"postgres","path":"/notes"}`:                          "take no role postgres",
		`{"as":"anon","claims":{"role":"postgres"},"path":"/notes"}`: "take no role postgres",
		`{"as":"anon","claims":[],"path":"/notes"}`:                  "is no JSON object",
		`{"as":"anon","path":"notes"}`:                               "The path is that of the table API",
	} {
		if answer := o.refused(t, "POST", "/explain", body, http.StatusBadRequest, "explain_invalid"); !strings.Contains(answer.Body, want) {
			t.Errorf("%s: %s, want %s", body, answer.Body, want)
		}
	}
	if text := o.read(t, "select string_agg(statement, '|' order by id) from toubkal.console_statements where statement like 'explain%'"); !strings.Contains(text, "explain GET /notes as ann@example.org") || strings.Contains(text, "secret") {
		t.Errorf("the audit has %s", text)
	}
}

type testRun struct {
	Files []struct {
		File    string
		Results []struct {
			Passed    bool
			Name, Got string
		}
		Error string
	}
	Untested []struct{ Role, Verb, Table string }
}

func TestPolicyTestsAreWrittenAndRun(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	const path = "/policy-tests/public/notes"
	draft := ask[struct {
		File, Text string
		Exists     bool
	}](t, o, "GET", path, "")
	if draft.File != "policies/notes_test.sql" || draft.Exists {
		t.Errorf("the draft is %+v", draft)
	}
	ask[any](t, o, "PUT", path, `{"text":`+quoted(draft.Text)+`}`)
	if got := o.file(t, "policies/notes_test.sql"); got != draft.Text {
		t.Errorf("the file is %s", got)
	}
	run := ask[testRun](t, o, "POST", "/policy-tests", "{}")
	if len(run.Files) != 1 || run.Files[0].Error != "" || len(run.Files[0].Results) != 9 {
		t.Fatalf("the run is %+v, of\n%s", run, draft.Text)
	}
	for _, r := range run.Files[0].Results {
		if !r.Passed {
			t.Errorf("%s: got %s", r.Name, r.Got)
		}
	}
	var untested []string
	for _, c := range run.Untested {
		untested = append(untested, c.Role+" "+c.Verb+" "+c.Table)
	}
	if !slices.Contains(untested, "authenticated insert public.notes") || slices.Contains(untested, "authenticated select public.notes") {
		t.Errorf("untested are %v", untested)
	}
	if n := o.read(t, "select count(*)::text from public.notes"); n != "0" {
		t.Errorf("%s notes are left", n)
	}
	o.refused(t, "PUT", path, `{"text":"-- as anon: sees 1\nselect 1;","before":"another"}`, http.StatusConflict, "console_conflict")
	for _, text := range []string{"select 1;", "-- as anon: sees 2\n", "-- as anon: dances\nselect 1;"} {
		o.refused(t, "PUT", path, `{"text":`+quoted(text)+`,"before":`+quoted(draft.Text)+`}`, http.StatusBadRequest, "console_invalid")
	}
	o.refused(t, "PUT", "/policy-tests/public/nix", `{"text":"-- as anon: sees 1\nselect 1;"}`, http.StatusNotFound, "not_found")
	if m := ask[matrix](t, o, "GET", "/policies", ""); !slices.Equal(m.Tests, []string{"policies/notes_test.sql"}) {
		t.Errorf("the tests are %v", m.Tests)
	}
	wrong := strings.Replace(draft.Text, "-- as owner@example.org: sees 1", "-- as owner@example.org: sees 7", 1)
	ask[any](t, o, "PUT", path, `{"text":`+quoted(wrong)+`,"before":`+quoted(draft.Text)+`}`)
	run = ask[testRun](t, o, "POST", "/policy-tests", "{}")
	failed := slices.DeleteFunc(run.Files[0].Results, func(r struct {
		Passed    bool
		Name, Got string
	},
	) bool {
		return r.Passed
	})
	if len(failed) != 1 || failed[0].Name != "owner@example.org sees 7" || failed[0].Got != "1 rows" {
		t.Errorf("failed are %+v", failed)
	}
}

func quoted(text string) string {
	return `"` + strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(text) + `"`
}

// A Supabase folder has its policies in migrations, and its tests in supabase/tests.
func TestTestsOfASupabaseFolder(t *testing.T) {
	t.Parallel()
	o := operator{dir: t.TempDir()}
	o.save(t, "supabase/migrations/20260101000000_notes.sql", notesSQL+notesPolicy)
	o.save(t, "supabase/tests/other_test.sql", "begin;\nselect plan(1);\nselect pass();\nselect * from finish();\nrollback;\n")
	o = o.serve(t, "dev").withKey(t)
	draft := ask[struct{ File, Text string }](t, o, "GET", "/policy-tests/public/notes", "")
	if draft.File != "supabase/tests/notes_test.sql" {
		t.Errorf("the draft is for %s", draft.File)
	}
	ask[any](t, o, "PUT", "/policy-tests/public/notes", `{"text":`+quoted(draft.Text)+`}`)
	run := ask[testRun](t, o, "POST", "/policy-tests", "{}")
	if len(run.Files) != 1 || run.Files[0].File != draft.File || len(run.Files[0].Results) != 9 || o.file(t, draft.File) != draft.Text {
		t.Errorf("the run is %+v", run)
	}
	for _, table := range ask[matrix](t, o, "GET", "/policies", "").Tables {
		if table.Name == "notes" && table.Policies[0].File != "supabase/migrations/20260101000000_notes.sql" {
			t.Errorf("the policies are in %s", table.Policies[0].File)
		}
	}
}

func TestInProductionPoliciesAreReadAlone(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	if got := ask[matrix](t, o, "GET", "/policies", ""); got.Tests != nil || got.cell(t, "notes", "authenticated", "select").Rows != "some" {
		t.Errorf("the matrix is %+v", got)
	}
	o.refused(t, "POST", "/policy-tests", "{}", http.StatusForbidden, "console_forbidden")
	o.refused(t, "GET", "/policy-tests/public/notes", "", http.StatusForbidden, "console_forbidden")
	o.refused(t, "PUT", "/policy-tests/public/notes", `{"text":"-- as anon: sees 1\nselect 1;"}`, http.StatusForbidden, "console_forbidden")
	if got := ask[report](t, o, "POST", "/explain", `{"as":"anon","path":"/notes"}`); len(got.Findings) == 0 || got.Findings[0].Name != "missing_grant" {
		t.Errorf("anon's read is explained by %+v", got.Findings)
	}
}
