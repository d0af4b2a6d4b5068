// Package execute sends the statements of a plan to the database: as the caller, in one round
// trip and one transaction. It is the one impure stage between query and reply. It refuses what
// PostgreSQL refuses, with a hint where there is one, and a change whose condition does not hold.
package execute

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/reply"
	"github.com/toubkal/toubkal/server/token"
)

// Options are the dependencies of an Executor. Pool is required.
type Options struct {
	Pool *db.Pool
	// Planning plans the reads of conditions.
	Planning plan.Options
	// AnonRole is the role of requests without a token.
	AnonRole string
	// ExtraSearchPath are schemas to search after the request's own.
	ExtraSearchPath []string
	// Settings are set for every request.
	Settings []db.Setting
	// PreRequest is called as the caller before each request's own statement; "" calls none.
	PreRequest db.Statement
	// AnswerLimit bounds an answer, in bytes. 0 means no bound.
	AnswerLimit int64
	// LogQuery logs the SQL text of each statement to Log.
	LogQuery bool
	Log      *slog.Logger
	// Observe gets the SQL text of each statement that fails, or takes SlowStatement; nil for
	// nothing. It must not block.
	Observe func(ctx context.Context, sql string, took time.Duration, failed error)
}

// SlowStatement is the time from which on a statement is one for Options.Observe.
const SlowStatement = 500 * time.Millisecond

// Executor executes tasks.
type Executor struct {
	Options
	extraPath string // ExtraSearchPath as SQL, behind a schema
}

// New makes an Executor.
func New(o Options) *Executor {
	e := &Executor{Options: o}
	if len(o.ExtraSearchPath) > 0 {
		e.extraPath = ", " + db.SearchPath(o.ExtraSearchPath...)
	}
	return e
}

// Result asks the database, unless the plan is known to need none of it.
func (e *Executor) Result(r *http.Request, t *Task, claims token.Claims, s *catalog.Snapshot) (plan.Result, error) {
	if _, ok := t.Plan.Action.(plan.Info); ok {
		return plan.Result{}, nil
	}
	session := e.Session(r, *t, claims, s)
	result, err := e.execute(r, t, session, s)
	if err != nil {
		err = e.tried(r.Context(), t.Plan, session, e.Explained(r.Context(), t.Plan, session, err))
	}
	return result, err
}

// execute makes the statements of a plan, and executes them.
func (e *Executor) execute(r *http.Request, t *Task, session db.Session, s *catalog.Snapshot) (plan.Result, error) {
	if read, ok := t.Plan.Action.(plan.Read); ok && read.Row != nil {
		result, err := e.stream(r.Context(), t, session)
		if err == nil || !NeedsDatabaseJSON(err) {
			return result, err
		}
		t.Done()
	}
	if t.HasBody() {
		t.Spool = reply.NewSpool(0, t.Share, session.Admission.Answer) // Format.MaxBytes bounds it
	}
	if err := t.Build(); err != nil {
		return plan.Result{}, err
	}
	if err := e.AddPrecondition(t, r, s); err != nil {
		return plan.Result{}, err
	}
	return e.run(r.Context(), *t, session)
}

// WaitExceeded answers 504 where Prefer: wait ended a statement. Without one it is
// the operator's limit, and stays PostgREST's 500, unless LimitsAre503.
func WaitExceeded(err error, prefer parse.Prefer) error {
	if prefer.Wait == 0 || db.Fault(err, false).Code != db.QueryCanceled {
		return err
	}
	return fault.New(db.QueryCanceled, "The statement took longer than Prefer: wait, or the limit of the role, allows").
		WithStatus(http.StatusGatewayTimeout).Because(err)
}
