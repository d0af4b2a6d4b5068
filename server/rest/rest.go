// Package rest is /rest/v1: tables and functions over HTTP, in PostgREST's
// protocol (https://postgrest.org), which stock supabase-js speaks. A request
// goes through parse, plan, query and reply, which are pure; between the last
// two it is one statement as the caller, in one round trip.
package rest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
	"github.com/toubkal/toubkal/server/rest/reply"
	"github.com/toubkal/toubkal/server/token"
)

// Options are what the table API needs and what the operator decides.
type Options struct {
	Pool *db.Pool
	// Catalog gives what exists now; nil while it is not known yet (PGRST002).
	Catalog func() *catalog.Snapshot
	// Verify turns a bearer token into its claims; its faults are the answer.
	Verify func(bearer string) (token.Claims, error)
	// Visitor are the claims of a request without a token. Defaults to
	// token.Visitor.
	Visitor token.Claims
	// SignedIn refuses requests without a token (PGRST302).
	SignedIn bool
	// Schemas are the exposed ones, the first by default; Defaults to those of
	// the catalog.
	Schemas []string
	// ExtraSearchPath are schemas to search after the request's own.
	ExtraSearchPath []string
	// MaxRows bounds the rows of one read, and of each embed. 0 means no bound.
	MaxRows int
	// Aggregates allows sum, avg, count, min and max in select=. Defaults to
	// false: over a large table they cost as much as they like.
	Aggregates bool
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
	// Plans lets application/vnd.pgrst.plan show how PostgreSQL would do it.
	// Defaults to false: it shows what a table holds.
	Plans bool
	// StrictTargets refuses filters that name an aliased embed by its table
	// (PGRST108); else a Warning header says that this will end.
	StrictTargets bool
	// Root says how / describes the API.
	Root Root
	// Timing adds a Server-Timing header.
	Timing bool
	// Terse leaves details and hint out of refusals.
	Terse bool
	// Hoisted are the function settings that hold for the whole transaction.
	// Defaults to statement_timeout and plan_filter.statement_cost_limit.
	Hoisted []string
	Log     *slog.Logger
}

type handler struct{ Options }

// New makes the handler. Its paths begin after /rest/v1, and the edge has put
// the bearer token into the request's context.
func New(o Options) http.Handler {
	if o.Visitor.Role == "" {
		o.Visitor = token.Visitor()
	}
	if o.Hoisted == nil {
		o.Hoisted = []string{"statement_timeout", "plan_filter.statement_cost_limit"}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return handler{o}
}

// ServeHTTP answers one request.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	claims, err := h.claims(r.Context())
	if err != nil {
		h.refuse(w, r, err, claims)
		return
	}
	answer, err := h.answer(r, claims)
	if err != nil {
		h.refuse(w, r, err, claims)
		return
	}
	reply.Write(w, answer)
}

// answer takes a request through the stages.
func (h handler) answer(r *http.Request, claims token.Claims) (reply.Answer, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return reply.Answer{}, unreadable(err)
	}
	request, err := parse.Read(r, body)
	if err != nil {
		return reply.Answer{}, err
	}
	snapshot := h.Catalog()
	if snapshot == nil {
		return reply.Answer{}, fault.New(fault.RestNoSchemaCache, "Could not query the database for the schema cache. Retrying.")
	}
	p, err := plan.Make(request, snapshot, h.planning())
	if err != nil {
		return reply.Answer{}, err
	}
	if _, ok := p.Action.(plan.Info); ok {
		return reply.Make(p, plan.Result{})
	}
	result, err := h.run(r.Context(), p, h.session(request, p, claims, snapshot.RoleSettings[claims.Role]))
	if err != nil {
		return reply.Answer{}, err
	}
	return reply.Make(p, result)
}

func (h handler) planning() plan.Options {
	return plan.Options{
		Schemas: h.Schemas, MaxRows: int64(h.MaxRows), Aggregates: h.Aggregates,
		TxOverride: h.TxOverride, Rollback: h.Rollback, Hoisted: h.Hoisted,
	}
}

// run is the one impure step. Only where the result decides whether a change
// stays does it cost a second round trip.
func (h handler) run(ctx context.Context, p plan.Plan, session db.Session) (plan.Result, error) {
	sql, err := query.Build(p)
	if err != nil {
		return plan.Result{}, err
	}
	statement := db.Statement{SQL: sql.Text, Args: sql.Args}
	if reply.Decides(p) {
		var result plan.Result
		_, err := h.Pool.Decide(ctx, session, statement, func(answer db.Result) (err error) {
			result, err = checked(p, answer)
			return err
		})
		return result, err
	}
	answer, err := h.Pool.Run(ctx, session, statement)
	if err != nil {
		return plan.Result{}, err
	}
	result, err := checked(p, answer)
	if err != nil {
		return plan.Result{}, err
	}
	return h.estimate(ctx, p, session, result)
}

func checked(p plan.Plan, answer db.Result) (plan.Result, error) {
	result, err := query.Decode(p, answer.Rows)
	if err != nil {
		return plan.Result{}, err
	}
	return result, reply.Check(p, result)
}

// estimate asks the planner for the number of rows where that is what the
// client wants to know: a statement of its own, since SQL cannot use its answer.
func (h handler) estimate(ctx context.Context, p plan.Plan, session db.Session, result plan.Result) (plan.Result, error) {
	if !p.Estimates(result) {
		return result, nil
	}
	sql, err := query.Planned(p)
	if err != nil {
		return plan.Result{}, err
	}
	answer, err := h.Pool.Run(ctx, session, db.Statement{SQL: sql.Text, Args: sql.Args})
	if err != nil {
		return plan.Result{}, err
	}
	rows, err := query.Estimate(answer.Rows[0])
	if result.Total != nil {
		rows = max(rows, *result.Total)
	}
	result.Total = &rows
	return result, err
}

func unreadable(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "The request body is too large").Because(tooLarge)
	}
	return fault.New(fault.RestBadBody, "The request body could not be read").Because(err)
}
