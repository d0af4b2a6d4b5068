package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/fault"
)

// Fault makes an error of the database the answer that the caller may see, with
// the statuses of PostgREST's table
// (https://postgrest.org/en/stable/references/errors.html). anonymous decides
// whether a missing right is 401 (sign in) or 403.
func Fault(err error, anonymous bool) *fault.Fault {
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	over := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, admission.ErrPreempted)
	// An error while connecting (PostgreSQL starts up, is full, or our password is
	// wrong) is not about the caller.
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && !over && !connecting {
		f := fromPostgres(pg, anonymous).Because(err)
		if errors.Is(err, errUnknownRole) {
			f.WithStatus(401).WithHeader("WWW-Authenticate", "Bearer")
		}
		return f
	}
	switch {
	case errors.Is(err, admission.ErrPreempted):
		return fault.New(fault.Unavailable, "The server is busy, and this request took long. Try again later, or ask for less.").
			WithHeader("Retry-After", "5").Because(err)
	case errors.Is(err, admission.ErrTooMany):
		return fault.New(fault.TooMany, "Too many of your requests are waiting. Try again in a second, with fewer at a time.").
			WithHeader("Retry-After", "1").Because(err)
	case errors.Is(err, ErrBusy):
		return fault.New(fault.RestPoolTimeout, "Timed out acquiring connection from connection pool.").Because(err)
	case over:
		return fault.New(fault.Timeout, "The request took too long and was cancelled.").Because(err)
	case connecting:
		return fault.New(fault.RestNoConnection, "Database connection error. Retrying the connection.").Because(err)
	case pgconn.SafeToRetry(err), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, pgconn.ErrConnClosed),
		errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), // a server that was killed
		errors.Is(err, os.ErrDeadlineExceeded): // while it was written to
		return fault.New(fault.RestConnectionLost, "Database client error. Retrying the connection.").Because(err)
	}
	return fault.As(err)
}

// Refused is PostgreSQL's error inside err, nil for none.
func Refused(err error) *pgconn.PgError {
	pg, _ := errors.AsType[*pgconn.PgError](err)
	return pg
}

// IsTooLong reports whether PostgreSQL sent a message above Options.MaxMessage.
func IsTooLong(err error) bool {
	_, ok := errors.AsType[*pgproto3.ExceededMaxBodyLenErr](err)
	return ok
}

func fromPostgres(pg *pgconn.PgError, anonymous bool) *fault.Fault {
	f := &fault.Fault{
		Code: pg.Code, Message: pg.Message, Hint: pg.Hint,
		Status: StatusOf(pg.Code, anonymous),
	}
	if pg.Detail != "" {
		f.Details = pg.Detail
	}
	// A value of the request that PostgreSQL would read by recursion, such as a text
	// search of 200,000 brackets. A function that calls itself without end has a context.
	if pg.Code == "54001" && pg.Where == "" {
		f.Status = 400
	}
	switch {
	case f.Status == 401:
		f.WithHeader("WWW-Authenticate", "Bearer")
	case pg.Code == SerializationFailure, pg.Code == DeadlockDetected:
		f.WithHeader("Retry-After", "1")
	}
	return f
}

var errUnknownRole = errors.New("the role of the caller does not exist")

// unknownRole marks an error of the statements that set the caller's role. Of the
// parameters that these set only the role can be wrong; which one it is PostgreSQL
// reports in its message alone.
func unknownRole(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "22023" && pg.Routine == "call_string_check_hook" {
		return fmt.Errorf("%w: %w", errUnknownRole, err)
	}
	return err
}

// QueryCanceled is the SQLSTATE of a cancelled statement: by the client, or by
// statement_timeout.
const QueryCanceled = "57014"

// LockNotAvailable is the SQLSTATE of a wait for a lock that lock_timeout has ended, and
// of a lock that is not waited for (nowait).
const LockNotAvailable = "55P03"

// SerializationFailure is the SQLSTATE of a statement whose snapshot is too old
// for what it would change.
const SerializationFailure = "40001"

// DeadlockDetected is the SQLSTATE of a transaction that was chosen to end a deadlock.
const DeadlockDetected = "40P01"

// TooManyConnections is the SQLSTATE of a connection beyond those that PostgreSQL takes.
const TooManyConnections = "53300"

// InsufficientPrivilege is the SQLSTATE of a missing privilege, and of a row
// that a policy refuses.
const InsufficientPrivilege = "42501"

// UndefinedColumn is the SQLSTATE of a statement that names a column which is
// not there.
const UndefinedColumn = "42703"

// byCode has the SQLSTATEs whose status differs from that of their class.
var byCode = map[string]int{
	"23503": 409, "23505": 409, "25006": 405, "21000": 500, "42883": 404,
	"42P01": 404, "42P17": 500, "57P01": 503, "53400": 500, "P0001": 400,
	SerializationFailure: 503, DeadlockDetected: 503, // nothing was done: the client may try again
}

// byClass maps the first two characters of an SQLSTATE; all others are 400.
var byClass = map[string]int{
	"08": 503, "53": 503, "54": 500, "55": 500, "57": 500, "58": 500, "09": 500,
	"25": 500, "2D": 500, "38": 500, "39": 500, "3B": 500, "40": 500, "F0": 500,
	"HV": 500, "XX": 500, "P0": 500, "0L": 403, "0P": 403, "28": 403,
}

// StatusOf is the HTTP status of an SQLSTATE.
func StatusOf(code string, anonymous bool) int {
	switch {
	case code == "42501" && anonymous:
		return 401
	case code == "42501":
		return 403
	case strings.HasPrefix(code, "PT"): // raise sqlstate 'PT402'; no answer ends with a status below 200 (RFC 9110)
		status, err := strconv.Atoi(code[2:])
		if err != nil || status < 200 || status > 599 {
			return 500
		}
		return status
	}
	if status, ok := byCode[code]; ok {
		return status
	}
	if status, ok := byClass[code[:min(2, len(code))]]; ok {
		return status
	}
	return 400
}

// IsUnavailable reports whether err means that the database was not reached: no
// connection was free in time, or the connection failed, and not the statement.
func IsUnavailable(err error) bool {
	if err == nil {
		return false
	}
	f := Fault(err, false)
	return errors.Is(err, ErrBusy) || f.Status == 503 && f.Code != SerializationFailure && f.Code != DeadlockDetected
}
