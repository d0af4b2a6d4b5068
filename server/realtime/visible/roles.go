package visible

import (
	"context"
	"fmt"

	"github.com/toubkal/toubkal/server/db"
)

// rolesSQL differs where roles do: whom row policies do not bind, and who has the
// rights of whom. No event trigger tells of them, since they are of all databases.
const rolesSQL = `
select md5(concat_ws('|',
  (select string_agg(concat_ws(' ', r.oid, r.rolsuper, r.rolinherit, r.rolbypassrls), ',' order by r.oid) from pg_roles r),
  (select string_agg(concat_ws(' ', m.roleid, m.member, m.xmin), ',' order by m.roleid, m.member, m.xmin::text) from pg_auth_members m)))`

// Stale tells whether roles are others than when it was last asked, or were not
// known then: rights that were read in between may be out of date.
func (g *Guard) Stale(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout)
	defer cancel()
	var roles string
	err := g.pool.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, rolesSQL).Scan(&roles) })
	if err != nil {
		return false, fmt.Errorf("read which roles there are: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	stale := roles != g.roles
	g.roles = roles
	return stale, nil
}
