package rls

import (
	"errors"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// textRecord is a record in PostgreSQL's text form.
type textRecord []row.Value

var errRecord = errors.New("not an array of records")

// readRecords reads the text of a record[]: {"(a,\"b c\",)",NULL}.
func readRecords(text string) ([]textRecord, error) {
	elements, err := readArray(text)
	if err != nil {
		return nil, err
	}
	records := make([]textRecord, len(elements))
	for n, element := range elements {
		if records[n], err = readRecord(element.text); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// element is an element of an array.
type element struct {
	text string
	null bool
}

// readArray reads an array of one dimension with one element or more.
func readArray(text string) ([]element, error) {
	var elements []element
	for rest, ok := cutByte(text, '{'); ok; rest, ok = cutByte(rest, ',') {
		bare := rest[0] != '"'
		var inner []byte
		if inner, rest, ok = readQuoted(rest, '}'); !ok {
			return nil, errRecord
		}
		elements = append(elements, element{string(inner), bare && string(inner) == "NULL"})
		if rest == "}" {
			return elements, nil
		}
	}
	return nil, errRecord
}

// readRecord reads a record, in which an empty field is null and "" is an empty text.
func readRecord(text string) (textRecord, error) {
	var r textRecord
	for rest, ok := cutByte(text, '('); ok; rest, ok = cutByte(rest, ',') {
		value := row.Value{State: row.Null}
		if rest[0] != ',' && rest[0] != ')' {
			var field []byte
			if field, rest, ok = readQuoted(rest, ')'); !ok {
				return nil, errRecord
			}
			value = row.Value{State: row.Known, Text: field}
		}
		r = append(r, value)
		if rest == ")" {
			return r, nil
		}
	}
	return nil, errRecord
}

// cutByte removes a first byte, unless nothing would be left.
func cutByte(text string, first byte) (string, bool) {
	if len(text) < 2 || text[0] != first {
		return "", false
	}
	return text[1:], true
}

// readQuoted reads an element up to a comma or the end, bare or in double quotes. A
// backslash escapes the next byte, and two quotes in quotes are one.
func readQuoted(text string, end byte) (element []byte, rest string, ok bool) {
	element = []byte{}
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			element = append(element, text[i])
		case c == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			i++
			element = append(element, '"')
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == end):
			return element, text[i:], true
		default:
			element = append(element, c)
		}
	}
	return nil, "", false
}
