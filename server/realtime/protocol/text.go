package protocol

import "unicode/utf8"

// Header is what a message of the server says before its payload; "" is null.
type Header struct{ JoinRef, Ref, Topic, Event string }

// Text is a message as a text frame; see AppendText.
func Text(framing Serializer, h Header, payload ...[]byte) []byte {
	size := maxHeader + len(h.JoinRef) + len(h.Ref) + len(h.Topic) + len(h.Event) + 64
	for _, piece := range payload {
		size += len(piece)
	}
	return AppendText(make([]byte, 0, size), framing, h, payload...)
}

// AppendText adds a message as a text frame, its websocket header included.
// payload, in as many pieces as the caller has, must be a JSON object: clients
// fail on null, and take a key "ids" at its top for a change's.
func AppendText(dst []byte, framing Serializer, h Header, payload ...[]byte) []byte {
	dst, start := beginFrame(dst)
	dst = h.append(dst, framing)
	for _, piece := range payload {
		dst = append(dst, piece...)
	}
	end := byte(']')
	if framing == V1 {
		end = '}'
	}
	return endFrame(append(dst, end), start, opText)
}

// append adds all that comes before the payload. 1.0.0 has no join_ref in what a
// server says.
func (h *Header) append(dst []byte, framing Serializer) []byte {
	if framing == V2 {
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

// AppendString adds s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
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
