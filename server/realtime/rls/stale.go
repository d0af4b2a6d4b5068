package rls

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
func (g *Checker) Stale(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	stamps := map[uint32]string{}
	var roles string
	err := g.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue("select " + rolesSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&roles) })
		batch.Queue("select c.oid, "+accessVersionSQL+" from pg_class c where c.oid = any ($1)", g.tables()).Query(func(rows pgx.Rows) error {
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
	g.rolesUpdated(roles)
	return g.anyChanged(stamps), nil
}

// tables are those that rights are known of.
func (g *Checker) tables() []uint32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	tables := make([]uint32, 0, len(g.known))
	for who := range g.fresh {
		tables = append(tables, who.table)
	}
	return tables
}

// rolesUpdated compares roles with what was known of them.
func (g *Checker) rolesUpdated(roles string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rolesChanged = g.rolesChanged || g.roles != "" && g.roles != roles
	g.roles = roles
}

func (g *Checker) anyChanged(stamps map[uint32]string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := g.rolesChanged
	g.rolesChanged = false
	for who := range g.fresh {
		changed = changed || g.known[who].catalog.AccessVersion != stamps[who.table]
	}
	return changed
}
