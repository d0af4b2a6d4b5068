package query_test

import (
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
	"github.com/toubkal/toubkal/server/rest/query"
)

// build takes "METHOD /path" through parse and plan.
func build(t testing.TB, line, body string, headers ...string) query.SQL {
	t.Helper()
	sql, err := query.Build(decide(t, line, body, headers...))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return sql
}

func decide(t testing.TB, line, body string, headers ...string) plan.Plan {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, strings.ReplaceAll(target, " ", "%20"), nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	request, err := parse.Read(r, []byte(body))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	p, err := plan.Make(request, plantest.Library(), plan.Options{Aggregates: true})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}

// tail is the last part of every statement's select list.
const tail = `nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')`

func TestStatements(t *testing.T) {
	t.Parallel()
	const full = "return=representation"
	tests := []struct {
		name, line, body string
		headers          []string
		want             string
		args             []string
		formats          []int16
	}{
		{
			name: "read",
			line: "GET /books?select=id,t:title,data->a->>0,id::text&id=eq.1&order=title.desc.nullslast&limit=5&offset=2",
			want: `with "pgrst_source" as (
				SELECT "books"."id", "books"."title" as "t", "books"."data"->$1->>$2::int as "a", cast("books"."id" as "text") as "id"
				FROM "api"."books" as "books" WHERE "books"."id" = $3
				ORDER BY "books"."title" desc nulls last limit 5 offset $4)
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (select * from "pgrst_source") as "_t"`,
			args: []string{"a", "0", "1", "2"},
		},
		{
			name: "embeds, counted",
			line: "GET /books?select=id,authors!inner(name),readers()&authors.name=like.A*" +
				"&or=(id.gt.1,not.and(title.is.null,tags.cs.{a}))&readers=not.is.null&order=authors(name)&limit=7",
			headers: []string{"Prefer", "count=exact"},
			want: `with "pgrst_source" as (
				SELECT "books"."id", row_to_json("books_authors_1".*) as "authors"
				FROM "api"."books" as "books"
				inner join lateral (
					SELECT "authors_1"."name" FROM "api"."authors" as "authors_1"
					WHERE "authors_1"."name" like $1 AND "authors_1"."id" = "books"."author_id"
				) as "books_authors_1" on true
				left join lateral (select json_agg("books_readers_1".*) as "books_readers_1" from (
					SELECT FROM "api"."readers" as "readers_1", "api"."loans" as "loans_j1"
					WHERE "loans_j1"."book_id" = "books"."id" AND "loans_j1"."reader_id" = "readers_1"."id"
				) as "books_readers_1") as "books_readers_1" on true
				WHERE "books_readers_1"."books_readers_1" is not null
				AND ("books"."id" > $2 OR not ("books"."title" is null AND "books"."tags" @> $3))
				ORDER BY "books_authors_1"."name" limit 7)
			SELECT (select count(*) from (
				SELECT 1 FROM "api"."books" as "books"
				WHERE exists (
					SELECT 1 FROM "api"."readers" as "readers_1", "api"."loans" as "loans_j1"
					WHERE "loans_j1"."book_id" = "books"."id" AND "loans_j1"."reader_id" = "readers_1"."id")
				AND ("books"."id" > $4 OR not ("books"."title" is null AND "books"."tags" @> $5))
				AND exists (
					SELECT 1 FROM "api"."authors" as "authors_1"
					WHERE "authors_1"."name" like $6 AND "authors_1"."id" = "books"."author_id")
			) as counted), count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (select * from "pgrst_source") as "_t"`,
			args: []string{"A%", "1", "{a}", "1", "{a}", "A%"},
		},
		{
			name: "operators of other kinds",
			line: "GET /books?select=...authors(name)&id=in.(1,2)&title=not.ilike(any).{a*,b}&words=fts(french).x&title=plfts.y&tags->0=eq.z&id=isdistinct.3",
			want: `with "pgrst_source" as (
				SELECT "books_authors_1"."name" as "name" FROM "api"."books" as "books"
				left join lateral (
					SELECT "authors_1"."name" FROM "api"."authors" as "authors_1" WHERE "authors_1"."id" = "books"."author_id"
				) as "books_authors_1" on true
				WHERE "books"."id" = any($1) AND not "books"."title" ilike any($2)
				AND "books"."words" @@ to_tsquery($3::regconfig, $4) AND to_tsvector("books"."title") @@ plainto_tsquery($5)
				AND to_jsonb("books"."tags")->$6::int = $7 AND "books"."id" is distinct from $8)
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (select * from "pgrst_source") as "_t"`,
			args: []string{`{"1","2"}`, "{a%,b}", "french", "x", "y", "0", "z", "3"},
		},
		{
			name: "spread of many rows",
			line: "GET /books?select=id,...readers!inner(name)&readers.order=name",
			want: `with "pgrst_source" as (
				SELECT "books"."id", coalesce("books_readers_1"."name", '[]') as "name" FROM "api"."books" as "books"
				inner join lateral (select count(*) as "books_readers_1", json_agg("books_readers_1"."name") as "name" from (
					SELECT "readers_1"."name" FROM "api"."readers" as "readers_1", "api"."loans" as "loans_j1"
					WHERE "loans_j1"."book_id" = "books"."id" AND "loans_j1"."reader_id" = "readers_1"."id"
					ORDER BY "readers_1"."name"
				) as "books_readers_1") as "books_readers_1" on "books_readers_1"."books_readers_1" > 0)
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (select * from "pgrst_source") as "_t"`,
		},
		{
			name: "aggregates",
			line: "GET /books?select=title,n:id.sum()::text,data->a,...authors(name,count()),readers(id)",
			want: `with "pgrst_source" as (
				SELECT "books"."title", cast(sum("books"."id") as "text") as "n", "books"."data"->$1 as "a",
					"books_authors_1"."name" as "name", count("books_authors_1"."pgrst_aggregate_1") as "count",
					coalesce("books_readers_1"."books_readers_1", '[]')::jsonb as "readers"
				FROM "api"."books" as "books"
				left join lateral (
					SELECT "authors_1"."name", 1 as "pgrst_aggregate_1" FROM "api"."authors" as "authors_1"
					WHERE "authors_1"."id" = "books"."author_id") as "books_authors_1" on true
				left join lateral (select json_agg("books_readers_1".*) as "books_readers_1" from (
					SELECT "readers_1"."id" FROM "api"."readers" as "readers_1", "api"."loans" as "loans_j1"
					WHERE "loans_j1"."book_id" = "books"."id" AND "loans_j1"."reader_id" = "readers_1"."id"
				) as "books_readers_1") as "books_readers_1" on true
				group by 1, 3, 4, 6)
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (select * from "pgrst_source") as "_t"`,
			args: []string{"a"},
		},
		{
			name: "insert", line: "POST /books", body: `{"id":1,"title":"a"}`,
			want: `with "pgrst_source" as (
				insert into "api"."books" ("id", "title") SELECT "pgrst_body"."id", "pgrst_body"."title"
				FROM (SELECT $1::integer as "id", $2::text as "title") AS "pgrst_body" returning 1)
			SELECT null, count(*), null, TAIL, null, null FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args: []string{"1", "a"},
		},
		{
			name: "insert of several rows", line: "POST /books", body: `[{"id":1,"title":"a"},{"id":2,"title":"b"}]`,
			want: `with "pgrst_source" as (
				insert into "api"."books" ("id", "title") SELECT "pgrst_body"."id", "pgrst_body"."title"
				FROM (SELECT unnest($1::integer[]) as "id", unnest($2::text[]) as "title") AS "pgrst_body" returning 1)
			SELECT null, count(*), null, TAIL, null, null FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args:    []string{`{"1","2"}`, "\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x19\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x01a\x00\x00\x00\x01b"},
			formats: []int16{0, 1},
		},
		{
			name: "insert of defaults", line: "POST /books", body: `{}`,
			want: `with "pgrst_source" as (
				insert into "api"."books" SELECT FROM (SELECT from json_array_elements($1::json)) AS "pgrst_body" returning 1)
			SELECT null, count(*), null, TAIL, null, null FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args: []string{`[{}]`},
		},
		{
			name: "upsert with defaults, embedding", line: "POST /books?columns=id,title&select=id,authors(name)",
			body: `{"title":"a"}`, headers: []string{"Prefer", "missing=default,resolution=merge-duplicates," + full},
			want: `with "pgrst_source" as (
				insert into "api"."books" ("id", "title") SELECT "pgrst_body"."id", "pgrst_body"."title" FROM (
					SELECT case when "item"."data"->'id' is null then nextval('api.s') else "row"."id" end as "id", "row"."title" as "title"
					from json_array_elements($1::json) as "item"("data"), json_to_record("item"."data") as "row"("id" integer, "title" text)
				) AS "pgrst_body"
				on conflict ("id") do update set "id" = excluded."id", "title" = excluded."title"
				where set_config('pgrst.replaced', (coalesce(nullif(current_setting('pgrst.replaced', true), '')::int, 0) + 1)::text, true) is not null
				returning "books"."author_id", "books"."id")
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, coalesce(nullif(current_setting('pgrst.replaced', true), '')::int, 0), null
			FROM (SELECT "books"."id", row_to_json("books_authors_1".*) as "authors" FROM "pgrst_source" as "books"
				left join lateral (
					SELECT "authors_1"."name" FROM "api"."authors" as "authors_1" WHERE "authors_1"."id" = "books"."author_id"
				) as "books_authors_1" on true) AS "_t"`,
			args: []string{`[{"title":"a"}]`},
		},
		{
			name: "the key for Location", line: "POST /loans", body: `{"book_id":1}`, headers: []string{"Prefer", "return=headers-only"},
			want: `with "pgrst_source" as (
				insert into "api"."loans" ("book_id") SELECT "pgrst_body"."book_id"
				FROM (SELECT $1::integer as "book_id") AS "pgrst_body"
				returning "loans"."book_id", "loans"."reader_id")
			SELECT null, count(*), null, TAIL, null,
				case when count(*) = 1 then (select row_to_json(key.*) from (select "book_id", "reader_id" from "pgrst_source") as key) end
			FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args: []string{"1"},
		},
		{
			name: "put", line: "PUT /books?id=eq.1", body: `{"id":1}`,
			want: `with "pgrst_source" as (
				insert into "api"."books" ("id") SELECT "pgrst_body"."id"
				FROM (SELECT * from json_to_recordset($1::json) as _("id" integer)) AS "pgrst_body" WHERE "pgrst_body"."id" = $2
				on conflict ("id") do update set "id" = excluded."id"
				where set_config('pgrst.replaced', (coalesce(nullif(current_setting('pgrst.replaced', true), '')::int, 0) + 1)::text, true) is not null
				returning 1)
			SELECT null, count(*), null, TAIL, coalesce(nullif(current_setting('pgrst.replaced', true), '')::int, 0), null
			FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args: []string{`[{"id":1}]`, "1"},
		},
		{
			name: "update", line: "PATCH /books?id=eq.1", body: `{"title":"a"}`,
			want: `with "pgrst_source" as (
				update "api"."books" set "title" = "pgrst_body"."title"
				FROM (SELECT * from json_to_recordset($1::json) as _("title" text)) AS "pgrst_body"
				WHERE "books"."id" = $2 returning 1)
			SELECT null, count(*), null, TAIL, null, null FROM (SELECT * FROM "pgrst_source") AS "_t"`,
			args: []string{`[{"title":"a"}]`, "1"},
		},
		{
			name: "update of nothing", line: "PATCH /books", body: `{}`,
			want: `with "pgrst_source" as (SELECT 1 FROM "api"."books" WHERE false)
			SELECT null, count(*), null, TAIL, null, null FROM (SELECT * FROM "pgrst_source") AS "_t"`,
		},
		{
			name: "delete", line: "DELETE /books?select=id", headers: []string{"Prefer", full},
			want: `with "pgrst_source" as (delete from "api"."books" returning "books"."id")
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (SELECT "books"."id" FROM "pgrst_source" as "books") AS "_t"`,
		},
		{
			name: "call for a value", line: "GET /rpc/add?a=1&b=2",
			want: `with "pgrst_source" as (
				SELECT "pgrst_call"."pgrst_scalar"
				from (select "api"."add"("a" := $1::integer, "b" := $2::integer) as pgrst_scalar) as "pgrst_call")
			SELECT null, greatest(count(*), 1), coalesce((json_agg("_t"."pgrst_scalar"))->0, 'null'), TAIL, null, null
			FROM (SELECT "add".* FROM "pgrst_source" as "add") AS "_t"`,
			args: []string{"1", "2"},
		},
		{
			name: "call for rows", line: "POST /rpc/find?select=label&id=gt.1", body: `{"title":"a"}`,
			want: `with "pgrst_source" as (
				SELECT "pgrst_call".*, "pgrst_call"."label"
				from (select * from json_to_recordset($1::json) as _("title" text) limit 1) as "pgrst_body",
				lateral "api"."find"("title" := "pgrst_body"."title") as "pgrst_call")
			SELECT null, count(*), coalesce(json_agg("_t".*), '[]'), TAIL, null, null
			FROM (SELECT "books"."label" FROM "pgrst_source" as "books" WHERE "books"."id" > $2) AS "_t"`,
			args: []string{`[{"title":"a"}]`, "1"},
		},
		{
			name: "call with a whole body", line: "POST /rpc/take", body: "{}",
			want: `with "pgrst_source" as (
				SELECT "pgrst_call"."pgrst_scalar" from (select "api"."take"($1::jsonb) as pgrst_scalar) as "pgrst_call")
			SELECT null, greatest(count(*), 1), coalesce((json_agg("_t"."pgrst_scalar"))->0, 'null'), TAIL, null, null
			FROM (SELECT "take".* FROM "pgrst_source" as "take") AS "_t"`,
			args: []string{"{}"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sql := build(t, test.line, test.body, test.headers...)
			if diff := cmp.Diff(squeeze(strings.ReplaceAll(test.want, "TAIL", tail)), squeeze(sql.Text)); diff != "" {
				t.Errorf("text (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.args, texts(sql.Args)); diff != "" {
				t.Errorf("arguments (-want +got)\n%s", diff)
			}
			if !slices.Equal(test.formats, sql.Formats) {
				t.Errorf("formats: got %v, want %v", sql.Formats, test.formats)
			}
		})
	}
}

// squeeze makes one space of any and none beside brackets, so that a wanted
// text may be laid out, and writes keywords alike: squirrel's are capitals.
func squeeze(sql string) string {
	for _, keyword := range []string{"SELECT", "FROM", "WHERE", "ORDER BY", "AND", "OR", "AS"} {
		sql = strings.ReplaceAll(sql, keyword+" ", strings.ToLower(keyword)+" ")
	}
	sql = strings.Join(strings.Fields(sql), " ")
	return strings.NewReplacer("( ", "(", " )", ")").Replace(sql)
}

func texts(args [][]byte) []string {
	var list []string
	for _, arg := range args {
		list = append(list, string(arg))
	}
	return list
}

func TestStrippedBodies(t *testing.T) {
	t.Parallel()
	sql := build(t, "GET /books", "", "Accept", "application/vnd.pgrst.object+json;nulls=stripped").Text
	if want := `coalesce((json_strip_nulls(json_agg("_t".*)))->0, 'null')`; !strings.Contains(sql, want) {
		t.Errorf("got %s, want %s in it", sql, want)
	}
}

func TestPlanned(t *testing.T) {
	t.Parallel()
	sql, err := query.Planned(decide(t, "GET /books?id=eq.1&limit=3", "").Action.(plan.Read))
	if err != nil {
		t.Fatal(err)
	}
	want := `explain (format json) select 1 from "api"."books" as "books" where "books"."id" = $1`
	if sql.Text != want {
		t.Errorf("got %s, want %s", sql.Text, want)
	}
	rows, err := query.Estimate([][]byte{[]byte(`[{"Plan":{"Node Type":"Seq Scan","Plan Rows":42}}]`)})
	if rows != 42 || err != nil {
		t.Errorf("got %d, %v; want 42", rows, err)
	}
}

// TestRequestsAreParametersOrNames puts a mark wherever a request can carry text. In
// the statement it may only be inside quoted names; all else is a parameter.
func TestRequestsAreParametersOrNames(t *testing.T) {
	t.Parallel()
	const mark = `mark"'?--;/*)` // would break out of either kind of quotes
	quoted := `"` + strings.ReplaceAll(mark, `"`, `\"`) + `"`
	value, name := parse.Escape(mark), parse.Escape(quoted)
	for _, request := range [][]string{
		{"GET /books?title=eq." + value},
		{"GET /books?title=in.(" + parse.Escape(`"`+strings.ReplaceAll(mark, `"`, `\"`)+`",b`) + ")"},
		{"GET /books?title=like(any)." + value},
		{"GET /books?title=not.imatch." + value},
		{"GET /books?words=fts(mark)." + value},
		{"GET /books?select=" + name + ":data->" + name + "->>" + name + "&order=data->" + name},
		{"GET /books?select=" + name + "&" + name + "=is.null&order=" + name},
		{"GET /books?select=" + name + ":authors(" + name + ")&" + name + "." + name + "=eq." + value},
		{"GET /books?select=id::mark$$"},
		{"GET /books?or=(title.eq." + name + ",data->" + name + ".cs." + name + ")"},
		{"GET /rpc/find?title=" + value},
		{"GET /rpc/sum?v=" + value + "&v=" + value},
		{"POST /rpc/find", `{"title":"mark"}`},
		{"POST /rpc/take", `"mark"`},
		{"POST /books", `{"title":"mark"}`},
		{"PATCH /books?title=eq." + value, `{"title":"mark"}`},
		{"PUT /books?id=eq." + value, `{"id":"mark"}`},
	} {
		sql := build(t, request[0], append(request, "")[1], "Prefer", "return=representation, count=exact")
		if bare := withoutNames(sql.Text); strings.Contains(bare, "mark") {
			t.Errorf("%s: %s", request[0], bare)
		}
	}
}

// withoutNames takes quoted names out of SQL.
func withoutNames(sql string) string {
	return regexp.MustCompile(`"(?:[^"]|"")*"`).ReplaceAllString(sql, "NAME")
}

func TestANameEndsAtNUL(t *testing.T) {
	t.Parallel()
	p := plan.Plan{Format: plan.Format{Body: plan.Array}, Action: plan.Read{Tree: plan.Node{
		Alias: "t", Table: plan.Name{Schema: "s", Name: "a\x00b"}, Columns: []plan.Column{{Field: plan.Field{Column: "*"}}},
	}}}
	sql, err := query.Build(p)
	if err != nil || strings.Contains(sql.Text, "\x00") {
		t.Errorf("got %q, %v", sql.Text, err)
	}
}

func BenchmarkBuild(b *testing.B) {
	p := decide(b, "GET /books?select=id,title&id=eq.1&order=title&limit=25", "")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := query.Build(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildEmbeds(b *testing.B) {
	p := decide(b, "GET /books?select=id,title,authors(name),readers(name)&id=eq.1&order=title&limit=25", "")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := query.Build(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildInsert(b *testing.B) {
	p := decide(b, "POST /books", `{"id":1,"title":"a","author_id":2}`, "Prefer", "return=representation")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := query.Build(p); err != nil {
			b.Fatal(err)
		}
	}
}
