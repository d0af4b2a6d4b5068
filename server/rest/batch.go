package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
	"github.com/toubkal/toubkal/server/token"
)

// batch is several requests in one transaction: all of them or none. They run
// in their order, and each sees what those before it did. All go out together:
// the whole costs two round trips, and one more for each part with a condition
// (If-Match). Whether every answer can be given, with one row where one is
// wanted and not too many changed, is decided at the end. A function's isolation
// and hoisted settings would be those of the others too, and are left out.
type batch struct {
	*handler
	snapshot *catalog.Snapshot
	tasks    []batched
	size     *admission.Answer // of all bodies
	store    *reply.Store      // of the bodies
	answers  *reply.Batch
	buffer   []byte // of a body that is read again
	// headers are the response headers that the pre-request function has set.
	headers plan.Result
}

// batched is one task of a batch.
type batched struct {
	execute.Task
	http *http.Request
	from int // where its steps begin among all
	// streams tells that the rows are spooled as they arrive.
	streams bool
}

func (b batched) end() int { return b.from + len(b.Guard) + len(b.Steps) }

// batch answers a request that is several.
func (h *handler) batch(r *http.Request, body []byte, claims token.Claims, share *budget.Share, s *catalog.Snapshot, watch *serverTiming) (reply.Answer, error) {
	if h.AnonBatchTimeout > 0 && h.isAnonymous(claims) {
		tooLong := fault.New(fault.Unavailable, fmt.Sprintf("The batch took longer than %s. Nothing of it was done. Try again, or in smaller parts.", h.AnonBatchTimeout)).
			WithHeader("Retry-After", "1")
		ctx, cancel := context.WithTimeoutCause(r.Context(), h.AnonBatchTimeout, tooLong)
		defer cancel()
		r = r.WithContext(ctx)
	}
	parts, err := readParts(body)
	if err != nil {
		return reply.Answer{}, err
	}
	watch.lap("parse")
	size := &admission.Answer{}
	b := &batch{handler: h, snapshot: s, size: size, store: reply.NewStore(h.AnswerLimit, share, size)}
	prefer := parse.Preferences(r.Header)
	for i, part := range parts {
		if err := b.add(part, r, prefer, claims); err != nil {
			return reply.Answer{Release: b.store.Release}, &partError{i, err}
		}
	}
	watch.lap("plan")
	if err := b.run(r.Context(), b.session(r, prefer, claims)); err != nil {
		return reply.Answer{Release: b.store.Release}, err
	}
	watch.lap("transaction")
	return b.answers.Answer(b.headers)
}

func readParts(body []byte) ([]part, error) {
	var parts []part
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&parts); err != nil || decoder.More() {
		return nil, badBatch(`Each request of a batch is {"method", "path", "headers", "body"}`).Because(err)
	}
	if len(parts) == 0 || len(parts) > maxParts {
		return nil, badBatch("A batch has 1 to " + strconv.Itoa(maxParts) + " requests, and not " + strconv.Itoa(len(parts)))
	}
	return parts, nil
}

// add prepares one request. Preferences about the transaction are those of the
// whole batch.
func (b *batch) add(p part, outer *http.Request, prefer parse.Prefer, claims token.Claims) error {
	request, body, err := p.request(outer)
	if err != nil {
		return err
	}
	t := batched{http: request}
	if t.Request, err = b.read(request, body, claims); err != nil {
		return err
	}
	own := &t.Request.Prefer
	own.Tx, own.Timezone, own.Wait = prefer.Tx, prefer.Timezone, prefer.Wait
	if t.Plan, err = b.plan(request, t.Request, b.snapshot); err != nil {
		return err
	}
	if err := b.checkBatchable(t.Task); err != nil {
		return err
	}
	if t.HasBody() {
		t.Spool = b.store.NewSpool()
	}
	if err := t.make(false); err != nil {
		return err
	}
	if err := b.executor.AddPrecondition(&t.Task, request, b.snapshot); err != nil {
		return err
	}
	b.tasks = append(b.tasks, t)
	return nil
}

// make makes the statements. A read is a stream of its rows unless PostgreSQL has to
// make the body.
func (b *batched) make(inDatabase bool) (err error) {
	read, ok := b.Plan.Action.(plan.Read)
	if b.streams = ok && read.Row != nil && b.Spool != nil && !inDatabase; !b.streams {
		return b.Build()
	}
	b.Steps, err = b.StreamSteps()
	return err
}

// checkBatchable refuses what has no place in a transaction of several: what is no
// statement, and a call that must not write where others may.
func (b *batch) checkBatchable(t execute.Task) error {
	switch t.Plan.Action.(type) {
	case plan.Info, plan.Root:
		return badBatch("A batch is of requests for tables and functions")
	case plan.Call:
		if t.Request.Reads() {
			return badBatch("In a batch a function is called by POST")
		}
	}
	return nil
}

