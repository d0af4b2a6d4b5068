package bulk

import (
	"bytes"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/catalog"
)

// fitting reports whether a text is certain to be a value of a type. kind is the first
// byte of its JSON.
type fitting func(kind byte, text []byte) bool

// fittings are by the name of a type without a length.
var fittings = map[string]fitting{
	"text": anything, "character varying": anything,
	"boolean":  isBoolean,
	"smallint": decimal(4, 0), "integer": decimal(9, 0), "bigint": decimal(18, 0),
	"numeric": decimal(maxDigits, maxDigits), "double precision": decimal(15, 15), "real": decimal(15, 15),
	"json": isJSON, "jsonb": isJSON,
	"uuid": isUUID,
	"date": isDate, "timestamp without time zone": isTimestamp, "timestamp with time zone": isTimestamp,
}

// fittingOf is nil for a type of which no value is certain to be one.
func fittingOf(column *catalog.Column) fitting {
	switch {
	case column.Domain != "": // it has checks
		return nil
	case column.Enum != nil:
		return func(_ byte, text []byte) bool {
			return slices.ContainsFunc(column.Enum, func(label string) bool { return label == string(text) })
		}
	case column.Type == column.Base:
		return fittings[column.Type]
	case column.Base == "character varying" && column.MaxLength > 0:
		return func(_ byte, text []byte) bool { return utf8.RuneCount(text) <= column.MaxLength }
	case column.Base == "numeric":
		return numericOf(column.Type)
	}
	return nil
}

func anything(byte, []byte) bool { return true }

// isBoolean takes JSON's words only: PostgreSQL knows many more.
func isBoolean(_ byte, text []byte) bool { return string(text) == "true" || string(text) == "false" }

// decimal takes numbers of so many digits before and behind the point.
func decimal(whole, fraction int) fitting {
	return func(_ byte, text []byte) bool {
		before, behind, point := bytes.Cut(bytes.TrimPrefix(text, []byte("-")), []byte("."))
		return areDigits(before, whole) && (!point || areDigits(behind, fraction))
	}
}

// areDigits reports whether text is at least one digit, and no more than so many.
func areDigits(text []byte, most int) bool {
	for _, c := range text {
		if c-'0' > 9 {
			return false
		}
	}
	return len(text) > 0 && len(text) <= most
}

// numericOf takes numbers that a type like numeric(8,2) need not round.
func numericOf(kind string) fitting {
	var precision, scale int
	if n, err := fmt.Sscanf(kind, "numeric(%d,%d)", &precision, &scale); n < 2 || err != nil || scale < 0 {
		return nil
	}
	return decimal(precision-scale, scale)
}

// isJSON takes any value but a string: its quotes are gone.
func isJSON(kind byte, _ []byte) bool { return kind != '"' }

// like reports whether text has a digit for each 0 of a form, x for a hexadecimal one,
// a T or a blank for T, + or - for + and all else as it is.
func like(form string, text []byte) bool {
	if len(text) != len(form) {
		return false
	}
	for i, c := range text {
		ok := c == form[i]
		switch form[i] {
		case '0':
			ok = c-'0' <= 9
		case 'x':
			ok = c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'f'
		case 'T':
			ok = c == 'T' || c == ' '
		case '+':
			ok = c == '+' || c == '-'
		}
		if !ok {
			return false
		}
	}
	return true
}

func isUUID(_ byte, text []byte) bool { return like("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", text) }

// isDate takes days like 2026-11-22, which every DateStyle reads alike.
func isDate(_ byte, text []byte) bool {
	if !like("0000-00-00", text) {
		return false
	}
	day, err := time.Parse(time.DateOnly, string(text))
	return err == nil && day.Year() > 0
}

// isTimestamp takes RFC 3339, which JavaScript's toISOString writes, and the same
// with a blank or without an offset: then PostgreSQL means the session's time zone.
func isTimestamp(_ byte, text []byte) bool {
	const day, time = len("2026-11-22"), len("2026-11-22T21:45:00")
	if len(text) < time || !like("T00:00:00", text[day:time]) || !isDate(0, text[:day]) ||
		string(text[day+1:day+3]) > "23" || text[day+4] > '5' || text[day+7] > '5' {
		return false
	}
	text = text[time:]
	if len(text) > 0 && text[0] == '.' {
		offset := 1
		for offset < len(text) && text[offset]-'0' <= 9 {
			offset++
		}
		if !areDigits(text[1:offset], 6) {
			return false
		}
		text = text[offset:]
	}
	return len(text) == 0 || string(text) == "Z" ||
		like("+00:00", text) && string(text[1:3]) < "15" && text[4] <= '5'
}
