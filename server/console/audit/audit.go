// Package audit writes down the statements that operators run on a project's database, in
// toubkal.console_statements. It refuses nothing: a line that cannot be written is in the log.
package audit

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/db"
)

// Line is a statement that was run.
type Line struct {
	// Operator is for people: an e-mail address, "service key", or "mcp".
	Operator string
	// Role is owner, a role, or the user as whom it ran.
	Role      string
	Statement string
	Written   bool // by the operator
	Took      time.Duration
	Rows      int64
	Err       error
}

// Trail counts its lines: now and then it removes the oldest ones. The zero value is ready.
type Trail struct{ lines atomic.Int64 }

const (
	maxText    = 20_000 // characters
	maxName    = 300    // characters
	keep       = "30 days"
	maxLines   = 100_000
	sweepEvery = 500 // lines
)

// Write writes a line on the owner's connections, also where ctx has ended. Its failure is logged: a
// statement that was executed is not refused for it.
func (t *Trail) Write(ctx context.Context, owner *db.Pool, log *slog.Logger, a Line) {
	writing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	code, rows := (*string)(nil), &a.Rows
	if a.Err != nil {
		refused := db.Fault(a.Err, false).Code
		code, rows = &refused, nil
	}
	err := owner.Conn(writing, func(conn *db.Conn) error {
		_, err := conn.Exec(writing, `insert into toubkal.console_statements (operator, role, statement, written, duration_ms, row_count, code)
			values ($1, $2, $3, $4, $5, $6, $7)`, a.Operator, shortened(a.Role, maxName), shortened(a.Statement, maxText), a.Written, a.Took.Milliseconds(), rows, code)
		if err != nil || t.lines.Add(1)%sweepEvery != 1 {
			return err
		}
		_, err = conn.Exec(writing, `delete from toubkal.console_statements
			where at < now() - $1::interval or id <= (select max(id) from toubkal.console_statements) - $2`, keep, maxLines)
		return err
	})
	if err != nil {
		log.ErrorContext(ctx, "a statement of an operator is not in the audit", "error", err)
	}
}

// shortened is the beginning of a text that PostgreSQL takes.
func shortened(text string, most int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most])
	}
	return text
}
