package db

import (
	"errors"
	"net/url"
	"strings"
)

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
	return u.String(), nil
}

// quoteValue quotes a value of a key=value address, where a later key wins.
func quoteValue(value string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}
