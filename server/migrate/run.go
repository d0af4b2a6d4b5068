package migrate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Error says which statement of which file PostgreSQL refused, in one line.
type Error struct {
	File      string // as "policies/todos.sql"
	Line      int    // from 1; exact where PostgreSQL says where, else of the statement
	Column    int    // from 1, in characters; 0 where PostgreSQL does not say where
	Source    string // that line of the file
	Statement string // its first line
	Where     string // the row of a copy
	Err       error  // *pgconn.PgError for a refusal
}

// Error is "file:line: message (SQLSTATE), hint; in: statement".
func (e *Error) Error() string {
	where := e.Statement
	if e.Where != "" {
		where += ": " + strings.ReplaceAll(e.Where, "\n", " ")
	}
	return fmt.Sprintf("%s:%d: %s; in: %s", e.File, e.Line, message(e.Err), where)
}

// Unwrap gives PostgreSQL's error.
func (e *Error) Unwrap() error { return e.Err }

func message(err error) string {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err.Error()
	}
	text := fmt.Sprintf("%s (%s)", pg.Message, pg.Code)
	for _, more := range []string{pg.Detail, pg.Hint} {
		if more != "" {
			text += ", " + more
		}
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// runFile runs the statements of a file, one by one, inside tx.
func runFile(ctx context.Context, tx pgx.Tx, name, text string) error {
	return runStatements(ctx, tx, name, text, statementsOf(text))
}

var (
	beginsTransaction = regexp.MustCompile(`(?is)^(?:begin|start\s+transaction)\b`)
	commits           = regexp.MustCompile(`(?i)^(?:commit|end)(?:\s+(?:work|transaction))?$`)
	transactionWords  = regexp.MustCompile(`(?i)^(?:begin|commit|end|abort|start\s+transaction|rollback(?:\s+(?:work|transaction))?(?:\s+and\s.*)?$|prepare\s+transaction)\b`)
)

// controlsTransaction reports whether the statement begins or ends a transaction.
func (s Statement) controlsTransaction() bool { return transactionWords.MatchString(s.Text) }

// statementsOf are the statements of a file. Each begin that a commit follows is left out with
// that, since the whole file is one transaction.
func statementsOf(text string) []Statement {
	all := Split(text)
	inside := false
	for _, s := range all {
		switch {
		case !s.controlsTransaction():
		case !inside && beginsTransaction.MatchString(s.Text), inside && commits.MatchString(s.Text):
			inside = !inside
		default:
			return all
		}
	}
	if inside {
		return all
	}
	return slices.DeleteFunc(all, Statement.controlsTransaction)
}

// runStatements runs some of the statements of a file.
func runStatements(ctx context.Context, tx pgx.Tx, name, text string, statements []Statement) error {
	if err := refuseCommands(name, statements); err != nil {
		return err
	}
	for _, s := range statements {
		if s.controlsTransaction() { // before anything is executed
			return s.refused(name, text, errEndsTransaction)
		}
	}
	for _, s := range statements {
		if err := runStatement(ctx, tx, s); err != nil {
			return s.refused(name, text, err)
		}
	}
	return nil
}

var errEndsTransaction = errors.New("a file is one transaction: leave begin, commit and rollback out, or close each begin with a commit")

func runStatement(ctx context.Context, tx pgx.Tx, s Statement) error {
	conn := tx.Conn().PgConn()
	if err := s.exec(ctx, conn); err != nil {
		return err
	}
	if conn.TxStatus() != 'T' {
		return errEndsTransaction
	}
	return nil
}

// exec executes a statement by the simple protocol: none is prepared, and any kind is
// allowed.
func (s Statement) exec(ctx context.Context, conn *pgconn.PgConn) error {
	if s.isCommand() {
		return nil // one that refuseCommands lets pass
	}
	if sql, rows, ok := s.rows(); ok {
		_, err := conn.CopyFrom(ctx, strings.NewReader(rows), sql)
		return err
	}
	_, err := conn.Exec(ctx, s.Text).ReadAll()
	return err
}

func (s Statement) isCommand() bool { return strings.HasPrefix(s.Text, `\`) }

// harmless are the commands of psql that change nothing of what a file does: those that
// pg_dump writes, and those about what psql prints.
var harmless = regexp.MustCompile(`^\\(restrict|unrestrict|echo|qecho|warn|timing|pset|x|t|a|encoding\s+utf-?8|set\s+(on_error_stop|quiet|echo|verbosity|on_error_rollback))\b`)

// refuseCommands refuses the commands of psql that a file needs to mean what it says.
func refuseCommands(name string, statements []Statement) error {
	for _, s := range statements {
		if s.isCommand() && !harmless.MatchString(strings.ToLower(s.Text)) {
			word, _, _ := strings.Cut(s.brief(), " ")
			return fmt.Errorf("%s:%d: %s is a command of psql and no SQL: leave it out, or run the file once with psql: toubkal psql -f FILE", name, s.Line, word)
		}
	}
	return nil
}

// refused is err of the statement, in the file of this name and text.
func (s Statement) refused(name, text string, err error) *Error {
	e := &Error{File: name, Line: s.Line, Statement: s.brief(), Err: err}
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if _, _, copies := s.rows(); ok && copies {
		e.Where = pg.Where
	}
	if ok && pg.Position > 0 {
		before := firstRunes(s.Text, int(pg.Position)-1)
		e.Line += strings.Count(before, "\n")
		before = before[strings.LastIndexByte(before, '\n')+1:]
		e.Column = 1 + utf8.RuneCountInString(before)
		if e.Line == s.Line {
			e.Column += s.column(text)
		}
	}
	lines := strings.Split(text, "\n")
	e.Source = strings.TrimSuffix(lines[min(e.Line, len(lines))-1], "\r")
	return e
}

// column is the number of characters before the statement in its first line.
func (s Statement) column(text string) int {
	lines := strings.SplitN(text, "\n", s.Line+1)
	at := strings.Index(strings.Join(lines[s.Line-1:], "\n"), s.Text)
	return utf8.RuneCountInString(lines[s.Line-1][:max(0, min(at, len(lines[s.Line-1])))])
}

// firstRunes is the first n characters: PostgreSQL counts those, not bytes.
func firstRunes(text string, n int) string {
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}

// brief is the statement's first line, of at most 100 characters.
func (s Statement) brief() string {
	line, _, more := strings.Cut(s.Text, "\n")
	if utf8.RuneCountInString(line) > 100 {
		line, more = firstRunes(line, 100), true
	}
	if more {
		line += " …"
	}
	return line
}

// inTx runs fn in a transaction, and afterwards forgets what the files have set
// for the session: a file must mean the same applied alone or after others.
func inTx(ctx context.Context, conn *pgx.Conn, fn func(pgx.Tx) error) error {
	if err := pgx.BeginFunc(ctx, conn, fn); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "reset role; reset all")
	return err
}
