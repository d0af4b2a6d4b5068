package query

import (
	"bytes"
	"strings"
)

// csvRows is the alias of the rows of a CSV.
const csvRows = `"pgrst_rows"`

// csv prints rows as PostgreSQL prints composite values, each behind the end of a line, of
// which ToCSV makes CSV. Without a known header the names of the first row come before them.
func csv(header []string) string {
	names := ""
	if header == nil {
		names = `(select coalesce(string_agg(substring(row(name)::text from 2 for length(row(name)::text) - 2), ','), '') from (
	select json_object_keys(row_to_json(first_row.*)) as name from (select * from ` + csvRows + ` limit 1) as first_row
) as header) || `
	}
	return names + `coalesce(E'\n' || string_agg(substring(("_t".*)::text, 2, length(("_t".*)::text) - 2), E'\n'), '')`
}

// ToCSV makes CSV as RFC 4180 has it of composite values, which differ in their backslashes:
// these double them. A null is an empty field; the texts that a reader may take for null, of
// no character and NULL, stand in quotes. A header that the records lack comes before them.
func ToCSV(header []string, records []byte) []byte {
	out := make([]byte, 0, len(records)+1+32*len(header))
	for i, name := range header {
		if i > 0 {
			out = append(out, ',')
		}
		if name == "" || name == "NULL" || strings.ContainsAny(name, "\",\r\n") {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		out = append(out, name...)
	}
	for len(records) > 0 {
		end := 0
		if records[0] == '"' {
			out = append(out, '"')
			for end = 1; records[end] != '"' || end+1 < len(records) && records[end+1] == '"'; end++ {
				if records[end] == '\\' {
					end++
				} else if records[end] == '"' {
					out = append(out, '"')
					end++
				}
				out = append(out, records[end])
			}
			out = append(out, '"')
			end++
		} else {
			if end = bytes.IndexAny(records, ",\n"); end < 0 {
				end = len(records)
			}
			if field := records[:end]; string(field) == "NULL" {
				out = append(out, `"NULL"`...)
			} else {
				out = append(out, field...)
			}
		}
		if records = records[end:]; len(records) > 0 { // a comma, or the end of a line
			out, records = append(out, records[0]), records[1:]
		}
	}
	if bytes.HasSuffix(out, []byte("\n")) { // the last row is one null: without an end it would be no row
		out = append(out, '\n')
	}
	return out
}
