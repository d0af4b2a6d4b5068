package ddl_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/console/ddl"
)

func TestTheDraftOfATest(t *testing.T) {
	t.Parallel()
	todos := ddl.Name{Schema: "public", Name: "todos"}
	some, none := ddl.Right{Granted: true, Rows: "some"}, ddl.Right{Granted: true, Rows: "none"}
	for _, c := range []struct {
		name string
		form ddl.Test
		want string
	}{
		{"own rows", ddl.Test{
			Table: todos, Comment: "Something to do.", Settable: &ddl.TestColumn{Name: "title", Type: "text", Category: "S"},
			Columns: []ddl.TestColumn{
				{Name: "user_id", Type: "uuid", References: ddl.Name{Schema: "auth", Name: "users"}},
				{Name: "title", Type: "text", Category: "S"},
				{Name: "kind", Type: "public.kind", Category: "E", Labels: []string{"it's"}},
				{Name: "at", Type: "date", Category: "D"},
			},
			Rights: map[string]ddl.Right{"authenticated select": some, "authenticated update": some, "authenticated delete": none},
		}, `-- Something to do.
begin;
insert into public.todos (user_id, title, kind, at) select id, 'One', 'it''s', now() from auth.users where email = 'owner@example.org';

-- as stranger@example.org: sees nothing
-- as anon: refused
-- as owner@example.org: sees 1
select * from public.todos;
-- as stranger@example.org: insert refused
-- as anon: insert refused
-- as owner@example.org: insert refused
insert into public.todos default values;
-- as stranger@example.org: changes nothing
-- as anon: refused
-- as owner@example.org: changes 1
update public.todos set title = 'One';
-- as stranger@example.org: deletes nothing
-- as anon: refused
-- as owner@example.org: deletes nothing
delete from public.todos;
rollback;
`},
		{"rows of all", ddl.Test{
			Table:  todos,
			Rights: map[string]ddl.Right{"anon select": {Granted: true, Rows: "all"}, "authenticated select": {Granted: true, Rows: "all"}, "authenticated insert": some, "authenticated delete": {Granted: true, Rows: "all"}},
		}, `begin;
insert into public.todos default values;

-- as stranger@example.org: sees some
-- as anon: sees some
-- as owner@example.org: sees some
select * from public.todos;
-- as stranger@example.org: deletes some
-- as anon: refused
-- as owner@example.org: deletes nothing
delete from public.todos;
rollback;
`},
		{"a row of another table", ddl.Test{
			Table: todos, Columns: []ddl.TestColumn{{Name: "team_id", Type: "bigint", Category: "N", References: ddl.Name{Schema: "public", Name: "teams"}}},
			Rights: map[string]ddl.Right{"anon insert": some},
		}, `begin;
-- a row of public.teams comes first, and its key into team_id
insert into public.todos (team_id) values (null);

-- as stranger@example.org: refused
-- as anon: refused
-- as owner@example.org: refused
select * from public.todos;
-- as stranger@example.org: refused
-- as anon: refused
-- as owner@example.org: refused
delete from public.todos;
rollback;
`},
	} {
		if diff := cmp.Diff(c.want, c.form.SQL()); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", c.name, diff)
		}
	}
}
