package fanout

import (
	"fmt"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// messageRow is an insert into realtime.messages as replication delivers it: columns
// and their text, "-" for NULL.
func messageRow(pairs ...string) *row.Change {
	table := &row.Table{Schema: messagesSchema, Name: messagesTable}
	change := &row.Change{Table: table, Kind: row.Insert}
	for i := 0; i < len(pairs); i += 2 {
		table.Columns = append(table.Columns, row.Column{Name: pairs[i]})
		value := row.Value{State: row.Known, Text: []byte(pairs[i+1])}
		if pairs[i+1] == "-" {
			value = row.Value{State: row.Null}
		}
		change.New = append(change.New, value)
	}
	return change
}

func TestDatabaseBroadcasts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change *row.Change
		want   string
	}{
		{"JSON", messageRow("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{"a": 1}`, "binary_payload", "-", "private", "t"), `7 t true broadcast e {"a": 1} 0`},
		{"public", messageRow("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{}`, "private", "f"), `7 t false broadcast e {} 0`},
		{"private is null", messageRow("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{}`, "private", "-"), `7 t false broadcast e {} 0`},
		{"bytes, and payload behind them", messageRow("binary_payload", `\x6869`, "payload", `{}`, "id", "7", "topic", "t", "extension", "broadcast", "event", "e"), `7 t false broadcast e hi 1`},
		{"no bytes", messageRow("binary_payload", `\x`, "id", "7", "topic", "t", "extension", "broadcast", "event", "e"), `7 t false broadcast e  1`},
		{"both payloads null", messageRow("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", "-", "binary_payload", "-"), `7 t false broadcast e {} 0`},
		{"a column that is not known", messageRow("id", "7", "extra", "x", "topic", "t", "extension", "presence", "event", "-", "payload", "1"), `7 t false presence  1 0`},
	} {
		m := databaseBroadcastOf(test.change)
		if got := fmt.Sprintf("%s %s %t %s %s %s %d", m.ID, m.Topic, m.Private, m.Extension, m.Event, m.Payload, m.Kind); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
