package row_test

import (
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Types by the OIDs of pg_type.dat.
var (
	integers   = scalar(20)
	booleans   = scalar(16)
	numbers    = scalar(1700)
	floats     = scalar(701)
	moments    = scalar(1184)
	zoneless   = scalar(1114)
	documents  = scalar(3802)
	texts      = scalar(25)
	textArrays = &row.Type{Kind: row.Array, Element: texts, Delimiter: ','}
	vectors    = &row.Type{Kind: row.Array, Element: scalar(21), Delimiter: ' '}
	places     = &row.Type{Kind: row.Composite, Fields: []row.Field{{Name: "name", Type: texts}, {Name: `x"y`, Type: integers}}}
)

func scalar(oid uint32) *row.Type { return &row.Type{OID: oid, Base: oid, Kind: row.Scalar} }

func TestAppend(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		typ        *row.Type
		text, want string
	}{
		{"an integer", integers, "-42", "-42"},
		{"no integer", integers, "4x", `"4x"`},
		{"nothing", integers, "", `""`},
		{"a sign alone", integers, "-", `"-"`},
		{"an octal", integers, "007", `"007"`},
		{"true", booleans, "t", "true"},
		{"no boolean", booleans, "true", `"true"`},
		{"a scale", numbers, "1.50", "1.50"},
		{"not a number", numbers, "NaN", `"NaN"`},
		{"minus infinity", floats, "-Infinity", `"-Infinity"`},
		{"minus zero", floats, "-0", "0"},
		{"a large float", floats, "1.5e+20", "150000000000000000000"},
		{"a small one", floats, "-1.25e-05", "-0.0000125"},
		{"one within", floats, "1.2345e+02", "123.45"},
		{"one that ends at the point", floats, "1.2345e+04", "12345"},
		{"an exponent out of the world", floats, "1e999999999", `"1e999999999"`},
		{"a point without digits", numbers, "1.", `"1."`},
		{"a moment", moments, "2025-11-03 09:32:55.5+00", `"2025-11-03T09:32:55.5+00:00"`},
		{"a moment with minutes", moments, "2025-11-03 09:32:55+05:45", `"2025-11-03T09:32:55+05:45"`},
		{"before Christ", moments, "0044-03-15 12:00:00+00 BC", `"0044-03-15T12:00:00+00:00 BC"`},
		{"without a zone", zoneless, "0044-03-15 12:00:00 BC", `"0044-03-15T12:00:00 BC"`},
		{"for ever", moments, "infinity", `"infinity"`},
		{"a document", documents, `{"a": 1}`, `{"a": 1}`},
		{"a broken encoding in one", documents, "\"\xff\"", "\"\uFFFD\""},
		{"letters", texts, "a\"\\\n\x01é\u2028", `"a\"\\\n\u0001é` + "\u2028\""},
		{"a broken encoding", texts, "a\xffb\xc3", "\"a\uFFFDb\uFFFD\""},
		{"an empty array", textArrays, "{}", "[]"},
		{"elements", textArrays, `{a,NULL,"NULL","a,\"b\\","{}"}`, `["a",null,"NULL","a,\"b\\","{}"]`},
		{"dimensions", textArrays, "[0:1][2:2]={{a},{b}}", `[["a"],["b"]]`},
		{"an unfinished array", textArrays, `{a,"b`, `"{a,\"b"`},
		{"an array that goes on", textArrays, "{a}b", `"{a}b"`},
		{"an element missing", textArrays, "{a,}", `"{a,}"`},
		{"a bound without an array", textArrays, "[1:2]", `"[1:2]"`},
		{"a vector", vectors, "1 2 -3", "[1,2,-3]"},
		{"an empty vector", vectors, "", "[]"},
		{"fields", places, `("a ""b"" \\,)",7)`, `{"name":"a \"b\" \\,)","x\"y":7}`},
		{"no fields", places, "(,)", `{"name":null,"x\"y":null}`},
		{"an empty text", places, `("",)`, `{"name":"","x\"y":null}`},
		{"a field too few", places, "(a)", `"(a)"`},
		{"a field too many", places, "(a,1,2)", `"(a,1,2)"`},
		{"no composite", places, "a", `"a"`},
	} {
		got := string(row.AppendJSONText([]byte("> "), test.typ, []byte(test.text)))
		if got != "> "+test.want {
			t.Errorf("%s: %s is %s, want > %s", test.name, test.text, got, test.want)
		}
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	cast := `{"a": "1"}`
	for _, test := range []struct {
		name  string
		value row.Value
		want  string
	}{
		{"known", row.Value{State: row.Known, Text: []byte("7")}, "7"},
		{"null", row.Value{State: row.Null}, "null"},
		{"absent", row.Value{}, "null"},
		{"cast", row.Value{State: row.Known, Text: []byte("a=>1"), JSON: &cast}, cast},
	} {
		if got := string(row.AppendJSON(nil, integers, test.value)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// FuzzAppend: whatever the text, there is valid JSON in UTF-8, and the text stays.
func FuzzAppend(f *testing.F) {
	types := []*row.Type{
		integers, booleans, numbers, floats, moments, zoneless, texts, textArrays, vectors, places,
		{Kind: row.Array, Element: places, Delimiter: ','},
		{Kind: row.Composite, Fields: []row.Field{{Name: "a", Type: textArrays}}},
		{Kind: row.Array, Element: textArrays},
		{Kind: row.Array},
		{Kind: row.Composite},
	}
	for i := range types {
		for _, text := range []string{"", "1", "-1.5e-7", "2025-11-03 09:32:55+00", `{a,"b\"",NULL}`, `(a,"b""c",)`, "\xff", "[1:2]={{1},{2}}", "{{{{{{{{{{1", "infinity", "1 2"} {
			f.Add(i, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, which int, text []byte) {
		before := slices.Clone(text)
		got := row.AppendJSONText(nil, types[uint(which)%uint(len(types))], text)
		if !json.Valid(got) || !utf8.Valid(got) {
			t.Errorf("type %d: %q is %q", uint(which)%uint(len(types)), text, got)
		}
		if !slices.Equal(before, text) {
			t.Errorf("the text %q became %q", before, text)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, bench := range []struct {
		name string
		typ  *row.Type
		text string
	}{
		{"int8", integers, "9007199254740993"},
		{"numeric", numbers, "279.00"},
		{"timestamptz", moments, "2025-11-03 09:32:55.123456+00"},
		{"uuid", scalar(2950), "550e8400-e29b-41d4-a716-446655440000"},
		{"text", texts, "Fatima Zahra El Alaoui, 12 rue Ibn Sina, Casablanca"},
		{"jsonb", documents, `{"a": [1, 2, 3], "b": "c"}`},
		{"text[]", textArrays, `{a,"b c",NULL}`},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			text, dst := []byte(bench.text), make([]byte, 0, 256)
			for b.Loop() {
				dst = row.AppendJSONText(dst[:0], bench.typ, text)
			}
		})
	}
}
