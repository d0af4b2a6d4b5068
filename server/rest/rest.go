// Package rest is /rest/v1: tables and functions over HTTP, in PostgREST's
// protocol (https://postgrest.org), which stock supabase-js speaks. A request
// goes through parse, plan, query, execute and reply. All are pure but execute,
// and a file in which a long body waits.
package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

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

// Options are the dependencies and the settings of the table API.
type Options struct {
	Pool *db.Pool
	// Catalog gives what exists now; nil while it is not known yet (PGRST002).
	Catalog func() *catalog.Snapshot
	// Newer waits for a snapshot in the place of one that is known to be out of date. Nil
	// answers 503 where a request would need one.
	Newer func(ctx context.Context, than *catalog.Snapshot) error
	// Outdated reports whether the snapshot is known to be out of date. Nil is never.
	Outdated func() bool
	// Verify turns a bearer token into its claims; its faults are the answer. Nil
	// refuses every token (PGRST300).
	Verify func(bearer string) (token.Claims, error)
	// Anon are the claims of a request without a token. Defaults to
	// token.AnonClaims.
	Anon token.Claims
	// RequireToken refuses requests without a token (PGRST302).
	RequireToken bool
	// Schemas are the exposed ones; a request that names none is for the first.
	// Defaults to those of the catalog.
	Schemas []string
	// ExtraSearchPath are schemas to search after the request's own.
	ExtraSearchPath []string
	// MaxRows bounds the rows of one read, and of each embed. 0 means no bound.
	MaxRows int
	// Aggregates allows sum, avg, count, min and max in select=. Defaults to
	// false: over a large table they cost as much as they like.
	Aggregates bool
	// Sanitizers are the types whose values are sanitized before they are written,
	// as SQL writes them, such as public.richtext. Defaults to none.
	Sanitizers map[string]func(string) string
	// TxOverride honours Prefer: tx. Defaults to false.
	TxOverride bool
	// Rollback undoes every request that TxOverride does not let commit.
	Rollback bool
	// Settings are set for every request, such as app.settings.*.
	Settings []db.Setting
	// PreRequest is a function without arguments, called as the caller before
	// each request's own statement; the zero Name calls none. A name without a
	// schema is found on the search path.
	PreRequest catalog.Name
	// ExplainEnabled lets application/vnd.pgrst.Plan show how PostgreSQL would do it.
	// Defaults to false: it shows what a table holds.
	ExplainEnabled bool
	// StrictTargets refuses filters that name an aliased embed by its table
	// (PGRST108); else a Warning header says that this will end.
	StrictTargets bool
	// AnonBounds refuses expensive patterns and deep embeds of anonymous users: see
	// parse.Request.CheckAnonymous. Defaults to false, as PostgREST.
	AnonBounds bool
	// AnonBatchTimeout bounds a whole batch of an anonymous user. 0 means no bound.
	AnonBatchTimeout time.Duration
	// LimitsAre503 answers 503 with Retry-After where lock_timeout or statement_timeout ends a
	// statement: the client may try again. Defaults to false, PostgREST's 500.
	LimitsAre503 bool
	// AnswerLimit bounds an answer, a batch's too, in bytes; the value that PostgreSQL makes
	// of what is no array of rows (a function's, CSV) a quarter of it. 0 means no bound.
	AnswerLimit int64
	// Memory bounds what requests take together. Nil is no bound.
	Memory *budget.Budget
	// Root says how / describes the API.
	Root Root
	// Timing adds a Server-Timing header.
	Timing bool
	// MinimalErrors leaves details and hint out of refusals.
	MinimalErrors bool
	// Hoisted are the function settings that hold for the whole transaction.
	// Defaults to statement_timeout and plan_filter.statement_cost_limit.
	Hoisted []string
	Log     *slog.Logger
	// LogQuery logs the SQL text of each statement, without its values.
	LogQuery bool
	// Observe gets the SQL text of each statement that fails or is slow, without its values; nil for nothing.
	Observe func(ctx context.Context, sql string, took time.Duration, failed error)
	// Hint says why a read that found no row may have found none, for the header Toubkal-Hint; "" says nothing. It
	// tells of rows that the caller may not see: for development alone. Nil adds no header.
	Hint func(ctx context.Context, request parse.Request, claims token.Claims) string
	// Now is the clock of Timing. Defaults to time.Now.
	Now func() time.Time
}

type handler struct {
	Options
	planning plan.Options
	executor *execute.Executor
	openapi  *openapiCache
}

