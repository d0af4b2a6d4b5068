package filter

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

var (
	rounds = flag.Int("rounds", 1000, "comparisons with PostgreSQL, of each type")
	seed   = flag.Uint64("seed", 1, "of the differential test")
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// specimen is a type to compare, with values that meet, in several spellings.
type specimen struct {
	sql       string // how a column is declared
	collation string // as row.Column has it
	values    []string
	typed     []string // what only a filter may say, and what it may not
	random    func(*rand.Rand) string
}

// prelude makes the types and the judge: what PostgreSQL itself says of a value
// and a filter. An error is a verdict of its own.
const prelude = `
create type mood as enum ('calm', 'windy', 'Calm', 'a "b" {c}');
create domain altitude as numeric(6,1) check (value < 90000);
create domain slug as text check (value <> 'never');
create domain hour as timestamptz(0);
create collation insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create collation turkish (provider = icu, locale = 'tr');
create collation swedish (provider = icu, locale = 'sv');
create function judge(declared text, named text, op text, negated bool, value text, filter text, again bool,
  out stored text, out meant text, out verdict text) language plpgsql as $$
declare
  type text := type_of(declared);
  spelled text := case named when '' then ' collate "C"' when 'default' then '' when 'none' then '' else ' collate ' || named end;
  of_text bool := op in ('LIKE', 'ILIKE', '~', '~*');
begin
  execute format('select format(''%%s'', %L::%s)', value, declared) into stored;
  meant := filter;
  if again and op <> 'IS' and not of_text then
    execute format('select format(''%%s'', %L::%s%s)', filter, type, case op when '= ANY' then '[]' else '' end) into meant;
  end if;
  execute format('select %s((%L::%s%s) %s %s)',
    case when negated and op not in ('IS', 'IS DISTINCT FROM') then 'not ' else '' end, value, declared, spelled,
    case when not negated then op when op = 'IS' then 'IS NOT' when op = 'IS DISTINCT FROM' then 'IS NOT DISTINCT FROM' else op end,
    case when op = 'IS' then meant when op = '= ANY' then format('(%L::%s[])', meant, type)
      else format('%L::%s', meant, case when of_text then 'text' else type end) end) into verdict;
exception when others then
  verdict := 'error: ' || sqlerrm;
end $$;
-- A value is compared without the column's length: 'abc'::varchar and not varchar(2).
create function type_of(declared text) returns text language sql as $$
  select case when declared ~ '^(varchar|char|numeric|timestamp|time|timestamptz)\(' then
    case when declared like 'char(%' then 'bpchar' else regexp_replace(declared, '\(.*\)', '') end else declared end $$;
`

var specimens = []specimen{
	{sql: "bool", values: []string{"t", "f"}, typed: []string{"true", "false", "yes", "0", "maybe", " t "}},
	{sql: "int2", values: []string{"0", "1", "-1", "32767", "-32768"}, typed: []string{"32768", "007", " 1", "1_0", "0x10", "1.0", "-0", "+1"}},
	{sql: "int4", values: []string{"0", "1", "-1", "2147483647", "-2147483648"}, typed: []string{"2147483648", "01", "1e1"}},
	{sql: "int8", values: []string{"0", "5", "-5", "9223372036854775807", "-9223372036854775808"}, typed: []string{"9223372036854775808", "-9223372036854775809", "18446744073709551617", ""}},
	{sql: "oid", values: []string{"0", "7", "4294967295"}, typed: []string{"4294967296", "-1"}},
	{sql: "float4", values: []string{"0", "-0", "0.1", "1e30", "-1e30", "NaN", "Infinity", "-Infinity", "1e-45", "16777217"}, typed: []string{".1", "1.", "inf", "nan", "1e39", "1e-60", "0.10000000149", "0x1p3"}, random: randomFloat},
	{sql: "float8", values: []string{"0", "-0", "0.1", "1e300", "-1e300", "NaN", "Infinity", "-Infinity", "5e-324", "9007199254740993"}, typed: []string{"1e-400", "1e400", "1_000.5", " 0.1 ", "+0.1", "-inf"}, random: randomFloat},
	{sql: "numeric", values: []string{"0", "0.00", "1", "1.0", "-1", "10", "9.99", "-9.99", "NaN", "Infinity", "-Infinity", "123456789012345678901234567890.123", "0.000000000000000000000001"}, typed: []string{"1e2", "+1", ".5", "5.", "-.5", "01.50", " 1", "1_0", "nan", "-0", "."}, random: randomDecimal},
	{sql: "numeric(10,2)", values: []string{"0", "1.005", "1", "-1.5", "99.99"}, typed: []string{"1.005", "1.01", "1.010"}, random: randomDecimal},
	{sql: "altitude", values: []string{"4167", "4167.1", "4167.14", "-1"}, typed: []string{"4167.149", "99999.99", "4167.10"}},
	{sql: "text", values: texts, typed: []string{"a%", "_", `a\`, `\`, "é%", "%i%", "[a", "(", "^a"}, random: randomText},
	{sql: "text", collation: "default", values: texts, typed: []string{"a%", "_", `a\`, "%i%", "I", "i"}, random: randomText},
	{sql: "text", collation: "swedish", values: texts, typed: []string{"a%"}},
	{sql: "text", collation: "turkish", values: []string{"I", "i", "ai", "AI", "b"}, typed: []string{"%i", "%I", "_I", "B"}},
	{sql: "text", collation: "insensitive", values: texts},
	{sql: "varchar(8)", values: []string{"a", "b", "a ", "A", ""}, typed: []string{"a           ", "abcdefghij"}, random: randomText},
	{sql: "char(5)", values: []string{"a", "a ", "ab", "", "A", "b\t"}, typed: []string{"a    ", "a         ", "a%", "a____", "abcdefgh"}, random: randomText},
	{sql: "name", values: []string{"a", "A", "b", strings.Repeat("n", 63)}, typed: []string{strings.Repeat("n", 70), "a%"}},
	{sql: "slug", values: []string{"a", "b", "A"}, typed: []string{"never", "a%"}},
	{sql: "mood", values: []string{"calm", "windy", "Calm", `a "b" {c}`}, typed: []string{"stormy", "calm "}},
	{sql: "uuid", values: []string{"6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"}, typed: []string{"6F1C9D4E-2F0C-4A57-9D0E-1C5A0A7F7C11", "{6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11}", "6f1c9d4e2f0c4a579d0e1c5a0a7f7c11", "6f1c9d4e", ""}},
	{sql: "bytea", values: []string{`\x`, `\x00`, `\x00ff`, `\xff`, `\x61`}, typed: []string{`\xFF`, "a", `\377`, `\x0`, `\x 61`}},
	{sql: "date", values: []string{"2024-02-29", "2024-03-01", "1999-12-31", "0044-03-15 BC", "infinity", "-infinity", "12024-01-01", "5874897-12-31", "4714-11-24 BC"}, typed: []string{"2024-02-30", "2024-3-1", "Feb 29 2024", "2024-02-29T10:00:00Z", "20240229", "0000-01-01"}, random: randomDate},
	{sql: "time", values: []string{"00:00:00", "12:34:56.789", "24:00:00", "23:59:59.999999"}, typed: []string{"12:34", "12:34:56.7890001", "12:34:60", "12:34:56.789+02", "1pm"}},
	{sql: "timestamp", values: moments, typed: []string{"2024-02-29T12:00:00", "2024-02-29 12:00:00Z", "2024-02-29 24:00:00", "2024-02-29", "now", "2024-02-29 12:00:00.1234567"}, random: randomMoment},
	{sql: "timestamptz", values: zoned, typed: []string{"2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z", "2024-02-29T14:00:00+02:00", "2024-02-29 12:00:00", "2024-02-29 12:00:00 Europe/Paris", "2024-02-29 12:00:00-0330", "2024-02-29 12:00:00+16"}, random: randomInstant},
	{sql: "timestamptz(0)", values: zoned, typed: []string{"2024-02-29T12:00:00.6Z"}},
	{sql: "hour", values: zoned, typed: []string{"2024-02-29T12:00:00.6Z", "2024-02-29T12:00:01Z"}},
	{sql: "timetz", values: []string{"12:00:00+00", "13:00:00+01"}},
	{sql: "interval", values: []string{"1 day", "24:00:00", "-1 mon"}, typed: []string{"1440 minutes"}},
	{sql: "jsonb", values: []string{`{"a": 1}`, "1", "null", `"null"`}, typed: []string{`{"a":1.0}`, "{"}},
	{sql: "int4[]", values: []string{"{}", "{1,2}", "{2}"}, typed: []string{"{ 1, 2 }", "1"}},
	{sql: "int4range", values: []string{"empty", "[1,3)"}, typed: []string{"[1,2]"}},
	{sql: "inet", values: []string{"10.0.0.1", "10.0.0.0/8"}, typed: []string{"10.0.0.1/32"}},
}

var (
	texts   = []string{"", " ", "a", "A", "b", "a ", "é", "É", "abc", "aé中", "I", "i", "ı", "a\nb", `a"b`, `a\b`, "{a}", "a,b", "null", "ß", "Z"}
	moments = []string{"2024-02-29 12:00:00", "2024-02-29 12:00:00.5", "1999-12-31 23:59:59.999999", "0044-03-15 10:00:00 BC", "infinity", "-infinity", "294276-12-31 23:59:59.999999", "4713-01-01 00:00:00 BC"}
	zoned   = []string{"2024-02-29 12:00:00+00", "2024-02-29 12:00:00.5+00", "1969-12-31 23:59:59.999999+00", "0044-03-15 10:00:00+00 BC", "infinity", "294276-12-31 23:59:59.999999+00", "4714-11-24 00:00:00+00 BC"}
)

func randomFloat(r *rand.Rand) string {
	return strconv.FormatFloat((r.Float64()-0.5)*float64(r.IntN(8)), 'g', 1+r.IntN(3), 32)
}

func randomDecimal(r *rand.Rand) string {
	return fmt.Sprintf("%s%d.%0*d", []string{"", "-"}[r.IntN(2)], r.IntN(12), 1+r.IntN(3), r.IntN(10))
}

func randomText(r *rand.Rand) string { return mix(r, "aAbBiIé_%", 5) }

func randomDate(r *rand.Rand) string {
	return fmt.Sprintf("%04d-%02d-%02d", 1+r.IntN(3000), 1+r.IntN(12), 1+r.IntN(28))
}

func randomMoment(r *rand.Rand) string {
	return fmt.Sprintf("2024-%02d-%02d %02d:%02d:%02d.%d", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1000000))
}

func randomInstant(r *rand.Rand) string {
	return fmt.Sprintf("%sT%02d:00:00%+03d:%02d", randomDate(r), r.IntN(24), r.IntN(31)-15, r.IntN(60))
}

// spelled are the operators as SQL has them.
var spelled = map[Operator]string{
	Equal: "=", NotEqual: "<>", Less: "<", LessOrEqual: "<=", Greater: ">", GreaterOrEqual: ">=", In: "= ANY",
	Like: "LIKE", ILike: "ILIKE", Match: "~", IMatch: "~*", Is: "IS", IsDistinct: "IS DISTINCT FROM",
}

// question is one case: what is in a row, and what a filter says.
type question struct {
	operator Operator
	not      bool
	value    *string
	filter   string
	again    bool // have PostgreSQL write the filter anew
}

// What Go says of a comparison is what PostgreSQL says, or nothing.
func TestResultsArePostgreSQLs(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	if _, err := database.Admin.Exec(t.Context(), prelude); err != nil {
		t.Fatal(err)
	}
	for i, s := range specimens {
		t.Run(s.sql+" "+s.collation, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(*seed, uint64(i)))
			questions := make([]question, *rounds)
			for i := range questions {
				questions[i] = s.ask(random)
			}
			table := tableOf(t, database, s)
			count := map[string]int{}
			for i, v := range judge(t, database, s, questions) {
				count[check(t, s, table, questions[i], v)]++
			}
			t.Logf("%s: %v", s.sql, count)
			if count["yes"] == 0 || count["no"] == 0 || count["error"] > *rounds/2 {
				t.Errorf("the test says too little: %v", count)
			}
		})
	}
}

