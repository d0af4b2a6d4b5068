package encode

import (
	"encoding/binary"
	hexadecimal "encoding/hex"
	"strconv"
)

func truth(to, value []byte) []byte {
	return strconv.AppendBool(to, value[0] != 0)
}

// integer writes a signed number of two, four or eight bytes.
func integer(to, value []byte) []byte {
	switch len(value) {
	case 2:
		return strconv.AppendInt(to, int64(int16(binary.BigEndian.Uint16(value))), 10)
	case 4:
		return strconv.AppendInt(to, int64(int32(binary.BigEndian.Uint32(value))), 10)
	}
	return strconv.AppendInt(to, int64(binary.BigEndian.Uint64(value)), 10)
}

// object writes an object identifier, which is no number to PostgreSQL.
func object(to, value []byte) []byte {
	to = append(to, '"')
	to = strconv.AppendUint(to, uint64(binary.BigEndian.Uint32(value)), 10)
	return append(to, '"')
}

// versioned writes jsonb, whose text has the version of the format before it.
func versioned(to, value []byte) []byte { return append(to, value[1:]...) }

// identifier writes a uuid.
func identifier(to, value []byte) []byte {
	to = append(to, '"')
	start := 0
	for _, end := range [...]int{4, 6, 8, 10, 16} {
		if start > 0 {
			to = append(to, '-')
		}
		to = hexadecimal.AppendEncode(to, value[start:end])
		start = end
	}
	return append(to, '"')
}
