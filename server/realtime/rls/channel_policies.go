package rls

import (
	"context"
	"fmt"

	"github.com/toubkal/toubkal/server/db"
)

// channelPolicyVersionSQL tells one state of the rights on realtime.messages from another: its
// policies, what they call, its grants, and whether they hold at all.
const channelPolicyVersionSQL = `
	select md5(concat_ws('|', c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
		(select string_agg(concat_ws(',', p.oid, p.xmin), ';' order by p.oid) from pg_catalog.pg_policy p where p.polrelid = c.oid),
		(select string_agg(concat_ws(',', f.oid, f.xmin), ';' order by f.oid)
			from pg_catalog.pg_policy p
			join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::regclass and d.objid = p.oid
				and d.refclassid = 'pg_catalog.pg_proc'::regclass
			join pg_catalog.pg_proc f on f.oid = d.refobjid
			where p.polrelid = c.oid)))
	from pg_catalog.pg_class c where c.oid = 'realtime.messages'::regclass`

// PolicyVersion is a text that is another one when the policies on realtime.messages
// are. What a function that they call itself relies on is not part of it.
func (s *Channels) PolicyVersion(ctx context.Context) (state string, err error) {
	err = s.Pool.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, channelPolicyVersionSQL).Scan(&state) })
	if err != nil {
		return "", fmt.Errorf("look at the policies on realtime.messages: %w", err)
	}
	return state, nil
}
