package console_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

type page struct {
	Rows [][]*string
	Keys [][]*string
	Cut  [][2]int
	Next []*string
}

func TestTablesAreListedAndDescribed(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.exec(t, "insert into public.notes (owner, title) select '"+o.user(t, "ann@example.org")+"', n::text from generate_series(1, 3) n") // not analyzed
	type listed struct {
		Schema, Name, Kind string
		Rows               int
		RowSecurity        bool
		Policies           int
	}
	all := ask[[]listed](t, o, "GET", "/tables", "")
	found := slices.IndexFunc(all, func(l listed) bool { return l.Schema == "public" && l.Name == "notes" })
	if found < 0 || !all[found].RowSecurity || all[found].Policies != 3 || all[found].Kind != "table" || all[found].Rows != 3 {
		t.Errorf("the list has %+v", all)
	}
	notes := ask[struct {
		Comment    string
		Key        []string
		Columns    []struct{ Name, Type, Identity string }
		References []struct{ Schema, Table string }
		Policies   []struct{ Name, Using string }
		Grants     map[string][]string
	}](t, o, "GET", "/tables/public/notes", "")
	if notes.Comment != "A note of a user." || !slices.Equal(notes.Key, []string{"id"}) || notes.Columns[0].Identity != "a" || notes.Columns[3].Type != "text[]" {
		t.Errorf("the table is %+v", notes)
	}
	if notes.References[0].Schema != "auth" || notes.References[0].Table != "users" || len(notes.Policies) != 3 || len(notes.Grants["anon"]) > 0 {
		t.Errorf("the table is %+v", notes)
	}
	o.refused(t, "GET", "/tables/public/nix", "", http.StatusNotFound, "not_found")
	o.refused(t, "GET", `/tables/public/notes%22;drop`, "", http.StatusNotFound, "not_found")
}

// Pages show every row once and in order, whatever the order and the nulls are.
func TestPagesShowEveryRowOnce(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	o.exec(t, `insert into public.notes (owner, title, done)
		select '`+id+`', case when n % 3 > 0 then 'title ' || n % 7 end, n % 2 = 0 from generate_series(1, 53) n`)
	o.exec(t, `create table public.loose (n int); insert into public.loose select generate_series(1, 53)`)
	for _, c := range []struct{ table, order, sql string }{
		{"notes", `[]`, "id"},
		{"notes", `[{"column":"id","desc":true}]`, "id desc"},
		{"notes", `[{"column":"title","desc":false}]`, "title, id"},
		{"notes", `[{"column":"title","desc":true}]`, "title desc, id"},
		{"notes", `[{"column":"done","desc":true},{"column":"title","desc":false}]`, "done desc, title, id"},
		{"notes", `[{"column":"done","desc":false},{"column":"title","desc":true}]`, "done, title desc, id"},
		{"loose", `[]`, "ctid"},
		{"titles", `[{"column":"title","desc":false}]`, "title"},
	} {
		want := o.read(t, "select string_agg(coalesce(t::text, ''), '|' order by "+c.sql+") from public."+c.table+" t")
		column := map[string]int{"notes": 0}[c.table]
		var got []string
		after, offset := "null", 0
		for range 60 {
			answer := ask[struct {
				page
				NextOffset int
			}](t, o, "POST", "/tables/public/"+c.table+"/page", fmt.Sprintf(`{"order":%s,"limit":7,"after":%s,"offset":%d}`, c.order, after, offset))
			for _, row := range answer.Rows {
				value := ""
				if row[column] != nil {
					value = *row[column]
				}
				got = append(got, value)
			}
			if answer.Next == nil && answer.NextOffset == 0 {
				break
			}
			text, err := json.Marshal(answer.Next)
			if err != nil {
				t.Fatal(err)
			}
			after, offset = string(text), answer.NextOffset
		}
		var rows []string
		for row := range strings.SplitSeq(want, "|") {
			first, _, _ := strings.Cut(strings.Trim(row, "()"), ",")
			rows = append(rows, strings.Trim(first, `"`))
		}
		if !slices.Equal(got, rows) {
			t.Errorf("%s by %s: got %q, want %q", c.table, c.sql, got, rows)
		}
	}
}

