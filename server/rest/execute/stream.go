package execute

import (
	"bytes"
	"context"
	"errors"
	"iter"
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
func (e *Executor) stream(ctx context.Context, t *Task, session db.Session) (plan.Result, error) {
	t.Spool = reply.NewSpool(e.AnswerLimit, t.Share, session.Admission.Answer)
	steps, err := t.StreamSteps()
	if err != nil {
		return plan.Result{}, err
	}
	results, err := e.Script(ctx, session, false, steps)
	if err != nil {
		return plan.Result{}, WaitExceeded(err, t.Request.Prefer)
	}
	return t.StreamResult(results)
}

// StreamSteps are the steps of a read whose rows go to the spool.
func (t *Task) StreamSteps() ([]db.Step, error) {
	t.value = nil
	rows, err := query.Rows(t.Plan)
	if err != nil {
		return nil, err
	}
	planner, err := estimateStatement(t.Plan)
	steps := []db.Step{{Statement: Statement(rows), Sink: t.Spool}, {Statement: Statement(query.Overrides())}}
	return append(steps, planner...), err
}

// StreamResult reads what the database answered to StreamSteps.
func (t Task) StreamResult(results []db.Result) (plan.Result, error) {
	if err := t.Spool.End(); err != nil {
		return plan.Result{}, err
	}
	overrides := results[1].Rows[0]
	result := plan.Result{Rows: t.Spool.Rows(), Body: t.Spool.Body(), Headers: overrides[0], Status: overrides[1]}
	if result.Body == nil {
		result.Stored = t.Spool
	}
	return t.estimated(result, results[2:])
}

// kept is the size above which a body that PostgreSQL makes is spooled, in bytes.
const kept = 64 << 10

// valueSink takes the row of a statement whose body PostgreSQL makes as one value
// (query.Build). It keeps the row, and a large body in the spool.
type valueSink struct {
	spool  *reply.Spool
	format plan.Format
	rows   [][][]byte
	stored bool // the body is in the spool
}

// Binary is for no type: the row is read as text.
func (v *valueSink) Binary(uint32) bool { return false }

// Begin discards what came before.
func (v *valueSink) Begin(iter.Seq2[string, uint32], bool) error {
	v.rows, v.stored = nil, false
	return v.spool.Restart()
}

// Row keeps a row. Of more than one, which query.Decode refuses, it keeps two.
func (v *valueSink) Row(values [][]byte) error {
	if len(v.rows) == 2 {
		return nil
	}
	row := make([][]byte, len(values))
	for i, value := range values {
		if i == query.Body && len(value) > kept && len(v.rows) == 0 {
			if err := v.store(value); err != nil {
				return err
			}
			continue
		}
		row[i] = bytes.Clone(value)
	}
	v.rows = append(v.rows, row)
	return nil
}

func (v *valueSink) store(body []byte) error {
	v.stored = true
	body, err := query.FromBody(v.format, body)
	if err != nil {
		return err
	}
	if err := v.spool.Append(body); err != nil {
		return err
	}
	return v.spool.End()
}

// NeedsDatabaseJSON reports whether to retry with a body that
// PostgreSQL makes: where the catalog is behind, we know no longer what the rows
// are made of (a column has another type, or is gone), and PostgreSQL does. What
// the request itself has wrong fails the same way again, and is not tried.
func NeedsDatabaseJSON(err error) bool {
	if errors.Is(err, encode.ErrType) {
		return true
	}
	step, ok := errors.AsType[*db.StepError](err)
	return ok && step.Err.Code == db.UndefinedColumn && strings.HasPrefix(step.SQL, `"_t".`)
}
