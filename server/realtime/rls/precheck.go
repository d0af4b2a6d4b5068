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

// Precheck tells without a query who surely may not see a change.
type Precheck struct {
	precondition *policy.Precondition
	row          []row.Value
}

// Precheck prepares CanSee for a change of the table: for the new row or, of a delete,
// for what is known of the old one.
func (a *Access) Precheck(c *row.Change) Precheck {
	if a.precondition == nil || c.Table != a.Table && !sameTable(c.Table, a.Table) {
		return Precheck{}
	}
	return Precheck{a.precondition, c.Row()}
}

// CanSee reports whether the group could see the change. If false, the policies would not
// show the row; if true, they have to be checked. It takes about 10 ns.
func (p Precheck) CanSee(group *CallerGroup) bool {
	return p.precondition == nil || p.precondition.MayHold(p.row, group.values)
}

// claimValues has PostgreSQL compute, as a caller, the values that the precondition
// compares rows with. One that cannot be computed is not Known.
func (c *Checker) claimValues(ctx context.Context, a *Access, claims string) ([]policy.ClaimValue, error) {
	values, err := c.computeAs(ctx, a, claims, a.precondition.Values)
	if _, refused := errors.AsType[*pgconn.PgError](err); !refused || ctx.Err() != nil {
		return values, err
	}
	values = make([]policy.ClaimValue, len(a.precondition.Values))
	for i := range a.precondition.Values {
		one, err := c.computeAs(ctx, a, claims, a.precondition.Values[i:i+1])
		if _, refused := errors.AsType[*pgconn.PgError](err); err != nil && (!refused || ctx.Err() != nil) {
			return nil, err
		}
		if err == nil {
			values[i] = one[0]
		}
	}
	return values, nil
}

// computeAs computes expressions as a caller, in text form.
func (c *Checker) computeAs(ctx context.Context, a *Access, claims string, expressions []string) ([]policy.ClaimValue, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout+time.Second)
	defer cancel()
	texts, err := c.pool.Row(ctx, []db.Setting{
		{Name: "search_path", Value: "pg_catalog, pg_temp"},
		{Name: "transaction_read_only", Value: "on"},
		{Name: "statement_timeout", Value: milliseconds(c.o.Timeout)},
		{Name: "role", Value: a.Role}, // before the expressions are parsed: the login may not use what policies name
		{Name: "request.jwt.claims", Value: claims},
	}, "select ("+strings.Join(expressions, ")::pg_catalog.text, (")+")::pg_catalog.text", nil, nil)
	if err != nil {
		return nil, err
	}
	values := make([]policy.ClaimValue, len(texts))
	for i, text := range texts {
		values[i] = policy.ClaimValue{Known: true, Null: text == nil}
		if text != nil {
			values[i].Text = string(text)
		}
	}
	return values, nil
}