func TestRowsAreFilteredAndCounted(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	o.exec(t, `insert into public.notes (owner, title, data, tags) values ('`+id+`', 'a%b', '{"a": 1}', '{x,y}'), ('`+id+`', 'acb', null, '{}'), ('`+id+`', null, null, '{}')`)
	for filter, want := range map[string]int{
		`{"column":"title","op":"eq","value":"acb"}`:       1,
		`{"column":"title","op":"like","value":"A%"}`:      1,
		`{"column":"title","op":"null","value":""}`:        1,
		`{"column":"title","op":"notnull","value":""}`:     2,
		`{"column":"id","op":"gt","value":"1"}`:            2,
		`{"column":"tags","op":"eq","value":"{x,y}"}`:      1,
		`{"column":"title","op":"eq","value":"' or true"}`: 0,
	} {
		if got := ask[page](t, o, "POST", "/tables/public/notes/page", `{"filter":[`+filter+`]}`); len(got.Rows) != want {
			t.Errorf("%s: %d rows, want %d", filter, len(got.Rows), want)
		}
		counted := ask[struct{ Rows int }](t, o, "POST", "/tables/public/notes/count", `{"exact":true,"filter":[`+filter+`]}`)
		if counted.Rows != want {
			t.Errorf("%s: counted %d, want %d", filter, counted.Rows, want)
		}
	}
	ask[struct{ Rows int }](t, o, "POST", "/tables/public/notes/count", `{}`)
	for _, body := range []string{
		`{"filter":[{"column":"nix","op":"eq","value":"1"}]}`, `{"filter":[{"column":"id","op":"or","value":"1"}]}`,
		`{"order":[{"column":"id; drop","desc":true}]}`, `{"after":["1","2"]}`, `{"offset":-1}`, `{"nix":1}`, `no JSON`,
	} {
		o.refused(t, "POST", "/tables/public/notes/page", body, http.StatusBadRequest, "console_invalid")
	}
	o.refused(t, "POST", "/tables/public/notes/page", `{"filter":[{"column":"id","op":"eq","value":"x"}]}`, http.StatusBadRequest, "22P02")
}

func TestRowsAreChangedAsTheChosenRole(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	ann, ben := o, o
	ann.as, ben.as = o.user(t, "ann@example.org"), o.user(t, "ben@example.org")
	const table = "/tables/public/notes"
	if answer := ann.call(t, "POST", table+"/rows", `{"columns":["title"],"rows":[["of ann"],[null]]}`); answer.Status != http.StatusOK {
		t.Fatalf("insert: %d %s", answer.Status, answer.Body)
	}
	for as, want := range map[string]int{"": 2, "service_role": 2, ann.as: 2, ben.as: 0} {
		someone := o
		someone.as = as
		if got := ask[page](t, someone, "POST", table+"/page", `{}`); len(got.Rows) != want {
			t.Errorf("%q sees %d rows, want %d", as, len(got.Rows), want)
		}
	}
	anon := o
	anon.as = "anon"
	anon.refused(t, "POST", table+"/page", `{}`, http.StatusForbidden, "42501")
	anon.as = "postgres"
	anon.refused(t, "POST", table+"/page", `{}`, http.StatusBadRequest, "console_invalid")
	anon.as = "00000000-0000-4000-8000-000000000000"
	anon.refused(t, "POST", table+"/page", `{}`, http.StatusBadRequest, "console_invalid")

	ben.refused(t, "PATCH", table+"/rows", `{"key":["1"],"column":"title","value":"of ben","before":"of ann"}`, http.StatusConflict, "console_conflict")
	ask[any](t, ann, "PATCH", table+"/rows", `{"key":["1"],"column":"title","value":"secret value","before":"of ann"}`)
	ann.refused(t, "PATCH", table+"/rows", `{"key":["1"],"column":"title","value":"again","before":"of ann"}`, http.StatusConflict, "console_conflict")
	ask[any](t, o, "PATCH", table+"/rows", `{"key":["1"],"column":"data","value":"{\"a\": [1]}","before":null}`)
	o.refused(t, "PATCH", table+"/rows", `{"key":["1"],"column":"data","value":"{","before":null}`, http.StatusBadRequest, "22P02")
	if got := o.read(t, "select title || data from public.notes where id = 1"); got != `secret value{"a": [1]}` {
		t.Errorf("the row is %s", got)
	}
	o.refused(t, "DELETE", table+"/rows", `{"keys":[["1"],["77"]]}`, http.StatusConflict, "console_conflict")
	ask[any](t, o, "DELETE", table+"/rows", `{"keys":[["1"],["2"]]}`)
	if left := o.read(t, "select count(*)::text from public.notes"); left != "0" {
		t.Errorf("%s rows are left", left)
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement like 'update%' and role = '"+ann.as+"' and operator = 'service key'"); n != "2" {
		t.Errorf("%s updates of ann are in the audit, want 2", n)
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement like '%secret value%'"); n != "0" {
		t.Errorf("the audit has a value of an edit")
	}
}

