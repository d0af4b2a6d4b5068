package rls

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls/policy"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Precheck is a change as the rule of the policies looks at it.
type Precheck struct {
	precondition *policy.Precondition
	row          []row.Value
}

// Precheck prepares May for a change of the table: for the new row or, of a delete,
// for what is known of the old one.
func (r *Access) Precheck(c *row.Change) Precheck {
	if r.precondition == nil || c.Table != r.Table && !sameTable(c.Table, r.Table) {
		return Precheck{}
	}
	return Precheck{r.precondition, c.Row()}
}

// CanSee tells whether the group may see the change at all. Where it is false, the
// policies would not show the row, and need not be asked; where it is true, they
// have to be. It takes about 10 ns.
func (p Precheck) CanSee(group *CallerGroup) bool {
	return p.precondition == nil || p.precondition.MayHold(p.row, group.values)
}

// claimValues has PostgreSQL compute, as a caller, what the rule of the policies compares
// rows with. What cannot be computed may be anything: the policies will say.
func (g *Checker) claimValues(ctx context.Context, r *Access, claims string) ([]policy.ClaimValue, error) {
	worth, err := g.computeAs(ctx, r, claims, r.precondition.Values)
	if _, refused := errors.AsType[*pgconn.PgError](err); !refused || ctx.Err() != nil {
		return worth, err
	}
	worth = make([]policy.ClaimValue, len(r.precondition.Values))
	for i := range r.precondition.Values {
		one, err := g.computeAs(ctx, r, claims, r.precondition.Values[i:i+1])
		if _, refused := errors.AsType[*pgconn.PgError](err); err != nil && (!refused || ctx.Err() != nil) {
			return nil, err
		}
		if err == nil {
			worth[i] = one[0]
		}
	}
	return worth, nil
}

// computeAs computes expressions as a caller.
func (g *Checker) computeAs(ctx context.Context, r *Access, claims string, expressions []string) ([]policy.ClaimValue, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	texts, err := g.pool.Row(ctx, []db.Setting{
		{Name: "search_path", Value: "pg_catalog, pg_temp"},
		{Name: "transaction_read_only", Value: "on"},
		{Name: "statement_timeout", Value: milliseconds(g.o.Timeout)},
		{Name: "role", Value: r.Role}, // before the expressions are parsed: the login may not use what policies name
		{Name: "request.jwt.claims", Value: claims},
	}, "select ("+strings.Join(expressions, ")::pg_catalog.text, (")+")::pg_catalog.text", nil, nil)
	if err != nil {
		return nil, err
	}
	worth := make([]policy.ClaimValue, len(texts))
	for i, text := range texts {
		worth[i] = policy.ClaimValue{Known: true, Null: text == nil}
		if text != nil {
			worth[i].Text = string(text)
		}
	}
	return worth, nil
}
