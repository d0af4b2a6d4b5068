package execute

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// Task is one request, ready to run: its statement, and where the client wants
// to know how many rows the planner expects, the query for that. The two are
// in one round trip, and one transaction.
type Task struct {
	Request parse.Request
	Plan    plan.Plan
	// Share is the request's part of the memory budget.
	Share *budget.Share
	// Guard is the check before the steps: one step or none.
	Guard []db.Step
	Steps []db.Step
	// Spool takes the rows of a stream, or the body that value has made; nil for neither.
	Spool *reply.Spool
	// value takes the row of a statement with a body; nil for a stream, and without a body.
	value *valueSink
}

// Done gives back what the body takes.
func (t *Task) Done() {
	if t.Spool != nil {
		t.Spool.Release()
	}
	t.Spool, t.value = nil, nil
}

// HasBody reports whether PostgreSQL may send a large body: that of a plan is small.
func (t *Task) HasBody() bool {
	return t.Plan.Format.Body != plan.Nothing && t.Plan.Format.Explain == nil
}

// Build makes the statements of a plan.
func (t *Task) Build() error {
	sql, err := query.Build(t.Plan)
	if err != nil {
		return err
	}
	planner, err := estimateStatement(t.Plan)
	t.Steps = append([]db.Step{{Statement: Statement(sql)}}, planner...)
	t.value = nil
	if t.Spool != nil {
		t.value = &valueSink{spool: t.Spool, format: t.Plan.Format}
		t.Steps[0].Sink = t.value
	}
	return err
}

// Statement is SQL as the database takes it.
func Statement(sql query.SQL) db.Statement {
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
	return []db.Step{{Statement: Statement(sql)}}, err
}

// run is the one impure step. Only where the result decides whether a change
// stays does it cost a second round trip.
func (e *Executor) run(ctx context.Context, t Task, session db.Session) (plan.Result, error) {
	if reply.Decides(t.Plan) {
		t.Steps[len(t.Steps)-1].Check = func(results []db.Result) error {
			_, err := t.Outcome(results)
			return err
		}
	}
	results, err := e.Script(ctx, session, len(t.Guard) > 0, slices.Concat(t.Guard, t.Steps))
	if err != nil {
		return plan.Result{}, WaitExceeded(err, t.Request.Prefer)
	}
	return t.Outcome(results)
}

// tries is the number of times that a change with a condition is tried while others change the
// same rows. A second look reports whether they made the condition false.
const tries = 3

// Script runs steps. Guarded ones need one snapshot, and are tried again where
// it was too old.
func (e *Executor) Script(ctx context.Context, session db.Session, guarded bool, steps []db.Step) ([]db.Result, error) {
	e.logQuery(ctx, steps)
	if e.Observe == nil {
		return e.script(ctx, session, guarded, steps)
	}
	began := time.Now()
	results, err := e.script(ctx, session, guarded, steps)
	if took := time.Since(began); err != nil && !NeedsDatabaseJSON(err) || took >= SlowStatement {
		own := steps[0]
		if guarded {
			own = steps[1]
		}
		e.Observe(ctx, own.SQL, took, err)
	}
	return results, err
}

func (e *Executor) script(ctx context.Context, session db.Session, guarded bool, steps []db.Step) ([]db.Result, error) {
	if !guarded {
		return e.Pool.Script(ctx, session, steps...)
	}
	if session.Isolation != "serializable" {
		session.Isolation = "repeatable read"
	}
	for range tries {
		results, err := e.Pool.Script(ctx, session, steps...)
		if err == nil || db.Fault(err, false).Code != db.SerializationFailure {
			return results, err
		}
	}
	return nil, reply.PreconditionFailed(fmt.Errorf("overtaken %d times", tries))
}

func (e *Executor) logQuery(ctx context.Context, steps []db.Step) {
	if !e.LogQuery {
		return
	}
	for _, step := range steps {
		e.Log.InfoContext(ctx, "query", "sql", step.SQL)
	}
}

// Outcome reads what the database answered to the steps of a task, and refuses
// what the request rules out.
func (t Task) Outcome(results []db.Result) (plan.Result, error) {
	results = results[len(t.Guard):]
	rows := results[0].Rows
	if t.value != nil {
		rows = t.value.rows
	}
	result, err := query.Decode(t.Plan, rows)
	if err != nil {
		return plan.Result{}, err
	}
	if t.value != nil && t.value.stored {
		if result.Body = t.Spool.Body(); result.Body == nil {
			result.Stored = t.Spool
		}
	}
	if err := reply.Check(t.Plan, result); err != nil {
		return result, err
	}
	return t.estimated(result, results[1:])
}

// estimated puts the planner's number of rows into a result where it is wanted.
func (t Task) estimated(result plan.Result, planner []db.Result) (plan.Result, error) {
	if len(planner) == 0 || !t.Plan.Estimates(result) {
		return result, nil
	}
	rows, err := query.Estimate(planner[0].Rows[0])
	if result.Total != nil {
		rows = max(rows, *result.Total)
	}
	result.Total = &rows
	return result, err
}

// Answer says what came of it. What was read has a tag, and so has the row that
// a change with a condition left, if it is shown: the next change can name it.
func (t Task) Answer(r *http.Request, result plan.Result) (reply.Answer, error) {
	answer, err := reply.Make(t.Plan, result)
	switch {
	case err != nil:
		return reply.Answer{}, err
	case t.Request.Reads():
		answer.Revalidate(t.Plan, result, r.Header["If-None-Match"])
	case len(t.Guard) > 0 && result.Rows == 1 && r.Method != http.MethodDelete:
		answer.Revalidate(t.Plan, result, nil)
	}
	return answer, nil
}

// Stored tells whether the body that PostgreSQL made is in the spool.
func (t *Task) Stored() bool { return t.value != nil && t.value.stored }
