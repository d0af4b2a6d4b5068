package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
	"github.com/toubkal/toubkal/server/token"
)

// writeError answers with what went wrong. What is ours to mend is logged, with the
// SQL error that the client is not shown.
func (h *handler) writeError(w http.ResponseWriter, r *http.Request, err error, claims token.Claims) {
	f := reply.Raised(db.Fault(h.boundExceeded(err), h.isAnonymous(claims)))
	asClientError(f, err)
	if h.LimitsAre503 && f.Status == http.StatusInternalServerError && (f.Code == db.LockNotAvailable || f.Code == db.QueryCanceled) {
		f.WithStatus(http.StatusServiceUnavailable).WithHeader("Retry-After", "1")
	}
	if mended, ok := errors.AsType[*execute.Hinted](err); ok {
		f.Hint = mended.Hint
	}
	left := errors.Is(r.Context().Err(), context.Canceled) // the client disconnected: no answer is read
	if f.Status >= http.StatusInternalServerError && !left {
		h.Log.ErrorContext(r.Context(), "table request failed", "code", f.Code, "status", f.Status, "error", err)
	}
	options := reply.ErrorOptions{Minimal: h.MinimalErrors}
	if part, ok := errors.AsType[*partError](err); ok {
		options.Request = &part.index
	}
	reply.Error(w, f, options)
}

// boundExceeded names the bound on memory that an error is about.
func (h *handler) boundExceeded(err error) error {
	step, refused := errors.AsType[*db.StepError](err)
	refused = refused && step.Err.Code == query.TooLarge && step.Err.Routine == query.TooLargeRoutine && step.Err.Where == "" && h.AnswerLimit > 0
	switch {
	case errors.Is(err, budget.ErrSpent):
		return budget.Refusal(err)
	case refused, db.IsTooLong(err), errors.Is(err, reply.ErrTooLarge):
		return fault.New(fault.AnswerTooLarge, fmt.Sprintf(
			"The answer is too large: at most %d bytes, of which one row, or what is no array of rows, may take a quarter", h.AnswerLimit,
		)).WithHint("Ask for fewer rows (limit, Range) or columns (select), or in several requests, or let the operator raise TOUBKAL_REST_ANSWER_LIMIT.").Because(err)
	}
	return err
}

// clientErrors are errors of PostgreSQL that PostgREST answers with a 500, although
// it is the request that asks for what cannot be: with a value that is too
// large or too deep, two rows of one key, a view that takes no rows. A routine
// is the function in PostgreSQL's source that refuses, of 15 to 18; "" is any.
var clientErrors = []struct {
	code, routine string
	status        int
}{
	{"54000", "", http.StatusBadRequest},
	{"54011", "", http.StatusBadRequest},
	{"54023", "", http.StatusBadRequest},
	{"XX000", "pushOpStack", http.StatusBadRequest},            // tsquery stack too small
	{"XX000", "lookup_ts_config_cache", http.StatusBadRequest}, // fts(7): a number is an OID
	{"XX000", "coerce_type", http.StatusBadRequest},            // a cast to unknown
	{"21000", "ExecOnConflictUpdate", http.StatusBadRequest},
	{"21000", "delete_needs_where_check", http.StatusBadRequest}, // pg-safeupdate, for PostgREST too
	{"55000", "rewriteTargetView", http.StatusMethodNotAllowed},  // up to 16
	{"55000", "error_view_not_updatable", http.StatusMethodNotAllowed},
}

// asClientError sets the status of an error that the request has caused.
func asClientError(f *fault.Fault, err error) {
	step, ok := errors.AsType[*db.StepError](err)
	for _, known := range clientErrors {
		if ok && step.Err.Code == known.code && (known.routine == "" || step.Err.Routine == known.routine) {
			f.Status = known.status
			return
		}
	}
}
