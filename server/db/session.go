package db

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/token"
)

// Session is the caller of a transaction, and what SQL may read of the request.
type Session struct {
	Claims   token.Claims
	ReadOnly bool // GET and HEAD: a function that writes is refused with 25006
	// Short says that the script is expected to read little, such as a row by its key. If
	// it is ReadOnly and has been fast lately, it may share a connection with others, and
	// be executed a second time where one of those is slow.
	Short    bool
	Rollback bool // Prefer: tx=rollback; the answer is given, the effect undone
	// Distributed says that there are tables of Citus: its workers are given what SQL may read
	// of the request, for the policies and functions that they evaluate.
	Distributed bool
	// Isolation is the level to run at, as SQL spells it in lower case. Defaults
	// to the database's own; a level that does not exist is that, too.
	Isolation string
	// Settings take effect before the role does, so that a role's own settings
	// may name parameters which only its grantor may set.
	Settings []Setting
	// CallerSettings take effect after the role does: the caller must be allowed
	// to set them.
	CallerSettings []Setting
	// TimeZone is set after CallerSettings; nil leaves it alone.
	TimeZone *string
	// SkipDeferred has a Rollback leave deferred constraints unchecked.
	SkipDeferred bool
	// Before are executed in the login role before the caller's is set, in the same
	// transaction. Script returns their results before those of its steps.
	Before []Statement
	// After are executed in the login role once a script has been rolled back (Rollback),
	// in a transaction of their own and in the same round trip. Where the script fails they
	// are not executed; where the connection is lost they may be executed twice.
	After []Statement
	// PreRequest is executed as the caller before anything else, without its
	// result; what it sets holds for the rest. The zero Statement is none.
	PreRequest Statement
	// Wait lowers statement_timeout, never raises it. 0 leaves it alone.
	Wait time.Duration
	// Admission says who asks for a connection. The zero value is the program itself.
	Admission admission.Request

	// asLogin leaves the login role and all settings as they are: the statement is the
	// program's own, and nobody's claims matter to it.
	asLogin bool
}

// Setting is one configuration parameter, local to the transaction.
type Setting struct{ Name, Value string }

// As is the session of a caller with nothing else set.
func As(claims token.Claims) Session { return Session{Claims: claims} }

// levels are the isolation levels that there are.
var levels = []string{"serializable", "repeatable read", "read committed", "read uncommitted"}

// isolation is the level to ask for; "" for the database's own.
func (s Session) isolation() string {
	if slices.Contains(levels, s.Isolation) {
		return s.Isolation
	}
	return ""
}

// setupStatements add what gives the connection the caller's role and settings, and
// the call of the pre-request function.
func (s Session) setupStatements(messages []message) []message {
	for _, st := range s.Before {
		before := st.keyed("")
		before.wanted = true
		messages = append(messages, before)
	}
	if s.asLogin {
		return messages
	}
	role := s.begin().keyed("")
	role.setsRole = true
	messages = append(messages, role)
	if s.Distributed {
		messages = append(messages, s.onWorkers()...)
	}
	if s.TimeZone != nil { // alone: a bad one must not be taken for a bad role
		messages = append(messages, SetConfig([]Setting{{"timezone", *s.TimeZone}}).keyed(""))
	}
	if s.Wait > 0 {
		messages = append(messages, s.statementTimeout().keyed(""))
	}
	if s.PreRequest.SQL != "" {
		preRequest := s.PreRequest.keyed(s.Claims.Role)
		preRequest.setsRole = true // it may set another
		messages = append(messages, preRequest)
	}
	return messages
}

// begin is the statement that sets the caller's role and settings. Names and
// values are parameters, so its text depends on their number alone and each
// connection prepares it once.
func (s Session) begin() Statement {
	own := []Setting{
		{"transaction_read_only", "on"},
		{"role", s.Claims.Role},
		{"request.jwt.claims", string(s.Claims.JSON)},
	}
	if !s.ReadOnly {
		own = own[1:]
	}
	return SetConfig(s.Settings, own, s.CallerSettings)
}

// onWorkers are the claims and what is known of the request as SET LOCAL in a transaction block:
// that alone Citus repeats on its workers, with this text. SET takes no parameters.
func (s Session) onWorkers() (messages []message) {
	messages = []message{plain("set local citus.propagate_set_commands to 'local'")}
	quote := strings.NewReplacer("'", "''", `\`, `\\`)
	for _, setting := range append([]Setting{{"request.jwt.claims", string(s.Claims.JSON)}}, s.CallerSettings...) {
		if strings.HasPrefix(setting.Name, "request.") {
			messages = append(messages, plain("set local "+Ident(setting.Name)+" to E'"+quote.Replace(setting.Value)+"'"))
		}
	}
	return messages
}

// statementTimeout lowers statement_timeout to Wait where it is longer or none
// (0). PostgreSQL prints the parameter with a unit, which interval reads.
func (s Session) statementTimeout() Statement {
	return Statement{
		SQL: `select set_config('statement_timeout', least(nullif("limit", 0), $1::bigint)::text, true)
			from (select extract(epoch from current_setting('statement_timeout')::interval)::numeric * 1000) as "now"("limit")`,
		Args: [][]byte{strconv.AppendInt(nil, s.Wait.Milliseconds(), 10)},
	}
}

// SetConfig is a statement that sets the parameters of all lists, in their order, for the
// rest of the transaction. Names and values share one piece of memory.
func SetConfig(lists ...[]Setting) Statement {
	size, n := 0, 0
	for _, settings := range lists {
		n += len(settings)
		for _, setting := range settings {
			size += len(setting.Name) + len(setting.Value)
		}
	}
	piece, args := make([]byte, 0, size), make([][]byte, 0, 2*n)
	add := func(text string) {
		start := len(piece)
		piece = append(piece, text...)
		args = append(args, piece[start:len(piece):len(piece)])
	}
	for _, settings := range lists {
		for _, setting := range settings {
			add(setting.Name)
			add(setting.Value)
		}
	}
	if n < len(setConfigTexts) {
		return Statement{SQL: setConfigTexts[n], Args: args}
	}
	return Statement{SQL: newSetConfigSQL(n), Args: args}
}

// setConfigTexts are the texts for up to so many settings, made once: making
// one takes longer than finding its prepared statement.
var setConfigTexts = func() (texts [32]string) {
	for n := range texts {
		texts[n] = newSetConfigSQL(n)
	}
	return texts
}()

// newSetConfigSQL counts the values instead of returning them: they are what we have just
// sent, headers and claims included. The name is qualified, since a function of the
// database with these very arguments would be preferred.
func newSetConfigSQL(n int) string {
	var sql strings.Builder
	sql.WriteString("select ")
	for i := range n {
		switch {
		case i == 0:
			sql.WriteString("pg_catalog.num_nonnulls(")
		case i%maxCounted == 0:
			sql.WriteString("), pg_catalog.num_nonnulls(")
		default:
			sql.WriteString(", ")
		}
		sql.WriteString("set_config($" + strconv.Itoa(2*i+1) + ", $" + strconv.Itoa(2*i+2) + ", true)")
	}
	if n > 0 {
		sql.WriteByte(')')
	}
	return sql.String()
}

// maxCounted is the number of arguments that a function of PostgreSQL can have.
const maxCounted = 100
