package rls

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// runBatch asks a question, one transaction of one round trip, and hands on what
// each place is answered. The statements and their settings end with it.
func (g *Checker) runBatch(ctx context.Context, r *Access, q queryTemplate, s batch, each func(place int, marks []string, stored, failed *string) error) error {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	return g.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue("select set_config('statement_timeout', $1, true), set_config('transaction_read_only', 'on', true)",
			milliseconds(g.o.Timeout))
		batch.Queue("select place, marks, stored, failed from realtime.rls_check($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			r.Table.OID, s.transactions, r.Role, db.SearchPath(append([]string{r.Table.Schema}, g.o.SearchPath...)...), q.text, len(q.places), s.keys, s.sizes, s.claims, r.discardPlans,
		).Query(func(rows pgx.Rows) error {
			var place int
			var marks []string
			var stored, failed *string
			_, err := pgx.ForEachRow(rows, []any{&place, &marks, &stored, &failed}, func() error {
				return each(place, marks, stored, failed)
			})
			return err
		})
		err := conn.SendBatch(ctx, batch).Close()
		if err != nil {
			deallocate(ctx, conn)
		}
		return err
	})
}

// deallocate has a connection forget the statements of a question that did not get
// to its end: they outlive their transaction.
func deallocate(ctx context.Context, conn *db.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	for _, name := range []string{"realtime_rls", "realtime_rls_each"} {
		_, err := conn.PgConn().Exec(ctx, "deallocate "+name).ReadAll()
		if refused, ok := errors.AsType[*pgconn.PgError](err); err != nil && (!ok || refused.Code != "26000") {
			_ = conn.Close(ctx) // it then has nothing prepared, for sure
			return
		}
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
