package main

import (
	"encoding/json"
	"strconv"
	"strings"
)

// size is the number of rows of the data.
type size struct{ reviews, customers, wide int }

// full is the size that the goals were set by.
var full = size{reviews: 100_000, customers: 10_000, wide: 10_000}

// Names of scenarios.
const (
	oneAnon    = "1 row, anon"
	oneUser    = "1 row, signed in"
	oneEither  = "1 row, roles mixed"
	page25     = "25 rows"
	page1000   = "1,000 rows"
	counted    = "25 rows, counted"
	embedded   = "embed 25 × 10 × 3"
	insertOne  = "insert 1"
	insertMany = "insert 1,000"
	wideRow    = "1 row of 100 columns"
	small      = "answer of 10 MB"
	large      = "answer of 100 MB"
)

// scenarios are all that is measured in rounds.
func scenarios(of size) []*scenario {
	one := scenario{
		target: "/reviews?select=*&id=eq.{}", rows: of.reviews, skip: 10, least: 600,
		statement: rows(`select * from bench.reviews where id = $1`),
		standIn:   postgrest(`SELECT "bench"."reviews".* FROM "bench"."reviews" WHERE "bench"."reviews"."id" = $1`),
	}
	return []*scenario{
		as(one, oneAnon, anon), as(one, oneUser, user), as(one, oneEither, either),
		page(page25, 25, of.reviews-50),
		page(page1000, 1000, of.reviews-1500),
		countedPage(), embeds(of),
		inserts(insertOne, 1), inserts(insertMany, 1000),
		wide(of),
	}
}

func as(s scenario, name string, c caller) *scenario {
	s.name, s.caller = name, c
	return &s
}

func page(name string, limit, last int) *scenario {
	n := strconv.Itoa(limit)
	return &scenario{
		name: name, target: "/reviews?select=*&id=gte.{}&order=id&limit=" + n, rows: last, least: 650 * limit,
		statement: rows(`select * from bench.reviews where id >= $1 order by id limit ` + n),
		standIn:   postgrest(`SELECT "bench"."reviews".* FROM "bench"."reviews" WHERE "bench"."reviews"."id" >= $1 ORDER BY "bench"."reviews"."id" LIMIT ` + n),
	}
}

func countedPage() *scenario {
	const count = `(select count(*) from bench.reviews)`
	return &scenario{
		name: counted, target: "/reviews?select=*&order=id&limit=25", prefer: "count=exact", status: 206, least: 650 * 25,
		statement: strings.Replace(rows(`select * from bench.reviews order by id limit 25`), "null,", count+",", 1),
		standIn: strings.NewReplacer(
			"SELECT null::bigint AS", `, pgrst_source_count AS (SELECT 1 FROM "bench"."reviews") SELECT (SELECT pg_catalog.count(*) FROM pgrst_source_count) AS`,
		).Replace(postgrest(`SELECT "bench"."reviews".* FROM "bench"."reviews" ORDER BY "bench"."reviews"."id" LIMIT 25`)),
	}
}

func embeds(of size) *scenario {
	return &scenario{
		name: embedded, target: "/customers?select=*,orders(*,order_items(*))&id=gte.{}&order=id&limit=25",
		rows: of.customers - 30, least: 30_000,
		statement: rows(`select c.*, coalesce(o.rows, '[]') as orders from bench.customers as c
			left join lateral (select json_agg(o.*) as rows from (
				select o.*, coalesce(i.rows, '[]') as order_items from bench.orders as o
				left join lateral (select json_agg(i.*) as rows from (
					select * from bench.order_items as i where i.order_id = o.id) as i) as i on true
				where o.customer_id = c.id) as o) as o on true
			where c.id >= $1 order by c.id limit 25`),
		standIn: postgrest(`SELECT "bench"."customers".*, COALESCE("customers_orders_1"."customers_orders_1", '[]') AS "orders"
			FROM "bench"."customers" LEFT JOIN LATERAL ( SELECT json_agg("customers_orders_1")::jsonb AS "customers_orders_1" FROM (
				SELECT "orders_1".*, COALESCE("orders_order_items_2"."orders_order_items_2", '[]') AS "order_items"
				FROM "bench"."orders" AS "orders_1" LEFT JOIN LATERAL (
					SELECT json_agg("orders_order_items_2")::jsonb AS "orders_order_items_2" FROM (
						SELECT "order_items_2".* FROM "bench"."order_items" AS "order_items_2"
						WHERE "order_items_2"."order_id" = "orders_1"."id") AS "orders_order_items_2"
				) AS "orders_order_items_2" ON TRUE
				WHERE "orders_1"."customer_id" = "bench"."customers"."id") AS "customers_orders_1"
			) AS "customers_orders_1" ON TRUE
			WHERE "bench"."customers"."id" >= $1 ORDER BY "bench"."customers"."id" LIMIT 25`),
	}
}

