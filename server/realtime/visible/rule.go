package visible

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible/policy"
)

// Probe is a change as the rule of the policies looks at it.
type Probe struct {
	rule *policy.Rule
	row  []row.Value
}

// Probe prepares May for a change of the table: for the new row or, of a delete,
// for what is known of the old one.
func (r *Rights) Probe(c *row.Change) Probe {
	if r.rule == nil || c.Table != r.Table && !sameTable(c.Table, r.Table) {
		return Probe{}
	}
	return Probe{r.rule, c.Row()}
}

// May tells whether the group may see the change at all. Where it is false, the
// policies would not show the row, and need not be asked; where it is true, they
// have to be. It takes about 10 ns.
func (p Probe) May(group *Group) bool { return p.rule == nil || p.rule.May(p.row, group.worth) }

// worth has PostgreSQL compute, as a caller, what the rule of the policies compares
// rows with. What cannot be computed may be anything: the policies will say.
func (g *Guard) worth(ctx context.Context, r *Rights, claims string) ([]policy.Worth, error) {
	worth, err := g.computeAs(ctx, r, claims, r.rule.Values)
	if _, refused := errors.AsType[*pgconn.PgError](err); !refused || ctx.Err() != nil {
		return worth, err
	}
	worth = make([]policy.Worth, len(r.rule.Values))
	for i := range r.rule.Values {
		one, err := g.computeAs(ctx, r, claims, r.rule.Values[i:i+1])
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
func (g *Guard) computeAs(ctx context.Context, r *Rights, claims string, expressions []string) ([]policy.Worth, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	settings := setSQL([]string{
		"search_path", "pg_catalog, pg_temp", "transaction_read_only", "on", "statement_timeout", milliseconds(g.o.Timeout),
		"role", r.Role, "request.jwt.claims", claims,
	})
	var texts [][]byte
	err := g.pool.Conn(ctx, func(conn *db.Conn) error {
		pipe := conn.PgConn().StartPipeline(ctx)
		pipe.SendQueryParams(settings.sql, settings.values, nil, nil, nil)
		// parsed when the role is set: the login itself may name nothing of what policies name
		pipe.SendQueryParams("select ("+strings.Join(expressions, ")::pg_catalog.text, (")+")::pg_catalog.text", nil, nil, nil, nil)
		if err := pipe.Sync(); err != nil {
			return errors.Join(err, pipe.Close())
		}
		var err error
		texts, err = lastRow(pipe)
		return errors.Join(err, pipe.Close())
	})
	if err != nil {
		return nil, err
	}
	worth := make([]policy.Worth, len(texts))
	for i, text := range texts {
		worth[i] = policy.Worth{Known: true, Null: text == nil}
		if text != nil {
			worth[i].Text = string(text)
		}
	}
	return worth, nil
}
