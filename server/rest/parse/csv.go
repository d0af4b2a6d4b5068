package parse

import (
	"bytes"
	"encoding/csv"
	"errors"
)

// readCSV makes objects of lines under a header; the word NULL is null.
func (r *Request) readCSV(raw []byte) error {
	reader := csv.NewReader(bytes.NewReader(raw))
	lines, err := reader.ReadAll()
	if errors.Is(err, csv.ErrFieldCount) {
		return badBody("All lines must have same number of fields")
	}
	if err != nil {
		return badBody("The CSV could not be read: " + err.Error())
	}
	if len(lines) == 0 {
		return badBody("The CSV has no header line")
	}
	rows := make([]map[string]any, 0, len(lines)-1)
	for _, line := range lines[1:] {
		rows = append(rows, csvRow(lines[0], line))
	}
	return r.setRows(rows)
}

func csvRow(header, line []string) map[string]any {
	row := make(map[string]any, len(header))
	for i, name := range header {
		if line[i] == "NULL" {
			row[name] = nil
			continue
		}
		row[name] = line[i]
	}
	return row
}
