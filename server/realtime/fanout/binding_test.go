package fanout

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

func asked(t *testing.T, entries string) []protocol.ChangeBinding {
	t.Helper()
	join, err := protocol.ParseJoin([]byte(`{"config":{"postgres_changes":` + entries + `}}`))
	_ = err // of wrong fields, which the entries tell again
	return join.Changes
}

func TestReadBindings(t *testing.T) {
	t.Parallel()
	const missing = "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: "
	for _, c := range []struct {
		name, entry string
		want        string // as String has it
		refusal     string
	}{
		{"all of a schema", `{"event":"*","schema":"public"}`, `[event: *, schema: public, table: *, filters: [], select: nil]`, ""},
		{"a table alone is public's", `{"event":"insert","table":"notes"}`, `[event: INSERT, schema: public, table: notes, filters: [], select: nil]`, ""},
		{"null is as good as absent", `{"event":"*","schema":"public","table":null,"filter":null,"select":null}`, `[event: *, schema: public, table: *, filters: [], select: nil]`, ""},
		{"an event that nobody knows is all", `{"event":"TRUNCATE","schema":"*","table":"*"}`, `[event: *, schema: *, table: *, filters: [], select: nil]`, ""},
		{"a filter and columns", `{"event":"UPDATE","schema":"a","table":"b","filter":"id=not.eq.1","select":["x","y"]}`, `[event: UPDATE, schema: a, table: b, filters: [{"id", "eq", "1", true}], select: ["x", "y"]]`, ""},
		{"no columns are all", `{"event":"*","schema":"a","table":"b","select":[]}`, `[event: *, schema: a, table: b, filters: [], select: nil]`, ""},
		{"nothing", `{"event":"*"}`, "", missing + `{"event":"*"}`},
		{"a filter on nothing", `{"event":"*","schema":"a","filter":"id=eq.1"}`, "", missing + `{"event":"*","schema":"a","filter":"id=eq.1"}`},
		{"no object", `5`, "", missing + `5`},
		{"a table that is no text", `{"schema":"a","table":5}`, "", missing + `{"schema":"a","table":5}`},
		{"a token is not repeated", `{"event":"*","user_token":"s3cret"}`, "", missing + `<redacted>`},
		{"columns as text", `{"schema":"a","table":"b","select":"x"}`, "", "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"},
		{"columns of all tables", `{"schema":"a","table":"*","select":["x"]}`, "", "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."},
		{"a filter that cannot be read", `{"schema":"a","table":"b","filter":"subject=foo.hey"}`, "", "Error parsing `filter` params: [\"foo\", \"hey\"]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := readBindings(asked(t, "["+c.entry+"]"))[0]
			if e.refusal != c.refusal {
				t.Errorf("refused with %q, want %q", e.refusal, c.refusal)
			}
			if c.refusal == "" && e.String() != c.want {
				t.Errorf("read as %s, want %s", e.String(), c.want)
			}
		})
	}
}

func TestEqualBindingsHaveEqualIDs(t *testing.T) {
	t.Parallel()
	const one, other = `{"event":"*","schema":"public","table":"a"}`, `{"event":"*","schema":"public","table":"b"}`
	first := readBindings(asked(t, "["+one+","+other+","+one+"]"))
	again := readBindings(asked(t, "["+other+","+one+"]"))
	if first[0].id != first[2].id || first[0].id != again[1].id || first[1].id != again[0].id {
		t.Errorf("the ids are %d %d %d and %d %d: equal entries differ", first[0].id, first[1].id, first[2].id, again[0].id, again[1].id)
	}
	if first[0].id == first[1].id {
		t.Error("two entries have one id")
	}
	for _, e := range first {
		if e.id < 1 || e.id > maxID {
			t.Errorf("the id %d is not in 1 … %d", e.id, maxID)
		}
	}
}

func TestReplyRepeatsBindings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ entry, want string }{
		{`{"event":"*", "schema":"public","table":"\u00e9","filter":null}`, `{"event":"*", "schema":"public","table":"\u00e9","filter":null,"id":7}`},
		{`{}`, `{"id":7}`},
		{` { } `, `{"id":7}`},
		{`5`, `{"id":7}`},
		{`null`, `{"id":7}`},
		{`{"id":3}`, `{"id":3,"id":7}`}, // the last counts
	} {
		got := appendBinding(nil, &asked(t, "["+c.entry+"]")[0], 7)
		if string(got) != c.want {
			t.Errorf("%s is echoed as %s, want %s", c.entry, got, c.want)
		}
		if !json.Valid(got) {
			t.Errorf("%s is no JSON", got)
		}
	}
}

func TestMaxBindings(t *testing.T) {
	t.Parallel()
	const entry = `{"event":"*","schema":"public","table":"a"}`
	for _, c := range []struct {
		n    int
		want string
	}{{maxBindings, ""}, {maxBindings + 1, tooManyBindings}} {
		entries := readBindings(asked(t, "["+strings.Repeat(entry+",", c.n-1)+entry+"]"))
		if len(entries) != c.n || entries[0].refusal != c.want {
			t.Errorf("%d entries are refused with %q, want %q", c.n, entries[0].refusal, c.want)
		}
	}
}
