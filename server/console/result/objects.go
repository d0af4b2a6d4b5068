package result

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// ErrTooLarge says that a result is above MaxBytes.
var ErrTooLarge = errors.New("the result is too large")

// Last are the rows of the last statement that has some. Parameters are for one statement alone.
func Last(ctx context.Context, conn *pgconn.PgConn, sql string, parameters []any) ([]json.RawMessage, error) {
	if len(parameters) > 0 {
		var args [][]byte
		for _, p := range parameters {
			args = append(args, parameter(p))
		}
		return objects(conn.ExecParams(ctx, sql, args, nil, nil, nil))
	}
	last, reader := []json.RawMessage{}, conn.Exec(ctx, sql)
	for reader.NextResult() {
		rows, err := objects(reader.ResultReader())
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			last = rows
		}
	}
	return last, reader.Close()
}

// parameter is a value of JSON as a parameter in text format: an array is one of PostgreSQL.
func parameter(value any) []byte {
	switch value := value.(type) {
	case nil:
		return nil
	case string:
		return []byte(value)
	case []any:
		var all [][]byte
		for _, element := range value {
			text := parameter(element)
			if _, nested := element.([]any); text == nil {
				text = []byte("NULL")
			} else if !nested {
				text = []byte(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(text)) + `"`)
			}
			all = append(all, text)
		}
		return slices.Concat([]byte("{"), bytes.Join(all, []byte(",")), []byte("}"))
	}
	text, _ := json.Marshal(value) // of what was decoded from JSON
	return text
}

// objects reads rows as JSON objects, whose fields have the order of the columns. Of columns with
// the same name the last one counts. It refuses a result above MaxBytes.
func objects(reader *pgconn.ResultReader) ([]json.RawMessage, error) {
	rows, size := []json.RawMessage{}, 0
	fields, place := reader.FieldDescriptions(), map[string]int{}
	for i, f := range fields {
		place[f.Name] = i
	}
	for reader.NextRow() {
		object := []byte("{")
		for i, f := range fields {
			if slices.IndexFunc(fields, func(g pgconn.FieldDescription) bool { return g.Name == f.Name }) < i {
				continue
			}
			at := place[f.Name]
			name, _ := json.Marshal(f.Name) // text is always JSON
			value, err := json.Marshal(typed(fields[at].DataTypeOID, reader.Values()[at]))
			if err != nil {
				return nil, err
			}
			if len(object) > 1 {
				object = append(object, ',')
			}
			object = slices.Concat(object, name, []byte(":"), value)
		}
		rows = append(rows, append(object, '}'))
		if size += len(object); size > MaxBytes {
			return nil, ErrTooLarge
		}
	}
	_, err := reader.Close()
	return rows, err
}

// elements are the types of arrays that postgres-meta's driver reads as such, by the type of the
// array. Those of bigint are kept as text.
var elements = map[uint32]uint32{
	pgtype.BoolArrayOID: pgtype.BoolOID, pgtype.Int2ArrayOID: pgtype.Int2OID, pgtype.Int4ArrayOID: pgtype.Int4OID, pgtype.OIDArrayOID: pgtype.OIDOID,
	pgtype.Float4ArrayOID: pgtype.Float4OID, pgtype.Float8ArrayOID: pgtype.Float8OID, pgtype.NumericArrayOID: pgtype.Float8OID,
	pgtype.JSONArrayOID: pgtype.JSONOID, pgtype.JSONBArrayOID: pgtype.JSONBOID, pgtype.ByteaArrayOID: pgtype.ByteaOID,
	pgtype.Int8ArrayOID: pgtype.TextOID, pgtype.TextArrayOID: pgtype.TextOID, pgtype.VarcharArrayOID: pgtype.TextOID, pgtype.BPCharArrayOID: pgtype.TextOID,
	pgtype.UUIDArrayOID: pgtype.TextOID, pgtype.InetArrayOID: pgtype.TextOID, pgtype.DateArrayOID: pgtype.TextOID, pgtype.TimeArrayOID: pgtype.TextOID,
	pgtype.TimestampArrayOID: pgtype.TextOID, pgtype.TimestamptzArrayOID: pgtype.TextOID, pgtype.IntervalArrayOID: pgtype.TextOID,
}

// typed is a value as postgres-meta's driver reads it.
func typed(oid uint32, value []byte) any {
	if value == nil {
		return nil
	}
	text := string(value)
	switch oid {
	case pgtype.BoolOID:
		return text == "t"
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.OIDOID, pgtype.Float4OID, pgtype.Float8OID:
		if !json.Valid(value) {
			return nil // not a number, or infinite
		}
		return json.Number(text)
	case pgtype.Int8OID:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && max(n, -n) < 1<<53 && n != -1<<63 {
			return n
		}
	case pgtype.JSONOID, pgtype.JSONBOID:
		return json.RawMessage(text)
	case pgtype.ByteaOID:
		decoded, _ := hex.DecodeString(strings.TrimPrefix(text, `\x`))
		all := make([]int, len(decoded))
		for i, b := range decoded {
			all[i] = int(b)
		}
		return map[string]any{"type": "Buffer", "data": all}
	}
	element, ok := elements[oid]
	if !ok {
		return text
	}
	var read pgtype.Array[*string]
	if pgtype.NewMap().Scan(pgtype.TextArrayOID, pgtype.TextFormatCode, value, &read) != nil {
		return text
	}
	all := make([]any, len(read.Elements))
	for i, e := range read.Elements {
		if e != nil {
			all[i] = typed(element, []byte(*e))
		}
	}
	return nested(all, read.Dims)
}

// nested gives the elements of an array its dimensions.
func nested(all []any, dims []pgtype.ArrayDimension) []any {
	for ; len(dims) > 1; dims = dims[:len(dims)-1] {
		var rows []any
		for row := range slices.Chunk(all, int(dims[len(dims)-1].Length)) {
			rows = append(rows, row)
		}
		all = rows
	}
	return all
}
