package fanout

import (
	"encoding/hex"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// DatabaseBroadcast is a row of realtime.messages: a broadcast that SQL has sent.
type DatabaseBroadcast struct {
	ID        string
	Topic     string // without protocol.Prefix
	Private   bool
	Extension string
	protocol.Broadcast
}

// databaseBroadcastOf reads an insert into realtime.messages.
func databaseBroadcastOf(change *row.Change) *DatabaseBroadcast {
	m := &DatabaseBroadcast{Broadcast: protocol.Broadcast{Kind: protocol.JSONPayload}}
	for i, column := range change.Table.Columns {
		value := change.New[i]
		if value.State != row.Known {
			continue
		}
		switch column.Name {
		case "id":
			m.ID = string(value.Text)
		case "topic":
			m.Topic = string(value.Text)
		case "extension":
			m.Extension = string(value.Text)
		case "event":
			m.Event = string(value.Text)
		case "private":
			m.Private = string(value.Text) == "t"
		case "payload":
			if m.Kind == protocol.JSONPayload {
				m.Payload = value.Text
			}
		case "binary_payload":
			m.Kind, m.Payload = protocol.BinaryPayload, []byte{}
			if len(value.Text) > len(`\x`) {
				m.Payload, _ = hex.AppendDecode(m.Payload, value.Text[len(`\x`):])
			}
		}
	}
	if m.Payload == nil {
		m.Payload = []byte("{}") // clients fail on null
	}
	return m
}
