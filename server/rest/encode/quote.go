package encode

import (
	"encoding/binary"
	"math/bits"
)

const hexDigits = "0123456789abcdef"

// escapes has, of each byte that cannot stand in a JSON string, the letter
// behind its backslash; u for those without one; 0 for the rest. PostgreSQL
// escapes nothing else (utils/adt/json.c, escape_json).
var escapes = [256]byte{
	0: 'u', 1: 'u', 2: 'u', 3: 'u', 4: 'u', 5: 'u', 6: 'u', 7: 'u', '\b': 'b', '\t': 't', '\n': 'n', 11: 'u', '\f': 'f',
	'\r': 'r', 14: 'u', 15: 'u', 16: 'u', 17: 'u', 18: 'u', 19: 'u', 20: 'u', 21: 'u', 22: 'u', 23: 'u', 24: 'u', 25: 'u',
	26: 'u', 27: 'u', 28: 'u', 29: 'u', 30: 'u', 31: 'u', '"': '"', '\\': '\\',
}

// quoted appends text as a JSON string. Most text has nothing to escape, and is
// copied whole.
func quoted(to, text []byte) []byte {
	to = append(to, '"')
	for {
		clean := Unescaped(text)
		to = append(to, text[:clean]...)
		if clean == len(text) {
			return append(to, '"')
		}
		c := text[clean]
		text = text[clean+1:]
		if escape := escapes[c]; escape != 'u' {
			to = append(to, '\\', escape)
			continue
		}
		to = append(to, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}

// Eight bytes at a time: each constant has its byte eight times.
const (
	low    = 0x0101010101010101
	high   = 0x8080808080808080
	quotes = '"' * low
	slash  = '\\' * low
	space  = ' ' * low
)

// Unescaped is the number of bytes before the first that needs an escape. A byte
// below n has its high bit set in (x - n) &^ x, and one that is n in the same of
// x ^ n against 1 (Mycroft); a borrow can only mark a byte behind a true one.
func Unescaped(text []byte) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		q, s := x^quotes, x^slash
		if found := ((x-space)&^x | (q-low)&^q | (s-low)&^s) & high; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(text) && escapes[text[i]] == 0; i++ {
	}
	return i
}

// named appends a name as a JSON string, without a copy of one that is plain.
func named(to []byte, name string) []byte {
	for i := range len(name) {
		if escapes[name[i]] != 0 {
			return quoted(to, []byte(name))
		}
	}
	to = append(append(to, '"'), name...)
	return append(to, '"')
}
