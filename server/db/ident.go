package db

import (
	"errors"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/token"
)

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

// LoginURL is address with another role signing in. address is a URL
// (postgres://…) or a list of key=value pairs, as libpq takes them.
func LoginURL(address, role, password string) (string, error) {
	if !strings.Contains(address, "://") {
		return address + " user=" + quoteValue(role) + " password=" + quoteValue(password), nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("not a valid PostgreSQL address") // the cause repeats the password
	}
	u.User = url.UserPassword(role, password)
	if query := u.Query(); query.Has("user") || query.Has("password") { // which would win
		query.Del("user")
		query.Del("password")
		u.RawQuery = query.Encode()
	}
	return u.String(), nil
}

// LoginPassword is the password of a login role. It follows from the secret of the
// installation, so that every node knows it and none keeps it.
func LoginPassword(secret, role string) string { return token.Derive(secret, "login:"+role) }

// quoteValue quotes a value of a key=value address, where a later key wins.
func quoteValue(value string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}
