package protocol

import (
	"encoding/binary"
	"sync"
)

// SharedFrame is what goes to any number of sockets at once: it is encoded once per
// framing, when the first socket of that framing asks, websocket headers
// included. It is safe for concurrent use.
type SharedFrame struct {
	encode func(Serializer) []byte
	once   [2]sync.Once
	bytes  [2][]byte
}

// NewFrame makes a frame of what encode gives, by AppendText and
// AppendUserBroadcast; nil where there is nothing for a framing. encode is
// called at most once for each.
func NewFrame(encode func(Serializer) []byte) *SharedFrame { return &SharedFrame{encode: encode} }

// FrameOf is a frame for the sockets of one framing alone.
func FrameOf(framing Serializer, bytes []byte) *SharedFrame {
	return NewFrame(func(asked Serializer) []byte {
		if asked != framing {
			return nil
		}
		return bytes
	})
}

// Bytes is the frame as a framing has it, to be sent as it is and never changed;
// nil where there is none.
func (f *SharedFrame) Bytes(framing Serializer) []byte {
	f.once[framing].Do(func() { f.bytes[framing] = f.encode(framing) })
	return f.bytes[framing]
}

// Opcodes of RFC 6455 section 5.2, each with the bit of a final fragment.
const (
	opText   = 0x80 | 1
	opBinary = 0x80 | 2
	opClose  = 0x80 | 8
	opPing   = 0x80 | 9
	opPong   = 0x80 | 10
)

// maxHeader is the longest header of a frame that is not masked, as a server's
// never are.
const maxHeader = 10

// beginFrame begins a frame behind dst, with room for its header; start is where.
func beginFrame(dst []byte) (opened []byte, start int) {
	return append(dst, make([]byte, maxHeader)...), len(dst)
}

// endFrame writes the header, and closes the gap between it and what has been added
// since the frame was opened at start.
func endFrame(dst []byte, start int, opcode byte) []byte {
	payload := dst[start+maxHeader:]
	head := append(dst[:start], opcode)
	switch n := len(payload); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	return append(head, payload...)
}

// Codes of a close frame, RFC 6455 section 7.4 and IANA's registry.
const (
	ClosePolicy   = 1008
	CloseRestart  = 1012
	CloseTryLater = 1013
)

// Bounds of RFC 6455, in bytes.
const (
	maxCloseReason = 123
	maxControl     = 125
)

// Close is a close frame.
func Close(code uint16, reason string) []byte {
	frame, start := beginFrame(nil)
	frame = binary.BigEndian.AppendUint16(frame, code)
	return endFrame(append(frame, reason[:min(len(reason), maxCloseReason)]...), start, opClose)
}

// Ping asks for a sign of life, which browsers give even where they hold back a
// page's own timers.
func Ping() []byte { return []byte{opPing, 0} }

// Pong is the answer to a ping.
func Pong(data string) []byte {
	frame, start := beginFrame(nil)
	return endFrame(append(frame, data[:min(len(data), maxControl)]...), start, opPong)
}
