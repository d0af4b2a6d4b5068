package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// maxImport bounds a CSV file, in bytes.
const maxImport = 64 << 20

// importedRows are the rows of one statement of an import.
const importedRows = 500

// load adds the rows of a CSV file, whose first line names the columns; an empty field is null.
// All are one transaction: the first row that is refused is named by its line, and nothing stays.
// It is no COPY, which tables with policies refuse.
func (s rows) load(r *call) (any, error) {
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	body := bufio.NewReader(r.Body)
	if mark, _ := body.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = body.Discard(len(mark))
	}
	from := &csvRows{Reader: csv.NewReader(body)}
	from.ReuseRecord = true
	header, err := from.next()
	if errors.Is(err, io.EOF) {
		return nil, invalid("The file is empty: its first line names the columns.")
	}
	if err != nil {
		return nil, err
	}
	statement, err := importSQL(rel, header)
	if err != nil {
		return nil, err
	}
	var added int64
	err = s.runFor(r, maxTimeout, statement, func(ctx context.Context, tx db.Tx) (int64, error) {
		batch := make([][]*string, len(header))
		for {
			lines, err := from.fill(batch)
			if len(lines) > 0 {
				if err := addBatch(ctx, tx, statement, batch, lines); err != nil {
					return 0, err
				}
				added += int64(len(lines))
			}
			if errors.Is(err, io.EOF) {
				return added, nil
			}
			if err != nil {
				return 0, err
			}
		}
	})
	return map[string]int64{"rows": added}, err
}

// importSQL inserts rows whose columns are parameters, each an array of texts.
func importSQL(rel *relation, header []string) (string, error) {
	var names, values, params, places []string
	for i, name := range header {
		column := rel.column(name)
		if column == nil {
			return "", noColumn(name)
		}
		names = append(names, db.Ident(name))
		values = append(values, fmt.Sprintf("v%d::%s", i, column.Type))
		params = append(params, fmt.Sprintf("$%d::text[]", i+1))
		places = append(places, fmt.Sprintf("v%d", i))
	}
	return fmt.Sprintf("insert into %s (%s) select %s from unnest(%s) as t (%s)", rel.sqlName(),
		strings.Join(names, ", "), strings.Join(values, ", "), strings.Join(params, ", "), strings.Join(places, ", ")), nil
}

// csvRows are the rows of a file.
type csvRows struct{ *csv.Reader }

// next is the next row. It names the line of one that is no CSV.
func (c *csvRows) next() ([]string, error) {
	row, err := c.Read()
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, invalid(fmt.Sprintf("Line %d is no CSV, or has another number of fields than the first: %s.", wrong.Line, wrong.Err)).Because(err)
	}
	return row, err
}

// fill reads rows into a batch, which is the values by column, and returns their lines. It ends
// with the file (io.EOF), and where the batch is large.
func (c *csvRows) fill(batch [][]*string) (lines []int, err error) {
	for i := range batch {
		batch[i] = batch[i][:0]
	}
	for size := 0; len(lines) < importedRows && size < maxBody; {
		row, err := c.next()
		if err != nil {
			return lines, err
		}
		line, _ := c.FieldPos(0)
		lines = append(lines, line)
		for i, value := range row {
			size += len(value)
			if value == "" {
				batch[i] = append(batch[i], nil)
				continue
			}
			text := strings.ReplaceAll(strings.Clone(value), "\x00", "")
			batch[i] = append(batch[i], &text)
		}
	}
	return lines, nil
}

// addBatch inserts a batch. Where it is refused, its rows are tried one by one, to name the first
// that is.
func addBatch(ctx context.Context, tx db.Tx, statement string, batch [][]*string, lines []int) error {
	if _, err := tx.Exec(ctx, "savepoint batch"); err != nil {
		return err
	}
	refused := insertRange(ctx, tx, statement, batch, 0, len(lines))
	if refused == nil {
		_, err := tx.Exec(ctx, "release savepoint batch")
		return err
	}
	if db.Refused(refused) == nil || ctx.Err() != nil {
		return refused
	}
	if _, err := tx.Exec(ctx, "rollback to savepoint batch"); err != nil {
		return err
	}
	for i, line := range lines {
		if err := insertRange(ctx, tx, statement, batch, i, i+1); err != nil {
			f := *db.Fault(err, false)
			f.Message = fmt.Sprintf("Line %d: %s", line, f.Message)
			return &f
		}
	}
	return refused
}

// insertRange inserts the rows of a batch from one to before another.
func insertRange(ctx context.Context, tx db.Tx, statement string, batch [][]*string, from, to int) error {
	args := make([]any, len(batch))
	for i, column := range batch {
		args[i] = column[from:to]
	}
	tag, err := tx.Exec(ctx, statement, args...)
	if err == nil && tag.RowsAffected() != int64(to-from) {
		return fault.New(fault.ConsoleConflict, fmt.Sprintf("Of %d rows, %d were added: a trigger or a rule keeps the others. Nothing was changed.", to-from, tag.RowsAffected()))
	}
	return err
}
