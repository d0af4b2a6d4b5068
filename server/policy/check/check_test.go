package check_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/policy/check"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const todos = `-- Todos: the members of a team do everything with them; nobody else sees them.
begin;
insert into public.teams (id, name) values (1, 'Red');
insert into public.members (team_id, user_id) select 1, id from auth.users where email = 'ann@example.org';
insert into public.todos (id, team_id, title) values (101, 1, 'One'), (102, 1, 'Two');

-- as ann@example.org: sees 2
-- as bob@example.org: sees nothing
-- as anon: refused
select * from public.todos;

-- as ann@example.org: inserts 1
insert into public.todos (team_id, title) values (1, 'Three');
-- as ann@example.org, ann@example.org with {"aal": "aal2"}: sees 3
select * from public.todos;
-- as bob@example.org: insert refused
insert into public.todos (team_id, title) values (1, 'Four');
-- as bob@example.org: changes nothing
update public.todos set done = true;
-- as ann@example.org: deletes some.
delete from public.todos where id = 101;
-- as ann@example.org: fails 23514
insert into public.todos (team_id, title) values (1, '');
rollback;
`

func TestRun(t *testing.T) {
	t.Parallel()
	conn := pgtest.New(t).Conn()
	statements, err := check.Parse(todos)
	if err != nil || len(statements) != 10 {
		t.Fatalf("got %d statements, %v; want 10", len(statements), err)
	}
	touched := &check.Coverage{}
	results, err := check.Run(t.Context(), conn, statements, touched)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if failed := check.Print(&out, "todos_test.sql", results); failed != 0 || len(results) != 10 {
		t.Errorf("got %d failures of %d:\n%s", failed, len(results), out.String())
	}
	if !strings.HasPrefix(out.String(), "ok 1 - ann@example.org sees 2 (line 7)\n") || !strings.HasSuffix(out.String(), "\n1..10\n") {
		t.Errorf("got\n%s", out.String())
	}
	var left int
	if err := conn.QueryRow(t.Context(), "select (select count(*) from auth.users) + (select count(*) from public.teams)").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
	out.Reset()
	if err := touched.Print(t.Context(), conn, []string{"public"}, &out); err != nil {
		t.Fatal(err)
	}
	matrix := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"# no test touches anon authenticated # ", "# teams select insert update delete select insert update delete #", "# todos insert update delete"} {
		if !strings.Contains(matrix, want) {
			t.Errorf("the matrix lacks %q:\n%s", want, out.String())
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	conn := pgtest.New(t).Conn()
	for _, c := range []struct{ name, text, want string }{
		{"rows", "-- as anon: sees 2\nselect 1;", "not ok 1 - anon sees 2\n# x.sql:1: got 1 rows\n1..1\n"},
		{"a refusal that did not come", "-- as anon: refused\nselect 1;", "not ok 1 - anon refused\n# x.sql:1: got 1 rows\n1..1\n"},
		{"a refusal that was not expected", "-- as anon: sees 1\nselect * from public.todos;", "not ok 1 - anon sees 1\n# x.sql:1: got ERROR: permission denied for table todos (SQLSTATE 42501)\n1..1\n"},
		{"a fixture", "select 1/0;\n-- as anon: sees 1\nselect 1;", "not ok 1 - fixture\n# x.sql:1: got ERROR: division by zero (SQLSTATE 22012)\n1..1\n"},
		{"no role", "-- as nobody: sees 1\nselect 1;", "not ok 1 - nobody sees 1\n# x.sql:1: got ERROR: role \"nobody\" does not exist (SQLSTATE 22023)\n1..1\n"},
		{"after a refusal", "-- as anon: refused\nselect * from public.todos;\n-- as anon: sees nothing\nselect * from public.notes;", "ok 1 - anon refused (line 1)\nok 2 - anon sees nothing (line 3)\n1..2\n"},
	} {
		statements, err := check.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		results, err := check.Run(t.Context(), conn, statements, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var out strings.Builder
		check.Print(&out, "x.sql", results)
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", c.name, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"-- as anon: does 2\nselect 1;", "line 1: "},
		{"select 1;\n\n-- as anon: sees 1\n", "line 3: no statement follows"},
	} {
		if _, err := check.Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	for text, want := range map[string]bool{"-- as anon: sees 1\nselect 1;": true, "-- the same as anon: it sees\nselect 1;": false, "select plan(1);": false} {
		if check.IsTest(text) != want {
			t.Errorf("%q: got %v, want %v", text, !want, want)
		}
	}
}
