package protocol

import "unicode/utf8"

// Header is the part of a server's message before the payload; "" is null.
type Header struct{ JoinRef, Ref, Topic, Event string }

// Text is a message as a text frame, with its websocket header. The pieces of payload
// together are a JSON object: clients fail on null, and take an object with the key
// "ids" for a row change.
func Text(v Serializer, h Header, payload ...[]byte) []byte {
	size := len(h.JoinRef) + len(h.Ref) + len(h.Topic) + len(h.Event) + 64
	for _, piece := range payload {
		size += len(piece)
	}
	frame := h.append(beginFrame(size), v)
	for _, piece := range payload {
		frame = append(frame, piece...)
	}
	end := byte(']')
	if v == V1 {
		end = '}'
	}
	return endFrame(append(frame, end), opText)
}

// append appends all that precedes the payload. In 1.0.0 messages of the server have no
// join_ref.
func (h *Header) append(dst []byte, v Serializer) []byte {
	if v == V2 {
		dst = append(dst, '[')
		dst = appendRef(dst, h.JoinRef)
		dst = append(dst, ',')
		dst = appendRef(dst, h.Ref)
		dst = append(dst, ',')
		dst = AppendString(dst, h.Topic)
		dst = append(dst, ',')
		dst = AppendString(dst, h.Event)
		return append(dst, ',')
	}
	dst = append(dst, `{"topic":`...)
	dst = AppendString(dst, h.Topic)
	dst = append(dst, `,"event":`...)
	dst = AppendString(dst, h.Event)
	dst = append(dst, `,"ref":`...)
	dst = appendRef(dst, h.Ref)
	return append(dst, `,"payload":`...)
}

func appendRef(dst []byte, ref string) []byte {
	if ref == "" {
		return append(dst, "null"...)
	}
	return AppendString(dst, ref)
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		if c == '"' || c == '\\' {
			dst = append(dst, '\\', c)
		} else {
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
