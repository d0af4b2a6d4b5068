package console

import (
	"context"
	"strings"

	"github.com/toubkal/toubkal/server/db"
)

// result is the rows of a statement, each value as PostgreSQL writes it, nil for NULL.
type result struct {
	Columns []resultColumn `json:"columns"`
	Rows    [][]*string    `json:"rows"`
	// Cut are the places (row, column) of values that are longer, and are cut.
	Cut [][2]int `json:"cut,omitempty"`
	// Truncated says that there are more rows.
	Truncated bool `json:"truncated,omitempty"`
	// Affected is the number of rows that the statement returned or changed.
	Affected int64 `json:"affected"`
	// Command is what PostgreSQL says that it did, as "INSERT 0 1".
	Command string `json:"command"`
}

type resultColumn struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	oid  uint32
}

// bounds of a result.
type bounds struct {
	rows  int
	value int // bytes of one value; 0 is no bound
}

// maxResult bounds the values of one result, in bytes.
const maxResult = 16 << 20

// execute runs one statement on a connection, with parameters in text format, and keeps as much
// of its rows as the bounds allow: the others are read past.
func execute(ctx context.Context, conn *db.Conn, sql string, args [][]byte, b bounds) (*result, error) {
	reader := conn.PgConn().ExecParams(ctx, sql, args, nil, nil, nil)
	found := &result{Columns: []resultColumn{}, Rows: [][]*string{}}
	for _, field := range reader.FieldDescriptions() {
		found.Columns = append(found.Columns, resultColumn{Name: field.Name, oid: field.DataTypeOID})
	}
	size := 0
	for reader.NextRow() {
		if len(found.Rows) >= b.rows || size > maxResult {
			found.Truncated = true
			continue
		}
		values := reader.Values()
		row := make([]*string, len(values))
		for i, value := range values {
			if value == nil {
				continue
			}
			if b.value > 0 && len(value) > b.value {
				value = prefix(value, b.value)
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

// nameTypes writes the types of the columns as SQL does, on the connection that gave them.
func nameTypes(ctx context.Context, conn *db.Conn, results ...*result) error {
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

// texts are parameters in text format.
func texts(args []any) [][]byte {
	all := make([][]byte, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case *string:
			if arg != nil {
				all[i] = []byte(strings.ReplaceAll(*arg, "\x00", ""))
			}
		case string:
			all[i] = []byte(strings.ReplaceAll(arg, "\x00", ""))
		}
	}
	return all
}
