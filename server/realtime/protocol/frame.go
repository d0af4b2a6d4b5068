package protocol

import (
	"encoding/binary"
	"sync"
)

// SharedFrame is a frame for any number of sockets. It is encoded once per serializer,
// when the first socket of that serializer needs it. It is safe for concurrent use.
type SharedFrame struct {
	encode func(Serializer) []byte
	once   [2]sync.Once
	bytes  [2][]byte
}

// NewFrame makes a frame. encode is called at most once per serializer, and returns nil
// if the message has no form in it.
func NewFrame(encode func(Serializer) []byte) *SharedFrame { return &SharedFrame{encode: encode} }

// Bytes is the frame for a serializer; nil for none. It must not be changed.
func (s *SharedFrame) Bytes(v Serializer) []byte {
	s.once[v].Do(func() { s.bytes[v] = s.encode(v) })
	return s.bytes[v]
}

// Opcodes of RFC 6455 section 5.2, each with the bit of a final fragment.
const (
	opText   = 0x80 | 1
	opBinary = 0x80 | 2
	opClose  = 0x80 | 8
	opPing   = 0x80 | 9
	opPong   = 0x80 | 10
)

// maxHeader is the size of the longest header of a frame without a mask. Frames of a
// server have none.
const maxHeader = 10

// beginFrame starts a frame with room for its header and a payload of size bytes.
func beginFrame(size int) []byte { return make([]byte, maxHeader, maxHeader+size) }

// endFrame writes the header before the payload that was appended to beginFrame's slice.
func endFrame(frame []byte, opcode byte) []byte {
	var room [maxHeader]byte
	head := append(room[:0], opcode)
	switch n := len(frame) - maxHeader; {
	case n < 126:
		head = append(head, byte(n)) // #nosec G115 -- the case bounds it
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	frame = frame[maxHeader-len(head):]
	copy(frame, head)
	return frame
}

// Codes of a close frame, RFC 6455 section 7.4 and IANA's registry.
const (
	ClosePolicy   = 1008
	CloseRestart  = 1012
	CloseTryLater = 1013
)

// Limits of RFC 6455, in bytes.
const (
	maxCloseReason = 123
	maxControl     = 125
)

// Close is a close frame.
func Close(code uint16, reason string) []byte {
	frame := binary.BigEndian.AppendUint16(beginFrame(maxControl), code)
	return endFrame(append(frame, reason[:min(len(reason), maxCloseReason)]...), opClose)
}

// Ping is a ping. Browsers answer it even while they throttle the timers of a page.
func Ping() []byte { return []byte{opPing, 0} }

// Pong is the answer to a ping.
func Pong(data string) []byte {
	return endFrame(append(beginFrame(maxControl), data[:min(len(data), maxControl)]...), opPong)
}
