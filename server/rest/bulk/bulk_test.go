package bulk_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/bulk"
)

// TestRead covers which bodies are read; what becomes of them is compared with
// PostgreSQL in server/rest.
func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		columns    []string
		keys       []string // nil where the body is left to PostgreSQL
		count      int
	}{
		{"rows", ` [ {"b" : 1, "a":"x"} , {"a":null,"b":{"c":[ ]}} ] `, nil, []string{"a", "b"}, 2},
		{"given columns", `[{"x":1,"a":1},{}]`, []string{"a"}, []string{"a"}, 2},
		{"keys differ", `[{"a":1},{"b":1}]`, nil, nil, 0},
		{"a key is missing", `[{"a":1},{}]`, nil, nil, 0},
		{"a key is twice there", `[{"a":1,"a":2}]`, nil, nil, 0},
		{"a key has an escape", `[{"\u0061":1}]`, nil, nil, 0},
		{"a text has an escape by number", `[{"a":"\u0061"}]`, nil, nil, 0},
		{"an exponent", `[{"a":1e3}]`, nil, nil, 0},
		{"no rows", `[]`, nil, nil, 0},
		{"no keys", `[{}]`, nil, nil, 0},
		{"no array", `{"a":1}`, nil, nil, 0},
		{"no object", `[{"a":1},1]`, nil, nil, 0},
		{"no colon", `[{"a" 1}]`, nil, nil, 0},
		{"no value", `[{"a":}]`, nil, nil, 0},
		{"half a word", `[{"a":tru}]`, nil, nil, 0},
		{"half a number", `[{"a":1.}]`, nil, nil, 0},
		{"a number with a zero before it", `[{"a":01}]`, nil, nil, 0},
		{"only a sign", `[{"a":-}]`, nil, nil, 0},
		{"half a string", `[{"a":"x`, nil, nil, 0},
		{"half an escape", `[{"a":"\`, nil, nil, 0},
		{"an array without an end", `[{"a":[1`, nil, nil, 0},
		{"an object without a colon", `[{"a":{"b"}}]`, nil, nil, 0},
		{"more behind the end", `[{"a":1}] 1`, nil, nil, 0},
		{"nothing", ``, nil, nil, 0},
		{"no UTF-8", "[{\"a\":\"\xff\"}]", nil, nil, 0},
		{"too long", `[{"a":1}]` + strings.Repeat(" ", 4<<20), nil, nil, 0},
		{"too deep", `[{"a":` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `}]`, nil, nil, 0},
		{"more is missing than the body is long", `[{},{},{}]`, []string{"a", "b", "c", "d"}, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rows := bulk.Read([]byte(test.body), test.columns)
			if rows == nil || test.keys == nil {
				if rows != nil || test.keys != nil {
					t.Errorf("got %+v, want keys %q", rows, test.keys)
				}
				return
			}
			if !slices.Equal(rows.Keys(), test.keys) || rows.Count() != test.count {
				t.Errorf("got %d rows of %q, want %d of %q", rows.Count(), rows.Keys(), test.count, test.keys)
			}
		})
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	text, mood := &catalog.Column{Name: "a", Type: "text", Base: "text"}, &catalog.Column{Name: "a", Type: "api.mood", Base: "api.mood", Enum: []string{`a"b\`}}
	tests := []struct {
		name, body string
		column     *catalog.Column
		complete   bool
		want       string // format, type and value; "" where there is none
	}{
		{"one text", `[{"a":"x\n"}]`, text, true, "text text: x\n"},
		{"texts", `[{"a":"x\/"},{"a":null},{}]`, text, false, "binary text[]: \x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x19\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02x/\xff\xff\xff\xff\xff\xff\xff\xff"},
		{"one of a row may not be missing", `[{"a":"x"},{}]`, text, true, ""},
		{"labels", `[{"a":"a\"b\\"},{"a":null}]`, mood, true, `text api.mood[]: {"a\"b\\",null}`},
		{"no label", `[{"a":"b"},{"a":null}]`, mood, true, ""},
		{"a domain", `[{"a":"b"}]`, &catalog.Column{Name: "a", Type: "api.short", Base: "text", Domain: "api.short"}, true, ""},
		{"an unknown type", `[{"a":null}]`, &catalog.Column{Name: "a", Type: "interval", Base: "interval"}, true, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			values, ok := bulk.Read([]byte(test.body), []string{"a"}).Values(test.column, test.complete)
			got := ""
			if ok {
				got = map[bool]string{true: "binary ", false: "text "}[values.Binary] + values.Type + map[bool]string{true: "[]"}[values.Array] + ": " + string(values.Value)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
