package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Statement is one SQL text and its arguments in PostgreSQL's text format; a
// nil argument is NULL. Types are inferred by PostgreSQL.
type Statement struct {
	SQL  string
	Args [][]byte
}

// Result is what a statement returned, each value in text format, nil for NULL.
type Result struct{ Rows [][][]byte }

// ErrNoRows is what a row that is not there scans to.
var ErrNoRows = pgx.ErrNoRows

// Tx is an open transaction that already is the caller.
type Tx = pgx.Tx

// Tx runs fn as the caller in one transaction of as many statements as it
// needs; it commits if fn returns nil.
func (p *Pool) Tx(ctx context.Context, s Session, fn func(Tx) error) error {
	conn, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	return ended(ctx, pgx.BeginFunc(ctx, conn.conn(), func(tx pgx.Tx) error {
		if err := Become(ctx, tx, s); err != nil {
			return err
		}
		return fn(tx)
	}))
}

// ended names the reason where it was we who had PostgreSQL cancel: all that
// PostgreSQL knows of it is "canceling statement due to user request".
func ended(ctx context.Context, err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == QueryCanceled && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}

// Become turns an open transaction into the caller, for the rest of it.
func Become(ctx context.Context, tx Tx, s Session) error {
	st := s.begin()
	args := make([]any, len(st.Args))
	for i, arg := range st.Args {
		args[i] = string(arg)
	}
	if _, err := tx.Exec(ctx, st.SQL, args...); err != nil {
		return fmt.Errorf("become %q: %w", s.Claims.Role, refusedRole(err))
	}
	return nil
}

// exchange lends a connection to fn, and tries up to twice more where that is
// safe: on a connection that had died before anything was sent, or under a script
// that writes nothing, and with a prepared plan that a schema change made stale
// (PostgreSQL refuses it before executing anything).
func (p *Pool) exchange(ctx context.Context, s Session, fn func(*wire) ([]Result, error)) ([]Result, error) {
	for attempt := 0; ; attempt++ {
		results, err, again := p.once(ctx, s, fn)
		if err == nil || !again || attempt == 2 {
			return results, err
		}
	}
}

func (p *Pool) once(ctx context.Context, s Session, fn func(*wire) ([]Result, error)) ([]Result, error, bool) {
	conn, err := p.acquire(ctx)
	if err != nil {
		return nil, err, false
	}
	defer conn.release()
	pg := conn.conn().PgConn()
	results, err := fn(&wire{conn: pg, prepared: preparedOn(pg), unprepared: p.unprepared})
	if err == nil || ctx.Err() != nil {
		return results, ended(ctx, err), false
	}
	if stalePlan(err) {
		forget(pg)
		return nil, err, true
	}
	return results, err, pgconn.SafeToRetry(err) || (s.ReadOnly && pg.IsClosed())
}
