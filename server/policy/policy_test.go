package policy_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestRead(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	if _, err := conn.Exec(t.Context(), "set search_path = ''"); err != nil {
		t.Fatal(err)
	}
	names := []catalog.Name{{Schema: "public", Name: "team_todos"}, {Schema: "public", Name: "nothing"}}
	all, err := policy.Read(t.Context(), conn, "authenticated", names)
	if err != nil {
		t.Fatal(err)
	}
	todos := policy.Find(all, "public", "todos")
	switch {
	case len(all) != 3 || todos == nil:
		t.Fatalf("got %+v, want the view and the two tables that it reads", all)
	case !all[0].Invoker || all[0].Kind != "view":
		t.Errorf("got %+v, want a view with its caller's rights", all[0])
	case !todos.RowSecurity || !todos.Forced || todos.Unfiltered != "" || len(todos.Of("select")) != 1 || len(todos.Key) != 1:
		t.Errorf("got %+v", todos)
	case todos.Granted("insert") == nil || todos.Granted("insert").Whole || len(todos.Granted("insert").Columns) != 8:
		t.Errorf("got %+v, want an insert of 8 columns", todos.Granted("insert"))
	case todos.Reached[0].How != "view" || todos.Reached[0].Table != "team_todos":
		t.Errorf("got %+v, want it reached by the view", todos.Reached)
	}
	if _, err := policy.Read(t.Context(), conn, "nobody", names); !errors.Is(err, policy.ErrNoRole) {
		t.Errorf("got %v, want that there is no such role", err)
	}
	if service, err := policy.Read(t.Context(), conn, "service_role", names); err != nil || policy.Find(service, "public", "todos").Unfiltered == "" {
		t.Errorf("got %v, want no policy to limit the service key", err)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	const id = "00000000-0000-4000-8000-000000000001"
	if _, err := conn.Exec(t.Context(), `insert into auth.users (id, email, raw_app_meta_data) values ('`+id+`', 'ann@example.org', '{"plan": "gold"}')`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ as, more, role, subject, contains string }{
		{"ann@example.org", "", "authenticated", id, `"plan":"gold"`},
		{"ANN@example.org", `{"aal": "aal2"}`, "authenticated", id, `"aal":"aal2"`},
		{id, "", "authenticated", id, `"email":"ann@example.org"`},
		{"anon", "", "anon", "", `{"role":"anon"}`},
		{"anon", `{"sub": "x", "role": "boss"}`, "boss", "x", `"role":"boss"`},
	} {
		claims, err := policy.Claims(t.Context(), conn, c.as, c.more)
		if err != nil || claims.Role != c.role || claims.Subject != c.subject || !strings.Contains(string(claims.JSON), c.contains) {
			t.Errorf("%s %s: got %+v %s, %v", c.as, c.more, claims, claims.JSON, err)
		}
	}
	if _, err := policy.Claims(t.Context(), conn, "eve@example.org", ""); !errors.Is(err, policy.ErrNoUser) {
		t.Errorf("got %v, want that there is no such user", err)
	}
	for _, more := range []string{"null", "[]", "{", `{"role": 1}`} {
		if _, err := policy.Claims(t.Context(), conn, "anon", more); err == nil {
			t.Errorf("claims %s were taken", more)
		}
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	found, err := policy.Scan(migrate.Folder{Name: "policies", Files: mapFS{"todos.sql": `-- Todos.

alter table todos enable row level security;
-- lint: x off, because y
-- and more
create policy "Own ""todos""" on only_this.todos for select using (true); -- after

create or replace view public.V as select 1; create function f(a int) returns int language sql as 'select 1';`}.fs()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range found {
		got = append(got, strings.Join([]string{s.Kind, s.Schema, s.Table, s.Policy, strings.Join(s.Comments, "/")}, " ")+" "+string(rune('0'+s.Line)))
	}
	want := "table public todos   3|policy only_this todos Own \"todos\" lint: x off, because y/and more 6|view public v   8|function public f   8"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}
