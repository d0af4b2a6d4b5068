// Package tojson turns PostgreSQL's text form of a value into the JSON that
// to_jsonb prints for it. It is pure, refuses nothing, and always writes valid
// JSON: what is not as its type says becomes a string.
package tojson

import (
	"bytes"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/realtime/row"
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

// Value appends v, a value of type t. What is not known is null.
func Value(dst []byte, t *row.Type, v row.Value) []byte {
	switch {
	case v.State != row.Known:
		return append(dst, "null"...)
	case v.Cast != nil:
		return append(dst, *v.Cast...)
	}
	return Append(dst, t, v.Text)
}

// Append appends the JSON of a value of type t, whose text form is as row.Value
// has it. The text is not kept.
func Append(dst []byte, t *row.Type, text []byte) []byte {
	switch t.Kind {
	case row.Array:
		return array(dst, t, text)
	case row.Composite:
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
		return moment(dst, text, true)
	case timestampOID:
		return moment(dst, text, false)
	case jsonbOID, jsonOID:
		return document(dst, text)
	}
	return String(dst, text)
}

func boolean(dst, text []byte) []byte {
	switch string(text) {
	case "t":
		return append(dst, "true"...)
	case "f":
		return append(dst, "false"...)
	}
	return String(dst, text)
}

// document appends JSON as it is. Its syntax is PostgreSQL's word; its encoding is
// not, where the database has none (SQL_ASCII).
func document(dst, text []byte) []byte {
	if len(text) == 0 {
		return append(dst, "null"...)
	}
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte(replacement))
	}
	return append(dst, text...)
}

// moment appends a timestamp as ISO 8601 has it: a T before the time, and minutes
// in the zone, which is UTC. What has no time of day ("infinity") stays.
func moment(dst, text []byte, zoned bool) []byte {
	day, clock, found := bytes.Cut(text, []byte(" "))
	if !found || !plain(text) {
		return String(dst, text)
	}
	clock, ancient := bytes.CutSuffix(clock, []byte(beforeChrist))
	dst = append(append(append(append(dst, '"'), day...), 'T'), clock...)
	if zoned {
		dst = append(dst, minutes(clock)...)
	}
	if ancient {
		dst = append(dst, beforeChrist...)
	}
	return append(dst, '"')
}

// minutes is what a zone of hours alone lacks.
func minutes(clock []byte) string {
	if sign := bytes.LastIndexAny(clock, "+-"); sign >= 0 && len(clock)-sign == len("+00") {
		return ":00"
	}
	return ""
}
