package console_test

import (
	"net/http"
	"strings"
	"testing"
)

type executed struct {
	Results []struct {
		Columns  []struct{ Name, Type string }
		Rows     [][]*string
		Command  string
		Affected int
	}
	Error *struct {
		Statement, Line, Column int
		Code, Hint              string
	}
	RolledBack bool
}

func TestAScriptIsOneTransaction(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	got := ask[executed](t, o, "POST", "/sql", `{"text":"create table public.a (n int, at timestamptz);\ninsert into public.a values (1), (2) returning n;\nselect * from public.a;"}`)
	if len(got.Results) != 3 || got.Results[1].Command != "INSERT 0 2" || len(got.Results[2].Rows) != 2 || got.Results[2].Columns[1].Type != "timestamp with time zone" {
		t.Errorf("got %+v", got)
	}
	broken := ask[executed](t, o, "POST", "/sql", `{"text":"insert into public.a values (3);\n\n  select n,\n    nix from public.a"}`)
	if e := broken.Error; e == nil || e.Code != "42703" || e.Statement != 1 || e.Line != 4 || e.Column != 5 || !broken.RolledBack {
		t.Errorf("got %+v, error %+v", broken, broken.Error)
	}
	if n := o.read(t, "select count(*)::text from public.a"); n != "2" {
		t.Errorf("%s rows after a script that failed, want 2", n)
	}
	// each by itself, as in psql
	if vacuum := ask[executed](t, o, "POST", "/sql", `{"text":"vacuum public.a"}`); vacuum.Error != nil {
		t.Errorf("vacuum: %+v", vacuum.Error)
	}
	own := ask[executed](t, o, "POST", "/sql", `{"text":"begin; insert into public.a values (4); commit; insert into public.a values (5); select nix"}`)
	if n := o.read(t, "select count(*)::text from public.a"); n != "4" || own.Error == nil || own.RolledBack {
		t.Errorf("%s rows, want 4; %+v", n, own)
	}
	unfinished := ask[executed](t, o, "POST", "/sql", `{"text":"begin; delete from public.a"}`)
	if n := o.read(t, "select count(*)::text from public.a"); n != "4" || !unfinished.RolledBack {
		t.Errorf("%s rows, want 4; %+v", n, unfinished)
	}
	// what a script sets ends with it
	ask[executed](t, o, "POST", "/sql", `{"text":"set session characteristics as transaction read only"}`)
	if got := ask[executed](t, o, "POST", "/sql", `{"text":"insert into public.a values (6)"}`); got.Error != nil {
		t.Errorf("after a script that was read only: %+v", got.Error)
	}
}

func TestAScriptRunsAsAUser(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	ann := o
	ann.as = o.user(t, "ann@example.org")
	got := ask[executed](t, ann, "POST", "/sql", `{"text":"insert into notes (title) values ('x'); select current_user, auth.uid(), auth.jwt() ->> 'email', (select count(*) from notes)"}`)
	if got.Error != nil || len(got.Results) != 2 {
		t.Fatalf("got %+v, %+v", got, got.Error)
	}
	row := got.Results[1].Rows[0]
	if *row[0] != "authenticated" || *row[1] != ann.as || *row[2] != "ann@example.org" || *row[3] != "1" {
		t.Errorf("the row is %s %s %s %s", *row[0], *row[1], *row[2], *row[3])
	}
	if refused := ask[executed](t, ann, "POST", "/sql", `{"text":"select * from auth.users"}`); refused.Error == nil || refused.Error.Code != "42501" {
		t.Errorf("ann reads auth.users: %+v", refused)
	}
	for _, text := range []string{"commit; reset role", "BEGIN", "rollback"} {
		ann.refused(t, "POST", "/sql", `{"text":"`+text+`"}`, http.StatusBadRequest, "console_invalid")
	}
}

