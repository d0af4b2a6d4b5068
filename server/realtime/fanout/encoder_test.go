package fanout

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Types as the stream describes them.
var (
	int8Type  = &row.Type{OID: 20, Name: "int8", Base: 20, Kind: row.Scalar}
	textType  = &row.Type{OID: 25, Name: "text", Base: 25, Kind: row.Scalar}
	timeType  = &row.Type{OID: 1184, Name: "timestamptz", Base: 1184, Kind: row.Scalar}
	int4sType = &row.Type{
		OID: 1007, Name: "_int4", Base: 1007, Kind: row.Array, Delimiter: ',',
		Element: &row.Type{OID: 23, Name: "int4", Base: 23, Kind: row.Scalar},
	}
)

// notes is public.notes (id bigint primary key, body text, at timestamptz, tags int[]).
func notes() *row.Table {
	return &row.Table{OID: 4711, Schema: "public", Name: "notes", Key: []int{0}, Columns: []row.Column{
		{Name: "id", Number: 1, Type: int8Type},
		{Name: "body", Number: 2, Type: textType},
		{Name: "at", Number: 4, Type: timeType},
		{Name: "tags", Number: 5, Type: int4sType},
	}}
}

// values are a row's: "-" is Absent, "null" is Null.
func values(texts ...string) []row.Value {
	list := make([]row.Value, len(texts))
	for i, text := range texts {
		switch text {
		case "-":
		case "null":
			list[i].State = row.Null
		default:
			list[i] = row.Value{State: row.Known, Text: []byte(text)}
		}
	}
	return list
}

var committed = time.Date(2026, 1, 1, 1, 2, 3, 4_567_890, time.FixedZone("CET", 3600))

