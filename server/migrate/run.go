package migrate

import (
	"context"
	"errors"
	"fmt"
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
	Err       error  // *pgconn.PgError for a refusal
}

// Error is "file:line: message (SQLSTATE), hint; in: statement".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s; in: %s", e.File, e.Line, message(e.Err), e.Statement)
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
	return runStatements(ctx, tx, name, text, Split(text))
}

// runStatements runs some of the statements of a file.
func runStatements(ctx context.Context, tx pgx.Tx, name, text string, statements []Statement) error {
	for _, s := range statements {
		if err := runStatement(ctx, tx, s); err != nil {
			return s.refused(name, text, err)
		}
	}
	return nil
}

var errEndsTransaction = errors.New("a file is one transaction, which this statement ends: leave begin, commit and rollback out")

func runStatement(ctx context.Context, tx pgx.Tx, s Statement) error {
	// The simple protocol: no statement is prepared, and any kind is allowed.
	conn := tx.Conn().PgConn()
	if _, err := conn.Exec(ctx, s.Text).ReadAll(); err != nil {
		return err
	}
	if conn.TxStatus() != 'T' {
		return errEndsTransaction
	}
	return nil
}

// refused is err of the statement, in the file of this name and text.
func (s Statement) refused(name, text string, err error) *Error {
	e := &Error{File: name, Line: s.Line, Statement: s.brief(), Err: err}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Position > 0 {
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

// column is how many characters stand before the statement in its first line.
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
