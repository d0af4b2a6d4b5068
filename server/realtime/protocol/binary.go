package protocol

import (
	"bytes"
	"unicode/utf8"
)

// Kinds of binary frames, their first byte.
const (
	kindPush          = 0 // Phoenix's own; realtime-js never sends it
	kindBroadcastPush = 3 // client to server
	kindBroadcast     = 4 // server to client
)

// Encodings of a broadcast's payload.
const (
	encodedBinary = 0
	encodedJSON   = 1
)

// readBinary reads
//
//	3 | lengths of join_ref, ref, topic, event, meta | encoding | those | payload
//	0 | lengths of join_ref, ref, topic, event | those | payload
//
// where each length is a byte and counts bytes.
func readBinary(data []byte) (Message, error) {
	if len(data) == 0 {
		return Message{}, malformed("empty frame")
	}
	switch data[0] {
	case kindBroadcastPush:
		return readBroadcastPush(data[1:])
	case kindPush:
		return readPush(data[1:])
	}
	return Message{}, malformed("unknown kind of binary frame")
}

func readBroadcastPush(data []byte) (Message, error) {
	const lengths = 5
	if len(data) < lengths+1 {
		return Message{}, malformed("incomplete binary header")
	}
	encoding := data[lengths]
	parts, body, ok := split(data[:lengths], data[lengths+1:])
	if !ok {
		return Message{}, malformed("incomplete binary header")
	}
	push := &UserBroadcast{Event: name(parts[3]), JSON: encoding == encodedJSON, Body: body}
	switch {
	case encoding > encodedJSON:
		return Message{}, malformed("unknown encoding")
	case push.JSON && !valid(body):
		return Message{}, malformed("payload is not JSON")
	}
	if meta := bytes.TrimSpace(parts[4]); len(meta) > 0 {
		if meta[0] != '{' || !valid(meta) {
			return Message{}, malformed("meta is not a JSON object")
		}
		push.Meta = meta
	}
	return Message{
		JoinRef: name(parts[0]), Ref: name(parts[1]), Topic: name(parts[2]), Event: "broadcast", Push: push,
	}, nil
}

// readPush reads Phoenix's binary push, if its payload is JSON: no event has other bytes.
func readPush(data []byte) (Message, error) {
	const lengths = 4
	if len(data) < lengths {
		return Message{}, malformed("incomplete binary header")
	}
	parts, body, ok := split(data[:lengths], data[lengths:])
	if !ok || !valid(body) {
		return Message{}, malformed("binary push is not JSON")
	}
	if isNull(body) {
		body = []byte("{}")
	}
	return Message{
		JoinRef: name(parts[0]), Ref: name(parts[1]), Topic: name(parts[2]), Event: name(parts[3]), Payload: body,
	}, nil
}

// split splits parts of these lengths off the front of data.
func split(lengths, data []byte) (parts [5][]byte, rest []byte, ok bool) {
	for i, length := range lengths {
		if int(length) > len(data) {
			return parts, nil, false
		}
		parts[i], data = data[:length:length], data[length:]
	}
	return parts, data, true
}

// binaryBroadcast is a broadcast in 2.0.0, a binary frame with its websocket header:
//
//	4 | lengths of topic, event, meta | encoding | those | payload
//
// meta is a JSON object or empty. It is nil if one of them is too long for its byte: then
// the broadcast has to be a text frame.
func binaryBroadcast(topic, event string, meta, payload []byte, isJSON bool) []byte {
	const longest = 255
	if len(topic) > longest || len(event) > longest || len(meta) > longest {
		return nil
	}
	encoding := byte(encodedBinary)
	if isJSON {
		encoding = encodedJSON
	}
	frame := beginFrame(5 + len(topic) + len(event) + len(meta) + len(payload))
	frame = append(frame, kindBroadcast, byte(len(topic)), byte(len(event)), byte(len(meta)), encoding) // #nosec G115 -- the lengths are checked above
	frame = append(frame, topic...)
	frame = append(frame, event...)
	frame = append(frame, meta...)
	return endFrame(append(frame, payload...), opBinary)
}

// name reads a name of a binary header. Clients before 2.110 write one byte per UTF-16
// unit: what is not UTF-8 is Latin-1.
func name(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	runes := make([]rune, len(raw))
	for i, b := range raw {
		runes[i] = rune(b)
	}
	return string(runes)
}
