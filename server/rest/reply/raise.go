package reply

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/fault"
)

// raised is the message of `raise sqlstate 'PGRST'`.
type raised struct {
	Code, Message *string
	Details       *string
	Hint          string
}

// detail is its detail.
type detail struct {
	Status  *int
	Headers *map[string]string
}

// Raised reads a fault that SQL raised with SQLSTATE PGRST: its message and
// detail are JSON and control the whole answer. Others stay as they are.
func Raised(f *fault.Fault) *fault.Fault {
	if f.Code != "PGRST" {
		return f
	}
	var m raised
	if json.Unmarshal([]byte(f.Message), &m) != nil || m.Code == nil || m.Message == nil {
		return badRaise(
			"Invalid JSON value for MESSAGE: '"+f.Message+"'",
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
		)
	}
	const hint = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
	text, ok := f.Details.(string)
	if !ok {
		return badRaise("DETAIL is missing in the RAISE statement", hint)
	}
	var d detail
	if json.Unmarshal([]byte(text), &d) != nil || d.Status == nil || d.Headers == nil || *d.Status < 200 || *d.Status > 599 {
		return badRaise("Invalid JSON value for DETAIL: '"+text+"'", hint)
	}
	return m.fault(d)
}

func (r raised) fault(d detail) *fault.Fault {
	f := &fault.Fault{Code: *r.Code, Message: *r.Message, Hint: r.Hint, Status: *d.Status, Header: http.Header{}}
	if r.Details != nil {
		f.Details = *r.Details
	}
	for name, value := range *d.Headers {
		f.Header.Set(name, value)
	}
	return f
}

func badRaise(details, hint string) *fault.Fault {
	return fault.New(fault.RestBadRaise, `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`).
		WithDetails(details).WithHint(hint)
}