func TestAChangeReadsAsSupabaseHasIt(t *testing.T) {
	t.Parallel()
	const columns = `"columns":[{"name":"id","type":"int8"},{"name":"body","type":"text"},{"name":"at","type":"timestamptz"},{"name":"tags","type":"_int4"}]`
	full := []int{0, 1, 2, 3}
	for _, c := range []struct {
		name    string
		change  row.Change
		columns []int
		keyOnly func(*row.Change) bool
		errors  string
		want    string
	}{
		{
			name: "insert", columns: full,
			change: row.Change{Kind: row.Insert, New: values("9007199254740993", `a "b"`, "2025-11-03 09:32:55+00", "{1,NULL}")},
			want: `{"schema":"public","table":"notes","type":"INSERT","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"record":{"id":9007199254740993,"body":"a \"b\"","at":"2025-11-03T09:32:55+00:00","tags":[1,null]},"errors":null}`,
		},
		{
			name: "update, with the key as the old record", columns: full,
			change: row.Change{Kind: row.Update, New: values("1", "null", "null", "{}"), Old: values("1", "-", "-", "-")},
			want: `{"schema":"public","table":"notes","type":"UPDATE","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"record":{"id":1,"body":null,"at":null,"tags":[]},"old_record":{"id":1},"errors":null}`,
		},
		{
			name: "what is not known is left out", columns: full,
			change: row.Change{Kind: row.Update, New: values("-", "-", "null", "{}"), Old: values("1", "-", "-", "-")},
			want: `{"schema":"public","table":"notes","type":"UPDATE","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"record":{"at":null,"tags":[]},"old_record":{"id":1},"errors":null}`,
		},
		{
			name: "delete of a whole row", columns: full,
			change: row.Change{Kind: row.Delete, Old: values("1", "x", "null", "{}")},
			want: `{"schema":"public","table":"notes","type":"DELETE","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"old_record":{"id":1,"body":"x","at":null,"tags":[]},"errors":null}`,
		},
		{
			name: "delete under policies tells the key alone", columns: full, keyOnly: deletes,
			change: row.Change{Kind: row.Delete, Old: values("1", "x", "null", "{}")},
			want: `{"schema":"public","table":"notes","type":"DELETE","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"old_record":{"id":1},"errors":null}`,
		},
		{
			name: "some columns", columns: []int{0, 3}, keyOnly: deletes,
			change: row.Change{Kind: row.Update, New: values("1", "secret", "null", "{2}"), Old: values("1", "secret", "null", "{1}")},
			want: `{"schema":"public","table":"notes","type":"UPDATE","commit_timestamp":"2026-01-01T00:02:03.004Z",` +
				`"columns":[{"name":"id","type":"int8"},{"name":"tags","type":"_int4"}],"record":{"id":1,"tags":[2]},"old_record":{"id":1,"tags":[1]},"errors":null}`,
		},
		{
			name: "an error tells nothing of the row", columns: full, errors: `["Error 401: Unauthorized"]`,
			change: row.Change{Kind: row.Insert, New: values("1", "secret", "null", "{}")},
			want: `{"schema":"public","table":"notes","type":"INSERT","commit_timestamp":"2026-01-01T00:02:03.004Z",` + columns +
				`,"record":{},"errors":["Error 401: Unauthorized"]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.change.Table, c.change.CommittedAt = notes(), committed
			if c.keyOnly == nil {
				c.keyOnly = never
			}
			got := string(newPendingChange(&c.change).json(newColumnSet(c.change.Table, c.columns, c.keyOnly), c.errors))
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !json.Valid([]byte(got)) {
				t.Error("it is no JSON")
			}
		})
	}
}

func never(*row.Change) bool     { return false }
func deletes(c *row.Change) bool { return c.Kind == row.Delete }

func TestTooLargeRowIsSentWithItsSmallValues(t *testing.T) {
	t.Parallel()
	view := newColumnSet(notes(), []int{0, 1, 2, 3}, never)
	read := func(size int) string {
		c := &row.Change{Table: notes(), Kind: row.Update, CommittedAt: committed}
		c.New = values("1", strings.Repeat("x", size), "null", "{}")
		c.Old = values("1", strings.Repeat("y", 65), "null", "{}")
		return string(newPendingChange(c).json(view, ""))
	}
	whole := read(4_900_000) // Supabase cuts at 1 MiB
	if strings.Contains(whole, "413") || len(whole) < 4_900_000 {
		t.Errorf("a row of 4.9 MB is not whole: %d bytes", len(whole))
	}
	cut := read(5_000_000)
	want := `"record":{"id":1,"at":null,"tags":[]},"old_record":{"id":1,"at":null,"tags":[]},"errors":["Error 413: Payload Too Large"]}`
	if !strings.HasSuffix(cut, want) {
		t.Errorf("a row of 5 MB reads %.300s\nwant its end %s", cut, want)
	}
}

func TestUnchangedToastFromTheOldRow(t *testing.T) {
	t.Parallel()
	table := notes()
	table.ReplicaIdentityFull = true
	c := &row.Change{
		Table: table, Kind: row.Update, CommittedAt: committed,
		New: values("1", "-", "null", "{}"), Old: values("1", "long", "null", "{}"),
	}
	e := newPendingChange(c)
	if e.hasMissingToast() {
		t.Error("it still lacks something")
	}
	if string(e.change.New[1].Text) != "long" {
		t.Errorf("filters see %q, want what the row holds", e.change.New[1].Text)
	}
	if c.New[1].State != row.Absent {
		t.Error("the stream's change was changed")
	}
}

func TestUnchangedToastFromTheCurrentRow(t *testing.T) {
	t.Parallel()
	e := newPendingChange(&row.Change{Table: notes(), Kind: row.Update, CommittedAt: committed, New: values("1", "-", "-", "{}"), Old: values("1", "-", "-", "-")})
	if !e.hasMissingToast() {
		t.Fatal("it lacks nothing")
	}
	e.fillToast(values("7", "long", "-", "{7}"))
	got := string(e.json(newColumnSet(notes(), []int{0, 1, 2, 3}, never), ""))
	if want := `"record":{"id":1,"body":"long","tags":[]}`; !strings.Contains(got, want) {
		t.Errorf("it reads %s, want %s", got, want)
	}
	if !e.hasMissingToast() {
		t.Error("it lacks nothing, though a value is still not known")
	}
}