func inserts(name string, n int) *scenario {
	return &scenario{
		name: name, method: "POST", target: "/notes", prefer: "return=minimal", body: notes(n), status: 201, writes: n,
		statement: strings.Replace(rows(`insert into bench.notes (name, body) select name, body
			from (select * from json_to_recordset($1::json) as _(name text, body text)) as given returning 1`),
			"coalesce(json_agg(_t.*), '[]')", "null", 1),
		standIn: `WITH pgrst_source AS (INSERT INTO "bench"."notes"("name", "body")
			SELECT "pgrst_body"."name", "pgrst_body"."body" FROM (SELECT $1::json AS json_data) pgrst_payload,
			LATERAL (SELECT CASE WHEN json_typeof(pgrst_payload.json_data) = 'array' THEN pgrst_payload.json_data
				ELSE json_build_array(pgrst_payload.json_data) END AS val) pgrst_uniform_json,
			LATERAL (SELECT * FROM json_to_recordset(pgrst_uniform_json.val) AS _("name" text, "body" text)) pgrst_body
			RETURNING 1) SELECT '' AS total_result_set, pg_catalog.count(_postgrest_t) AS page_total, array[]::text[] AS header,
			''::text AS body, ` + responseSettings + `, '' AS response_inserted FROM (SELECT * FROM pgrst_source) _postgrest_t`,
	}
}

// notes is a body of n rows; one is an array too, which both statements read.
func notes(n int) string {
	list := make([]map[string]string, n)
	for i := range list {
		list[i] = map[string]string{"name": "Visitor " + strconv.Itoa(i), "body": strings.Repeat("A note on the mountain. ", 8)}
	}
	body, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings marshal
	}
	return string(body)
}

// answers are of two sizes, from the same table: what the larger one takes more
// of memory is what is not streamed.
func answers(of size) []*scenario {
	const all = "select *, comment_en as again from bench.reviews order by id limit "
	both := []*scenario{{name: small, rows: of.reviews / 10}, {name: large, rows: of.reviews}}
	for _, s := range both {
		n := strconv.Itoa(s.rows)
		s.target, s.caller, s.rows = "/reviews?select=*,again:comment_en&order=id&limit="+n, user, 0
		s.statement, s.least = rows(all+n), 900*(of.reviews/10)
	}
	return both
}

func wide(of size) *scenario {
	return &scenario{
		name: wideRow, target: "/wide?select=*&id=eq.{}", rows: of.wide, least: 1500,
		statement: rows(`select * from bench.wide where id = $1`),
		standIn:   postgrest(`SELECT "bench"."wide".* FROM "bench"."wide" WHERE "bench"."wide"."id" = $1`),
	}
}

const responseSettings = `nullif(current_setting('response.headers', true), '') AS response_headers,
	nullif(current_setting('response.status', true), '') AS response_status`

// rows is the one statement that answers with the JSON of a source's rows, as
// the program sends it where PostgreSQL makes the JSON.
func rows(source string) string {
	return `with source as (` + source + `) select null, count(*), coalesce(json_agg(_t.*), '[]'), ` +
		responseSettings + `, null, null from (select * from source) as _t`
}

// postgrest is the same in PostgREST's SQL (version 16, Query/Statements.hs).
func postgrest(source string) string {
	return `WITH pgrst_source AS ( ` + source + ` ) SELECT null::bigint AS total_result_set,
		pg_catalog.count(_postgrest_t) AS page_total, coalesce(json_agg(_postgrest_t), '[]') AS body, ` +
		responseSettings + `, '' AS response_inserted FROM ( SELECT * FROM pgrst_source ) _postgrest_t`
}
