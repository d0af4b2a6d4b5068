package row_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// pool are texts that are tried as values of every type; those that a type takes
// become rows.
var pool = []string{
	"", " ", "a", "NULL", "null", "t", "f", "true", "0", "-0", "1", "-1", "7", "42", "32767", "-32768", "2147483647", "-2147483648",
	"9223372036854775807", "-9223372036854775808", "9007199254740993", "4294967295", "1.50", "-0.0", "0.10", "1e20", "1.5e300", "-2.5e-300", "1e-7", "123456789.123456789",
	"3.4028235e38", "1.17549435e-38", "1.7976931348623157e308", "5e-324", "0.1", "0.30000000000000004", "100000000000000000000000000000000000000.5", "1E+5", "NaN", "Infinity", "-Infinity",
	"2025-11-03", "2025-11-03 09:32:55", "2025-11-03 09:32:55.123456", "2025-11-03 09:32:55.1+02", "2025-11-03 09:32:55+05:45", "0044-03-15 BC", "0044-03-15 12:00:00.5 BC", "12345-01-01 00:00:00", "4713-01-01 00:00:00 BC",
	"infinity", "-infinity", "epoch", "1969-12-31 23:59:59.999999", "09:32:55", "24:00:00", "09:32:55.000001", "09:32:55-08:30", "23:59:60",
	"1 day", "1 year 2 mons 3 days 04:05:06.789", "-1 day +02:03:04", "P1Y2M3DT4H5M6S", "-00:00:00.000001", "00:00:00",
	"quote \" back \\ slash", "tab\tnew\nline\rbell\b feed\f", "\x01\x1f\x7f", "é عربي ⛰ 🏔", "\u2028\u2029", "{a,b}", "(1,2)", "[1,2)", "a,b", "'single'", "<b>&amp;</b>",
	`\x`, `\xdeadbeef`, `\x00ff`, "B1010", "1010", "101", "x1F", "$1,234.56", "-$0.01", "A", `\`,
	`{}`, `[]`, `{"a": [1, 2.50, null, true, {"b": "c\u00e9 \n \" \\"}], "b": 1e3}`, `[1, [2, [3]], "x"]`, `"text"`, `1e400`, `{"a":1,"a":2}`, `"\u0041\ud83c\udfd4"`, "null ", ` {"spaced" : 1 } `,
	"(1,2),(3,4)", "[(1,2),(3,4)]", "((0,0),(1,1),(2,0))", "<(1,2),3>", "{1,2,3}", "(1e20,-0.5)", "(NaN,Infinity)",
	"550e8400-e29b-41d4-a716-446655440000", "192.168.0.1", "10.0.0.0/8", "2001:db8::1/64", "08:00:2b:01:02:03", "08:00:2b:01:02:03:04:05", "0/16B3748", "FFFFFFFF/FFFFFFFF", "(0,1)", "(4294967295,65535)",
	"a fat cat", "'a':1A,2B 'b c':3", "a & b | !c", "fat:* <-> cat", "<a>1</a>", "pg_class", "int4", "postgres", "english", "simple", "+(integer,integer)", "now()", "C", "10:20:10,14,15", "10:20:", "1 2 3", "empty", "lower(text)", "+", "public", "=r/postgres", "strict $.a[*] ? (@ > 1)", "$",
	strings.Repeat("long ", 2000),
}

// TestEveryType holds the JSON of each built-in type, its array, range and
// multirange to what to_jsonb prints for the same row.
func TestEveryType(t *testing.T) {
	t.Parallel()
	w := begin(t, "")
	names := w.types(`
		select format_type(oid, null) from pg_type
		where typnamespace = 'pg_catalog'::regnamespace and typtype in ('b', 'r', 'm') and typisdefined and typcategory <> 'A'
		order by oid`)
	if len(names) < 70 {
		t.Fatalf("only %d types", len(names))
	}
	for _, name := range names {
		if w.table(name, pool) == 0 && !internal(name) {
			t.Errorf("%s takes none of the texts", name)
		}
		w.arrays(name)
	}
	w.ranges()
	w.compare()
}

// internal tells of types that take no text: PostgreSQL keeps them for itself.
func internal(name string) bool { return strings.HasPrefix(name, "pg_") || name == "gtsvector" }

// TestTypesOfUsers does the same for what can be made of them.
func TestTypesOfUsers(t *testing.T) {
	t.Parallel()
	w := begin(t, `
		create schema extensions;
		create extension hstore schema extensions;
		create extension citext schema extensions;
		create extension ltree schema extensions;
		create extension cube schema extensions;
		create domain public.height as numeric(8,2) check (value < 9000);
		create domain public.peak_height as public.height;
		create domain public.heights as numeric[];
		create domain public.moment as timestamptz;
		create domain public.tags as extensions.hstore;
		create type public.gait as enum ('walk', 'trot', 'with "quotes", and comma', 'NULL', '');
		create type public.place as (name text, at point, "odd ""name" int, gone int);
		alter type public.place drop attribute gone;
		create type public.trek as (id bigint, start public.place, stops public.place[], gaits public.gait[], note jsonb, on_day public.moment, tall public.peak_height);
		create domain public.known_place as public.place check (value is null or (value).name <> '');
		create type public.nothing as ();
		create type public.span as range (subtype = numeric);
		create type public.price as (amount numeric, unit text);
		create type public.level as enum ('low', 'high');
		create function public.level_json(public.level) returns json language sql as $$ select json_build_object('level', $1::text) $$;
		create cast (public.level as json) with function public.level_json(public.level);
		create function public.price_json(public.price) returns json language sql as $$ select '"never used"'::json $$;
		create cast (public.price as json) with function public.price_json(public.price);
		create type public.graded as (name text, level public.level, tags extensions.hstore);
		create type public.failing as enum ('good', 'bad');
		create function public.failing_json(public.failing) returns json language sql as $$ select to_json(1 / case $1 when 'bad' then 0 else 1 end) $$;
		create cast (public.failing as json) with function public.failing_json(public.failing);
		create table public.as_row (a int, b text[]);`)
	for name, texts := range map[string][]string{
		"public.height": pool, "public.peak_height": pool, "public.moment": pool, "public.gait": {"walk", `with "quotes", and comma`, "NULL", ""},
		"public.heights":     {"{}", "{1.50,NULL,NaN}", "{{1,2},{3,4}}", "[0:1]={1,2}"},
		"public.place":       {"(,,)", `("a ""b"" \\\\c, d","(1,2)",3)`, `("","(0,0)",-1)`, "(NULL,,)", `(" ",,7)`, "(\"new\nline é\",,)"},
		"public.known_place": {`(a,"(1,2)",3)`},
		"public.trek": {
			"(,,,,,,)",
			`(9007199254740993,"(start,""(1,2)"",1)","{""(a,,2)"",NULL,""(\\\\""q\\\\"",,)""}","{walk,NULL,trot,""with \\""quotes\\"", and comma""}","{""a"": [1, null, ""(x,y)""]}","2025-11-03 09:32:55+00",8848.86)`,
		},
		"public.nothing": {"()"}, "public.span": {"[1.5,2.50)", "empty", "(,)"}, "public.price": {"(1.50,MAD)", "(,)"},
		"public.level": {"low", "high"}, "public.graded": {`(a,low,"""k""=>""v"", ""n""=>NULL")`, "(,,)", `(b,,"a=>1")`}, "public.failing": {"good"},
		"public.as_row":     {`(1,"{a,NULL,""b c""}")`, "(,)"},
		"extensions.hstore": {"", "a=>1", `"k ""q"" é"=>"v\\w", n=>NULL, "NULL"=>"NULL"`}, "public.tags": {"a=>1,b=>NULL"},
		"extensions.citext": {"Abc", "", `"`}, "extensions.ltree": {"a.b.c"}, "extensions.cube": {"(1,2,3)", "(0),(1)"},
	} {
		if w.table(name, texts) == 0 {
			t.Errorf("%s takes none of its texts", name)
		}
		if !strings.HasPrefix(name, "public.heights") { // array_agg of arrays is no array of domains
			w.arrays(name)
		}
	}
	w.compare()
}

// workshop makes tables of one column and rows in them, and compares.
type workshop struct {
	t      *testing.T
	db     *pgtest.DB
	conn   *pgx.Conn
	sink   *rows
	tables []string // t0, t1 … by type name
}

// begin makes the database; its own settings are such that no value would print as
// it should, if the stream did not set its own.
func begin(t *testing.T, sql string) *workshop {
	t.Helper()
	w := &workshop{t: t, db: pgtest.Empty(t)}
	w.exec(w.db.Conn(), `
		create publication supabase_realtime for all tables;
		alter database `+w.db.Name+` set timezone = 'Asia/Kathmandu';
		alter database `+w.db.Name+` set datestyle = 'SQL, DMY';
		alter database `+w.db.Name+` set intervalstyle = 'sql_standard';
		alter database `+w.db.Name+` set bytea_output = 'escape';
		alter database `+w.db.Name+` set extra_float_digits = 0;`+sql)
	w.conn = w.db.Conn()
	w.exec(w.conn, `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 3`)
	w.sink = listen(t, w.db.URL)
	return w
}

func (w *workshop) exec(conn *pgx.Conn, sql string, arguments ...any) {
	w.t.Helper()
	if _, err := conn.Exec(w.t.Context(), sql, arguments...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

func (w *workshop) types(sql string) []string {
	w.t.Helper()
	found, err := w.conn.Query(w.t.Context(), sql)
	if err != nil {
		w.t.Fatal(err)
	}
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		w.t.Fatal(err)
	}
	return names
}

// fill inserts those of the texts that the type takes, each in its own statement.
const fill = `
	do $do$
	declare one text; texts text[] := (select texts from pg_temp.given);
	begin
		insert into %[1]s (v) values (null);
		foreach one in array texts loop
			begin
				insert into %[1]s (v) values (one::%[2]s);
			exception when others then null;
			end;
		end loop;
	end $do$`

// table makes a table of the type with all the texts that it takes, and gives how
// many. The type that cannot be a column's has none.
func (w *workshop) table(name string, texts []string) (count int) {
	w.t.Helper()
	table := fmt.Sprintf("public.t%d", len(w.tables))
	if _, err := w.conn.Exec(w.t.Context(), "create table "+table+" (id int generated always as identity primary key, v "+name+")"); err != nil {
		w.t.Logf("%s cannot be a column: %v", name, err)
		return 0
	}
	w.tables = append(w.tables, name)
	w.exec(w.conn, "create temporary table if not exists given (texts text[])")
	w.exec(w.conn, "truncate pg_temp.given")
	w.exec(w.conn, "insert into pg_temp.given values ($1::text[])", texts)
	w.exec(w.conn, fmt.Sprintf(fill, table, name))
	if err := w.conn.QueryRow(w.t.Context(), "select count(v) from "+table).Scan(&count); err != nil {
		w.t.Fatal(err)
	}
	return count
}

// arrays makes a table of the type's array: of no value, of some, nested, with
// lower bounds of its own. It is to be called after table.
func (w *workshop) arrays(name string) {
	w.t.Helper()
	from := fmt.Sprintf("public.t%d", len(w.tables)-1)
	if len(w.tables) == 0 || w.tables[len(w.tables)-1] != name {
		return
	}
	table := fmt.Sprintf("public.t%d", len(w.tables))
	if _, err := w.conn.Exec(w.t.Context(), "create table "+table+" (id int generated always as identity primary key, v "+name+"[])"); err != nil {
		w.t.Logf("%s[] cannot be a column: %v", name, err)
		return
	}
	w.tables = append(w.tables, name+"[]")
	w.exec(w.conn, fmt.Sprintf(`
		insert into %[1]s (v) values ('{}'), (null), (array[null::%[3]s]);
		insert into %[1]s (v) select array_agg(v order by id) from %[2]s;
		insert into %[1]s (v) select array[v, null, v] from %[2]s;
		insert into %[1]s (v) select array[[v, null], [null, v]] from %[2]s where v is not null limit 5;
		insert into %[1]s (v) select array_fill(v, array[1, 2, 2], array[0, -3, 7]) from %[2]s where v is not null limit 2`, table, from, name))
}

// ranges fills the ranges and multiranges, of which the texts have few.
func (w *workshop) ranges() {
	for _, name := range []string{"int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange"} {
		var texts []string
		for _, bounds := range [][2]string{{"1", "5"}, {"-1.5", "2.50"}, {"2025-11-03", "2025-11-04"}, {`"2025-11-03 09:32:55.5"`, "infinity"}, {"", "7"}, {"", ""}} {
			texts = append(texts, "["+bounds[0]+","+bounds[1]+"]", "("+bounds[0]+","+bounds[1]+")")
		}
		w.table(name, append(texts, "empty"))
		w.arrays(name)
		for i, text := range texts {
			texts[i] = "{" + text + "}"
		}
		w.table(strings.Replace(name, "range", "multirange", 1), append(texts, "{}"))
		w.arrays(strings.Replace(name, "range", "multirange", 1))
	}
}

// compare waits for every row, and holds the JSON of the stream's to PostgreSQL's.
func (w *workshop) compare() {
	w.t.Helper()
	w.exec(w.conn, "create table public.done (id int primary key); insert into public.done values (1)")
	streamed, compared := w.sink.until(w.t), 0
	for i, name := range w.tables {
		found, err := w.conn.Query(w.t.Context(), fmt.Sprintf("select id::text, to_jsonb(v)::text, v::text from public.t%d order by id", i))
		if err != nil {
			w.t.Errorf("%s: %v", name, err)
			continue
		}
		var id, text string
		var want, shown *string
		_, err = pgx.ForEachRow(found, []any{&id, &want, &shown}, func() error {
			text = ""
			if shown != nil {
				text = *shown
			}
			got, ok := streamed[fmt.Sprintf("t%d %s", i, id)]
			if !ok {
				w.t.Errorf("%s: row %s did not come", name, id)
				return nil
			}
			if want == nil {
				null := "null"
				want = &null
			}
			compared++
			if why := differ(got, *want, strings.HasPrefix(name, "json")); why != "" {
				w.t.Errorf("%s: %.100q is %.200s, want %.200s (%s)", name, text, got, *want, why)
			}
			return nil
		})
		if err != nil && !strings.Contains(err.Error(), "22P05") { // json's \u0000, which jsonb cannot hold
			w.t.Errorf("%s: %v", name, err)
		}
	}
	w.t.Logf("%d values of %d types", compared, len(w.tables))
	if compared < 2*len(w.tables) {
		w.t.Errorf("only %d values of %d types were compared", compared, len(w.tables))
	}
}

// differ says how two JSON texts differ: numbers by their letters, in documents
// (which a column of type json keeps as they were written) by their value.
func differ(got, want string, document bool) string {
	a, err := decode(got)
	b, wrong := decode(want)
	if err != nil || wrong != nil {
		return fmt.Sprint(err, wrong)
	}
	if document {
		a, b = plainNumbers(a), plainNumbers(b)
	}
	if !reflect.DeepEqual(a, b) {
		return "they differ"
	}
	return ""
}

func decode(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one value")
	}
	return v, nil
}

func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r.String()
		}
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plainNumbers(v[key])
		}
	}
	return v
}

// rows is a replication.Sink that keeps the JSON of what was inserted: "table id" → v.
type rows struct {
	values map[string]string
	done   chan struct{}
	live   chan struct{}
	lost   chan error
}

func listen(t *testing.T, url string) *rows {
	t.Helper()
	r := &rows{values: map[string]string{}, done: make(chan struct{}), live: make(chan struct{}), lost: make(chan error, 10)}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	f := replication.New(replication.Options{URL: url, Publications: []string{"supabase_realtime"}}, r)
	go func() {
		defer close(ended)
		f.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	<-r.live
	return r
}

func (r *rows) SchemaChanged()            {}
func (r *rows) Connected()                { close(r.live) }
func (r *rows) Disconnected(reason error) { r.lost <- reason }
func (r *rows) Changes(batch []*row.Change) {
	for _, c := range batch {
		if c.Table.Name == "done" {
			close(r.done)
			continue
		}
		r.values[c.Table.Name+" "+string(c.New[0].Text)] = string(row.AppendJSON(nil, c.Table.Columns[1].Type, c.New[1]))
	}
}

func (r *rows) until(t *testing.T) map[string]string {
	t.Helper()
	select {
	case <-r.done:
	case err := <-r.lost:
		t.Fatalf("the stream broke: %v", err)
	case <-time.After(time.Minute):
		t.Fatal("the rows did not come within a minute")
	}
	return r.values
}