func (s *specimen) ask(random *rand.Rand) question {
	operators := []Operator{Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, In, In, Is, IsDistinct, Equal, Less}
	if s.isText() || random.IntN(20) == 0 {
		operators = append(operators, Like, Like, ILike, ILike, Match, IMatch)
	}
	q := question{operator: operators[random.IntN(len(operators))], not: random.IntN(3) == 0, again: random.IntN(2) == 0}
	value := s.values[random.IntN(len(s.values))]
	if s.random != nil && random.IntN(3) == 0 {
		value = s.random(random)
	}
	if random.IntN(10) > 0 {
		q.value = &value
	}
	switch q.operator {
	case Is:
		q.filter = []string{"null", "true", "false", "unknown"}[random.IntN(4)]
	case In:
		q.filter = s.list(random, value)
	default:
		q.filter = s.filter(random, value)
	}
	return q
}

func (s *specimen) filter(random *rand.Rand, value string) string {
	switch n := random.IntN(10); {
	case n < 3:
		return value
	case n < 5 && s.random != nil:
		return s.random(random)
	case n < 7 && len(s.typed) > 0:
		return s.typed[random.IntN(len(s.typed))]
	}
	return s.values[random.IntN(len(s.values))]
}

func (s *specimen) list(random *rand.Rand, value string) string {
	var items []Item
	for range random.IntN(4) {
		if random.IntN(8) == 0 {
			items = append(items, Item{Null: true})
		} else {
			items = append(items, Item{Text: s.filter(random, value)})
		}
	}
	return WriteList(items)
}

