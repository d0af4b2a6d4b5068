package filter

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"strconv"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// operand is a parsed value. Two of one family compare by number, then by first and
// second, which only texts and decimals have.
type operand struct {
	number        int64
	first, second []byte // slices of the text
}

// compare returns -1, 0 or +1, in the order of PostgreSQL.
func (t typeFamily) compare(a, b operand) int {
	if a.number != b.number || t != decimal {
		return cmp.Or(cmp.Compare(a.number, b.number), bytes.Compare(a.first, b.first))
	}
	order := cmp.Or(cmp.Compare(len(a.first), len(b.first)), bytes.Compare(a.first, b.first), bytes.Compare(a.second, b.second))
	if a.number < 0 {
		return -order
	}
	return order
}

// key returns a key that only equal operands share. It is appended to dst, but for texts,
// of which it is a slice.
func (t typeFamily) key(dst []byte, o operand) []byte {
	switch t {
	case text, bpchar, enum, uuid, bytea:
		return o.first
	case decimal:
		dst = append(dst, byte(o.number)) // #nosec G115 -- a key of a decimal, whose number is -2 to 3
		dst = append(dst, o.first...)
		dst = append(dst, '.')
		return append(dst, o.second...)
	}
	return binary.LittleEndian.AppendUint64(dst, uint64(o.number)) // #nosec G115 -- a key: the bits count, not the number
}

// read parses a value as PostgreSQL formats it. It is strict: anything else is left to
// PostgreSQL.
func (t typeFamily) read(b []byte) (operand, bool) {
	switch t {
	case boolean:
		return readBool(b)
	case integer:
		n, ok := readInt(b)
		return operand{number: n}, ok
	case float4:
		return readFloat(b, 32)
	case float8:
		return readFloat(b, 64)
	case decimal:
		return readDecimal(b)
	case text, enum, uuid, bytea:
		return operand{first: b}, true
	case bpchar:
		return operand{first: bytes.TrimRight(b, " ")}, true
	case date, clock, timestamp, timestamptz:
		n, ok := t.readTime(b)
		return operand{number: n}, ok
	}
	return operand{}, false
}

// maxDigits bounds the decimals of filters.
const maxDigits = 1000

// readFilter parses the value of a filter as the client wrote it: where a type has several
// formats, only the plain one.
func readFilter(f typeFamily, t *row.Type, typed string) (operand, bool) {
	b := []byte(typed)
	switch f {
	case integer:
		n, ok := readInt(b)
		return operand{number: n}, ok && fits(n, t.Base)
	case decimal:
		if len(b) > maxDigits {
			return operand{}, false
		}
	case text:
		return operand{first: b}, t.Base != oidName || len(b) < 64 // a name is truncated there
	case uuid:
		b = bytes.ToLower(b)
		return operand{first: b}, isUUID(b)
	case bytea:
		b = bytes.ToLower(b)
		return operand{first: b}, isHex(b)
	}
	return f.read(b)
}

func readBool(b []byte) (operand, bool) {
	switch string(b) {
	case "t", "true":
		return operand{number: 1}, true
	case "f", "false":
		return operand{}, true
	}
	return operand{}, false
}

// readInt parses decimal digits after an optional minus.
func readInt(b []byte) (int64, bool) {
	negative := len(b) > 0 && b[0] == '-'
	if negative {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 19 {
		return 0, false
	}
	var n uint64
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	if negative {
		return -int64(n), n <= 1<<63
	}
	return int64(n), n <= math.MaxInt64
}

func fits(n int64, oid uint32) bool {
	switch oid {
	case oidInt8:
		return true
	case oidInt2:
		return n == int64(int16(n)) // #nosec G115 -- it compares what is lost
	case oidOID:
		return n == int64(uint32(n)) // #nosec G115 -- it compares what is lost
	}
	return n == int64(int32(n)) // #nosec G115 -- it compares what is lost
}

// readFloat returns a number in PostgreSQL's order of floats: NaN is the greatest, and both
// zeros are equal.
func readFloat(b []byte, bits int) (operand, bool) {
	switch string(b) {
	case "NaN":
		return operand{number: math.MaxInt64}, true
	case "Infinity":
		return operand{number: orderOf(math.Inf(1))}, true
	case "-Infinity":
		return operand{number: orderOf(math.Inf(-1))}, true
	}
	if !plainFloat(b) {
		return operand{}, false
	}
	v, err := strconv.ParseFloat(string(b), bits)
	if err != nil || v == 0 && bytes.ContainsAny(mantissa(b), "123456789") { // underflow, which PostgreSQL refuses
		return operand{}, false
	}
	return operand{number: orderOf(v)}, true
}

func plainFloat(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return false
		}
	}
	return len(b) > 0
}

func mantissa(b []byte) []byte {
	if i := bytes.IndexAny(b, "eE"); i >= 0 {
		return b[:i]
	}
	return b
}

func orderOf(v float64) int64 {
	if v == 0 {
		return 0
	}
	n := int64(math.Float64bits(v)) // #nosec G115 -- the order of the bits is meant
	if n < 0 {
		return math.MinInt64 - n
	}
	return n
}

func isHex(b []byte) bool {
	if len(b) < 2 || len(b)%2 != 0 || b[0] != '\\' || b[1] != 'x' {
		return false
	}
	for _, c := range b[2:] {
		if !hexDigit(c) {
			return false
		}
	}
	return true
}

func isUUID(b []byte) bool {
	if len(b) != 36 {
		return false
	}
	for i, c := range b {
		if hyphen := i == 8 || i == 13 || i == 18 || i == 23; hyphen != (c == '-') || !hyphen && !hexDigit(c) {
			return false
		}
	}
	return true
}

func hexDigit(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
