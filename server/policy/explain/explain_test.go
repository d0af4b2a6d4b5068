package explain_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// rows are two users with a team each, and their todos and notes.
const rows = `
insert into auth.users (id, email, aud, role) values
	('00000000-0000-4000-8000-000000000001', 'ann@example.org', 'authenticated', 'authenticated'),
	('00000000-0000-4000-8000-000000000002', 'bob@example.org', 'authenticated', 'authenticated');
insert into public.teams (id, name) values (1, 'Red'), (2, 'Blue');
insert into public.members (team_id, user_id) values (1, '00000000-0000-4000-8000-000000000001'), (2, '00000000-0000-4000-8000-000000000002');
insert into public.todos (id, team_id, title) values (1, 1, 'One'), (2, 1, 'Two'), (3, 2, 'Three');
select setval('public.todos_id_seq', 100);
insert into public.notes (id, author_id, title, published) values
	('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', 'Draft', false),
	('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-000000000002', 'Draft', false),
	('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-000000000002', 'Shown', true);`

type request struct {
	as, line, body string
	header         []string
}

func setup(t *testing.T, sql string) *pgx.Conn {
	t.Helper()
	d := pgtest.New(t)
	if _, err := d.Admin.Exec(t.Context(), rows+sql); err != nil {
		t.Fatal(err)
	}
	return d.Conn()
}

func ask(t *testing.T, conn *pgx.Conn, o explain.Options, r request) explain.Report {
	t.Helper()
	claims, err := policy.Claims(t.Context(), conn, r.as, "")
	if err != nil {
		t.Fatal(err)
	}
	method, path, _ := strings.Cut(r.line, " ")
	header := http.Header{}
	for i := 0; i+1 < len(r.header); i += 2 {
		header.Add(r.header[i], r.header[i+1])
	}
	report, err := explain.Request(t.Context(), conn, o, explain.Call{Claims: claims, Method: method, Path: path, Header: header, Body: []byte(r.body)})
	if err != nil {
		t.Fatalf("%s as %s: %v", r.line, r.as, err)
	}
	return report
}

