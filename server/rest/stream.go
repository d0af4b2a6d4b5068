package rest

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
func (h *handler) stream(ctx context.Context, t *task, session db.Session) (plan.Result, error) {
	t.spool = reply.NewSpool(h.AnswerLimit, t.share, session.Admission.Answer)
	steps, err := t.streamSteps()
	if err != nil {
		return plan.Result{}, err
	}
	results, err := h.script(ctx, session, false, steps)
	if err != nil {
		return plan.Result{}, waitExceeded(err, t.request.Prefer)
	}
	return t.streamResult(results)
}

func (t *task) streamSteps() ([]db.Step, error) {
	rows, err := query.Rows(t.plan)
	if err != nil {
		return nil, err
	}
	planner, err := estimateStatement(t.plan)
	steps := []db.Step{{Statement: statement(rows), Sink: t.spool}, {Statement: statement(query.Overrides())}}
	return append(steps, planner...), err
}

func (t task) streamResult(results []db.Result) (plan.Result, error) {
	if err := t.spool.End(); err != nil {
		return plan.Result{}, err
	}
	overrides := results[1].Rows[0]
	result := plan.Result{Rows: t.spool.Rows(), Body: t.spool.Body(), Headers: overrides[0], Status: overrides[1]}
	if result.Body == nil {
		result.Stored = t.spool
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

// partSink says of which request of a batch an error of its sink is.
type partSink struct {
	db.Sink
	index int
}

// Begin is that of the sink.
func (p partSink) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	return p.wrap(p.Sink.Begin(columns, binary))
}

// Row is that of the sink.
func (p partSink) Row(values [][]byte) error { return p.wrap(p.Sink.Row(values)) }

func (p partSink) wrap(err error) error {
	if err == nil {
		return nil
	}
	return &partError{p.index, err}
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
