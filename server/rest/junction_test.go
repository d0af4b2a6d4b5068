package rest_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// TestJunctionsElsewhere: a view over a junction in another exposed schema is no choice beside the
// junction itself, and is not named.
func TestJunctionsElsewhere(t *testing.T) {
	t.Parallel()
	both := func(o *rest.Options) { o.Schemas = []string{"api", "other", "third"} }
	const tables = `
		create schema third; grant usage on schema third to anon;
		create table api.people (id int primary key); create table api.clubs (id int primary key);
		insert into api.people values (1); insert into api.clubs values (7);`
	const embed = "GET /people?select=id,clubs(id)"
	const found = `[{"id":1,"clubs":[{"id":7}]}]`
	profile := []string{"Accept-Profile", "api"}
	const grants = "grant select on all tables in schema api, other, third to anon;"
	with(t, tables+`
		create table api.members (person_id int references api.people, club_id int references api.clubs, primary key (person_id, club_id));
		insert into api.members values (1, 7);
		create view other.members as select * from api.members;
		create view third.belongs as select * from api.members;`+grants, both).run([]testCase{
		{name: "views elsewhere", line: embed, headers: profile, status: 200, want: found},
		{name: "by a hint", line: "GET /people?select=id,clubs!members(id)", headers: profile, status: 200, want: found},
	})
	with(t, tables+`
		create table other.members (person_id int references api.people, club_id int references api.clubs, primary key (person_id, club_id));
		insert into other.members values (1, 7);
		create view third.belongs as select * from other.members;`+grants, both).run([]testCase{
		{name: "a junction elsewhere, and a view over it", line: embed, headers: profile, status: 200, want: found},
		{name: "by a hint", line: "GET /people?select=id,clubs!members(id)", headers: profile, status: 200, want: found},
	})
	ambiguous := with(t, tables+`
		create table other.members (person_id int references api.people, club_id int references api.clubs, primary key (person_id, club_id));
		create table third.guests (person_id int references api.people, club_id int references api.clubs, primary key (person_id, club_id));`+grants, both).
		do("", embed, "", profile...)
	if ambiguous.StatusCode != 400 || strings.Contains(ambiguous.body, "members") || strings.Contains(ambiguous.body, "guests") {
		t.Errorf("two junctions elsewhere: got %d %s, want 400 without their names", ambiguous.StatusCode, ambiguous.body)
	}
	near := with(t, tables+`
		create table api.members (person_id int references api.people, club_id int references api.clubs, primary key (person_id, club_id));
		create view api.belongs as select * from api.members;
		create view other.hidden as select * from api.members;`+grants, both).
		do("", embed, "", profile...)
	if near.StatusCode != 300 || !strings.Contains(near.body, "clubs!belongs") || !strings.Contains(near.body, "clubs!members") || strings.Contains(near.body, "hidden") {
		t.Errorf("two junctions in the schema: got %d %s, want 300 with both and no other", near.StatusCode, near.body)
	}
}
