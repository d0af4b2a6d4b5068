package rest_test

import (
	"testing"
)

// TestCSV: as RFC 4180 has it, and the same file posted back is the same rows.
func TestCSV(t *testing.T) {
	t.Parallel()
	const rows = `(1, E'a\\b', null), (2, 'a "b", c', ''), (3, E'two\nlines', 'NULL'), (4, E'\\"', ' x '), (5, '(x)', '\N')`
	a := with(t, `
		create table api.texts (id int, "say ""hi"", \you" text, b text);
		insert into api.texts values `+rows+`;
		create table api.one (a text);
		insert into api.one values ('x'), (null), (''), (null);
		create table api.lists (l text[], j jsonb);
		insert into api.lists values ('{"a\\b","c,d"}', '{"k": "a\\b\"c"}');
		create function api.found() returns table (x int, "y,z" text) language sql as $$ select 1, 'a' where false $$;
		create function api.unknown() returns setof hidden.safe security definer language sql as $$ select '\"'::text $$;
		create function api.nothing() returns setof text language sql as $$ select 'a' where false $$;
		grant all on api.texts, api.one, api.lists to anon;`)
	csv := []string{"Accept", "text/csv"}
	const file = `id,"say ""hi"", \you",b` + "\n" + `1,"a\b",` + "\n" + `2,"a ""b"", c",""` + "\n" + `3,"two` + "\n" + `lines","NULL"` + "\n" + `4,"\""","` + ` x "` + "\n" + `5,"(x)","\N"`
	post := []string{"Content-Type", "text/csv", "Accept", "text/csv", "Prefer", "return=representation"}
	a.run([]testCase{
		{name: "read", line: "GET /texts?order=id", headers: csv, status: 200, want: file},
		{name: "counted", line: "GET /texts?order=id", headers: append([]string{"Prefer", "count=exact"}, csv...), status: 200, want: file},
		{name: "posted back", line: "POST /texts", body: file, headers: post, status: 201, want: file},
		{name: "one column", line: "GET /one", headers: csv, status: 200, want: "a\nx\n\n\"\"\n\n"},
		{name: "one column, posted back", line: "POST /one", body: "a\nx\n\n\"\"\n\n", headers: post, status: 201, want: "a\nx\n\n\"\"\n\n"},
		{name: "lists and JSON", line: "GET /lists", headers: csv, status: 200, want: `l,j` + "\n" + `"{""a\\b"",""c,d""}","{""k"": ""a\\b\""c""}"`},
		{name: "JSON, posted back", line: "POST /lists", body: "j,l\n" + `"{""k"": [1, null]}","{x}"` + "\n\"\"\"s\"\"\",\nnull,\n,\n", headers: post, status: 201, want: "l,j\n" + `{x},"{""k"": [1, null]}"` + "\n,\"\"\"s\"\"\"\n,null\n,"},
		{name: "JSON, posted back with defaults", line: "POST /lists?select=j", body: "j\n[1]\n", headers: append([]string{"Prefer", "missing=default"}, post...), status: 201, want: "j\n[1]"},
		{name: "no JSON", line: "POST /lists", body: "j\n{\n", headers: post, status: 400, want: `{"code":"22P02","details":"The input string ended unexpectedly.","hint":null,"message":"invalid input syntax for type json"}`},
		{name: "no row", line: "GET /texts?id=eq.0", headers: csv, status: 200, want: `id,"say ""hi"", \you",b`},
		{name: "no row, chosen columns", line: "GET /climbers?select=id,n:name,shoe:facts->shoe,mentor_id(name)&id=eq.0", headers: csv, status: 200, want: "id,n,shoe,mentor_id"},
		{name: "no row written", line: "PATCH /texts?id=eq.0&select=id", body: `{"id":1}`, headers: append([]string{"Prefer", "return=representation"}, csv...), status: 200, want: "id"},
		{name: "no row of a function", line: "GET /rpc/found", headers: csv, status: 200, want: `x,"y,z"`},
		{name: "no value of a function", line: "GET /rpc/nothing", headers: csv, status: 200, want: `pgrst_scalar`},
		{name: "columns that the catalog does not know", line: "GET /rpc/unknown", headers: csv, status: 200, want: "code\n\"\\\"\"\""},
		{name: "line ends of Windows, and a mark", line: "POST /texts?columns=id,b&select=id,b", body: "\ufeffid,b\r\n7,NULL\r\n\r\n8,\"a\r\nb\"\r\n", headers: post, status: 201, want: "id,b\n7,\n8,\"a\r\nb\""},
	})
	if n := a.rows(`select count(*) from (select distinct * from api.texts where id < 7) as same`); n != 5 {
		t.Errorf("%d kinds of rows, want the 5 that were there", n)
	}
	for body, want := range map[string]string{
		"id,b\n1,a\"b":      "line 2: a quote in a field that does not begin with one",
		"id,b\n1,\"a\"b":    "line 2: text behind a quoted field",
		"id,b\n1,\"a\nb":    "line 2: a quoted field has no end",
		"id,b\n1,\"a\nb\"x": "line 3: text behind a quoted field",
	} {
		got := a.do("", "POST /texts", body, "Content-Type", "text/csv")
		if got.StatusCode != 400 || !sameJSON(got.body, `{"code":"PGRST102","details":null,"hint":null,"message":"The CSV could not be read: `+want+`"}`) {
			t.Errorf("%q: got %d %s, want %q", body, got.StatusCode, got.body, want)
		}
	}
	for _, refused := range []struct{ body, kind, want string }{
		{"id,b\n1,x\n2,\xe9\n", "text/csv", "The CSV is not valid UTF-8: line 3"},
		{"id,b,id\n1,x,2\n", "text/csv", `The CSV has the column \"id\" twice`},
		{"id=1&b=%E9", "application/x-www-form-urlencoded", "The form is not valid UTF-8"},
	} {
		got := a.do("", "POST /texts", refused.body, "Content-Type", refused.kind)
		if got.StatusCode != 400 || !sameJSON(got.body, `{"code":"PGRST102","details":null,"hint":null,"message":"`+refused.want+`"}`) {
			t.Errorf("%q: got %d %s, want %q", refused.body, got.StatusCode, got.body, refused.want)
		}
	}
}
