package query_test

import (
	"strings"
	"testing"
)

// TestOrdered: rows that differ in what is asked for are sorted by that first,
// and a text search ranks with its own parameters.
func TestOrdered(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       string // a part of the statement
		args       []string
	}{
		{"distinct", "GET /books?select=title.distinct(),author_id", `select distinct on (1) "books"."title", "books"."author_id" from "api"."books" as "books" order by 1)`, nil},
		{
			"the order's keys before the others", "GET /books?select=a:author_id.distinct(),data->>x.distinct()&order=title,data->>x.desc,id",
			`select distinct on (2, 1) "books"."author_id" as "a", "books"."data"->>$1 as "x" from "api"."books" as "books" order by 2 desc, 1, "books"."title", "books"."id")`,
			[]string{"x"},
		},
		{"a cast is another value", "GET /books?select=id::text.distinct()&order=id", `order by 1, "books"."id")`, nil},
		{"all columns", "GET /notes?select=*.distinct()", `select distinct on (1) "notes"."text" from`, nil},
		{
			"counted", "GET /books?select=title.distinct()&order=id&limit=1",
			`(select count(*) from (select distinct on (1) "books"."title" from "api"."books" as "books") as counted)`, nil,
		},
		{"of a to-one spread", "GET /books?select=...authors(name.distinct())&order=authors(name).desc", `select distinct on (1) "books_authors_1"."name" as "name" from`, nil},
		{"of a to-many spread", "GET /books?select=id,...readers(name.distinct())", `(select distinct on (1) "readers_1"."name" from`, nil},
		{"counted once", "GET /books?select=title.count(distinct)::text", `cast(count(distinct "books"."title") as "text") as "count"`, nil},
		{
			"rank", "GET /books?order=words.fts(english).cats", `order by ts_rank("books"."words", to_tsquery($1::regconfig, $2)) desc nulls last, "books"."id")`,
			[]string{"english", "cats"},
		},
		{
			"rank of text", `GET /books?order=title.plfts."a, b".asc.nullsfirst&limit=1`,
			`order by ts_rank(to_tsvector("books"."title"), plainto_tsquery($1)) asc nulls first, "books"."id" limit 1)`,
			[]string{"a, b"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sql := build(t, test.line, "", "Prefer", "count=exact")
			if !strings.Contains(flat(sql.Text), test.want) {
				t.Errorf("got  %s\nwant %s", flat(sql.Text), test.want)
			}
			for _, want := range test.args {
				if !contains(sql.Args, want) {
					t.Errorf("got the arguments %q, want %q among them", sql.Args, want)
				}
			}
		})
	}
}

// flat is a statement on one line.
func flat(sql string) string { return strings.Join(strings.Fields(sql), " ") }

func contains(args [][]byte, want string) bool {
	for _, arg := range args {
		if string(arg) == want {
			return true
		}
	}
	return false
}
