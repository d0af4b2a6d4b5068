// Package gotrue is the form of GoTrue's API: bodies of requests, answers, errors with their codes, and
// the addresses that a link may lead to. It refuses bodies that are too large or no JSON.
package gotrue

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

const (
	versionHeader = "X-Supabase-Api-Version"
	codeHeader    = "X-Sb-Error-Code"
	// version20240101 is the API version whose errors carry the code as text.
	version20240101 = "2024-01-01"
)

func Reply(w http.ResponseWriter, status int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have left
	return nil
}

// Refuse answers err in the shape that the request's API version asks for. What
// is no fault is logged and answered 500.
func Refuse(w http.ResponseWriter, r *http.Request, log *slog.Logger, err error) {
	f := Fault(err)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && !left {
		log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err, "cause", f.Unwrap())
	}
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	body := map[string]any{"code": f.Status, "error_code": f.Code, "msg": f.Message}
	// A client of 2024-01-01 or later reads the code as text. Dates without a time compare
	// as text; what is no date is an old client's.
	version := r.Header.Get(versionHeader)
	_, noDate := time.Parse(time.DateOnly, version)
	dated := noDate == nil && version >= version20240101
	if dated {
		// The client reads the code only if the version is echoed.
		w.Header().Set(versionHeader, version20240101)
		body = map[string]any{"code": f.Code, "message": f.Message}
	}
	if f.Hint != "" {
		body["hint"] = f.Hint
	}
	if f.Code == fault.AuthWeakPassword {
		body["weak_password"] = map[string]any{"reasons": f.Details}
	}
	if !dated || f.Code != fault.AuthWeakPassword {
		w.Header().Set(codeHeader, f.Code)
	}
	_ = Reply(w, f.Status, body)
}

// Fault gives every error one of auth's own codes. An unavailable database, also one that starts,
// stops or is full, is distinguished from one that refuses: stock clients keep their session over a
// 503, and drop it over a 500.
func Fault(err error) *fault.Fault {
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	pg, fromServer := errors.AsType[*pgconn.PgError](err)
	if fromServer && strings.HasPrefix(pg.Code, "PT") { // an application's 503 is not the database's
		return raised(pg).Because(err)
	}
	over := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	if !over && (errors.Is(err, db.ErrBusy) || db.Fault(err, false).Status == http.StatusServiceUnavailable) {
		return unavailable().Because(err)
	}
	if fromServer {
		return fromPostgres(pg).Because(err)
	}
	if over {
		return tooLong().Because(err)
	}
	return unexpected().Because(err)
}

func unavailable() *fault.Fault {
	return fault.New(fault.Unavailable, "The database does not answer, please retry after a moment.")
}

func tooLong() *fault.Fault {
	return fault.New(fault.Timeout, "Processing this request timed out, please retry after a moment.")
}

func unexpected() *fault.Fault {
	return fault.New(fault.AuthUnexpected, "Unexpected failure, please check server logs for more information")
}

// fromPostgres turns what a client can cause into a 4xx: values that cannot be
// stored, taken names, and whatever triggers and foreign keys of the
// application refuse, with their message. GoTrue answers most of these with 500.
func fromPostgres(pg *pgconn.PgError) *fault.Fault {
	switch {
	case pg.ConstraintName == "users_email_partial_key":
		return fault.New(fault.AuthEmailExists, "A user with this email address has already been registered")
	case pg.ConstraintName == "users_phone_key":
		return fault.New(fault.AuthPhoneExists, "A user with this phone number has already been registered")
	case pg.ConstraintName == "users_pkey":
		return fault.New(fault.AuthConflict, "A user with this id already exists")
	case pg.Code == "57014": // query_canceled, statement_timeout
		return tooLong()
	case strings.HasPrefix(pg.Code, "57P"): // a crash or a shutdown ended the connection
		return unavailable()
	case pg.Code == "40001", pg.Code == "40P01": // serialization_failure, deadlock_detected
		return fault.New(fault.AuthConflict, "Too many concurrent requests, please retry after a moment.")
	case strings.HasPrefix(pg.Code, "22"), strings.HasPrefix(pg.Code, "54"):
		return Invalid("A value cannot be stored: " + pg.Message)
	case strings.HasPrefix(pg.Code, "23"), pg.Code == "P0001", pg.Code == db.InsufficientPrivilege:
		return raised(pg)
	}
	return unexpected()
}

// raised is an error of a trigger, or of a constraint, of the application: with its own message
// and hint, and the status that the table API gives it. Its detail may show the whole row.
func raised(pg *pgconn.PgError) *fault.Fault {
	status, code := db.StatusOf(pg.Code, false), fault.AuthValidationFailed
	switch {
	case status < http.StatusBadRequest: // PT200 is a refusal too
		status = http.StatusBadRequest
	case status == http.StatusConflict:
		code = fault.AuthConflict
	case status >= http.StatusInternalServerError:
		code = fault.AuthUnexpected
	}
	return fault.New(code, pg.Message).WithStatus(status).WithHint(pg.Hint)
}

func Invalid(message string) *fault.Fault { return fault.New(fault.AuthValidationFailed, message) }

// RefusedBy gives a database error auth's own code, so that callers of the Go
// API can switch on it.
func RefusedBy(err error) error {
	if f := Fault(err); f.Code != fault.AuthUnexpected {
		return f
	}
	return err
}
