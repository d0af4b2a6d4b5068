package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/reply"
	"github.com/toubkal/toubkal/server/token"
)

// refuse answers with what went wrong. What is ours to mend is logged, with the
// SQL error that the client is not shown.
func (h handler) refuse(w http.ResponseWriter, r *http.Request, err error, claims token.Claims) {
	f := reply.Raised(db.Fault(err, claims.Role == h.Visitor.Role))
	asked(f)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && !left {
		h.Log.ErrorContext(r.Context(), "table request failed", "code", f.Code, "status", f.Status, "error", err)
	}
	reply.Fault(w, f, reply.Manner{Terse: h.Terse, Request: refused(err)})
}

// late says that it was the client's own wait that ended a statement. What the
// operator's limit ends without one stays PostgREST's 500.
func late(err error, prefer parse.Prefer) error {
	if prefer.Wait == 0 || db.Fault(err, false).Code != db.QueryCanceled {
		return err
	}
	return fault.New(db.QueryCanceled, "The statement took longer than Prefer: wait, or the limit of the role, allows").
		WithStatus(http.StatusGatewayTimeout).Because(err)
}

// theirs are refusals of PostgreSQL that PostgREST answers with a 500, although
// it is the request that asks for what cannot be: with a value that is too
// large or too deep, two rows of one key, a view that takes no rows.
var theirs = []struct {
	code, message string
	status        int
}{
	{"54000", "", http.StatusBadRequest},
	{"54011", "", http.StatusBadRequest},
	{"54023", "", http.StatusBadRequest},
	{"XX000", "tsquery stack too small", http.StatusBadRequest},
	{"XX000", "cache lookup failed for text search configuration", http.StatusBadRequest}, // fts(7): a number is an OID
	{"XX000", "failed to find conversion function from unknown", http.StatusBadRequest},   // a cast to it
	{"21000", "ON CONFLICT DO UPDATE command cannot affect row a second time", http.StatusBadRequest},
	{"55000", "cannot insert into view", http.StatusMethodNotAllowed},
	{"55000", "cannot update view", http.StatusMethodNotAllowed},
	{"55000", "cannot delete from view", http.StatusMethodNotAllowed},
}

// asked gives a refusal that the request brought about the status of one.
func asked(f *fault.Fault) {
	for _, known := range theirs {
		if f.Code == known.code && strings.HasPrefix(f.Message, known.message) {
			f.Status = known.status
			return
		}
	}
}
