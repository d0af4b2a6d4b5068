package rest

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// task is one request, ready to run: its statement, and where the client wants
// to know how many rows the planner expects, the query for that. The two are
// in one round trip, and one transaction.
type task struct {
	request parse.Request
	plan    plan.Plan
	// guard is what must hold before the steps are taken: one step or none.
	guard []db.Step
	steps []db.Step
	// share is what the request takes of the memory of all.
	share *budget.Share
	// spool takes the rows of a stream, or the body that value has made; nil for neither.
	spool *reply.Spool
	// value takes the row of a statement with a body; nil for a stream, and without a body.
	value *valueSink
}

// done gives back what the body takes.
func (t *task) done() {
	if t.spool != nil {
		t.spool.Release()
	}
	t.spool, t.value = nil, nil
}

// hasBody reports whether PostgreSQL may send a large body: that of a plan is small.
func (t *task) hasBody() bool {
	return t.plan.Format.Body != plan.Nothing && t.plan.Format.Explain == nil
}

// build makes the statements of a plan.
func (t *task) build() error {
	sql, err := query.Build(t.plan)
	if err != nil {
		return err
	}
	planner, err := estimateStatement(t.plan)
	t.steps = append([]db.Step{{Statement: statement(sql)}}, planner...)
	t.value = nil
	if t.spool != nil {
		t.value = &valueSink{spool: t.spool, format: t.plan.Format}
		t.steps[0].Sink = t.value
	}
	return err
}

func statement(sql query.SQL) db.Statement {
	return db.Statement{SQL: sql.Text, Args: sql.Args, Formats: sql.Formats}
}

// estimateStatement is the query for an estimate: one step where a plan may want one,
// as it does where even the greatest count would not do; else none.
func estimateStatement(p plan.Plan) ([]db.Step, error) {
	unbounded := int64(math.MaxInt64)
	if !p.Estimates(plan.Result{Total: &unbounded}) {
		return nil, nil
	}
	sql, err := query.Planned(p.Action.(plan.Read))
	return []db.Step{{Statement: statement(sql)}}, err
}

// run is the one impure step. Only where the result decides whether a change
// stays does it cost a second round trip.
func (h *handler) run(ctx context.Context, t task, session db.Session) (plan.Result, error) {
	if reply.Decides(t.plan) {
		t.steps[len(t.steps)-1].Check = func(results []db.Result) error {
			_, err := t.outcome(results)
			return err
		}
	}
	results, err := h.script(ctx, session, len(t.guard) > 0, slices.Concat(t.guard, t.steps))
	if err != nil {
		return plan.Result{}, waitExceeded(err, t.request.Prefer)
	}
	return t.outcome(results)
}

// tries is how often a change with a condition is tried where others change the
// same rows. A second look reports whether they made the condition false.
const tries = 3

// script runs steps. Guarded ones need one snapshot, and are tried again where
// it was too old.
func (h *handler) script(ctx context.Context, session db.Session, guarded bool, steps []db.Step) ([]db.Result, error) {
	h.logQuery(ctx, steps)
	if !guarded {
		return h.Pool.Script(ctx, session, steps...)
	}
	if session.Isolation != "serializable" {
		session.Isolation = "repeatable read"
	}
	for range tries {
		results, err := h.Pool.Script(ctx, session, steps...)
		if err == nil || db.Fault(err, false).Code != db.SerializationFailure {
			return results, err
		}
	}
	return nil, reply.PreconditionFailed(fmt.Errorf("overtaken %d times", tries))
}

func (h *handler) logQuery(ctx context.Context, steps []db.Step) {
	if !h.LogQuery {
		return
	}
	for _, step := range steps {
		h.Log.InfoContext(ctx, "query", "sql", step.SQL)
	}
}

// outcome reads what the database answered to the steps of a task, and refuses
// what the request rules out.
func (t task) outcome(results []db.Result) (plan.Result, error) {
	results = results[len(t.guard):]
	rows := results[0].Rows
	if t.value != nil {
		rows = t.value.rows
	}
	result, err := query.Decode(t.plan, rows)
	if err != nil {
		return plan.Result{}, err
	}
	if t.value != nil && t.value.stored {
		if result.Body = t.spool.Body(); result.Body == nil {
			result.Stored = t.spool
		}
	}
	if err := reply.Check(t.plan, result); err != nil {
		return result, err
	}
	return t.estimated(result, results[1:])
}

// estimated puts the planner's number of rows into a result where it is wanted.
func (t task) estimated(result plan.Result, planner []db.Result) (plan.Result, error) {
	if len(planner) == 0 || !t.plan.Estimates(result) {
		return result, nil
	}
	rows, err := query.Estimate(planner[0].Rows[0])
	if result.Total != nil {
		rows = max(rows, *result.Total)
	}
	result.Total = &rows
	return result, err
}

// answer says what came of it. What was read has a tag, and so has the row that
// a change with a condition left, if it is shown: the next change can name it.
func (t task) answer(r *http.Request, result plan.Result) (reply.Answer, error) {
	answer, err := reply.Make(t.plan, result)
	switch {
	case err != nil:
		return reply.Answer{}, err
	case t.request.Reads():
		answer.Revalidate(t.plan, result, r.Header["If-None-Match"])
	case len(t.guard) > 0 && result.Rows == 1 && r.Method != http.MethodDelete:
		answer.Revalidate(t.plan, result, nil)
	}
	return answer, nil
}
