package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Refuse makes an error that the caller gets as {"error": message}.
func Refuse(status int, message string) error { return refuse(status, message) }

func refuse(status int, message string) *fault.Fault {
	f := fault.New(codes[status], message)
	if f.Code == "" {
		f.Code = "refused"
	}
	return f.WithStatus(status)
}

// codes by status; each is in fault/codes.go.
var codes = map[int]string{
	http.StatusUnauthorized:          fault.AuthNoAuthorization,
	http.StatusNotFound:              fault.NotFound,
	http.StatusRequestEntityTooLarge: fault.TooLarge,
	http.StatusBadRequest:            fault.AuthValidationFailed,
	http.StatusConflict:              fault.AuthConflict,
	http.StatusTooManyRequests:       fault.TooMany,
}

type panicked struct {
	function string
	reason   any
	stack    []byte
}

func (p *panicked) Error() string {
	return fmt.Sprintf("function %s panicked: %v", p.function, p.reason)
}

// refuse answers err as JSON {"error", "code"}. The text of a 500 goes to the log
// only.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := db.Fault(err, false)
	if f.Status >= http.StatusInternalServerError {
		s.log(r, err)
	}
	if f.Status == http.StatusInternalServerError {
		f = fault.As(errors.New("see the log"))
	}
	header := w.Header()
	for name, values := range f.Header {
		header[name] = values
	}
	header.Del("Content-Length") // the function may have set them before it failed
	header.Del("Content-Encoding")
	header.Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	text, err := json.Marshal(map[string]string{"error": f.Message, "code": f.Code})
	if err != nil { // two strings always marshal
		panic(err)
	}
	_, _ = w.Write(text) // the client may have left
}

// log writes the error of a request, unless the client has left: what fails then is
// its doing.
func (s *Service) log(r *http.Request, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return
	}
	s.o.Log.ErrorContext(r.Context(), "function failed", errorAttrs(err, "method", r.Method, "path", r.URL.Path)...)
}

func errorAttrs(err error, attrs ...any) []any {
	attrs = append(attrs, "error", err)
	if p, ok := errors.AsType[*panicked](err); ok {
		attrs = append(attrs, "stack", string(p.stack))
	}
	return attrs
}
