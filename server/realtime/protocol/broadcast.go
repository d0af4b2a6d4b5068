package protocol

import (
	"bytes"
	"encoding/json"
)

// Broadcast is a broadcast message.
type Broadcast struct {
	Event   string
	Payload []byte
	// Meta is a JSON object that the server adds, such as {"id":…,"replayed":true}; nil
	// for none.
	Meta []byte
	Kind PayloadKind
}

// PayloadKind is the encoding of a payload.
type PayloadKind byte

const (
	// JSONPayload is any JSON; in 2.0.0 it is sent as a binary frame.
	JSONPayload PayloadKind = iota
	// BinaryPayload is any bytes. It is not sent in 1.0.0, which has no form for it.
	BinaryPayload
	// TextPayload is any JSON, sent as a text frame in both serializers.
	TextPayload
	// RawObject is the whole payload of a client's text message: an object with type,
	// event, payload and any other keys.
	RawObject
)

// BroadcastEvent is the event and the extension of broadcasts.
const BroadcastEvent = "broadcast"

// Frame encodes the message for a topic.
func (b *Broadcast) Frame(topic string) *SharedFrame {
	topic = Prefix + topic
	return NewFrame(func(v Serializer) []byte {
		switch {
		case b.Kind == RawObject:
			return Text(v, Header{Topic: topic, Event: BroadcastEvent}, b.Payload)
		case v == V2 && b.Kind != TextPayload:
			if frame := binaryBroadcast(topic, b.Event, b.Meta, b.Payload, b.Kind == JSONPayload); frame != nil {
				return frame
			}
		}
		return b.text(v, topic)
	})
}

// text is the message as {"type":"broadcast","event","payload"[,"meta"]}. Bytes that are
// not UTF-8 are replaced: a browser closes a connection on which a text frame has them.
func (b *Broadcast) text(v Serializer, topic string) []byte {
	if b.Kind == BinaryPayload {
		return nil
	}
	head := append([]byte(`{"type":"broadcast","event":`), AppendString(nil, b.Event)...)
	head = append(head, `,"payload":`...)
	tail := []byte("}")
	if len(b.Meta) > 0 {
		tail = append(append([]byte(`,"meta":`), b.Meta...), '}')
	}
	payload := bytes.ToValidUTF8(b.Payload, []byte("\ufffd"))
	return Text(v, Header{Topic: topic, Event: BroadcastEvent}, head, payload, tail)
}

// ReadBroadcast reads a client's broadcast. The result shares its memory. It is false if
// the payload is not a JSON object.
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

// stripIDs removes the key "ids": stock clients take a message with it for a row change,
// and throw. It is false if payload is not an object.
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
