-- The columns and the primary keys of all tables, by table.
select n.nspname, c.relname,
  array_agg(pg_catalog.format('%s %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum),
  coalesce((select array_agg(k.attname::text order by array_position(p.conkey, k.attnum)) from pg_catalog.pg_constraint p
    join pg_catalog.pg_attribute k on k.attrelid = p.conrelid and k.attnum = any (p.conkey)
    where p.conrelid = c.oid and p.contype = 'p'), '{}'),
  coalesce((select array_agg(pg_catalog.pg_get_constraintdef(f.oid, true) order by f.conname) from pg_catalog.pg_constraint f
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0), '{}')
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
group by c.oid, n.nspname, c.relname
