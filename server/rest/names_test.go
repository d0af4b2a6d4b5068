package rest_test

import (
	"strings"
	"testing"
)

// TestSelectRefusesWhatIsNoColumn: what cannot be read is not taken for "*".
func TestSelectRefusesWhatIsNoColumn(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, bad := range []string{"@x", ",id", "%25", "%2Cid", ")", "()", "->", ".", "::text", "id,@x", "id,,name", "id@", "*,", "mentor_id(@)", "mentor_id(,name)", "!", "%20@"} {
		if got := a.do("", "GET /climbers?select="+bad, ""); got.StatusCode != 400 || !strings.Contains(got.body, "PGRST100") {
			t.Errorf("select=%s: got %d %.200s, want 400 and PGRST100", bad, got.StatusCode, got.body)
		}
	}
	if got := a.do("", "GET /climbers?select=&id=eq.1", ""); got.StatusCode != 200 || !strings.Contains(got.body, "Asma") {
		t.Errorf("an empty select: got %d %s, want all columns", got.StatusCode, got.body)
	}
}

// TestLongNames: PostgreSQL would cut them, so that two could become one, or one another's.
func TestLongNames(t *testing.T) {
	t.Parallel()
	fits, long := strings.Repeat("é", 31)+"x", strings.Repeat("é", 32)
	a := with(t, `create table api."`+fits+`" ("`+fits+`" int, data jsonb); insert into api."`+fits+`" values (1, '{"`+long+`": 2}'); grant select on api."`+fits+`" to anon;`)
	if got := a.do("", "GET /"+fits+"?select="+fits+",b:data->"+long+"&"+fits+"=eq.1&order="+fits, ""); got.StatusCode != 200 || !sameJSON(got.body, `[{"`+fits+`":1,"b":2}]`) {
		t.Errorf("names of 63 bytes: got %d %s", got.StatusCode, got.body)
	}
	for _, query := range []string{
		"select=" + long + ":id", `select="` + long + `":id`, "select=a:" + long, "select=" + long + "x", "select=" + long + ":mentor_id(name)", "select=climbers!" + long + "(name)",
		"select=facts->>" + long, long + "=eq.1", "order=" + long, "and=(" + long + ".eq.1)", "mentor_id." + long + "=eq.1&select=mentor_id(id)", "on_conflict=" + long, "columns=" + long,
	} {
		got := a.do("", "GET /climbers?"+query, "")
		if got.StatusCode != 400 || !strings.Contains(got.body, "at most 63") {
			t.Errorf("%s: got %d %.300s, want 400 and the limit", query, got.StatusCode, got.body)
		}
	}
}

func TestEmptyTextInAList(t *testing.T) {
	t.Parallel()
	with(t, `create table api.t (id int, c text); insert into api.t values (1, ''), (2, 'a'), (3, null); grant select on api.t to anon;`).run([]testCase{
		{name: "the empty text", line: `GET /t?select=id&c=in.("")`, status: 200, want: `[{"id":1}]`},
		{name: "and another", line: `GET /t?select=id&c=in.("",a)`, status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "without quotes beside another", line: `GET /t?select=id&c=in.(,a)`, status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "nothing", line: `GET /t?select=id&c=in.()`, status: 200, want: `[]`},
		{name: "not nothing", line: `GET /t?select=id&c=not.in.()`, status: 200, want: `[{"id":1},{"id":2},{"id":3}]`},
		{name: "not the empty text", line: `GET /t?select=id&c=not.in.("")`, status: 200, want: `[{"id":2}]`},
		{name: "in a group", line: `GET /t?select=id&or=(c.in.(""),id.eq.2)`, status: 200, want: `[{"id":1},{"id":2}]`},
	})
}
