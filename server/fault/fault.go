// Package fault is the one error that a caller may see: a code, a status and
// a message. Any other error becomes a 500 whose text stays in the log.
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Fault says why a request was refused, in the terms of the API that refused
// it. Its Code is one of codes.go or an SQLSTATE of PostgreSQL.
type Fault struct {
	Code    string // "PGRST116", "invalid_credentials", "42501"
	Status  int    // HTTP status, 300 to 599
	Message string // for a person: what happened
	Details any    // nil, a string, or a list (PGRST201, PGRST203)
	Hint    string // what to do; "" is printed as null
	Header  http.Header
	cause   error
}

// New makes a fault with the status that codes.go gives the code; an unknown
// code (an SQLSTATE) gets 400.
func New(code, message string) *Fault {
	return &Fault{Code: code, Status: StatusOf(code), Message: message}
}

// Error is the message alone: a fault is meant to be read.
func (f *Fault) Error() string { return f.Message }

// Unwrap gives the error behind the fault, for the log only.
func (f *Fault) Unwrap() error { return f.cause }

// Because keeps the error behind the fault for the log.
func (f *Fault) Because(err error) *Fault { f.cause = err; return f }

// WithDetails adds what exactly was wrong.
func (f *Fault) WithDetails(details any) *Fault { f.Details = details; return f }

// WithHint adds what the caller could do.
func (f *Fault) WithHint(hint string) *Fault { f.Hint = hint; return f }

// WithStatus overrides the status that the code implies.
func (f *Fault) WithStatus(status int) *Fault { f.Status = status; return f }

// WithHeader adds a header to the refusal, such as WWW-Authenticate.
func (f *Fault) WithHeader(name, value string) *Fault {
	if f.Header == nil {
		f.Header = http.Header{}
	}
	f.Header.Add(name, value)
	return f
}

// As finds the fault in err. An error that carries none is Internal: its text
// is for the log, never for the caller.
func As(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return New(Internal, "Something went wrong on our side. Please try again.").Because(err)
}

// JSONProblem says what json.Unmarshal refused, without the names of Go types: `unexpected number in "limit"`.
func JSONProblem(err error) string {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return err.Error()
	case wrong.Field == "":
		return "unexpected " + wrong.Value
	}
	return fmt.Sprintf("unexpected %s in %q", wrong.Value, wrong.Field)
}

// Sentence is the text of an error as a sentence: with a capital and a full stop.
func Sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