// session is the caller of the batch, and what SQL reads of it before the first of
// its requests.
func (b *batch) session(r *http.Request, prefer parse.Prefer, claims token.Claims) db.Session {
	whole := parse.Request{Method: r.Method, RequestSettings: parse.RequestSettingsOf(r)}
	first := b.tasks[0].Plan
	writes := slices.ContainsFunc(b.tasks, func(t batched) bool { return !t.Plan.ReadOnly })
	asks := b.executor.Admission(r, claims, writes, first.Table())
	asks.Answer = b.size
	return db.Session{
		Admission: asks,
		Claims:    claims, ReadOnly: !writes, Rollback: first.Rollback, Distributed: b.snapshot.Distributed,
		Isolation:      b.snapshot.RoleIsolation[claims.Role],
		Settings:       b.executor.RoleSettings(first.Schema, b.snapshot.RoleSettings[claims.Role]),
		CallerSettings: slices.Concat(execute.Environment(whole), b.Settings),
		TimeZone:       prefer.Timezone, PreRequest: b.executor.PreRequest, Wait: prefer.Wait,
	}
}

func (b *batch) guarded() bool {
	return slices.ContainsFunc(b.tasks, func(t batched) bool { return len(t.Guard) > 0 })
}

func (b *batch) run(ctx context.Context, session db.Session) error {
	results, err := b.executor.Script(ctx, session, b.guarded(), b.steps())
	if err != nil && execute.NeedsDatabaseJSON(err) {
		for i := range b.tasks {
			if err := b.tasks[i].make(true); err != nil {
				return &partError{i, err}
			}
		}
		results, err = b.executor.Script(ctx, session, b.guarded(), b.steps())
	}
	if err != nil {
		err = b.firstFailure(results, execute.WaitExceeded(err, parse.Prefer{Wait: session.Wait}))
		if part, ok := errors.AsType[*partError](err); ok {
			part.err = b.executor.Explained(ctx, b.tasks[part.index].Plan, session, part.err)
		}
		return err
	}
	return nil
}

// steps are the steps of all tasks. The last has a gate that makes all answers: one
// that cannot be given undoes everything.
func (b *batch) steps() []db.Step {
	var steps []db.Step
	if b.executor.PreRequest.SQL != "" {
		steps = append(steps, db.Step{Statement: execute.Statement(query.Overrides())})
	}
	for i := range b.tasks {
		t := &b.tasks[i]
		t.from = len(steps)
		own := slices.Concat(t.Guard, t.Steps)
		own[0].Settings = b.settings(t.Task)
		for j := range own {
			if own[j].Sink != nil {
				own[j].Sink = partSink{own[j].Sink, i}
			}
		}
		if gate := own[0].Check; gate != nil {
			own[0].Check = func(results []db.Result) error {
				if err := gate(results); err != nil {
					return &partError{i, err}
				}
				return nil
			}
		}
		steps = append(steps, own...)
	}
	steps[len(steps)-1].Check = b.finish
	return steps
}

// settings are the settings of one request for SQL, and none that one before it has
// set for its answer.
func (b *batch) settings(t execute.Task) []db.Setting {
	return append(
		execute.Environment(t.Request),
		b.executor.SearchPath(t.Plan.Schema),
		db.Setting{Name: "response.headers"}, db.Setting{Name: "response.status"},
	)
}

// finish makes the answers.
func (b *batch) finish(results []db.Result) error {
	b.answers = reply.NewBatch(b.store)
	if b.executor.PreRequest.SQL != "" {
		row := results[0].Rows[0]
		b.headers = plan.Result{Headers: row[0], Status: row[1]}
	}
	for i := range b.tasks {
		t := &b.tasks[i]
		answer, err := b.answerOf(t, results)
		if err == nil {
			err = b.answers.Add(answer, t.body(), t.Plan.Format.Body == plan.Array || t.Plan.Format.Body == plan.Object)
		}
		if err != nil {
			return &partError{i, err}
		}
	}
	return nil
}

// body is the spool that has the body; nil where it is in the result.
func (b *batched) body() *reply.Spool {
	if b.streams || b.Stored() {
		return b.Spool
	}
	return nil
}

// answerOf makes the answer to a task, of which the body is valid until the next.
func (b *batch) answerOf(t *batched, results []db.Result) (reply.Answer, error) {
	outcome := t.Outcome
	if t.streams {
		outcome = t.StreamResult
	}
	result, err := outcome(results[t.from:t.end()])
	if err != nil {
		return reply.Answer{}, err
	}
	if result.Stored != nil && result.Stored.Size() <= reply.MaxTaggedBytes { // it has a tag
		if b.buffer, err = t.Spool.Load(b.buffer); err != nil {
			return reply.Answer{}, err
		}
		result.Body, result.Stored = b.buffer, nil
	}
	return t.Answer(t.http, result)
}

// firstFailure finds the first request that fails: the one whose statement PostgreSQL
// refused, unless the answer to one before it could not be given.
func (b *batch) firstFailure(results []db.Result, err error) error {
	step, ok := errors.AsType[*db.StepError](err)
	if !ok {
		return err
	}
	for i, t := range b.tasks {
		if step.Step < t.end() {
			return &partError{i, err}
		}
		if _, earlier := b.answerOf(&t, results); earlier != nil {
			return &partError{i, earlier}
		}
	}
	return err
}

// partSink says of which request of a batch an error of its sink is.
type partSink struct {
	db.Sink
	index int
}

// Begin calls the sink's.
func (p partSink) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	return p.wrap(p.Sink.Begin(columns, binary))
}

// Row calls the sink's.
func (p partSink) Row(values [][]byte) error { return p.wrap(p.Sink.Row(values)) }

func (p partSink) wrap(err error) error {
	if err == nil {
		return nil
	}
	return &partError{p.index, err}
}
