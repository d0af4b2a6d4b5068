package rls

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Stale reports whether some Access may be outdated: since the last call, roles or their
// memberships have changed, which fires no event trigger, or privileges or policies have
// changed where event triggers are missing. It is one cheap query, and does not
// invalidate by itself.
func (c *Checker) Stale(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout+time.Second)
	defer cancel()
	c.mu.Lock()
	tables := make([]uint32, 0, len(c.fresh))
	for key := range c.fresh {
		tables = append(tables, key.table)
	}
	c.mu.Unlock()
	versions := map[uint32]string{}
	var roles string
	err := c.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue("select " + rolesSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&roles) })
		batch.Queue("select c.oid, "+accessVersionSQL+" from pg_class c where c.oid = any ($1)", tables).Query(func(rows pgx.Rows) error {
			var table uint32
			var version string
			_, err := pgx.ForEachRow(rows, []any{&table, &version}, func() error {
				versions[table] = version
				return nil
			})
			return err
		})
		return conn.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return false, fmt.Errorf("read the versions of roles and policies: %w", err)
	}
	c.rolesUpdated(roles)
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := c.rolesChanged
	c.rolesChanged = false
	for key := range c.fresh {
		changed = changed || c.known[key].catalog.AccessVersion != versions[key.table]
	}
	return changed, nil
}

// rolesUpdated compares the roles with those that were read last.
func (c *Checker) rolesUpdated(roles string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rolesChanged = c.rolesChanged || c.roles != "" && c.roles != roles
	c.roles = roles
}
