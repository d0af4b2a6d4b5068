package rest_test

import (
	"bytes"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// comparison sends bodies to the table twice: to be read as may be, and to be
// read by PostgreSQL as JSON.
type comparison struct {
	*api
	log bytes.Buffer
}

func compare(t testing.TB) *comparison {
	c := &comparison{}
	c.api = setup(t, func(o *rest.Options) {
		o.Rollback, o.LogQuery, o.Log = true, true, slog.New(slog.NewTextHandler(&c.log, nil))
	})
	return c
}

// same sends a body to be read as may be, and one that is the same to PostgreSQL and
// that only it can read. It fails where the answers differ, and tells whether
// the first was read column by column.
func (c *comparison) same(line, body, asJSON string, headers ...string) (columns bool) {
	c.t.Helper()
	send := func(body string) (answer, bool) {
		c.log.Reset()
		a := c.do("u", line, body, append(headers, "Prefer", "return=representation")...)
		return a, strings.Contains(c.log.String(), "insert") && !strings.Contains(c.log.String(), "::json)")
	}
	want, columns := send(asJSON)
	if columns {
		c.t.Errorf("%s %.300s: PostgreSQL did not get the JSON: %s", line, asJSON, c.log.String())
	}
	want.body = strings.ReplaceAll(want.body, tooLong, "") // PostgreSQL repeats what it cannot read
	got, columns := send(body)
	if got.StatusCode != want.StatusCode || got.body != want.body {
		c.t.Errorf("%s %.300s\n got %d %.500s\nwant %d %.500s", line, body, got.StatusCode, got.body, want.StatusCode, want.body)
	}
	return columns
}

// escapedKey is a key that is not read, and that leaves a body to PostgreSQL.
const escapedKey = `"\u007a":0`

// TestColumnsAreReadLikeJSON has each value meet each type, in rows that are read column by
// column and in JSON.
func TestColumnsAreReadLikeJSON(t *testing.T) {
	t.Parallel()
	values := []string{
		`null`, `true`, `false`, `"true"`, `"t"`, `"off"`, `0`, `1`, `-0`, `-1`, `12`, `123`, `007`, `1.0`, `1.5`, `99.99`, `99.999`, `0.004`, `-0.5`,
		`32767`, `32768`, `9999`, `2147483647`, `2147483648`, `999999999`, `-999999999`, `9223372036854775808`, `999999999999999999`,
		`1e2`, `1E400`, `-1.5e-3`, `123456789012345.123456789`, `0.000000000000001`, `"12"`, `" 12"`, `"1_000"`, `"0x1f"`, `"NaN"`, `"infinity"`,
		`""`, `"a"`, `"ab "`, `"abc"`, `"abcd"`, `"abc  "`, `"éèê"`, `"éèêé"`, `"a\"b\\c\/d\ne\tf"`, `"\u00e9"`, `"a\u0000"`, `"\ud800"`, `"null"`, `"{a,b}"`,
		`"calm"`, `"Calm"`, `"(1,b)"`, `[]`, `["a","b"]`, `[1,[2]]`, `{}`, `{"a":1,"b":"x"}`, `{"b": [1.50, null, "\n"] , "a":1}`, `{"a":"\u0000"}`, `{"a":1e999}`,
		`"00000000-0000-4000-8000-00000000000f"`, `"{00000000-0000-4000-8000-00000000000F}"`, `"00000000-0000-4000-8000-00000000000G"`,
		`"2026-11-22"`, `"2026-02-29"`, `"2024-02-29"`, `"0000-01-01"`, `"0001-01-01"`, `"9999-12-31"`, `"22/11/2026"`, `"today"`,
		`"2026-11-22T21:45:00.123Z"`, `"2026-11-22 21:45:00.1234567+14:59"`, `"2026-11-22T21:45:00-15:00"`, `"2026-11-22T21:45:00+16:00"`,
		`"2026-03-29T02:30:00"`, `"2026-11-22T24:00:00Z"`, `"2026-11-22T21:59:60Z"`, `"2026-11-22T21:45:00,5Z"`, `"2026-11-22T21:45:00.Z"`, `"0001-01-01T00:00:00+14:00"`,
		`"12:30"`, `"1 day"`, `"\\x6869"`,
	}
	columns := strings.Fields("te vc vc3 ch na bo i2 i4 i8 nu nu42 nu3 f4 f8 js jb uu da ts tz tz3 ti iv en dom ar co by twice def strict uniq")
	c, read := compare(t), map[string]int{}
	for _, column := range columns {
		for _, value := range values {
			line := "POST /kinds?columns=" + column + "&select=" + column
			first, last := `{"`+column+`":`+value, `},{"`+column+`":null}]`
			if c.same(line, "["+first+last, "["+first+","+escapedKey+last) {
				read[column]++
			}
			if c.same(line, first+"}", first+","+escapedKey+"}") {
				read[column]++
			}
		}
	}
	for _, column := range strings.Fields("te vc vc3 bo i2 i4 i8 nu nu42 nu3 f4 f8 js jb uu da ts tz en def") {
		if read[column] < 4 {
			t.Errorf("%s: %d values were read by columns", column, read[column])
		}
	}
	for _, column := range strings.Fields("ch na tz3 ti iv dom ar co by") {
		if read[column] > 0 {
			t.Errorf("%s: %d values were read by columns", column, read[column])
		}
	}
}

// TestRowsAreReadLikeJSON covers rows of several columns, and what becomes of them.
func TestRowsAreReadLikeJSON(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, body string
		headers          []string
		columns          bool // are what it is read by
	}{
		{name: "keys in another order", body: `[{"te":"a","i4":1},{"i4":2,"te":"b"}]`, columns: true},
		{name: "blanks everywhere", body: " [ { \"te\" :\t\"a\" , \"i4\" : 1 } ,\r\n{\"te\":\"b\",\"i4\":2} ] \n", columns: true},
		{name: "a key that is missing", line: "?columns=i4,te", body: `[{"te":"a"},{"i4":2}]`, columns: true},
		{name: "keys that are not meant", line: "?columns=te", body: `[{"te":"a","x":{"y":[]}},{"i4":2}]`, columns: true},
		{name: "null where there is a default", line: "?columns=def,te", body: `[{"te":"a","def":null},{"def":"x"}]`, columns: true},
		{name: "missing where there is a default", line: "?columns=def,te", body: `[{"te":"a"},{"def":"x"},{"def":null}]`, headers: []string{"Prefer", "missing=default"}},
		{name: "none is missing", line: "?columns=def,te", body: `[{"te":"a","def":"y"},{"def":"x"},{"def":null}]`, headers: []string{"Prefer", "missing=default"}, columns: true},
		{name: "a null too many", body: `[{"strict":1},{"strict":null}]`, columns: true},
		{name: "a duplicate", body: `[{"uniq":1},{"uniq":2},{"uniq":1}]`, columns: true},
		{name: "a duplicate before what cannot be read", body: `[{"uniq":1,"te":"a"},{"uniq":1,"te":"\u0000"}]`},
		{name: "a number too large behind a duplicate", body: `[{"uniq":1},{"uniq":1},{"uniq":99999999999}]`},
		{name: "an upsert", line: "?on_conflict=uniq", body: `[{"uniq":1,"te":"a"},{"uniq":2,"te":"b"}]`, headers: []string{"Prefer", "resolution=merge-duplicates"}, columns: true},
		{name: "an upsert of one row twice", line: "?on_conflict=uniq", body: `[{"uniq":1,"te":"a"},{"uniq":1,"te":"b"}]`, headers: []string{"Prefer", "resolution=merge-duplicates"}, columns: true},
		{name: "duplicates are ignored", line: "?on_conflict=uniq", body: `[{"uniq":1,"te":"a"},{"uniq":1,"te":"b"}]`, headers: []string{"Prefer", "resolution=ignore-duplicates"}, columns: true},
		{name: "a key twice", body: `[{"te":"a","te":"b"},{"te":"c"}]`},
		{name: "a key twice in a later row", body: `[{"te":"a"},{"te":"b","te":"c"}]`},
		{name: "another key", body: `[{"te":"a"},{"i4":1}]`},
		{name: "a key more", body: `[{"te":"a"},{"te":"b","i4":1}]`},
		{name: "a key less", body: `[{"te":"a","i4":1},{"te":"b"}]`},
		{name: "a row that is null", line: "?columns=te", body: `[{"te":"a"},null]`},
		{name: "a row that is an array", line: "?columns=te", body: `[{"te":"a"},[]]`},
		{name: "a scalar", line: "?columns=te", body: `"a"`},
		{name: "no rows", line: "?columns=te", body: `[]`},
		{name: "nothing", line: "?columns=te", body: ``},
		{name: "an empty row", line: "?columns=te", body: `[{}]`, columns: true},
		{name: "many empty rows", line: "?columns=i2,i4,i8,te", body: `[{}` + strings.Repeat(",{}", 99) + `]`},
		{name: "a comma too many", line: "?columns=te", body: `[{"te":"a"},]`},
		{name: "a comma too many in a row", line: "?columns=te", body: `[{"te":"a",}]`},
		{name: "a bracket too many", line: "?columns=te", body: `[{"te":"a"}]]`},
		{name: "an end too soon", line: "?columns=te", body: `[{"te":"a"}`},
		{name: "a control character", line: "?columns=te", body: "[{\"te\":\"a\nb\"}]"},
		{name: "a null byte", line: "?columns=te", body: "[{\"te\":\"a\x00b\"}]"},
		{name: "no UTF-8", line: "?columns=te", body: "[{\"te\":\"\xff\"}]"},
		{name: "a surrogate as UTF-8", line: "?columns=te", body: "[{\"te\":\"\xed\xa0\x80\"}]"},
		{name: "a column that is not there", body: `[{"nope":1},{"nope":2}]`},
		{name: "too deep", line: "?columns=jb", body: `[{"jb":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}]`},
		{name: "deep", body: `[{"jb":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}]`},
		{name: "a long number", body: `[{"nu":` + strings.Repeat("9", 200) + `,"te":` + strings.Repeat("9", 200) + `}]`},
	}
	c := compare(t)
	for _, test := range tests {
		line := "POST /kinds" + test.line
		if columns := c.same(line, test.body, test.body+tooLong, test.headers...); columns != test.columns {
			t.Errorf("%s: read by columns: %t", test.name, columns)
		}
	}
}

// tooLong behind a body leaves it to PostgreSQL.
var tooLong = strings.Repeat(" ", 4<<20)

// FuzzRows has any body read both ways.
func FuzzRows(f *testing.F) {
	f.Add("te,i4", `[{"te":"a","i4":1},{"te":"b\n","i4":-2.5,"i4":1}]`)
	f.Add("", `[{"jb":{"a":[1,2.50,true]},"tz":"2026-11-22T21:45:00.5+01:00"},{"tz":null,"jb":"x"}]`)
	f.Add("en,nu42", `{"en":"calm","nu42":99.99}`)
	c := compare(f)
	f.Fuzz(func(t *testing.T, columns, body string) {
		c.t = t
		line := "POST /kinds"
		if columns != "" {
			line += "?columns=" + url.QueryEscape(columns)
		}
		c.same(line, body, body+tooLong)
	})
}
