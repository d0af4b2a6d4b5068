package parse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/fault"
)

// maxExpansion bounds the JSON that lines become, as a multiple of their CSV: each
// row repeats the names of its columns, so that 10 MB of one long name over short
// lines would be terabytes. Rows of short names and one digit are 13 times longer.
const maxExpansion = 32

const (
	smallCSV = 1 << 16 // may become longer than that. Bytes.
	// maxJSON is half of what PostgreSQL takes as one value. Bytes.
	maxJSON = 1 << 29
)

// readCSV makes objects of lines under a header. A field that is empty, or the word NULL, is
// null; in quotes both are texts.
func (r *Request) readCSV(raw []byte) error {
	r.Body.Texts = true
	if !utf8.Valid(raw) {
		return badBody(fmt.Sprintf("The CSV is not valid UTF-8: line %d", 1+bytes.Count(raw[:invalidAt(raw)], []byte("\n"))))
	}
	reader := csvReader{rest: bytes.TrimPrefix(raw, []byte("\ufeff"))}
	header, err := reader.read()
	switch {
	case err != nil:
		return err
	case header == nil:
		return badBody("The CSV has no header line")
	}
	for i, name := range header {
		if slices.ContainsFunc(header[:i], func(before csvField) bool { return bytes.Equal(before.text, name.text) }) {
			return badBody(fmt.Sprintf("The CSV has the column %q twice", name.text))
		}
	}
	rows := newCSVRows(header, min(maxExpansion*max(len(raw), smallCSV), maxJSON))
	for {
		fields, err := reader.read()
		switch {
		case err != nil:
			return err
		case fields == nil:
			if r.Body.JSON = rows.end(); rows.count > 0 {
				r.Body.Keys = decoded(rows.names)
			}
			return nil
		case len(fields) != len(rows.names):
			return badBody("All lines must have same number of fields")
		case !rows.add(fields):
			return fault.New(fault.TooLarge, fmt.Sprintf("The CSV is larger than %d bytes as JSON: its columns have long names for so many lines", rows.max)).
				WithHint("Send it in several requests.")
		}
	}
}

// invalidAt is the position at which a text stops being UTF-8.
func invalidAt(text []byte) (at int) {
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// csvReader reads lines as RFC 4180 has them, and with a line feed alone. Unlike encoding/csv
// it knows which fields stood in quotes.
type csvReader struct {
	rest    []byte
	line    int // from 1, of what is read
	columns int // of the header; 0 before it
	fields  []csvField
}

type csvField struct {
	text   []byte
	quoted bool
}

func (c csvField) null() bool {
	return !c.quoted && (len(c.text) == 0 || string(c.text) == "NULL")
}

// read gives the fields of the next line, until the next call; nil at the end. An empty line is
// skipped, but in a file of one column, where it is a field.
func (c *csvReader) read() ([]csvField, error) {
	c.fields = c.fields[:0]
	for c.line++; c.columns != 1 && c.skipEnd(); c.line++ {
	}
	if len(c.rest) == 0 {
		return nil, nil
	}
	for {
		field, err := c.field()
		if err != nil {
			return nil, err
		}
		c.fields = append(c.fields, field)
		if len(c.rest) > 0 && c.rest[0] == ',' {
			c.rest = c.rest[1:]
			continue
		}
		if len(c.rest) > 0 && !c.skipEnd() {
			return nil, c.broken(`text behind a quoted field`)
		}
		if c.columns == 0 {
			c.columns = len(c.fields)
		}
		return c.fields, nil
	}
}

// skipEnd reads the end of a line.
func (c *csvReader) skipEnd() (ok bool) {
	if c.rest, ok = bytes.CutPrefix(c.rest, []byte("\n")); !ok {
		c.rest, ok = bytes.CutPrefix(c.rest, []byte("\r\n"))
	}
	return ok
}

func (c *csvReader) field() (csvField, error) {
	if !bytes.HasPrefix(c.rest, []byte(`"`)) {
		return c.bare()
	}
	var text []byte
	rest := c.rest[1:]
	for {
		part, after, closed := bytes.Cut(rest, []byte(`"`))
		if !closed {
			return csvField{}, c.broken("a quoted field has no end")
		}
		c.line += bytes.Count(part, []byte("\n"))
		text = append(text, part...)
		if rest, closed = bytes.CutPrefix(after, []byte(`"`)); !closed {
			c.rest = after
			return csvField{text, true}, nil
		}
		text = append(text, '"')
	}
}

// bare reads a field without quotes.
func (c *csvReader) bare() (csvField, error) {
	end := bytes.IndexAny(c.rest, ",\n")
	if end < 0 {
		end = len(c.rest)
	}
	text := c.rest[:end]
	if end < len(c.rest) && c.rest[end] == '\n' {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	if bytes.IndexByte(text, '"') >= 0 {
		return csvField{}, c.broken("a quote in a field that does not begin with one")
	}
	c.rest = c.rest[len(text):]
	return csvField{text: text}, nil
}

func (c *csvReader) broken(reason string) error {
	return badBody(fmt.Sprintf("The CSV could not be read: line %d: %s", c.line, reason))
}

// csvRows is an array of objects that grows by a line at a time.
type csvRows struct {
	names [][]byte // as JSON
	text  bytes.Buffer
	max   int
	count int
	print *json.Encoder // of values, into text
}

func newCSVRows(header []csvField, max int) *csvRows {
	rows := &csvRows{names: make([][]byte, len(header)), max: max}
	rows.print = json.NewEncoder(&rows.text)
	for i, name := range header {
		rows.write(name.text)
		rows.names[i] = bytes.Clone(rows.text.Bytes())
		rows.text.Reset()
	}
	return rows
}

// add adds a line; false where that would be too much.
func (c *csvRows) add(line []csvField) bool {
	c.count++
	c.text.WriteString(",{")
	for i, field := range line {
		if c.text.Len()+len(c.names[i]) > c.max {
			return false
		}
		if i > 0 {
			c.text.WriteByte(',')
		}
		c.text.Write(c.names[i])
		c.text.WriteByte(':')
		if field.null() {
			c.text.WriteString("null")
			continue
		}
		c.write(field.text)
	}
	c.text.WriteByte('}')
	return true
}

func (c *csvRows) write(value []byte) {
	_ = c.print.Encode(string(value)) // a text always prints
	c.text.Truncate(c.text.Len() - 1) // the end of the line
}

// end gives the array.
func (c *csvRows) end() []byte {
	text := append(c.text.Bytes(), ']')
	if c.count == 0 {
		return []byte("[]")
	}
	text[0] = '['
	return text
}
