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
		return Message{}, malformed("empty")
	}
	switch data[0] {
	case kindBroadcastPush:
		return readBroadcastPush(data[1:])
	case kindPush:
		return readPush(data[1:])
	}
	return Message{}, malformed("a binary kind that is not known")
}

func readBroadcastPush(data []byte) (Message, error) {
	const lengths = 5
	if len(data) < lengths+1 {
		return Message{}, malformed("a binary head is cut off")
	}
	encoding := data[lengths]
	parts, body, ok := split(data[:lengths], data[lengths+1:])
	if !ok {
		return Message{}, malformed("a binary head is cut off")
	}
	push := &UserBroadcast{Event: name(parts[3]), JSON: encoding == encodedJSON, Body: body}
	switch {
	case encoding > encodedJSON:
		return Message{}, malformed("an encoding that is not known")
	case push.JSON && !valid(body):
		return Message{}, malformed("the payload is not JSON")
	}
	if meta := bytes.TrimSpace(parts[4]); len(meta) > 0 {
		if meta[0] != '{' || !valid(meta) {
			return Message{}, malformed("the meta is no JSON object")
		}
		push.Meta = meta
	}
	return Message{
		JoinRef: name(parts[0]), Ref: name(parts[1]), Topic: name(parts[2]), Event: "broadcast", Push: push,
	}, nil
}

// readPush takes Phoenix's binary push for the same in text where its payload is
// JSON; we have no event for other bytes.
func readPush(data []byte) (Message, error) {
	const lengths = 4
	if len(data) < lengths {
		return Message{}, malformed("a binary head is cut off")
	}
	parts, body, ok := split(data[:lengths], data[lengths:])
	if !ok || !valid(body) {
		return Message{}, malformed("a binary push that is not JSON")
	}
	if isNull(body) {
		body = []byte("{}")
	}
	return Message{
		JoinRef: name(parts[0]), Ref: name(parts[1]), Topic: name(parts[2]), Event: name(parts[3]), Payload: body,
	}, nil
}

// split takes parts of the given lengths off the front of data.
func split(lengths, data []byte) (parts [5][]byte, rest []byte, ok bool) {
	for i, length := range lengths {
		if int(length) > len(data) {
			return parts, nil, false
		}
		parts[i], data = data[:length:length], data[length:]
	}
	return parts, data, true
}

// AppendUserBroadcast adds a broadcast as 2.0.0 has it, a binary frame with its
// websocket header:
//
//	4 | lengths of topic, event, meta | encoding | those | payload
//
// meta is a JSON object or empty. It is false, and adds nothing, where one of
// them is longer than its byte can say: then only text will do.
func AppendUserBroadcast(dst []byte, topic, event string, meta, payload []byte, isJSON bool) ([]byte, bool) {
	const longest = 255
	if len(topic) > longest || len(event) > longest || len(meta) > longest {
		return dst, false
	}
	encoding := byte(encodedBinary)
	if isJSON {
		encoding = encodedJSON
	}
	dst, start := beginFrame(dst)
	dst = append(dst, kindBroadcast, byte(len(topic)), byte(len(event)), byte(len(meta)), encoding)
	dst = append(dst, topic...)
	dst = append(dst, event...)
	dst = append(dst, meta...)
	return endFrame(append(dst, payload...), start, opBinary), true
}

// name reads a name out of a binary head. Clients before 2.110 write one byte per
// UTF-16 unit, which is Latin-1 where it is not UTF-8.
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
