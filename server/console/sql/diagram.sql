-- Tables with their columns and foreign keys, as one JSON document.
select coalesce(jsonb_agg(jsonb_build_object('schema', n.nspname, 'name', c.relname,
  'columns', (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'key', coalesce(a.attnum = any (p.conkey), false)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  'references', (select coalesce(jsonb_agg(jsonb_build_object('schema', fn.nspname, 'table', fc.relname,
      'columns', (select jsonb_agg(a.attname) from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum = any (f.conkey)),
      'to', (select jsonb_agg(a.attname) from pg_catalog.pg_attribute a where a.attrelid = f.confrelid and a.attnum = any (f.confkey))) order by f.conname), '[]')
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class fc on fc.oid = f.confrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0)
) order by n.nspname, c.relname), '[]')
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
