package db

import (
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/token"
)

// Session is whom a transaction runs as, and what SQL may see of the request.
type Session struct {
	Claims   token.Claims
	ReadOnly bool // GET and HEAD: a function that writes is refused with 25006
	Rollback bool // Prefer: tx=rollback; the answer is given, the effect undone
	Settings []Setting
}

// Setting is one configuration parameter, local to the transaction. Settings
// take effect before the role does, so that a role's own settings may name
// parameters which only its grantor may set.
type Setting struct{ Name, Value string }

// As is the session of a caller with nothing else set.
func As(claims token.Claims) Session { return Session{Claims: claims} }

// begin is the statement that turns the login role into the caller. Names and
// values are parameters, so its text depends on their number alone and each
// connection prepares it once.
func (s Session) begin() Statement {
	settings := make([]Setting, 0, len(s.Settings)+3)
	settings = append(settings, s.Settings...)
	if s.ReadOnly {
		settings = append(settings, Setting{"transaction_read_only", "on"})
	}
	settings = append(
		settings,
		Setting{"request.jwt.claims", string(s.Claims.JSON)},
		Setting{"role", s.Claims.Role},
	)
	return setConfig(settings)
}

func setConfig(settings []Setting) Statement {
	args := make([][]byte, 0, 2*len(settings))
	for _, setting := range settings {
		args = append(args, []byte(setting.Name), []byte(setting.Value))
	}
	return Statement{SQL: setConfigSQL(len(settings)), Args: args}
}

func setConfigSQL(n int) string {
	var sql strings.Builder
	sql.WriteString("select ")
	for i := range n {
		if i > 0 {
			sql.WriteString(", ")
		}
		sql.WriteString("set_config($" + strconv.Itoa(2*i+1) + ", $" + strconv.Itoa(2*i+2) + ", true)")
	}
	return sql.String()
}