// summary is the outcome, and the checks of each table.
func summary(r explain.Report) string {
	parts := []string{fmt.Sprint(r.Outcome.Rows)}
	if r.Outcome.Code != "" {
		parts[0] = r.Outcome.Code
	}
	for _, table := range r.Tables {
		if table.Reached != "" {
			continue
		}
		for _, c := range table.Checks {
			text := fmt.Sprintf("%s %s %d/%d", table.Name, c.Verb, c.Passed, c.Rows)
			if c.New {
				text = fmt.Sprintf("%s new %s %d/%d", table.Name, c.Verb, c.Passed, c.Rows)
			}
			if c.Unknown != "" {
				text += " unknown"
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

var (
	full   = []string{"Prefer", "return=representation"}
	upsert = []string{"Prefer", "resolution=merge-duplicates"}
)

func TestRows(t *testing.T) {
	t.Parallel()
	conn := setup(t, "")
	for _, c := range []struct {
		name string
		request
		want string
	}{
		{"a read", request{as: "ann@example.org", line: "GET /todos"}, "2, todos select 2/3"},
		{"by id", request{as: "00000000-0000-4000-8000-000000000001", line: "GET /rest/v1/todos?id=eq.3"}, "0, todos select 0/1"},
		{"with a limit", request{as: "ann@example.org", line: "GET /todos?limit=1&order=id"}, "1, todos select 2/3"},
		{"embedded", request{as: "ann@example.org", line: "GET /teams?select=name,todos(title),members(role)"}, "1, teams select 1/2, todos select 2/2, members select 1/1"},
		{"spread, to one", request{as: "ann@example.org", line: "GET /todos?select=title,...teams(name)"}, "2, todos select 2/3, teams select 2/2"},
		{"filtered by an embed", request{as: "ann@example.org", line: "GET /todos?select=title,teams!inner(name)&teams.name=eq.Red"}, "2, todos select 2/2, teams select 2/2"},
		{"several policies", request{as: "ann@example.org", line: "GET /notes"}, "2, notes select 2/3"},
		{"anon", request{as: "anon", line: "GET /notes"}, "1, notes select 1/3"},
		{"no grant", request{as: "anon", line: "GET /todos"}, "42501, todos select 0/3"},
		{"the service key", request{as: "service_role", line: "GET /todos"}, "3, todos select 3/3"},
		{"an insert", request{as: "ann@example.org", line: "POST /todos", body: `{"team_id":1,"title":"Four"}`}, "1, todos new insert 1/1"},
		{"an insert that is refused", request{as: "ann@example.org", line: "POST /todos", body: `[{"team_id":1,"title":"Four"},{"team_id":2,"title":"Five"}]`}, "42501, todos new insert 1/2"},
		{"with a default", request{as: "ann@example.org", line: "POST /notes", body: `{"title":"x"}`, header: full}, "1, notes new insert 1/1, notes new select 1/1"},
		{"an upsert of another's row", request{as: "ann@example.org", line: "POST /todos", body: `{"id":3,"team_id":1,"title":"x"}`, header: upsert}, "42501, todos new insert 1/1, todos new select 1/1, todos select 0/1, todos update 0/1, todos new update 1/1"},
		{"an update", request{as: "ann@example.org", line: "PATCH /todos?done=is.false", body: `{"done":true}`}, "2, todos update 2/3, todos select 2/3, todos new update 2/2, todos new select 2/2"},
		{"an update of nothing", request{as: "ann@example.org", line: "PATCH /todos?id=eq.3", body: `{"done":true}`}, "0, todos update 0/1, todos select 0/1, todos new update 0/0 unknown, todos new select 0/0 unknown"},
		{"a delete", request{as: "bob@example.org", line: "DELETE /todos?title=neq.x"}, "1, todos delete 1/3, todos select 1/3"},
		{"what a constraint refuses", request{as: "ann@example.org", line: "POST /todos", body: `{"team_id":1,"title":""}`}, "23514, todos new insert 0/0 unknown"},
		{"a view", request{as: "ann@example.org", line: "GET /team_todos"}, "1, team_todos select 0/0 unknown"},
		{"a function", request{as: "ann@example.org", line: "POST /rpc/complete_todos", body: `{"team":1}`}, "2"},
		{"no such table", request{as: "anon", line: "GET /nothing"}, "PGRST205"},
		{"no path", request{as: "anon", line: "GET /a/b/c"}, "PGRST125"},
	} {
		if diff := cmp.Diff(c.want, summary(ask(t, conn, explain.Options{}, c.request))); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", c.name, diff)
		}
	}
	var left int
	if err := conn.QueryRow(t.Context(), "select count(*) from public.todos where not done").Scan(&left); err != nil || left != 3 {
		t.Errorf("got %d todos, %v; want the 3 that were there: nothing stays", left, err)
	}
	report := ask(t, conn, explain.Options{Limit: 2}, request{as: "ann@example.org", line: "GET /todos"})
	if c := report.Tables[0].Checks[0]; c.Rows != 2 || !c.Cut {
		t.Errorf("with a limit of 2: got %d rows, cut %v", c.Rows, c.Cut)
	}
}

// TestBecause: the conditions that refuse a row are named, with what they saw.
func TestBecause(t *testing.T) {
	t.Parallel()
	conn := setup(t, `
		create table public.pages (id int primary key, owner uuid, state text, tags text[]);
		alter table public.pages enable row level security;
		grant all on public.pages to anon, authenticated;
		create policy pages_select on public.pages for select using ((state = 'open' and owner = (select auth.uid())) or 'all' = any (tags));
		create policy pages_limit on public.pages as restrictive for select using (not (state = 'secret'));
		create policy pages_update on public.pages for update using (true) with check (owner = auth.uid());
		insert into public.pages values (1, '00000000-0000-4000-8000-000000000002', 'open', '{}'), (2, null, 'secret', '{all}'), (3, '00000000-0000-4000-8000-000000000001', 'open', '{all}');`)
	because := func(r request) (lines []string) {
		for _, c := range ask(t, conn, explain.Options{}, r).Tables[0].Checks {
			for _, row := range c.Refused {
				for _, d := range row.Policies {
					lines = append(lines, row.Values["id"]+" "+d.Policy+": "+strings.Join(d.Because, "; "))
				}
			}
		}
		return lines
	}
	const ann, bob = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
	for _, c := range []struct {
		name string
		request
		want []string
	}{
		{"a user", request{as: "ann@example.org", line: "GET /pages"}, []string{
			"1 pages_select: owner = auth.uid() is false: owner = " + bob + ", auth.uid() = " + ann + "; 'all' = ANY (tags) is false: tags = {}",
			"2 pages_limit: state = 'secret' is true: state = secret",
		}},
		{"a visitor", request{as: "anon", line: "GET /pages?id=eq.1"}, []string{
			"1 pages_select: owner = auth.uid() is null: owner = " + bob + ", auth.uid() = null (no user: no token of one was sent); 'all' = ANY (tags) is false: tags = {}",
		}},
		{"a new row", request{as: "ann@example.org", line: "PATCH /pages?id=eq.3", body: `{"owner":"` + bob + `"}`}, []string{
			"3 pages_update: owner = auth.uid() is false: owner = " + bob + ", auth.uid() = " + ann,
		}},
	} {
		if diff := cmp.Diff(c.want, because(c.request)); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", c.name, diff)
		}
	}
}

// TestReport: the report can be sent as JSON and read by people, names the place of a policy, and hides no error.
func TestReport(t *testing.T) {
	t.Parallel()
	conn := setup(t, `
		create table public.pages (id int primary key, owner text);
		alter table public.pages enable row level security;
		grant select on public.pages to authenticated;
		create policy "Own pages" on public.pages for select using (owner::int > 1 and id > 0);
		insert into public.pages values (1, repeat('x', 300));`)
	o := explain.Options{Statements: []policy.Statement{{Kind: "policy", Schema: "public", Table: "pages", Policy: "Own pages", File: "policies/pages.sql", Line: 7}}}
	report := ask(t, conn, o, request{as: "ann@example.org", line: "GET /pages"})
	var out strings.Builder
	if err := explain.Print(&out, report); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"GET /pages as ann@example.org (00000000-0000-4000-8000-000000000001, role authenticated)", "refused: 22P02", "policies/pages.sql:7",
		"it fails: 22P02 invalid input syntax", "not: id = 1", "cannot be evaluated: invalid input syntax",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, out.String())
		}
	}
	text, err := json.Marshal(report)
	if err != nil || len(report.Tables[0].Checks[0].Refused[0].Values["owner"]) > 210 || strings.Contains(string(text), "null,") {
		t.Errorf("got %v, %s", err, text)
	}
	report = ask(t, conn, explain.Options{Planning: plan.Options{Schemas: []string{"public"}}}, request{as: "ann@example.org", line: "GET /todos?id=eq.1"})
	if !slices.ContainsFunc(report.Scans, func(s explain.Scan) bool { return s.Table == "public.todos" && s.Node != "" && s.Rows == 1 }) {
		t.Errorf("got %+v, want a scan of todos", report.Scans)
	}
}

