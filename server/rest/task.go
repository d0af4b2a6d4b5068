package rest

import (
	"context"
	"math"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// task is one request, ready to run: its statement, and where the client wants
// to know how many rows the planner expects, the question for that. The two are
// in one round trip, and one transaction.
type task struct {
	request parse.Request
	plan    plan.Plan
	steps   []db.Step
}

// build spells the statements of a plan.
func (t *task) build() error {
	sql, err := query.Build(t.plan)
	if err != nil {
		return err
	}
	t.steps = []db.Step{{Statement: statement(sql)}}
	if !asksPlanner(t.plan) {
		return nil
	}
	if sql, err = query.Planned(t.plan); err != nil {
		return err
	}
	t.steps = append(t.steps, db.Step{Statement: statement(sql)})
	return nil
}

func statement(sql query.SQL) db.Statement { return db.Statement{SQL: sql.Text, Args: sql.Args} }

// asksPlanner tells whether a plan may want an estimate: it does where even the
// greatest count would not do.
func asksPlanner(p plan.Plan) bool {
	most := int64(math.MaxInt64)
	return p.Estimates(plan.Result{Total: &most})
}

// run is the one impure step. Only where the result decides whether a change
// stays does it cost a second round trip.
func (h handler) run(ctx context.Context, t task, session db.Session) (plan.Result, error) {
	if reply.Decides(t.plan) {
		t.steps[len(t.steps)-1].Gate = func(results []db.Result) error {
			_, err := t.outcome(results)
			return err
		}
	}
	h.logQuery(ctx, t.steps)
	results, err := h.Pool.Script(ctx, session, t.steps...)
	if err != nil {
		return plan.Result{}, late(err, t.request.Prefer)
	}
	return t.outcome(results)
}

func (h handler) logQuery(ctx context.Context, steps []db.Step) {
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
	result, err := query.Decode(t.plan, results[0].Rows)
	if err != nil {
		return plan.Result{}, err
	}
	if err := reply.Check(t.plan, result); err != nil || len(results) < 2 || !t.plan.Estimates(result) {
		return result, err
	}
	rows, err := query.Estimate(results[1].Rows[0])
	if result.Total != nil {
		rows = max(rows, *result.Total)
	}
	result.Total = &rows
	return result, err
}
