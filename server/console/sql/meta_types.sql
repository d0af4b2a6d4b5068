-- Types as postgres-meta lists them: without those of arrays and of tables.
select t.oid::bigint as id, t.typname as name, n.nspname as schema, pg_catalog.format_type(t.oid, null) as format,
  (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_catalog.pg_enum e where e.enumtypid = t.oid) as enums,
  (select coalesce(json_agg(json_build_object('name', a.attname, 'type_id', a.atttypid::bigint) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and not a.attisdropped) as attributes,
  pg_catalog.obj_description(t.oid, 'pg_type') as comment, nullif(t.typrelid, 0)::bigint as type_relation_id
from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where (t.typrelid = 0 or exists (select from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
  and not exists (select from pg_catalog.pg_type e where e.oid = t.typelem and e.typarray = t.oid)
