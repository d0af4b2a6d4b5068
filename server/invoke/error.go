package invoke

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Refuse makes an error that the caller reads as {"error": message}.
func Refuse(status int, message string) error { return refuse(status, message) }

func refuse(status int, message string) *fault.Fault {
	f := fault.New(codes[status], message)
	if f.Code == "" {
		f.Code = "refused"
	}
	return f.WithStatus(status)
}

// codes name what a status means; each is in fault/codes.go.
var codes = map[int]string{
	http.StatusUnauthorized:          fault.AuthNoAuthorization,
	http.StatusNotFound:              fault.NotFound,
	http.StatusRequestEntityTooLarge: fault.TooLarge,
	http.StatusBadRequest:            fault.AuthValidationFailed,
	http.StatusConflict:              fault.AuthConflict,
	http.StatusTooManyRequests:       fault.TooMany,
}

// Code tells what an error of As or CreateUser is: an SQLSTATE ("23505"), a
// code of auth ("email_exists"), or "internal".
func Code(err error) string { return db.Fault(err, false).Code }

type panicked struct {
	function string
	reason   any
	stack    []byte
}

func (p *panicked) Error() string {
	return fmt.Sprintf("function %s panicked: %v", p.function, p.reason)
}

func stack() []byte { return debug.Stack() }

// refuse answers err as JSON {"error", "code"}. A 500 is logged, and says
// nothing.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := db.Fault(err, false)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && !left {
		s.report(r, err)
	}
	if f.Status == http.StatusInternalServerError {
		f = fault.As(errors.New("see the log"))
	}
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	text, err := json.Marshal(map[string]string{"error": f.Message, "code": f.Code})
	if err != nil { // two strings always marshal
		panic(err)
	}
	send(w, f.Status, "application/json", text)
}

func (s *Service) report(r *http.Request, err error) {
	s.withStack(err).ErrorContext(r.Context(), "functions: "+r.Method+" "+r.URL.Path)
}

func (s *Service) reportLater(ctx context.Context, name string, err error) {
	s.withStack(err).ErrorContext(ctx, "functions: after "+name+" was answered")
}

func (s *Service) withStack(err error) *slog.Logger {
	log := s.log.With("error", err)
	if p, ok := errors.AsType[*panicked](err); ok {
		log = log.With("stack", string(p.stack))
	}
	return log
}

func (s *Service) reply(w http.ResponseWriter, r *http.Request, result any) {
	if result == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if file, ok := result.(File); ok {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
		send(w, http.StatusOK, file.Type, file.Bytes)
		return
	}
	if page, ok := result.(Page); ok {
		page.send(w)
		return
	}
	text, err := json.Marshal(result)
	if err != nil {
		s.refuse(w, r, fmt.Errorf("print the result of a function: %w", err))
		return
	}
	send(w, http.StatusOK, "application/json", text)
}

// File is a result that is sent as it is, to one person: nobody may keep it on the
// way.
type File struct {
	// Name is what it is called on a disk: letters, digits, points and hyphens.
	Name, Type string
	Bytes      []byte
}

// Page is a result that a person reads who has followed a link: whole HTML with
// inline styles and at most a form, and nothing else that a browser would fetch.
// Its address may hold a secret, which goes nowhere from here.
type Page struct {
	// Status defaults to 200.
	Status         int
	Language, HTML string
}

func (p Page) send(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", p.Language)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("X-Content-Type-Options", "nosniff")
	send(w, cmp.Or(p.Status, http.StatusOK), "text/html; charset=utf-8", []byte(p.HTML))
}

func send(w http.ResponseWriter, status int, kind string, text []byte) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have left
}
