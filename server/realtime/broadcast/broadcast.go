// Package broadcast is what is broadcast on a topic, and how it reads in each
// framing. It refuses what a client sends that is no message.
package broadcast

import (
	"bytes"

	"github.com/toubkal/toubkal/server/realtime/wire"
)

// Message is what is broadcast on a topic.
type Message struct {
	Event   string
	Payload []byte
	// Meta is a JSON object of the server's, such as {"id":…,"replayed":true}; nil
	// for none.
	Meta []byte
	Kind Kind
}

// Kind is what a payload is, and how it is told.
type Kind byte

const (
	// JSON has any JSON for its payload; 2.0.0 gets it as a binary frame.
	JSON Kind = iota
	// Binary has bytes, which 1.0.0 has no way to say: it is left out there.
	Binary
	// Text is like JSON, but text in both framings.
	Text
	// Whole has for its payload all that a client sent in text: an object
	// with type, event, payload and whatever else its listeners expect.
	Whole
)

const (
	// Event is what clients call a broadcast.
	Event = "broadcast"
	// binaryHead is more than a binary frame needs beside what it says, in bytes.
	binaryHead = 16
)

// Frame encodes the message for a topic, for each framing that asks.
func (m *Message) Frame(topic string) *wire.Frame {
	topic = wire.Prefix + topic
	return wire.NewFrame(func(framing wire.Framing) []byte {
		switch {
		case m.Kind == Whole:
			return wire.Text(framing, wire.Head{Topic: topic, Event: Event}, m.Payload)
		case framing == wire.V2 && m.Kind != Text:
			size := len(topic) + len(m.Event) + len(m.Meta) + len(m.Payload) + binaryHead
			frame := make([]byte, 0, size)
			if frame, ok := wire.AppendUserBroadcast(frame, topic, m.Event, m.Meta, m.Payload, m.Kind == JSON); ok {
				return frame
			}
		}
		return m.text(framing, topic)
	})
}

// text is the message as {"type":"broadcast","event","payload"[,"meta"]}. Bytes
// that are not UTF-8 are replaced: a browser closes the connection that brings
// them in a text frame.
func (m *Message) text(framing wire.Framing, topic string) []byte {
	if m.Kind == Binary {
		return nil
	}
	head := append([]byte(`{"type":"broadcast","event":`), wire.AppendString(nil, m.Event)...)
	head = append(head, `,"payload":`...)
	tail := []byte("}")
	if len(m.Meta) > 0 {
		tail = append(append([]byte(`,"meta":`), m.Meta...), '}')
	}
	payload := bytes.ToValidUTF8(m.Payload, []byte("\ufffd"))
	return wire.Text(framing, wire.Head{Topic: topic, Event: Event}, head, payload, tail)
}
