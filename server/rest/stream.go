package rest

import (
	"context"
	"errors"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/encode"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// stream answers a read by its rows, of which we make the body as they arrive:
// PostgreSQL takes twice as long for it, and has to hold it whole. What SQL has
// set for the answer is asked for behind the rows, in the same round trip.
func (h handler) stream(ctx context.Context, t *task, session db.Session) (plan.Result, error) {
	spool := reply.NewSpool()
	steps, err := t.streamSteps(spool)
	if err != nil {
		return plan.Result{}, err
	}
	t.release = spool.Release
	results, err := h.script(ctx, session, false, steps)
	if err != nil {
		return plan.Result{}, waitExceeded(err, t.request.Prefer)
	}
	return t.streamResult(spool, results)
}

func (t *task) streamSteps(into db.Sink) ([]db.Step, error) {
	rows, err := query.Rows(t.plan.Action.(plan.Read))
	if err != nil {
		return nil, err
	}
	planner, err := estimateStatement(t.plan)
	steps := []db.Step{{Statement: statement(rows), Sink: into}, {Statement: statement(query.Overrides())}}
	return append(steps, planner...), err
}

func (t *task) streamResult(spool *reply.Spool, results []db.Result) (plan.Result, error) {
	if err := spool.End(); err != nil {
		return plan.Result{}, err
	}
	overrides := results[1].Rows[0]
	result := plan.Result{Rows: spool.Rows(), Body: spool.Body(), Headers: overrides[0], Status: overrides[1]}
	if result.Body == nil {
		result.Stored = spool
	}
	return t.estimated(result, results[2:])
}

// needsDatabaseJSON reports whether to retry with a body that
// PostgreSQL makes: where the catalog is behind, we know no longer what the rows
// are made of (a column has another type, or is gone), and PostgreSQL does. What
// the request itself has wrong fails the same way again, and is not tried.
func needsDatabaseJSON(err error) bool {
	if errors.Is(err, encode.ErrType) {
		return true
	}
	step, ok := errors.AsType[*db.StepError](err)
	return ok && step.Err.Code == db.UndefinedColumn && strings.HasPrefix(step.SQL, `"_t".`)
}
