package console

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// queryError is the error of a query, with its text.
type queryError struct {
	error
	sql string
}

// Unwrap gives the error without the text.
func (e *queryError) Unwrap() error { return e.error }

func (e *queryError) text() string {
	if e == nil {
		return ""
	}
	return e.sql
}

// query executes statements as the owner, in one transaction unless they say otherwise, and answers
// the rows of the last one that has some.
func (m meta) query(r *call) (any, error) {
	var given struct {
		Query      string `json:"query"`
		Parameters []any  `json:"parameters"`
	}
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&given); err != nil {
		return nil, invalid("The body is not the JSON that is expected: " + fault.JSONProblem(err))
	}
	if given.Query == "" {
		return nil, invalid("query not found")
	}
	if _, err := (&script{Text: given.Query}).statements(); err != nil {
		return nil, err
	}
	seconds, _ := strconv.Atoi(r.URL.Query().Get("statementTimeoutSecs"))
	timeout, rows := timeoutOf(seconds), []json.RawMessage{}
	err := m.watched(r, "", timeout, func(ctx context.Context, note func(audited)) error {
		began := m.Now()
		err := m.open(ctx, r.as, timeout, func(conn *db.Conn) (err error) {
			rows, err = lastRows(ctx, conn.PgConn(), given.Query, given.Parameters)
			return err
		})
		note(audited{statement: given.Query, written: true, took: m.Now().Sub(began), rows: int64(len(rows)), err: err})
		return err
	})
	if err != nil {
		return nil, &queryError{err, given.Query}
	}
	return rows, nil
}

// lastRows are the rows of the last statement that has some. Parameters are for one statement alone.
func lastRows(ctx context.Context, conn *pgconn.PgConn, sql string, parameters []any) ([]json.RawMessage, error) {
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
// the same name the last one counts. It refuses a result above maxResult.
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
		if size += len(object); size > maxResult {
			return nil, invalid(fmt.Sprintf("The result is larger than %d MB: ask for less.", maxResult>>20))
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

// driverError is an error of PostgreSQL as postgres-meta's driver reads it.
func driverError(failed *pgconn.PgError, sql string) map[string]any {
	number := func(n int32) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(int(n))
	}
	body := map[string]any{
		"name": "error", "message": failed.Message, "severity": failed.Severity, "code": failed.Code, "detail": failed.Detail, "hint": failed.Hint,
		"position": number(failed.Position), "internalPosition": number(failed.InternalPosition), "internalQuery": failed.InternalQuery, "where": failed.Where,
		"schema": failed.SchemaName, "table": failed.TableName, "column": failed.ColumnName, "dataType": failed.DataTypeName, "constraint": failed.ConstraintName,
		"file": failed.File, "line": number(failed.Line), "routine": failed.Routine,
	}
	maps.DeleteFunc(body, func(_ string, value any) bool { return value == "" })
	text := fmt.Sprintf("%s:  %s: %s\n", failed.Severity, failed.Code, failed.Message)
	if at := int(failed.Position) - 1; at >= 0 {
		before := string([]rune(sql)[:min(at, len([]rune(sql)))])
		begin, line := strings.LastIndexByte(before, '\n')+1, strconv.Itoa(strings.Count(before, "\n")+1)
		written, _, _ := strings.Cut(sql[begin:], "\n")
		text += "LINE " + line + ": " + written + "\n" + strings.Repeat(" ", 7+len(line)+len([]rune(before[begin:]))) + "^\n"
	}
	for _, more := range []struct{ name, value string }{
		{"DETAIL", failed.Detail}, {"HINT", failed.Hint}, {"QUERY", failed.InternalQuery}, {"CONTEXT", failed.Where},
	} {
		if more.value != "" {
			text += more.name + ":  " + more.value + "\n"
		}
	}
	body["error"], body["formattedError"] = text, text
	return body
}