// New makes the handler. Its paths begin after /rest/v1, and the edge has put
// the bearer token into the request's context.
func New(o Options) http.Handler {
	if o.Anon.Role == "" {
		o.Anon = token.AnonClaims()
	}
	if o.Hoisted == nil {
		o.Hoisted = []string{"statement_timeout", "plan_filter.statement_cost_limit"}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	h := &handler{Options: o, openapi: &openapiCache{}, planning: plan.Options{
		Schemas: o.Schemas, MaxRows: int64(o.MaxRows), Aggregates: o.Aggregates,
		TxOverride: o.TxOverride, Rollback: o.Rollback, Hoisted: o.Hoisted,
		ExplainEnabled: o.ExplainEnabled, StrictTargets: o.StrictTargets, RootSpec: o.Root.Spec, Described: o.Root.Mode != disabled,
	}}
	var preRequest db.Statement
	if o.PreRequest.Name != "" {
		preRequest = execute.Statement(query.Invocation(plan.Name(o.PreRequest)))
	}
	h.executor = execute.New(execute.Options{
		Pool: o.Pool, Planning: h.planning, AnonRole: o.Anon.Role, ExtraSearchPath: o.ExtraSearchPath, Settings: o.Settings,
		PreRequest: preRequest, AnswerLimit: o.AnswerLimit, LogQuery: o.LogQuery, Log: o.Log, Observe: o.Observe,
	})
	return h
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	watch := h.newServerTiming()
	claims, err := h.claims(r.Context())
	if err != nil {
		h.writeError(w, r, err, claims)
		return
	}
	watch.lap("jwt")
	share := h.Memory.Share(h.isAnonymous(claims))
	defer share.Release()
	answer, err := h.answer(r, claims, share, &watch)
	defer answer.Done()
	if err != nil {
		h.writeError(w, r, err, claims)
		return
	}
	watch.lap("response")
	if h.Timing {
		answer.Header.Set("Server-Timing", string(watch.text))
	}
	reply.Write(w, answer)
}

func (h *handler) claims(ctx context.Context) (token.Claims, error) {
	bearer, sent := token.BearerSent(ctx)
	switch {
	case sent && h.Verify == nil:
		return h.Anon, fault.New(fault.RestNoSecret, "Server lacks JWT secret")
	case sent:
		return h.Verify(bearer)
	case h.RequireToken:
		return h.Anon, fault.New(fault.RestAnonymousRefused, "Anonymous access is disabled").
			WithHeader("WWW-Authenticate", "Bearer")
	}
	return h.Anon, nil
}

func (h *handler) isAnonymous(claims token.Claims) bool { return claims.Role == h.Anon.Role }

// schemaTries is the number of times that a request is planned while the schema changes.
const schemaTries = 3

// answer takes a request through the stages, and once more with another snapshot where the
// schema has changed meanwhile.
func (h *handler) answer(r *http.Request, claims token.Claims, share *budget.Share, watch *serverTiming) (reply.Answer, error) {
	body, err := []byte{}, error(nil)
	if r.Body != http.NoBody { // io.ReadAll takes memory before it reads
		if body, err = io.ReadAll(share.Body(r)); err != nil {
			return reply.Answer{}, bodyError(err)
		}
	}
	for attempt := 1; ; attempt++ {
		snapshot := h.Catalog()
		if snapshot == nil {
			return reply.Answer{}, fault.New(fault.RestNoSchemaCache, "Could not query the database for the schema cache. Retrying.")
		}
		answer, err := h.answerBy(r, body, claims, share, snapshot, watch)
		if attempt < schemaTries && isMissing(err) && h.Outdated != nil && h.Outdated() && h.awaitNewer(r.Context(), snapshot, missingTimeout) {
			answer.Done()
			continue
		}
		if !errors.Is(err, execute.ErrSchemaChanged) {
			return answer, err
		}
		if attempt == schemaTries || !h.awaitNewer(r.Context(), snapshot, newerTimeout) {
			return answer, fault.New(fault.RestNoSchemaCache, "The schema has changed while the request was executed. Nothing was done. Try again.").
				WithHeader("Retry-After", "1").Because(err)
		}
		answer.Done()
	}
}

// answerBy answers by a snapshot.
func (h *handler) answerBy(r *http.Request, body []byte, claims token.Claims, share *budget.Share, snapshot *catalog.Snapshot, watch *serverTiming) (reply.Answer, error) {
	// PostgREST refuses any POST to the root; what is no array, we still refuse.
	if r.Method == http.MethodPost && strings.Trim(r.URL.EscapedPath(), "/") == "" &&
		isJSON(r.Header) && bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		return h.batch(r, body, claims, share, snapshot, watch)
	}
	t, err := execute.Task{Share: share}, error(nil)
	if t.Request, err = h.read(r, body, claims); err != nil {
		return reply.Answer{}, err
	}
	watch.lap("parse")
	if t.Plan, err = h.plan(r, t.Request, snapshot); err != nil {
		return reply.Answer{}, err
	}
	watch.lap("plan")
	if _, ok := t.Plan.Action.(plan.Root); ok {
		defer watch.lap("transaction")
		return h.root(r, t, h.executor.Session(r, t, claims, snapshot), snapshot)
	}
	result, err := h.executor.Result(r, &t, claims, snapshot)
	if err != nil {
		return reply.Answer{Release: t.Done}, err
	}
	watch.lap("transaction")
	answer, err := t.Answer(r, result)
	answer.Release = t.Done
	if _, reads := t.Plan.Action.(plan.Read); reads && h.Hint != nil && err == nil && result.Rows == 0 {
		answer.Hint(h.Hint(r.Context(), t.Request, claims))
	}
	return answer, err
}

