package protocol

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// maxRef bounds a ref of a client, in bytes: replies repeat it.
const maxRef = 255

// Read parses a frame of a client. The result shares the memory of data. Every error is an
// ErrMalformed that quotes nothing of it.
func Read(v Serializer, data []byte, binary bool) (Message, error) {
	switch {
	case !binary && !utf8.Valid(data): // gorilla does not check it, and forwarded it would end the sockets of all receivers
		return Message{}, malformed("text is not UTF-8")
	case binary && v == V2:
		return readBinary(data)
	case binary:
		return Message{}, malformed("binary frame in 1.0.0")
	case v == V2:
		return readArray(data)
	}
	return readObject(data)
}

func malformed(why string) error { return fmt.Errorf("%w: %s", ErrMalformed, why) }

// readArray reads [join_ref, ref, topic, event, payload].
func readArray(data []byte) (Message, error) {
	var parts []json.RawMessage
	if json.Unmarshal(data, &parts) != nil || len(parts) != 5 {
		return Message{}, malformed("not an array of five")
	}
	return message(parts[0], parts[1], parts[2], parts[3], parts[4])
}

// readObject reads {"topic", "event", "payload", "ref", "join_ref"}.
func readObject(data []byte) (Message, error) {
	var parts struct {
		Topic, Event, Payload, Ref json.RawMessage
		JoinRef                    json.RawMessage `json:"join_ref"`
	}
	if json.Unmarshal(data, &parts) != nil {
		return Message{}, malformed("not an object")
	}
	return message(parts.JoinRef, parts.Ref, parts.Topic, parts.Event, parts.Payload)
}

func message(joinRef, ref, topic, event, payload json.RawMessage) (m Message, err error) {
	if m.JoinRef, err = readRef(joinRef); err != nil {
		return Message{}, err
	}
	if m.Ref, err = readRef(ref); err != nil {
		return Message{}, err
	}
	if !isString(topic, &m.Topic) || !isString(event, &m.Event) {
		return Message{}, malformed("topic or event is not a string")
	}
	m.Payload = payload
	if isNull(payload) {
		m.Payload = []byte("{}")
	}
	return m, nil
}

// readRef reads a ref: a string, or a number as some clients send it.
func readRef(text json.RawMessage) (ref string, err error) {
	switch {
	case isNull(text):
		return "", nil
	case len(text) > maxRef:
		return "", malformed("ref is too long")
	case isString(text, &ref):
		return ref, nil
	case text[0] == '-' || text[0] >= '0' && text[0] <= '9':
		return string(text), nil
	}
	return "", malformed("ref is neither a string nor a number")
}

// valid reports whether text is a JSON value that may be part of a text frame.
func valid(text []byte) bool { return utf8.Valid(text) && json.Valid(text) }

func isNull(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }

// isString reads a JSON string, and nothing else, into s.
func isString(text json.RawMessage, s *string) bool {
	return len(text) > 0 && text[0] == '"' && json.Unmarshal(text, s) == nil
}
