package visible

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Stale tells whether Rights that were given may be wrong by now: since it was
// asked before, roles or their memberships have changed, or a table's rights and
// policies without a word in the stream of changes, which is so where event
// triggers are missing. It is one cheap query, and forgets nothing by itself.
func (g *Guard) Stale(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	stamps := map[uint32]string{}
	var roles string
	err := g.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue("select " + rolesSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&roles) })
		batch.Queue("select c.oid, "+stampSQL+" from pg_class c where c.oid = any ($1)", g.tables()).Query(func(rows pgx.Rows) error {
			var table uint32
			var stamp string
			_, err := pgx.ForEachRow(rows, []any{&table, &stamp}, func() error {
				stamps[table] = stamp
				return nil
			})
			return err
		})
		return conn.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return false, fmt.Errorf("look whether rights have changed: %w", err)
	}
	g.notice(roles)
	return g.changed(stamps), nil
}

// tables are those that rights are known of.
func (g *Guard) tables() []uint32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	tables := make([]uint32, 0, len(g.known))
	for who := range g.fresh {
		tables = append(tables, who.table)
	}
	return tables
}

// notice compares roles with what was known of them.
func (g *Guard) notice(roles string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turned = g.turned || g.roles != "" && g.roles != roles
	g.roles = roles
}

func (g *Guard) changed(stamps map[uint32]string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := g.turned
	g.turned = false
	for who := range g.fresh {
		changed = changed || g.known[who].catalog.Stamp != stamps[who.table]
	}
	return changed
}
