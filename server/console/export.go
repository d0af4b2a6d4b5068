package console

import (
	"context"
	"encoding/csv"
	"io"

	"github.com/toubkal/toubkal/server/db"
)

// maxExport bounds the rows of a CSV file.
const maxExport = 100_000

// export answers the rows of a filter as CSV, as PostgreSQL sends them, so that none of it has to
// fit into memory. NULL and the empty text look alike in CSV.
func (s rows) export(r *call) (any, error) {
	p, err := s.pageOf(r)
	if err != nil {
		return nil, err
	}
	p.query.Limit = maxExport - 1
	sql := p.sql()
	return file{name: p.rel.Name + ".csv", contentType: "text/csv; charset=utf-8", write: func(w io.Writer) error {
		return s.runFor(r, maxTimeout, sql, func(ctx context.Context, tx db.Tx) (int64, error) {
			return writeCSV(ctx, tx, w, sql, texts(p.args), len(p.order))
		})
	}}, nil
}

// writeCSV writes the result of a statement without its first columns.
func writeCSV(ctx context.Context, tx db.Tx, w io.Writer, sql string, args [][]byte, skip int) (int64, error) {
	out := csv.NewWriter(w)
	reader := tx.Conn().PgConn().ExecParams(ctx, sql, args, nil, nil, nil)
	var line []string
	for i, field := range reader.FieldDescriptions() { // none of a statement that is refused
		if i >= skip {
			line = append(line, field.Name)
		}
	}
	_ = out.Write(line) // Error has the error
	for reader.NextRow() {
		for i, value := range reader.Values()[skip:] {
			line[i] = string(value)
		}
		_ = out.Write(line)
	}
	tag, err := reader.Close()
	if err != nil {
		return 0, err
	}
	out.Flush()
	return tag.RowsAffected(), out.Error()
}
