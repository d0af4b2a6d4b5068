package rls

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls/policy"
)

// sourcesSQL selects the functions and views of users: those that are not built in, not
// part of an extension and not in C.
const sourcesSQL = `
with called (id) as (
  select d.refobjid from pg_depend d where d.classid = 'pg_policy'::regclass
  union all
  select o.oprcode from pg_depend d join pg_operator o on d.refclassid = 'pg_operator'::regclass and o.oid = d.refobjid
  where d.classid = 'pg_policy'::regclass
), sources (id, name, bare, immutable, language, body) as (
  select f.oid, quote_ident(n.nspname) || '.' || quote_ident(f.proname), f.proname, f.provolatile = 'i', l.lanname,
    coalesce(pg_get_function_sqlbody(f.oid), f.prosrc)
  from pg_proc f
  join pg_namespace n on n.oid = f.pronamespace
  join pg_language l on l.oid = f.prolang
  where f.oid::int8 >= 16384 and l.lanname not in ('c', 'internal')
    and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = f.oid and e.deptype = 'e')
  union all
  select c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relname, false, 'sql', pg_get_viewdef(c.oid)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid::int8 >= 16384 and c.relkind = 'v'
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
)
select coalesce(json_agg(json_build_object(
  'name', s.name, 'bare', s.bare, 'called', s.id in (select c.id from called c),
  'immutable', s.immutable, 'language', s.language, 'body', s.body
) order by s.id), '[]')
from sources s`

// hasUnsafeFunction reports whether a cached plan or setting of one caller could affect
// the next, so that plans have to be discarded. It is cached until Invalidate.
func (c *Checker) hasUnsafeFunction(ctx context.Context) (bool, error) {
	c.mu.Lock()
	known, invalidations := c.unsafe, c.invalidations
	c.mu.Unlock()
	if known != nil && known.at == invalidations {
		return known.name != "", nil
	}
	var read []byte
	err := c.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		batch.Queue("select set_config('search_path', 'pg_catalog, pg_temp', true)")
		batch.Queue(sourcesSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&read) })
		return conn.SendBatch(ctx, batch).Close()
	})
	var sources []policy.Source
	if err == nil {
		err = json.Unmarshal(read, &sources)
	}
	if err != nil {
		return false, fmt.Errorf("read the functions that policies call: %w", err)
	}
	name, why := policy.FindUnsafe(sources)
	c.mu.Lock()
	before := c.unsafe
	c.unsafe = &unsafeFunction{name, invalidations}
	c.mu.Unlock()
	if name != "" && (before == nil || before.name != name) {
		c.o.Log.Warn("plan cache disabled for RLS queries, which is slow: function "+name+" "+why, "function", name)
	}
	return name != "", nil
}

// unsafeFunction is the result of a search.
type unsafeFunction struct {
	name string // of the function; "" for none
	at   int    // Checker.invalidations then
}
