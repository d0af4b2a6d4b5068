package db

import "strings"

// Ident formats a name as an SQL identifier: each part in quotes, joined by dots. A
// NUL, which no name can hold, is left out.
func Ident(parts ...string) string {
	size := 0
	for _, part := range parts {
		size += len(part) + len(`"".`)
	}
	var sql strings.Builder
	sql.Grow(size)
	for i, part := range parts {
		if i > 0 {
			sql.WriteByte('.')
		}
		sql.WriteByte('"')
		if strings.ContainsAny(part, "\"\x00") {
			part = strings.ReplaceAll(strings.ReplaceAll(part, "\x00", ""), `"`, `""`)
		}
		sql.WriteString(part)
		sql.WriteByte('"')
	}
	return sql.String()
}

// SearchPath formats schemas as the value of the parameter search_path. Without any
// it is a schema with an empty name, which no database has: the parameter takes no
// empty list.
func SearchPath(schemas ...string) string {
	if len(schemas) == 0 {
		return `""`
	}
	quoted := make([]string, len(schemas))
	for i, schema := range schemas {
		quoted[i] = Ident(schema)
	}
	return strings.Join(quoted, ", ")
}