func TestPlansExecuteNothingThatStays(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	insert := `insert into public.notes (owner) values ('` + id + `')`
	for _, explain := range []string{"plan", "analyze"} {
		got := ask[executed](t, o, "POST", "/sql", `{"text":"`+insert+`","explain":"`+explain+`"}`)
		if got.Error != nil || !strings.Contains(*got.Results[0].Rows[0][0], `"Node Type": "ModifyTable"`) {
			t.Errorf("%s: %+v", explain, got)
		}
	}
	if n := o.read(t, "select count(*)::text from public.notes"); n != "0" {
		t.Errorf("%s rows, want none", n)
	}
	wrong := ask[executed](t, o, "POST", "/sql", `{"text":"select\n nix","explain":"plan"}`)
	if wrong.Error == nil || wrong.Error.Line != 2 || wrong.Error.Column != 2 {
		t.Errorf("the place is %+v, want line 2, column 2", wrong.Error)
	}
}

func TestAStatementIsCancelled(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	done := make(chan executed, 1)
	go func() {
		done <- ask[executed](t, o, "POST", "/sql", `{"id":"mine","timeout":300,"text":"select pg_sleep(300) -- to be cancelled"}`)
	}()
	o.DB.Until("1", `select count(*)::text from pg_stat_activity where query like 'select pg_sleep(300)%' and state = 'active'`)
	o.refused(t, "DELETE", "/statements/another", "", http.StatusNotFound, "not_found")
	if answer := o.call(t, "DELETE", "/statements/mine", ""); answer.Status != http.StatusNoContent {
		t.Errorf("cancel: %d %s", answer.Status, answer.Body)
	}
	if got := <-done; got.Error == nil || got.Error.Code != "57014" {
		t.Errorf("got %+v, %+v", got, got.Error)
	}
	o.DB.Until("0", `select count(*)::text from pg_stat_activity where query like 'select pg_sleep(300)%' and state = 'active'`)
}

func TestStatementsAreBounded(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	got := ask[executed](t, o, "POST", "/sql", `{"text":"select current_setting('statement_timeout'), n from generate_series(1, 20) n","rows":7,"timeout":100000}`)
	if len(got.Results[0].Rows) != 7 || *got.Results[0].Rows[0][0] != "5min" {
		t.Errorf("got %d rows, timeout %s", len(got.Results[0].Rows), *got.Results[0].Rows[0][0])
	}
	for _, text := range []string{`\\d`, `copy public.notes from stdin;\n1\n\\.`, ``, ` -- nothing`, `select '\u0000'`} {
		o.refused(t, "POST", "/sql", `{"text":"`+text+`"}`, http.StatusBadRequest, "console_invalid")
	}
}

func TestHistoryAndSavedQueries(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	ask[executed](t, o, "POST", "/sql", `{"text":"select 1 as first"}`)
	ask[executed](t, o, "POST", "/sql", `{"text":"select nix"}`)
	past := ask[[]struct {
		Statement, Role, Operator string
		Code                      *string
	}](t, o, "GET", "/history", "")
	if len(past) != 2 || past[1].Statement != "select 1 as first" || past[1].Code != nil || past[0].Code == nil || *past[0].Code != "42703" || past[0].Role != "owner" {
		t.Errorf("the history is %+v", past)
	}
	for _, statement := range []string{"select 1", "select 2"} {
		if answer := o.call(t, "PUT", "/queries/my%20query", `{"statement":"`+statement+`"}`); answer.Status != http.StatusNoContent {
			t.Fatalf("save: %d %s", answer.Status, answer.Body)
		}
	}
	kept := ask[[]struct{ Name, Statement string }](t, o, "GET", "/queries", "")
	if len(kept) != 1 || kept[0].Name != "my query" || kept[0].Statement != "select 2" {
		t.Errorf("saved are %+v", kept)
	}
	o.refused(t, "PUT", "/queries/empty", `{"statement":""}`, http.StatusBadRequest, "23514")
	o.call(t, "DELETE", "/queries/my%20query", "")
	if kept := ask[[]struct{ Name string }](t, o, "GET", "/queries", ""); len(kept) > 0 {
		t.Errorf("saved are %+v, want none", kept)
	}
	names := ask[map[string]map[string][]string](t, o, "GET", "/names", "")
	if got := names["public"]["notes"]; len(got) != 6 || got[0] != "id" {
		t.Errorf("the columns of notes are %v", got)
	}
}