// verdict is the result in PostgreSQL.
type verdict struct {
	Stored, Meant, Verdict *string
}

func judge(t *testing.T, database *pgtest.DB, s specimen, questions []question) []verdict {
	t.Helper()
	var operators, filters []string
	var negated, again []bool
	var values []*string
	for _, q := range questions {
		operators, filters, values = append(operators, spelled[q.operator]), append(filters, q.filter), append(values, q.value)
		negated, again = append(negated, q.not), append(again, q.again)
	}
	conn := database.Conn()
	if _, err := conn.Exec(t.Context(), "set timezone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), `select j.* from unnest($3::text[], $4::bool[], $5::text[], $6::text[], $7::bool[])
		with ordinality q(op, negated, value, filter, again, place), judge($1, $2, op, negated, value, filter, again) j order by place`,
		s.sql, s.named(), operators, negated, values, filters, again)
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[verdict])
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// named is the collation for judge: types that are no texts have none.
func (s *specimen) named() string {
	if s.isText() {
		return s.collation
	}
	return "none"
}

func (s *specimen) isText() bool {
	return slices.Contains([]string{"text", "varchar(8)", "char(5)", "name", "slug"}, s.sql)
}

func tableOf(t *testing.T, database *pgtest.DB, s specimen) *row.Table {
	t.Helper()
	var of row.Type
	var kind string
	err := database.Admin.QueryRow(t.Context(), `
		select t.oid, t.typname, b.oid, b.typtype = 'e', case when b.typcategory = 'A' then 'a' when b.typtype = 'c' then 'c' else 'b' end
		from pg_type t join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid) where t.oid = type_of($1)::regtype`, s.sql).
		Scan(&of.OID, &of.Name, &of.Base, &of.Enum, &kind)
	if err != nil {
		t.Fatal(err)
	}
	of.Kind = row.TypeKind(kind[0])
	column := row.Column{Name: "v", Type: &of}
	if s.isText() {
		column.Collation, column.Nondeterministic = s.collation, s.collation == "insensitive"
	}
	return &row.Table{Columns: []row.Column{column}}
}

// check compares, and says what Go answered.
func check(t *testing.T, s specimen, table *row.Table, q question, v verdict) string {
	t.Helper()
	said := "null"
	if v.Verdict != nil {
		said = *v.Verdict
	}
	failed := strings.HasPrefix(said, "error")
	c := Condition{Column: "v", Operator: q.operator, Not: q.not, Value: q.filter}
	if q.again && !failed {
		c.Value, c.Canonical = *v.Meant, true
	}
	test, err := Bind(table, []Condition{c})
	if err != nil {
		if !failed {
			t.Errorf("%s not=%v %q: %v, but PostgreSQL compares", q.operator, q.not, c.Value, err)
		}
		return "error"
	}
	values := []row.Value{{State: row.Null}}
	if q.value != nil {
		values[0] = is(*v.Stored)
	}
	got := test.Eval(values)
	if failed { // the join is refused; what Go cannot read it leaves alone all the same, but for labels and domains, which it does not know
		if of := table.Columns[0].Type; got != Undecided && q.value != nil && of.OID == of.Base && !of.Enum {
			t.Errorf("%q %s %q: Go says %v, PostgreSQL %s", values[0].Text, q.operator, q.filter, got, said)
		}
		return "error"
	}
	wrong := got == Yes && said != "true" || got == No && said == "true"
	if wrong || got == Undecided && c.Canonical && s.decidable(q.operator) {
		t.Errorf("%q %s not=%v %q written=%v: Go says %v, PostgreSQL %s", values[0].Text, q.operator, q.not, c.Value, c.Canonical, got, said)
	}
	return got.String()
}

// decidable tells what Go must not leave to PostgreSQL once that has written the
// filter's value.
func (s *specimen) decidable(o Operator) bool {
	if slices.Contains([]string{"timetz", "interval", "jsonb", "int4[]", "int4range", "inet"}, s.sql) || s.collation == "insensitive" {
		return false
	}
	switch o {
	case Like, ILike, Match, IMatch:
		return false
	case Less, LessOrEqual, Greater, GreaterOrEqual:
		if strings.HasPrefix(s.sql, "mood") || s.isText() && s.collation != byBytes {
			return false
		}
	}
	return true
}
