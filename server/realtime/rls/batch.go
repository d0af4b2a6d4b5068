package rls

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// batch are the parameters of realtime.rls_check: the queries, those about the same keys
// one after the other.
type batch struct {
	transactions []int64
	keys         []string // array literals, one per place of the template for each set of keys
	sizes        []int32  // how many queries each set has
	claims       []string
	queries      []int32 // the query of each of claims
	set          []int32 // and the set of its keys
}

func newBatch(q queryTemplate, changes []*row.Change, queries []Query) batch {
	b := batch{transactions: []int64{}}
	for i, c := range changes { // in the order of their commits
		if c.XID != 0 && (i == 0 || c.XID != changes[i-1].XID) {
			b.transactions = append(b.transactions, int64(c.XID))
		}
	}
	for set, members := range groupQueries(queries) {
		about := queries[members[0]].Changes
		if !q.direct {
			about, _ = q.distinct(changes, about)
		}
		b.sizes = append(b.sizes, int32(len(members))) // #nosec G115 -- a batch has far fewer
		for _, place := range q.places {
			literal := []byte{'{'}
			for _, change := range about {
				literal = row.AppendElement(literal, at(changes[change].Row(), place))
			}
			b.keys = append(b.keys, string(append(literal, '}')))
		}
		for _, query := range members {
			b.claims = append(b.claims, queries[query].Group.claims)
			b.queries, b.set = append(b.queries, query), append(b.set, int32(set))
		}
	}
	return b
}

// groupQueries groups queries about the same changes. Those about none are left out.
func groupQueries(queries []Query) (order [][]int32) {
	known := map[string]int{}
	var key []byte
	for i, query := range queries {
		if len(query.Changes) == 0 {
			continue
		}
		key = key[:0]
		for _, change := range query.Changes {
			key = append(key, byte(change), byte(change>>8), byte(change>>16), byte(change>>24)) // #nosec G115 -- its four bytes
		}
		n, ok := known[string(key)]
		if !ok {
			n = len(order)
			known[string(key)] = n
			order = append(order, nil)
		}
		order[n] = append(order[n], int32(i))
	}
	return order
}

// runBatch runs realtime.rls_check in one transaction and one round trip, and calls each
// for its rows: place 0 has the version of the policies, place n the result of the n-th
// query.
func (c *Checker) runBatch(ctx context.Context, a *Access, q queryTemplate, b batch, each func(place int, marks []string, stored, failed *string) error) error {
	c.queries.Add(1)
	defer func(began time.Time) { c.queryTime.Add(int64(time.Since(began))) }(time.Now())
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout+time.Second)
	defer cancel()
	path := db.SearchPath(append([]string{a.Table.Schema}, c.o.SearchPath...)...) // as for a request to the table
	return c.pool.Conn(ctx, func(conn *db.Conn) error {
		sent := &pgx.Batch{}
		sent.Queue("select set_config('statement_timeout', $1, true), set_config('transaction_read_only', 'on', true)", milliseconds(c.o.Timeout))
		sent.Queue("select place, marks, stored, failed from realtime.rls_check($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			a.Table.OID, b.transactions, a.Role, path, q.text, len(q.places), b.keys, b.sizes, b.claims, a.discardPlans,
		).Query(func(rows pgx.Rows) error {
			var place int
			var marks []string
			var stored, failed *string
			_, err := pgx.ForEachRow(rows, []any{&place, &marks, &stored, &failed}, func() error {
				return each(place, marks, stored, failed)
			})
			return err
		})
		err := conn.SendBatch(ctx, sent).Close()
		if err != nil {
			deallocate(ctx, conn)
		}
		return err
	})
}

// deallocate drops the prepared statements of a realtime.rls_check that failed: they
// outlive its transaction.
func deallocate(ctx context.Context, conn *db.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	for _, name := range []string{"realtime_rls", "realtime_rls_each"} {
		_, err := conn.PgConn().Exec(ctx, "deallocate "+name).ReadAll()
		if refused, ok := errors.AsType[*pgconn.PgError](err); err != nil && (!ok || refused.Code != "26000") {
			_ = conn.Close(ctx) // with its statements
			return
		}
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
