package replication

import (
	"bytes"
	"encoding/binary"
	"time"
)

// reader reads the fields of a message. Beyond its end it returns zeros and sets short.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest, r.short = nil, true
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.short = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) uint16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// string reads up to a zero byte.
func (r *reader) string() []byte {
	end := bytes.IndexByte(r.rest, 0)
	if end < 0 {
		r.rest, r.short = nil, true
		return nil
	}
	b := r.rest[:end:end]
	r.rest = r.rest[end+1:]
	return b
}

// epoch is the epoch of PostgreSQL, 2000-01-01, in microseconds of Unix time.
const epoch = 946_684_800_000_000

// time reads a time in microseconds since PostgreSQL's epoch.
func (r *reader) time() time.Time { return time.UnixMicro(int64(r.uint64()) + epoch).UTC() } // #nosec G115 -- the protocol has a signed number there
