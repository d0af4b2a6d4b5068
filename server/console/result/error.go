package result

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// DriverError is an error of PostgreSQL as postgres-meta's driver reads it.
func DriverError(failed *pgconn.PgError, sql string) map[string]any {
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
