package realtime

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/toubkal/toubkal/server/realtime/wire"
)

// message is what is broadcast on a topic.
type message struct {
	event   string
	payload []byte
	// meta is a JSON object of the server's, such as {"id":…,"replayed":true}; nil
	// for none.
	meta []byte
	kind messageKind
}

type messageKind byte

const (
	// jsonMessage has any JSON for its payload; 2.0.0 gets it as a binary frame.
	jsonMessage messageKind = iota
	// binaryMessage has bytes, which 1.0.0 has no way to say: it is left out there.
	binaryMessage
	// textMessage is like jsonMessage, but text in both framings.
	textMessage
	// wholeMessage has for its payload all that a client sent in text: an object
	// with type, event, payload and whatever else its listeners expect.
	wholeMessage
)

const (
	broadcastEvent = "broadcast"
	// binaryHead is more than a binary frame needs beside what it says, in bytes.
	binaryHead = 16
)

// frame encodes the message for a topic, for each framing that asks.
func (m *message) frame(topic string) *wire.Frame {
	topic = wire.Prefix + topic
	return wire.NewFrame(func(framing wire.Framing) []byte {
		switch {
		case m.kind == wholeMessage:
			return wire.Text(framing, wire.Head{Topic: topic, Event: broadcastEvent}, m.payload)
		case framing == wire.V2 && m.kind != textMessage:
			size := len(topic) + len(m.event) + len(m.meta) + len(m.payload) + binaryHead
			frame := make([]byte, 0, size)
			if frame, ok := wire.AppendUserBroadcast(frame, topic, m.event, m.meta, m.payload, m.kind == jsonMessage); ok {
				return frame
			}
		}
		return m.text(framing, topic)
	})
}

// text is the message as {"type":"broadcast","event","payload"[,"meta"]}. Bytes
// that are not UTF-8 are replaced: a browser closes the connection that brings
// them in a text frame.
func (m *message) text(framing wire.Framing, topic string) []byte {
	if m.kind == binaryMessage {
		return nil
	}
	head := append([]byte(`{"type":"broadcast","event":`), wire.AppendString(nil, m.event)...)
	head = append(head, `,"payload":`...)
	tail := []byte("}")
	if len(m.meta) > 0 {
		tail = append(append([]byte(`,"meta":`), m.meta...), '}')
	}
	payload := bytes.ToValidUTF8(m.payload, []byte("\ufffd"))
	return wire.Text(framing, wire.Head{Topic: topic, Event: broadcastEvent}, head, payload, tail)
}

// publish hands a message to all of this node that are members of a topic, but one and
// those to skip; nil where there are none to leave out. It never waits for any of them, and tells how
// many got it.
func (s *Service) publish(key topicKey, m *message, except *channel, skip func(*channel) bool) (told int) {
	topic := s.topics.find(key)
	if topic == nil {
		return 0
	}
	return topic.members.deliver(m.frame(key.name), except, skip)
}

// broadcast is a client's message to the others on its channel's topic. It is
// answered where the channel asked for that, but for one that the policies refuse:
// as in Supabase, nobody says so.
func (s *Service) broadcast(ctx context.Context, c *channel, in *wire.Message) {
	if !s.mayBroadcast(ctx, c) {
		return
	}
	if in.Size() > s.Limits.Payload {
		s.Log.DebugContext(ctx, "realtime: a broadcast is too large", "topic", c.topic, "bytes", in.Size())
		c.acknowledge(in.Ref, false, `"payload_size_exceeded"`)
		return
	}
	m, ok := broadcastOf(in)
	if !ok {
		s.Log.DebugContext(ctx, "realtime: a broadcast is no object", "topic", c.topic)
		c.acknowledge(in.Ref, false, `{"reason":"Broadcast payload must be a map"}`)
		return
	}
	except := c
	if c.join.Broadcast.Self {
		except = nil
	}
	c.place.topic.members.deliver(m.frame(c.topic), except, nil)
	s.cross(c.place.topic.key, m)
	c.acknowledge(in.Ref, true, `{}`)
}

// acknowledge answers a broadcast where its channel asked for that.
func (c *channel) acknowledge(ref string, ok bool, response string) {
	if c.join.Broadcast.Ack {
		c.reply(ref, ok, []byte(response))
	}
}

// away is what a client is told where the policies cannot be asked. Supabase's words.
const away = "Realtime was unable to connect to the project database"

// mayBroadcast asks the policies of a private channel, once for each token. What
// cannot be asked is not delivered, and said.
func (s *Service) mayBroadcast(ctx context.Context, c *channel) bool {
	may, err := s.mayWrite(ctx, c, broadcastEvent)
	if err != nil {
		s.warnings.say(ctx, "a right to broadcast could not be asked for", "topic", c.topic, "error", err)
		c.system("system", "error", away)
		return false
	}
	if !may {
		s.Log.DebugContext(ctx, "realtime: a broadcast is refused by the policies", "topic", c.topic)
	}
	return may
}

// broadcastOf reads what a client wants the others to get. A frame of theirs is
// read into memory of its own, so that ours may keep a part of it.
func broadcastOf(in *wire.Message) (*message, bool) {
	if in.Push == nil {
		payload, ok := withoutIDs(in.Payload)
		return &message{kind: wholeMessage, payload: payload}, ok
	}
	m := &message{event: in.Push.Event, payload: in.Push.Body, kind: binaryMessage}
	if in.Push.JSON {
		m.kind = jsonMessage
	}
	return m, true
}

// withoutIDs takes away the key "ids": a stock client takes any message that has
// one for a change of a table, and throws at what it does not find in it. It is
// false where payload is no object.
func withoutIDs(payload []byte) ([]byte, bool) {
	payload = bytes.TrimLeft(payload, " \t\r\n")
	if len(payload) == 0 || payload[0] != '{' {
		return nil, false
	}
	if !bytes.Contains(payload, []byte(`ids"`)) && !bytes.Contains(payload, []byte(`\u00`)) {
		return payload, true
	}
	var named map[string]json.RawMessage
	if json.Unmarshal(payload, &named) != nil {
		return nil, false
	}
	if _, there := named["ids"]; !there {
		return payload, true
	}
	delete(named, "ids")
	rest, err := json.Marshal(named)
	return rest, err == nil
}