// read parses a request, and refuses what anonymous users may not ask.
func (h *handler) read(r *http.Request, body []byte, claims token.Claims) (parse.Request, error) {
	request, err := parse.Read(r, body)
	if err == nil && h.AnonBounds && h.isAnonymous(claims) {
		err = request.CheckAnonymous()
	}
	return request, err
}

// plan plans a request. A HEAD that wants to know whether what the client has is
// still good needs the body that a GET would have.
func (h *handler) plan(r *http.Request, request parse.Request, s *catalog.Snapshot) (plan.Plan, error) {
	head := request.Method == http.MethodHead && r.Header["If-None-Match"] != nil
	if head {
		request.Method = http.MethodGet
	}
	p, err := plan.Make(request, s, h.planning)
	if err != nil {
		return p, err
	}
	p.Head = p.Head || head
	if p.Format.Explain == nil {
		p.Format.MaxBytes = h.AnswerLimit / 4
	}
	return h.sanitized(p)
}

func bodyError(err error) error {
	if errors.Is(err, budget.ErrSpent) {
		return err
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, fmt.Sprintf("The request body is larger than %d bytes", tooLarge.Limit)).
			WithHint("Send it in several requests, or let the operator raise TOUBKAL_REST_BODY_LIMIT.").Because(tooLarge)
	}
	return fault.New(fault.RestBadBody, "The request body could not be read").Because(err)
}

// serverTiming says where the time of a request went, in Server-Timing
// (https://www.w3.org/TR/server-timing/) as PostgREST does: how long the token,
// reading the request, planning it, the transaction and the answer took, in
// milliseconds. It has three decimals where PostgREST has one: most stages here
// take microseconds. The zero value measures nothing.
type serverTiming struct {
	now  func() time.Time
	last time.Time
	text []byte
}

func (h *handler) newServerTiming() serverTiming {
	if !h.Timing {
		return serverTiming{}
	}
	return serverTiming{now: h.Now, last: h.Now()}
}

// lap ends a stage, and begins the next.
func (s *serverTiming) lap(stage string) {
	if s.now == nil {
		return
	}
	now := s.now()
	if s.text != nil {
		s.text = append(s.text, ", "...)
	}
	s.text = append(append(s.text, stage...), ";dur="...)
	s.text = strconv.AppendFloat(s.text, now.Sub(s.last).Seconds()*1000, 'f', 3, 64)
	s.last = now
}

// isMissing reports whether a request names what the schema cache does not have.
func isMissing(err error) bool {
	f, ok := errors.AsType[*fault.Fault](err)
	return ok && slices.Contains([]string{fault.RestNoTable, fault.RestNoColumn, fault.RestNoRelationship, fault.RestNoFunction}, f.Code)
}

// The bounds of the wait for the schema cache: of a request that it has misled, and of one that
// names what may have come just now.
const (
	newerTimeout   = 10 * time.Second
	missingTimeout = 2 * time.Second
)

func (h *handler) awaitNewer(ctx context.Context, than *catalog.Snapshot, timeout time.Duration) bool {
	if h.Newer == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return h.Newer(ctx, than) == nil
}
