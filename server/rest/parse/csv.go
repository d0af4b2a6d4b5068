package parse

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"

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

// readCSV makes objects of lines under a header; the word NULL is null.
func (r *Request) readCSV(raw []byte) error {
	reader := csv.NewReader(bytes.NewReader(raw))
	reader.ReuseRecord = true
	header, err := reader.Read()
	if err == io.EOF {
		return badBody("The CSV has no header line")
	}
	if err != nil {
		return unreadableCSV(err)
	}
	rows := newCSVRows(header, min(maxExpansion*max(len(raw), smallCSV), maxJSON))
	for {
		line, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return unreadableCSV(err)
		}
		if !rows.add(line) {
			return fault.New(fault.TooLarge, "The CSV is too large as JSON: its columns have long names for so many lines")
		}
	}
	if r.Body.JSON = rows.end(); rows.count > 0 {
		r.Body.Keys = decoded(rows.names)
	}
	return nil
}

func unreadableCSV(err error) error {
	if errors.Is(err, csv.ErrFieldCount) {
		return badBody("All lines must have same number of fields")
	}
	return badBody("The CSV could not be read: " + err.Error())
}

// csvRows is an array of objects that grows by a line at a time.
type csvRows struct {
	names [][]byte // as JSON
	text  bytes.Buffer
	max   int
	count int
	print *json.Encoder // of values, into text
}

func newCSVRows(header []string, max int) *csvRows {
	rows := &csvRows{names: make([][]byte, len(header)), max: max}
	rows.print = json.NewEncoder(&rows.text)
	for i, name := range header {
		rows.write(name)
		rows.names[i] = bytes.Clone(rows.text.Bytes())
		rows.text.Reset()
	}
	return rows
}

// add adds a line; false where that would be too much.
func (r *csvRows) add(line []string) bool {
	r.count++
	r.text.WriteString(",{")
	for i, value := range line {
		if r.text.Len()+len(r.names[i]) > r.max {
			return false
		}
		if i > 0 {
			r.text.WriteByte(',')
		}
		r.text.Write(r.names[i])
		r.text.WriteByte(':')
		if value == "NULL" {
			r.text.WriteString("null")
			continue
		}
		r.write(value)
	}
	r.text.WriteByte('}')
	return true
}

func (r *csvRows) write(value string) {
	_ = r.print.Encode(value)         // a text always prints
	r.text.Truncate(r.text.Len() - 1) // the end of the line
}

// end gives the array.
func (r *csvRows) end() []byte {
	text := append(r.text.Bytes(), ']')
	if r.count == 0 {
		return []byte("[]")
	}
	text[0] = '['
	return text
}
