package console

import (
	"context"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/db"
)

// audited is a line of the audit.
type audited struct {
	statement string
	written   bool // by the operator, in the editor
	took      time.Duration
	rows      int64
	err       error
}

// auditCount counts the lines since the last sweep.
type auditCount struct{ atomic.Int64 }

const (
	maxAuditedText = 20_000 // characters
	keepAudited    = "30 days"
	maxAudited     = 100_000
	sweepEvery     = 500 // lines
)

// audit writes a line, also where the operator has left. Its failure is logged: a statement that
// was executed is not refused for it.
func (c *core) audit(r *call, a audited) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 5*time.Second)
	defer cancel()
	code, rows := (*string)(nil), &a.rows
	if a.err != nil {
		refused := db.Fault(a.err, false).Code
		code, rows = &refused, nil
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(a.statement, "?"), "\x00", "?")
	if utf8.RuneCountInString(text) > maxAuditedText {
		text = string([]rune(text)[:maxAuditedText])
	}
	err := c.Owner.Conn(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, `insert into toubkal.console_statements (operator, role, statement, written, duration_ms, row_count, code)
			values ($1, $2, $3, $4, $5, $6, $7)`, r.who.Operator, r.as.name(), text, a.written, a.took.Milliseconds(), rows, code)
		if err != nil || c.audited.Add(1)%sweepEvery != 1 {
			return err
		}
		_, err = conn.Exec(ctx, `delete from toubkal.console_statements
			where at < now() - $1::interval or id <= (select max(id) from toubkal.console_statements) - $2`, keepAudited, maxAudited)
		return err
	})
	if err != nil {
		c.Log.ErrorContext(r.Context(), "a statement of the console is not in its audit", "error", err)
	}
}
