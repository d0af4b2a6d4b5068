package row

import (
	"bytes"
	"unicode/utf8"
)

// OIDs of the types that have a JSON form of their own (json_categorize_type in
// PostgreSQL's jsonfuncs.c); every other scalar is a string. They are the same in
// every PostgreSQL (pg_type.dat).
const (
	boolOID        = 16
	int8OID        = 20
	int2OID        = 21
	int4OID        = 23
	jsonOID        = 114
	float4OID      = 700
	float8OID      = 701
	timestampOID   = 1114
	timestamptzOID = 1184
	numericOID     = 1700
	jsonbOID       = 3802
)

// AppendJSON appends a value of type t as to_jsonb formats it. One that is not Known is
// null.
func AppendJSON(dst []byte, t *Type, v Value) []byte {
	switch {
	case v.State != Known:
		return append(dst, "null"...)
	case v.JSON != nil:
		return append(dst, *v.JSON...)
	}
	return AppendJSONText(dst, t, v.Text)
}

// AppendJSONText appends a value in text form as to_jsonb formats it. The text is not
// kept.
func AppendJSONText(dst []byte, t *Type, text []byte) []byte {
	switch t.Kind {
	case Array:
		return array(dst, t, text)
	case Composite:
		return composite(dst, t, text)
	}
	return scalar(dst, t.Base, text)
}

func scalar(dst []byte, oid uint32, text []byte) []byte {
	switch oid {
	case int4OID, int8OID, int2OID:
		return integer(dst, text)
	case boolOID:
		return boolean(dst, text)
	case numericOID, float8OID, float4OID:
		return number(dst, text)
	case timestamptzOID:
		return timestamp(dst, text, true)
	case timestampOID:
		return timestamp(dst, text, false)
	case jsonbOID, jsonOID:
		return document(dst, text)
	}
	return AppendJSONString(dst, text)
}

func boolean(dst, text []byte) []byte {
	switch string(text) {
	case "t":
		return append(dst, "true"...)
	case "f":
		return append(dst, "false"...)
	}
	return AppendJSONString(dst, text)
}

// document appends JSON as it is. PostgreSQL has checked its syntax, but in a database
// without an encoding (SQL_ASCII) not that it is UTF-8.
func document(dst, text []byte) []byte {
	if len(text) == 0 {
		return append(dst, "null"...)
	}
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte(replacement))
	}
	return append(dst, text...)
}

// timestamp appends a timestamp in ISO 8601: with a T before the time, and minutes in the
// offset, which is UTC. A value without a time ("infinity") stays as it is.
func timestamp(dst, text []byte, zoned bool) []byte {
	day, clock, found := bytes.Cut(text, []byte(" "))
	if !found || !plain(text) {
		return AppendJSONString(dst, text)
	}
	clock, ancient := bytes.CutSuffix(clock, []byte(beforeChrist))
	dst = append(append(append(append(dst, '"'), day...), 'T'), clock...)
	sign := bytes.LastIndexAny(clock, "+-")
	if zoned && sign >= 0 && len(clock)-sign == len("+00") {
		dst = append(dst, ":00"...)
	}
	if ancient {
		dst = append(dst, beforeChrist...)
	}
	return append(dst, '"')
}

const (
	replacement  = "\uFFFD"
	beforeChrist = " BC"
)

const hexadecimal = "0123456789abcdef"

// AppendJSONString appends text as a JSON string. What is not UTF-8 becomes U+FFFD:
// websockets carry UTF-8 only.
func AppendJSONString(dst, text []byte) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = escape(append(dst, text[from:i]...), c)
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			dst = append(append(dst, text[from:i]...), replacement...)
			from = i + 1
		}
		i += size
	}
	return append(append(dst, text[from:]...), '"')
}

func escape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	case '\r':
		return append(dst, '\\', 'r')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hexadecimal[c>>4], hexadecimal[c&15])
}

// plain reports whether text needs no escape in a JSON string.
func plain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
