package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const importsSQL = `create type public.mood as enum ('good', 'bad');
create table public.imports (
  id int primary key, born date, mood public.mood, tags text[], data jsonb, price numeric(8,2), done boolean default true, "a ""name""" text
);`

// importPath is that of the table of importsSQL.
const importPath = "/tables/public/imports/import"

func TestACSVFileIsImportedWithTypesAndNulls(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.exec(t, importsSQL)
	body := "\xef\xbb\xbfid,born,mood,tags,data,price,done,\"a \"\"name\"\"\"\r\n" +
		`1,2026-11-28,good,"{x,""y,z""}","{""a"": [1, null]}",12.50,f,"two` + "\n" + `lines, and ""quotes"""` + "\r\n" +
		"2,,,,,,,\r\n"
	if got := ask[struct{ Rows int }](t, o, "POST", importPath, body); got.Rows != 2 {
		t.Errorf("%d rows, want 2", got.Rows)
	}
	for sql, want := range map[string]string{
		"select row(id, born, mood, tags, data, price, done)::text from public.imports where id = 1":                       `(1,2026-11-28,good,"{x,""y,z""}","{""a"": [1, null]}",12.50,f)`,
		`select "a ""name""" from public.imports where id = 1`:                                                             "two\nlines, and \"quotes\"",
		"select num_nulls(born, mood, tags, data, price, done, \"a \"\"name\"\"\")::text from public.imports where id = 2": "7",
	} {
		if got := o.read(t, sql); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement like 'insert into %imports%' and row_count = 2 and statement not like '%quotes%'"); n != "1" {
		t.Errorf("%s lines in the audit, want 1 without values", n)
	}
}

// A row that is refused is named by its line, and none of the others stays.
func TestABadRowOfACSVFileIsNamedAndNothingStays(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.exec(t, importsSQL)
	var rows strings.Builder
	for n := range 1200 { // of several statements
		_, _ = fmt.Fprintf(&rows, "%d,\"a\nb\"\n", n)
	}
	const head = "id,\"a \"\"name\"\"\"\n"
	for name, c := range map[string]struct {
		body, code, message string
		status              int
	}{
		"a type":              {head + rows.String() + "x,\n", "22P02", "Line 2402: ", http.StatusBadRequest},
		"a type at the start": {"id,born\n1,2026-02-30\n2,2026-01-01\n", "22008", "Line 2: ", http.StatusBadRequest},
		"a key that is there": {head + rows.String() + "7,again\n", "23505", "Line 2402: ", http.StatusConflict},
		"too few fields":      {head + rows.String() + "9999\n", "console_invalid", "Line 2402 ", http.StatusBadRequest},
		"an open quote":       {head + "1,\"a\n", "console_invalid", "Line ", http.StatusBadRequest},
		"an unknown column":   {"id,nix\n1,2\n", "console_invalid", `no column \"nix\"`, http.StatusBadRequest},
		"no line":             {"", "console_invalid", "The file is empty", http.StatusBadRequest},
	} {
		answer := o.refused(t, "POST", importPath, c.body, c.status, c.code)
		if !strings.Contains(answer.Body, c.message) {
			t.Errorf("%s: %s, want %q", name, answer.Body, c.message)
		}
		if n := o.read(t, "select count(*)::text from public.imports"); n != "0" {
			t.Fatalf("%s: %s rows stay", name, n)
		}
	}
}

// Policies decide on each row, as on those of the table API.
func TestACSVFileIsImportedAsTheChosenRole(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	ann := o
	ann.as = o.user(t, "ann@example.org")
	if got := ask[struct{ Rows int }](t, ann, "POST", "/tables/public/notes/import", "title\na\nb\n"); got.Rows != 2 {
		t.Errorf("%d rows, want 2", got.Rows)
	}
	if n := o.read(t, "select count(*)::text from public.notes where owner = '"+ann.as+"'"); n != "2" {
		t.Errorf("%s rows of ann, want 2", n)
	}
	o.exec(t, "grant insert (owner) on public.notes to authenticated")
	other := o.user(t, "ben@example.org")
	answer := ann.refused(t, "POST", "/tables/public/notes/import", "title,owner\nmine,"+ann.as+"\nhis,"+other+"\n", http.StatusForbidden, "42501")
	if !strings.Contains(answer.Body, "Line 3: ") {
		t.Errorf("the refusal is %s", answer.Body)
	}
}

func TestAFileOf50000RowsIsImported(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	o.exec(t, importsSQL)
	var body strings.Builder
	body.WriteString("id,price,data\n")
	for n := range 50_000 {
		_, _ = fmt.Fprintf(&body, "%d,%d.25,\"{\"\"n\"\": %d}\"\n", n, n%1000, n)
	}
	if got := ask[struct{ Rows int }](t, o, "POST", importPath, body.String()); got.Rows != 50_000 {
		t.Errorf("%d rows", got.Rows)
	}
	if sum := o.read(t, "select sum((data ->> 'n')::bigint + id)::text from public.imports"); sum != "2499950000" {
		t.Errorf("the sum of the rows is %s", sum)
	}
}
