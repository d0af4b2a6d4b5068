package encode_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/rest/encode"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// values are, by type, what its input function takes: the ordinary, the limits,
// and what JSON cannot say.
var values = map[string][]string{
	"boolean":              {"true", "false"},
	"smallint":             {"0", "-32768", "32767"},
	"integer":              {"0", "-2147483648", "2147483647"},
	"bigint":               {"0", "-9223372036854775808", "9223372036854775807"},
	"real":                 {"0", "-0", "1.5", "1e-10", "3.4e38", "NaN", "Infinity", "-Infinity"},
	"double precision":     {"0", "-0", "0.1", "1e21", "1e-300", "1.7976931348623157e308", "NaN", "Infinity", "-Infinity"},
	"numeric":              {"0", "-0.00", "1234567890123456789012345678901234567890.123456789", "1e-20", "NaN", "Infinity", "-Infinity"},
	"numeric(8,2)":         {"0", "123.4"},
	"json":                 {`{"a": [1,  null], "b":"\u00e9"}`, `"x"`, "null", " 1 ", "[\n1]"},
	"jsonb":                {`{"b":1,"a":[true]}`, `"x"`, "null", "1.50"},
	"text":                 texts,
	"character varying":    texts,
	"character varying(3)": {"", "abc"},
	"character(5)":         {"", "ab"},
	`"char"`:               {"", "x", `"`, `\101`},
	"name":                 {"", `a"b\`},
	"uuid":                 {"6f3a0a52-0a40-4f7c-9c39-2f7f7c0e1f52"},
	"bytea":                {"", `\x00ff5c`},
	"oid":                  {"0", "4294967295"},
	"time":                 {"00:00", "23:59:59.999999", "24:00"},
	"time with time zone":  {"12:00+05:45", "12:00:00.5-00:00:30"},
	"interval":             {"0", "1 year 2 mons -3 days 04:05:06.7", "-1 s"},
	"inet":                 {"10.0.0.1", "::1/64"},
	"cidr":                 {"10.0.0.0/8"},
	"macaddr":              {"08:00:2b:01:02:03"},
	"macaddr8":             {"08:00:2b:01:02:03:04:05"},
	"money":                {"0", "-12.34"},
	"xml":                  {"<a b=\"c\">\n</a>"},
	"bit(3)":               {"101"},
	"bit varying":          {"", "0110"},
	"tsvector":             {"a:1 'b \"c':2A"},
	"tsquery":              {"a & !'b\\\\'"},
	"point":                {"(1,-2.5)", "(NaN,Infinity)"},
	"lseg":                 {"[(1,2),(3,4)]"},
	"path":                 {"[(1,2),(3,4)]", "((1,2),(3,4))"},
	"box":                  {"(1,2),(3,4)"},
	"polygon":              {"((1,2),(3,4),(5,6))"},
	"line":                 {"{1,2,3}"},
	"circle":               {"<(1,2),3>"},
	"date":                 {"2026-11-21", "0044-03-15 BC", "5874897-12-31", "infinity", "-infinity"},
	"timestamp":            {"2026-11-21 07:08:09", "2026-11-21 07:08:09.123456", "0044-03-15 01:02:03 BC", "294276-12-31 23:59:59", "infinity", "-infinity"},
	"timestamptz":          {"2026-11-21 07:08:09+02", "2026-11-21 07:08:09.1+05:45", "1883-01-01 00:00:00+00", "infinity", "-infinity"},
	"integer[]":            {"{}", "{1,NULL,3}", "{{1,2},{3,4}}", "[2:3]={1,2}"},
	"text[]":               {`{"a\"b",NULL,""}`},
	"timestamptz[]":        {`{"2026-11-21 07:08:09+02",infinity}`},
	"jsonb[]":              {`{"{\"a\":1}"}`},
	"int4range":            {"[1,5)", "empty", "(,)"},
	"tstzrange":            {"[2026-01-01 00:00+00,)"},
	"int4multirange":       {"{[1,2),[5,7)}"},
	"pg_lsn":               {"16/B374D848"},
	"regclass":             {"pg_class"},
	"encode_test.mood":     {"calm", `st"ormy`},
	"encode_test.email":    {"a@b.c"},
	"encode_test.positive": {"7"},
	"encode_test.days":     {"{2026-01-01,infinity}"},
	"encode_test.born":     {"2026-01-01"},
	"encode_test.pair":     {`(1,"a ""b""")`, "(,)", `(2,)`},
	"encode_test.pair[]":   {`{"(1,a)",NULL}`},
	"encode_test.nested":   {`("(1,a)","{2026-01-01}")`},
	"encode_test.word":     {"hello"},
}

var texts = []string{
	"", "plain", "é العربية 山 🏔", `"quoted" back\slash / and </script>`, "tab\tline\nreturn\rfeed\fback\b", "\x01\x1f\x7f",
	strings.Repeat(`long "text" `, 500), "\u2028\u2029",
}

const fixture = `
create schema encode_test;
create type encode_test.mood as enum ('calm', 'st"ormy');
create domain encode_test.email as text check (value like '%@%');
create domain encode_test.positive as integer check (value > 0);
create domain encode_test.born as date;
create domain encode_test.days as date[];
create type encode_test.pair as (n integer, "a ""t" text);
create type encode_test.nested as (p encode_test.pair, days date[]);
create type encode_test.word;
create function encode_test.word_in(cstring) returns encode_test.word language internal immutable strict as 'textin';
create function encode_test.word_out(encode_test.word) returns cstring language internal immutable strict as 'textout';
create type encode_test.word (input = encode_test.word_in, output = encode_test.word_out, like = text);
create function encode_test.word_json(encode_test.word) returns json language sql immutable
  return json_build_object('word', encode_test.word_out($1)::text);
create cast (encode_test.word as json) with function encode_test.word_json(encode_test.word);
`

// TestEveryTypePrintsAsPostgreSQLDoes compares to json_agg, in time zones and
// with settings that change how values print.
func TestEveryTypePrintsAsPostgreSQLDoes(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	for _, settings := range []string{
		"set timezone = 'UTC'",
		"set timezone = 'Asia/Kathmandu'; set datestyle = 'German'; set intervalstyle = 'iso_8601'; set bytea_output = 'escape'",
		"set timezone = 'Africa/Monrovia'; set datestyle = 'Postgres, MDY'; set extra_float_digits = 0; set intervalstyle = 'sql_standard'",
	} {
		if _, err := conn.Exec(t.Context(), "reset all; "+settings); err != nil {
			t.Fatal(err)
		}
		for name, texts := range values {
			same(t, conn, settings, name, texts)
		}
	}
}

// same writes each text, and NULL, as a value of the type.
func same(t *testing.T, conn *pgx.Conn, settings, name string, texts []string) {
	t.Helper()
	rows := "(select (unnest($1::text[]))::text::" + name + ` as "the ""value" union all select null)`
	var want, base string
	err := conn.QueryRow(t.Context(), `select json_agg(t.*)::text, min(format_type(pg_typeof(t."the ""value"), null)) from `+rows+" as t", texts).Scan(&want, &base)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	column := `to_json(t."the ""value")`
	if encode.Plain(base) {
		column = `t."the ""value"`
	}
	for _, binary := range []bool{false, true} {
		got := write(t, conn, binary, "select "+column+` as "the ""value" from `+rows+" as t", texts)
		if got != want {
			t.Errorf("%s (%s, binary %v):\n got %s\nwant %s", name, settings, binary, got, want)
		}
	}
}

// write has the encoder make the JSON of a query.
func write(t *testing.T, conn *pgx.Conn, binary bool, sql string, texts []string) string {
	t.Helper()
	literal := make([]string, len(texts))
	for i, text := range texts {
		literal[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	known, err := conn.PgConn().Prepare(t.Context(), "", sql, nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var fields []field
	formats := make([]int16, len(known.Fields))
	for i, f := range known.Fields {
		fields = append(fields, field{f.Name, f.DataTypeOID})
		if binary && encode.Binary(f.DataTypeOID) {
			formats[i] = 1
		}
	}
	rows, err := encode.New(columns(fields...), binary)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	arg := []byte("{" + strings.Join(literal, ",") + "}")
	reader := conn.PgConn().ExecPrepared(t.Context(), "", [][]byte{arg}, nil, formats)
	var to []byte
	for reader.NextRow() {
		to = rows.Append(to, reader.Values())
	}
	if _, err := reader.Close(); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return string(rows.End(to))
}

// TestPlainTypesAreTheEncoders wants every type that Plain names to have an
// encoder, whatever PostgreSQL calls it, and no other built-in type to be taken.
func TestPlainTypesAreTheEncoders(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	rows, err := conn.Query(t.Context(), "select oid, format_type(oid, null), typcategory::text, typtype::text from pg_type where typnamespace = 'pg_catalog'::regnamespace")
	if err != nil {
		t.Fatal(err)
	}
	var (
		oid                  uint32
		name, category, kind string
		plain                int
	)
	_, err = pgx.ForEachRow(rows, []any{&oid, &name, &category, &kind}, func() error {
		_, refused := encode.New(columns(field{"x", oid}), false)
		if encode.Plain(name) != (refused == nil) {
			t.Errorf("%s: Plain is %v, and the encoder says %v", name, encode.Plain(name), refused)
		}
		if encode.Binary(oid) && refused != nil {
			t.Errorf("%s is written in binary format only", name)
		}
		if encode.Plain(name) {
			plain++
		}
		if encode.Plain(name) && (kind != "b" || category == "A" || category == "C" || category == "D" && !strings.HasPrefix(name, "time w")) {
			t.Errorf("%s (%s, %s) is more than its text", name, kind, category)
		}
		return nil
	})
	if err != nil || plain < 30 {
		t.Errorf("%d plain types, %v; want 30 or more", plain, err)
	}
}

func TestShapes(t *testing.T) {
	t.Parallel()
	two := []field{{"a", 23}, {"a", 25}}
	for _, c := range []struct {
		name   string
		fields []field
		rows   [][][]byte
		want   string
	}{
		{"no rows", two, nil, "[]"},
		{"one row", two, [][][]byte{{[]byte("1"), nil}}, `[{"a":1,"a":null}]`},
		{"rows", two, [][][]byte{{[]byte("1"), []byte("x")}, {nil, []byte{}}}, "[{\"a\":1,\"a\":\"x\"}, \n {\"a\":null,\"a\":\"\"}]"},
		{"no columns", nil, [][][]byte{{}, {}}, "[{}, \n {}]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rows, err := encode.New(columns(c.fields...), false)
			if err != nil {
				t.Fatal(err)
			}
			var to []byte
			for _, row := range c.rows {
				to = rows.Append(to, row)
			}
			if got := string(rows.End(to)); got != c.want || rows.Count() != int64(len(c.rows)) {
				t.Errorf("got %s and %d rows, want %s", got, rows.Count(), c.want)
			}
		})
	}
	if _, err := encode.New(columns(field{"x", 1184}), true); !errors.Is(err, encode.ErrType) {
		t.Errorf("a timestamp is taken: %v", err)
	}
}

func connect(t *testing.T) *pgx.Conn {
	t.Helper()
	db := pgtest.Empty(t)
	if _, err := db.Admin.Exec(t.Context(), fixture); err != nil {
		t.Fatal(err)
	}
	config := db.Admin.Config().ConnConfig.Copy()
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

type field struct {
	name string
	oid  uint32
}

func columns(fields ...field) iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for _, f := range fields {
			if !yield(f.name, f.oid) {
				return
			}
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	fields := columns(field{"id", 23}, field{"name", 25}, field{"comment_en", 25}, field{"comment_fr", 25}, field{"comment_ar", 25}, field{"verified", 16})
	text := []byte(strings.Repeat("0123456789abcdef", 13))
	row := [][]byte{[]byte("12345"), []byte("Reader 12345"), text, text, text, []byte("t")}
	rows, err := encode.New(fields, false)
	if err != nil {
		b.Fatal(err)
	}
	var to []byte
	for b.Loop() {
		to = rows.Append(to[:0], row)
	}
	b.SetBytes(int64(len(to)))
}
