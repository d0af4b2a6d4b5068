package db

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/admission"
)

// Statement is one SQL text and its arguments in PostgreSQL's text format; a
// nil argument is NULL. Types are inferred by PostgreSQL.
type Statement struct {
	SQL  string
	Args [][]byte
	// Formats has 1 for each argument that is in binary format, else 0; nil where
	// none is.
	Formats []int16
	// Once says that the statement is not kept prepared: its plan would outlive what it depends on.
	Once bool
	// Many is the same for several requests at once, where the statement is all that a
	// request executes, as the login, and its session is Short: each parameter is an array
	// of text with the parameters of the requests, and the first column of a row is the
	// number of its request, from 1, as bigint. The other columns are those of SQL. "" for none.
	Many string
}

// Result is the result of a statement, each value in text format, nil for NULL.
type Result struct {
	Rows [][][]byte
	// Affected is the number of rows that it has selected, inserted, updated or deleted; 0 where a
	// Sink took them.
	Affected int64
}

// ErrNoRows is the error of scanning a row that is not there.
var ErrNoRows = pgx.ErrNoRows

// Tx is an open transaction in the caller's role.
type Tx = pgx.Tx

// Tx runs fn as the caller in one transaction of as many statements as it
// needs; it commits if fn returns nil.
func (p *Pool) Tx(ctx context.Context, s Session, fn func(Tx) error) error {
	return p.transaction(ctx, s.Admission, func(ctx context.Context, tx Tx) error {
		if err := Become(ctx, tx, s); err != nil {
			return err
		}
		return fn(tx)
	})
}

// LoginTx is Tx in the login role, for what is not done as a caller.
func (p *Pool) LoginTx(ctx context.Context, fn func(Tx) error) error {
	return p.transaction(ctx, admission.Request{}, func(_ context.Context, tx Tx) error { return fn(tx) })
}

// transaction begins again where the connection had died before, and nothing was done on it.
func (p *Pool) transaction(ctx context.Context, r admission.Request, fn func(context.Context, Tx) error) error {
	for attempt := 1; ; attempt++ {
		again, err := p.tryTransaction(ctx, r, fn)
		if err == nil || !again || attempt == maxAttempts {
			return err
		}
	}
}

// tryTransaction is one attempt. again reports whether the next one is safe.
func (p *Pool) tryTransaction(ctx context.Context, r admission.Request, fn func(context.Context, Tx) error) (again bool, err error) {
	ctx, conn, err := p.acquire(ctx, r)
	if err != nil {
		return false, err
	}
	defer conn.release()
	begun := false
	if err = conn.forget(ctx); err == nil {
		err = pgx.BeginFunc(ctx, conn.conn(), func(tx pgx.Tx) error {
			begun = true
			return fn(ctx, tx)
		})
	}
	return !begun && conn.conn().IsClosed() && ctx.Err() == nil, cancelReason(ctx, err)
}

// Repeat is Conn for what may be done twice, such as a read, or a change that is the same
// whether it is made once or again: it is done again where the connection was lost.
func (p *Pool) Repeat(ctx context.Context, fn func(*Conn) error) error {
	for attempt := 1; ; attempt++ {
		dead := false
		err := p.Conn(ctx, func(conn *Conn) error {
			err := fn(conn)
			dead = conn.IsClosed()
			return err
		})
		if err == nil || !dead || ctx.Err() != nil || attempt == maxAttempts {
			return err
		}
	}
}

// cancelReason adds why we had PostgreSQL cancel a statement: PostgreSQL itself
// reports only "canceling statement due to user request", and where it does not answer,
// a read ends at the deadline that canceler has set.
func cancelReason(ctx context.Context, err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if ctx.Err() != nil && (ok && pg.Code == QueryCanceled || errors.Is(err, os.ErrDeadlineExceeded)) {
		return fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return err
}

// Become gives an open transaction the caller's role and settings until it ends.
func Become(ctx context.Context, tx Tx, s Session) error {
	if _, err := Exec(ctx, tx, s.begin()); err != nil {
		return fmt.Errorf("become %q: %w", s.Claims.Role, unknownRole(err))
	}
	return nil
}

// Becoming is the statement of Become.
func Becoming(s Session) Statement { return s.begin() }

// Exec executes a statement in an open transaction, without its rows.
func Exec(ctx context.Context, tx Tx, st Statement) (pgconn.CommandTag, error) {
	args := make([]any, len(st.Args))
	for i, arg := range st.Args {
		if arg != nil {
			args[i] = string(arg)
		}
	}
	return tx.Exec(ctx, st.SQL, args...)
}