// TestEmpty: a hint only where policies took all rows.
func TestEmpty(t *testing.T) {
	t.Parallel()
	conn := setup(t, "create table public.closed (id int); alter table public.closed enable row level security; grant select on public.closed to anon; insert into public.closed values (1);")
	snapshot, err := catalog.Load(t.Context(), conn, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ as, path, want string }{
		{"anon", "/notes?published=is.false", "Rows of public.notes match, and policies let role anon see none of them: no user's token was sent. Try: toubkal explain --as anon GET '/notes?published=is.false'"},
		{"anon", "/closed", "Rows of public.closed match, and no policy for select applies to role anon: no user's token was sent. Try: toubkal explain --as anon GET '/closed'"},
		{"ann@example.org", "/todos?id=eq.3", "Rows of public.todos match, and policies let role authenticated see none of them. Try: toubkal explain --as 00000000-0000-4000-8000-000000000001 GET '/todos?id=eq.3'"},
		{"ann@example.org", "/todos?id=eq.9", ""},
		{"anon", "/closed?limit=0", ""},
		{"anon", "/closed?offset=1", ""},
	} {
		claims, err := policy.Claims(t.Context(), conn, c.as, "")
		if err != nil {
			t.Fatal(err)
		}
		request, err := parse.Read(httptest.NewRequestWithContext(t.Context(), "GET", c.path, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := explain.Empty(t.Context(), conn, explain.Options{Catalog: snapshot}, request, claims)
		if err != nil || got != c.want {
			t.Errorf("%s as %s:\n got %q, %v\nwant %q", c.path, c.as, got, err, c.want)
		}
	}
}

// TestClosedSchema: a policy may call what is in a schema that the caller may not use, and read there what is granted.
func TestClosedSchema(t *testing.T) {
	t.Parallel()
	conn := setup(t, `
		create function private.above(n int) returns bool language sql immutable as 'select n > 1';
		grant execute on function private.above(int) to anon;
		create table private.allowed (id int primary key);
		grant select on private.allowed to anon;
		insert into private.allowed values (1), (2);
		create table public.pages (id int primary key);
		alter table public.pages enable row level security;
		grant select on public.pages to anon;
		create policy p on public.pages for select using (private.above(id) and id in (select a.id from private.allowed a));
		insert into public.pages values (1), (2), (3);`)
	report := ask(t, conn, explain.Options{}, request{as: "anon", line: "GET /pages"})
	if got, want := summary(report), "1, pages select 1/3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c := report.Tables[0].Checks[0]
	if c.Policies[0].Error != "" || len(c.Refused) != 2 || !slices.Equal(c.Refused[0].Policies[0].Because, []string{"private.above(id) is false: id = 1"}) {
		t.Errorf("got %+v", c)
	}
}

// TestManyRows: of many rows that policies take away the first are explained.
func TestManyRows(t *testing.T) {
	t.Parallel()
	conn := setup(t, "insert into public.notes (author_id, title) select '00000000-0000-4000-8000-000000000002', 'Note ' || n from generate_series(1, 20) as n;")
	report := ask(t, conn, explain.Options{}, request{as: "ann@example.org", line: "GET /notes?title=like.Note*"})
	c := report.Tables[0].Checks[0]
	if c.Rows != 20 || c.Passed != 0 || len(c.Refused) != 5 {
		t.Fatalf("got %d rows, %d that pass, %d explained; want 20, 0, 5", c.Rows, c.Passed, len(c.Refused))
	}
	for i, row := range c.Refused {
		text := fmt.Sprint(row.Policies)
		if row.Values["title"] != fmt.Sprint("Note ", i+1) || len(row.Policies) != 2 || !strings.Contains(text, "author_id = auth.uid() is false") || !strings.Contains(text, "published is false") {
			t.Errorf("row %d is %s: %s", i, row.Values["title"], text)
		}
	}
	for _, p := range c.Policies {
		if p.Milliseconds <= 0 {
			t.Errorf("policy %s took %v ms", p.Name, p.Milliseconds)
		}
	}
}
