package mcp

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/toubkal/toubkal/server/console/audit"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// session is a connection of its own, which is closed at the end with all that statements have
// set on it. Every statement that an assistant writes runs on one.
type session struct {
	*db.Conn
	settings []db.Setting
}

// as runs fn on a session of a caller.
func (s *Server) as(ctx context.Context, c caller, fn func(session) error) error {
	owners, pool, err := s.Pools(ctx)
	if err != nil {
		return err
	}
	settings := []db.Setting{
		{Name: "search_path", Value: `"$user", public, extensions`}, // that of psql: extensions are found too
		{Name: "statement_timeout", Value: strconv.FormatInt(timeout.Milliseconds(), 10)},
	}
	if c.rank == ofOwner {
		pool = owners
	} else {
		claims, err := s.claims(ctx, owners, c)
		if err != nil {
			return err
		}
		settings = append(settings, db.Setting{Name: "request.jwt.claims", Value: string(claims.JSON)}, db.Setting{Name: "role", Value: claims.Role})
	}
	// A connection of the pool may have been lost since: find out before anything is executed.
	if err := pool.Repeat(ctx, func(conn *db.Conn) error { return conn.Ping(ctx) }); err != nil {
		return err
	}
	return pool.Conn(ctx, func(conn *db.Conn) error {
		defer func() {
			closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = conn.Close(closing)
		}()
		return fn(session{conn, settings})
	})
}

// begin begins a transaction of the caller. A read-only one cannot be made another: it has
// executed a query.
func (s session) begin(ctx context.Context, readOnly bool) error {
	sql := "begin read write"
	if readOnly {
		sql = "begin read only"
	}
	if err := s.run(ctx, sql); err != nil {
		return err
	}
	for _, setting := range s.settings {
		if _, err := s.Exec(ctx, "select set_config($1, $2, true)", setting.Name, setting.Value); err != nil {
			return err
		}
	}
	return nil
}

// run runs one statement: the extended protocol refuses several.
func (s session) run(ctx context.Context, sql string) error {
	_, err := s.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil).Close()
	return err
}

// audited runs fn, and writes a line about it.
func (s *Server) audited(ctx context.Context, c caller, statement string, written bool, fn func() (rows int64, err error)) error {
	began := time.Now()
	rows, err := fn()
	if err != nil && errors.Is(context.Cause(ctx), context.Canceled) {
		err = fault.New(db.QueryCanceled, "The statement was cancelled.").Because(err)
	}
	owners, _, failed := s.Pools(ctx)
	if failed != nil {
		return err
	}
	s.trail.Write(ctx, owners, s.Log, audit.Line{
		Operator: s.Operator, Role: c.name(), Statement: statement, Written: written, Took: time.Since(began), Rows: rows, Err: err,
	})
	return err
}
