package realtime

import (
	"context"
	"encoding/hex"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// fromDatabase broadcasts what a transaction has sent: an insert into realtime.messages.
// It is called in the order of commits, and waits for nobody. Who hears a private
// topic was asked of the policies when they joined.
func (s *Service) fromDatabase(change *row.Change) {
	sent := sentBy(change)
	if why := sent.unfit(s.Limits.Payload); why != "" {
		s.warnings.say(context.Background(), "a message from SQL was not sent", "id", sent.id, "topic", sent.key.name, "why", why)
		return
	}
	s.publish(sent.key, &sent.message, nil, func(c *channel) bool {
		return c.private.recent != nil && !c.private.recent.first(sent.id)
	})
}

// sent is a row of realtime.messages.
type sent struct {
	key       topicKey
	id        string
	extension string
	message
}

func sentBy(change *row.Change) (s sent) {
	s.kind = jsonMessage
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
			s.event = string(value.Text)
		case "private":
			s.key.private = string(value.Text) == "t"
		case "payload":
			if s.kind == jsonMessage {
				s.payload = value.Text
			}
		case "binary_payload":
			s.kind, s.payload = binaryMessage, unhex(value.Text)
		}
	}
	if s.payload == nil {
		s.payload = []byte("{}") // clients take no null
	}
	s.meta = metaOf(s.id, false)
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

// unfit says why a message cannot be broadcast, "" if it can.
func (s *sent) unfit(most int) string {
	switch {
	case s.extension != broadcastEvent:
		return "its extension is not broadcast"
	case s.event == "":
		return "it has no event"
	case s.key.name == "":
		return "it has no topic"
	case len(s.payload) > most:
		return "its payload is too large"
	}
	return ""
}