// What a page shows is what an edit compares with, whatever the type is.
func TestValuesOfEveryTypeAreEdited(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.exec(t, `create type public.pair as (a int, b text);
		create table public.typed (id int primary key, flag boolean, address inet, code char(5), bits bit(3), price money, part real, at timestamptz, span interval,
			words text[], data jsonb, pair public.pair, bytes bytea, c "char", empty text);
		insert into public.typed values (1, true, '10.0.0.1', 'ab', '101', 12.5, 0.1, now(), '1 day', '{a,null}', '{"a": 1}', '(1,)', '\x00ff', 'x', null); insert into public.typed (id) values (2)`)
	shown := ask[struct {
		Columns []struct{ Name string }
		Rows    [][]*string
	}](t, o, "POST", "/tables/public/typed/page", `{}`)
	for i, column := range shown.Columns[1:] {
		edit, err := json.Marshal(map[string]any{"key": []string{"1"}, "column": column.Name, "value": shown.Rows[1][i+1], "before": shown.Rows[0][i+1]})
		if err != nil {
			t.Fatal(err)
		}
		if answer := o.call(t, "PATCH", "/tables/public/typed/rows", string(edit)); answer.Status != http.StatusOK {
			t.Errorf("%s: %d %s", column.Name, answer.Status, answer.Body)
		}
	}
}

func TestLongValuesAreCutAndExportedWhole(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	o.exec(t, `insert into public.notes (owner, title) select '`+id+`', repeat('é', 5000) || n from generate_series(1, 1203) n`)
	got := ask[page](t, o, "POST", "/tables/public/notes/page", `{"limit":1}`)
	if len(*got.Rows[0][2]) != 2000 || len(got.Cut) != 1 || got.Cut[0] != [2]int{0, 2} {
		t.Errorf("%d bytes, cut %v; want 2000, and row 0, column 2", len(*got.Rows[0][2]), got.Cut)
	}
	whole := ask[struct{ Value string }](t, o, "POST", "/tables/public/notes/value", `{"key":["1"],"column":"title"}`)
	if want := strings.Repeat("é", 5000) + "1"; whole.Value != want {
		t.Errorf("the value has %d bytes", len(whole.Value))
	}
	file := o.call(t, "POST", "/tables/public/notes/export", `{"order":[{"column":"id","desc":true}]}`)
	lines := strings.Split(strings.TrimSpace(file.Body), "\n")
	if file.Header.Get("Content-Type") != "text/csv; charset=utf-8" || len(lines) != 1204 || lines[0] != "id,owner,title,tags,data,done" || !strings.HasPrefix(lines[1], "1203,") {
		t.Errorf("the file has %d lines: %.300s", len(lines), file.Body)
	}
	o.refused(t, "POST", "/tables/public/notes/export", `{"filter":[{"column":"id","op":"eq","value":"x"}]}`, http.StatusBadRequest, "22P02")
}
