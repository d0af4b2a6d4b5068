package protocol

import (
	"bytes"
	"encoding/json"
)

// Broadcast is what is broadcast on a topic.
type Broadcast struct {
	Event   string
	Payload []byte
	// Meta is a JSON object of the server's, such as {"id":…,"replayed":true}; nil
	// for none.
	Meta []byte
	Kind PayloadKind
}

// PayloadKind is what a payload is, and how it is told.
type PayloadKind byte

const (
	// JSONPayload has any JSON for its payload; 2.0.0 gets it as a binary frame.
	JSONPayload PayloadKind = iota
	// BinaryPayload has bytes, which 1.0.0 has no way to say: it is left out there.
	BinaryPayload
	// TextPayload is like JSON, but text in both framings.
	TextPayload
	// RawObject has for its payload all that a client sent in text: an object
	// with type, event, payload and whatever else its listeners expect.
	RawObject
)

const (
	// BroadcastEvent is what clients call a broadcast.
	BroadcastEvent = "broadcast"
	// binaryHeaderSize is more than a binary frame needs beside what it says, in bytes.
	binaryHeaderSize = 16
)

// Frame encodes the message for a topic, for each framing that asks.
func (m *Broadcast) Frame(topic string) *SharedFrame {
	topic = Prefix + topic
	return NewFrame(func(framing Serializer) []byte {
		switch {
		case m.Kind == RawObject:
			return Text(framing, Header{Topic: topic, Event: BroadcastEvent}, m.Payload)
		case framing == V2 && m.Kind != TextPayload:
			size := len(topic) + len(m.Event) + len(m.Meta) + len(m.Payload) + binaryHeaderSize
			frame := make([]byte, 0, size)
			if frame, ok := AppendUserBroadcast(frame, topic, m.Event, m.Meta, m.Payload, m.Kind == JSONPayload); ok {
				return frame
			}
		}
		return m.text(framing, topic)
	})
}

// text is the message as {"type":"broadcast","event","payload"[,"meta"]}. Bytes
// that are not UTF-8 are replaced: a browser closes the connection that brings
// them in a text frame.
func (m *Broadcast) text(framing Serializer, topic string) []byte {
	if m.Kind == BinaryPayload {
		return nil
	}
	head := append([]byte(`{"type":"broadcast","event":`), AppendString(nil, m.Event)...)
	head = append(head, `,"payload":`...)
	tail := []byte("}")
	if len(m.Meta) > 0 {
		tail = append(append([]byte(`,"meta":`), m.Meta...), '}')
	}
	payload := bytes.ToValidUTF8(m.Payload, []byte("\ufffd"))
	return Text(framing, Header{Topic: topic, Event: BroadcastEvent}, head, payload, tail)
}

// ReadBroadcast reads what a client wants the others to get. A frame of theirs is
// read into memory of its own, so that ours may keep a part of it.
func ReadBroadcast(in *Message) (*Broadcast, bool) {
	if in.Push == nil {
		payload, ok := stripIDs(in.Payload)
		return &Broadcast{Kind: RawObject, Payload: payload}, ok
	}
	m := &Broadcast{Event: in.Push.Event, Payload: in.Push.Body, Kind: BinaryPayload}
	if in.Push.JSON {
		m.Kind = JSONPayload
	}
	return m, true
}

// stripIDs takes away the key "ids": a stock client takes any message that has
// one for a change of a table, and throws at what it does not find in it. It is
// false where payload is no object.
func stripIDs(payload []byte) ([]byte, bool) {
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
