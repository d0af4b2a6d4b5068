package realtime

import (
	"context"
	"encoding/hex"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// databaseBroadcast broadcasts what a transaction has sent: an insert into realtime.messages.
// It is called in the order of commits, and waits for nobody. Who hears a private
// topic was asked of the policies when they joined.
func (s *Service) databaseBroadcast(change *row.Change) {
	sent := messageRowOf(change)
	if why := sent.invalidReason(s.Limits.Payload); why != "" {
		s.warnings.warn(context.Background(), "a message from SQL was not sent", "id", sent.id, "topic", sent.key.name, "why", why)
		return
	}
	s.publish(sent.key, &sent.Broadcast, nil, func(c *channel) bool {
		return c.auth.replayed != nil && !c.auth.replayed.addIfNew(sent.id)
	})
}

// messageRow is a row of realtime.messages.
type messageRow struct {
	key       topicKey
	id        string
	extension string
	protocol.Broadcast
}

func messageRowOf(change *row.Change) (s messageRow) {
	s.Kind = protocol.JSONPayload
	for i, column := range change.Table.Columns {
		value := change.New[i]
		if value.State != row.Known {
			continue
		}
		switch column.Name {
		case "id":
			s.id = string(value.Text)
		case "topic":
			s.key.name = string(value.Text)
		case "extension":
			s.extension = string(value.Text)
		case "event":
			s.Event = string(value.Text)
		case "private":
			s.key.private = string(value.Text) == "t"
		case "payload":
			if s.Kind == protocol.JSONPayload {
				s.Payload = value.Text
			}
		case "binary_payload":
			s.Kind, s.Payload = protocol.BinaryPayload, unhex(value.Text)
		}
	}
	if s.Payload == nil {
		s.Payload = []byte("{}") // clients take no null
	}
	s.Meta = replayMeta(s.id, false)
	return s
}

// unhex reads PostgreSQL's text form of bytes; what is none is empty.
func unhex(text []byte) []byte {
	if len(text) < 2 {
		return []byte{}
	}
	bytes := make([]byte, hex.DecodedLen(len(text)-2))
	n, _ := hex.Decode(bytes, text[2:])
	return bytes[:n]
}

// invalidReason says why a message cannot be broadcast, "" if it can.
func (s *messageRow) invalidReason(most int) string {
	switch {
	case s.extension != protocol.BroadcastEvent:
		return "its extension is not broadcast"
	case s.Event == "":
		return "it has no event"
	case s.key.name == "":
		return "it has no topic"
	case len(s.Payload) > most:
		return "its payload is too large"
	}
	return ""
}
