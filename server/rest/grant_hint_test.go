package rest_test

import (
	"strings"
	"testing"
)

// TestMissingGrants: the refusal says which grant its caller lacks, and only
// where one is lacking.
func TestMissingGrants(t *testing.T) {
	t.Parallel()
	a := with(t, `create table hidden.members (name text);
		create table api.teams (id int primary key, name text, code text);
		alter table api.teams enable row level security;
		create policy members on api.teams to authenticated using (name in (select name from hidden.members));
		create function api.team(n int) returns text stable language sql as 'select code from hidden.safe';
		create view api.safes with (security_invoker) as select * from hidden.safe;
		grant usage on schema hidden to authenticated;
		grant select, insert on api.teams to authenticated;
		grant update (name) on api.teams to authenticated;
		grant select on api.safes to authenticated;
		revoke select on api.guides from anon;
		revoke all on other.climbers from authenticated;
		create table api.routes (id serial primary key, name text);
		grant select, insert on api.routes to anon;
		revoke all on sequence api.routes_id_seq from anon;
		create function api.grade(r api.routes) returns text stable language sql as $$ select 'V' $$;
		create function api.closed(a int, b text) returns int language sql as $$ select 1 $$;
		revoke execute on function api.grade, api.closed from public, anon`)
	const to = "Grant the required privileges to the current role with: "
	for _, c := range []struct{ name, as, line, body, hint string }{
		{"a table", "", "GET /diaries", "", "GRANT SELECT ON api.diaries TO anon;"},
		{"an embed of one", "", "GET /climbers?select=id,guides!guides_lead_id_fkey(id)", "", "GRANT SELECT ON api.guides TO anon;"},
		{"some columns", "", "GET /passports?select=climber_id,number", "", "GRANT SELECT (number) ON api.passports TO anon;"},
		{"all columns", "", "GET /passports", "", "GRANT SELECT (number) ON api.passports TO anon;"},
		{"a column to filter by", "", "GET /passports?select=climber_id&number=eq.M-1", "", "GRANT SELECT (number) ON api.passports TO anon;"},
		{"an insert", "", "POST /peaks?select=name", `{"name":"x"}`, "GRANT INSERT ON api.peaks TO anon;"},
		{"an insert that may, but not show", "", "POST /log?select=line", `{"line":"x"}`, "GRANT SELECT ON api.log TO anon;"},
		{"an update of another column", "amal", "PATCH /teams?id=eq.1", `{"name":"a","code":"b"}`, "GRANT UPDATE (code) ON api.teams TO authenticated;"},
		{"a delete", "amal", "DELETE /teams?id=eq.1", "", "GRANT DELETE ON api.teams TO authenticated;"},
		{"an upsert", "", "POST /pairs?on_conflict=key", `{"key":"x"}`, "GRANT INSERT, UPDATE ON api.pairs TO anon;"},
		{"in a batch", "", "POST /", `[{"method":"GET","path":"/peaks"},{"method":"DELETE","path":"/peaks?name=eq.x"}]`, "GRANT DELETE ON api.peaks TO anon;"},
		{"a function", "", "POST /rpc/closed", `{"a":1,"b":"x"}`, "GRANT EXECUTE ON FUNCTION api.closed(a integer, b text) TO anon;"},
		{"a computed column", "", "GET /routes?select=grade", "", "GRANT EXECUTE ON FUNCTION api.grade(r api.routes) TO anon;"},
		{"the sequence of a default", "", "POST /routes?select=name", `{"name":"x"}`, "GRANT USAGE ON SEQUENCE api.routes_id_seq TO anon;"},
		{"what a policy reads", "amal", "GET /teams", "", ""},
		{"what a view reads as its caller", "amal", "GET /safes", "", ""},
		{"a table inside a function", "amal", "GET /rpc/team?n=1", "", ""},
		{"another role than Supabase's", "role:authenticator", "GET /diaries", "", ""},
	} {
		prefer := "return=representation"
		if strings.Contains(c.line, "on_conflict") {
			prefer += ", resolution=merge-duplicates"
		}
		got := a.do(c.as, c.line, c.body, "Prefer", prefer)
		want := "null"
		if c.hint != "" {
			want = `"` + to + c.hint + `"`
		}
		if !strings.Contains(got.body, `"42501"`) || !strings.Contains(got.body, `"hint":`+want) {
			t.Errorf("%s: got %d %s, want the hint %s", c.name, got.StatusCode, got.body, want)
		}
	}
	a = with(t, "revoke usage on schema api from authenticated")
	if got, want := a.do("amal", "GET /peaks", ""), to+"GRANT USAGE ON SCHEMA api TO authenticated;"; !strings.Contains(got.body, want) {
		t.Errorf("a schema: got %s, want %s", got.body, want)
	}
}
