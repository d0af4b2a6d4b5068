// Package result reads the rows of a statement: as PostgreSQL writes their values, within bounds, or as
// JSON objects, as node-postgres does. It refuses objects above MaxBytes.
package result

import (
	"cmp"
	"context"

	"github.com/toubkal/toubkal/server/db"
)

// Result is the rows of a statement, each value as PostgreSQL writes it, nil for NULL.
type Result struct {
	Columns []Column    `json:"columns"`
	Rows    [][]*string `json:"rows"`
	// Cut are the places (row, column) of values that are longer, and are cut.
	Cut [][2]int `json:"cut,omitempty"`
	// Truncated says that there are more rows.
	Truncated bool `json:"truncated,omitempty"`
	// Affected is the number of rows that the statement returned or changed.
	Affected int64 `json:"affected"`
	// Command is what PostgreSQL says that it did, as "INSERT 0 1".
	Command string `json:"command"`
}

// Column is one of a result.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	oid  uint32
}

// Bounds of a result.
type Bounds struct {
	Rows  int
	Value int // bytes of one value; 0 is no bound
	Bytes int // of all values; defaults to MaxBytes
}

// MaxBytes bounds the values of one result.
const MaxBytes = 16 << 20

// Execute runs one statement on a connection, with parameters in text format, and keeps as much
// of its rows as the bounds allow: the others are read past.
func Execute(ctx context.Context, conn *db.Conn, sql string, args [][]byte, b Bounds) (*Result, error) {
	reader := conn.PgConn().ExecParams(ctx, sql, args, nil, nil, nil)
	found := &Result{Columns: []Column{}, Rows: [][]*string{}}
	for _, field := range reader.FieldDescriptions() {
		found.Columns = append(found.Columns, Column{Name: field.Name, oid: field.DataTypeOID})
	}
	size, most := 0, cmp.Or(b.Bytes, MaxBytes)
	for reader.NextRow() {
		if len(found.Rows) >= b.Rows || size > most {
			found.Truncated = true
			continue
		}
		values := reader.Values()
		row := make([]*string, len(values))
		for i, value := range values {
			if value == nil {
				continue
			}
			if b.Value > 0 && len(value) > b.Value {
				value = Prefix(value, b.Value)
				found.Cut = append(found.Cut, [2]int{len(found.Rows), i})
			}
			text := string(value)
			row[i] = &text
			size += len(text)
		}
		found.Rows = append(found.Rows, row)
	}
	tag, err := reader.Close()
	if err != nil {
		return nil, err
	}
	found.Affected, found.Command = tag.RowsAffected(), tag.String()
	return found, nil
}

// NameTypes writes the types of the columns as SQL does, on the connection that gave them.
func NameTypes(ctx context.Context, conn *db.Conn, results ...*Result) error {
	var oids []uint32
	for _, r := range results {
		for _, c := range r.Columns {
			oids = append(oids, c.oid)
		}
	}
	if len(oids) == 0 {
		return nil
	}
	names := map[uint32]string{}
	rows, err := conn.Query(ctx, "select oid, pg_catalog.format_type(oid, null) from unnest($1::oid[]) as t (oid)", oids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var oid uint32
		var name string
		if err := rows.Scan(&oid, &name); err != nil {
			return err
		}
		names[oid] = name
	}
	for _, r := range results {
		for i := range r.Columns {
			r.Columns[i].Type = names[r.Columns[i].oid]
		}
	}
	return rows.Err()
}
