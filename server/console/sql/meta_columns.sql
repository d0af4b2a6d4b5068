-- Columns as postgres-meta lists them. Those of a domain have the type of its base; check is the first one of the column alone.
select c.oid::bigint as table_id, n.nspname as schema, c.relname as "table", c.oid || '.' || a.attnum as id, a.attnum as ordinal_position,
  a.attname as name, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_value,
  case when b.typelem <> 0 and b.typlen = -1 then 'ARRAY' when bn.nspname <> 'pg_catalog' then 'USER-DEFINED'
    when t.typtype = 'd' then pg_catalog.format_type(t.typbasetype, null) else pg_catalog.format_type(a.atttypid, null) end as data_type,
  b.typname as format, a.attidentity <> '' as is_identity,
  case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
  a.attgenerated = 's' as is_generated, not (a.attnotnull or t.typtype = 'd' and t.typnotnull) as is_nullable,
  c.relkind in ('r', 'p') or c.relkind in ('v', 'f') and pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false) as is_updatable,
  exists (select from pg_catalog.pg_constraint u where u.conrelid = c.oid and u.contype = 'u' and u.conkey = array[a.attnum]) as is_unique,
  (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_catalog.pg_enum e where e.enumtypid in (b.oid, b.typelem)) as enums,
  (select pg_catalog.pg_get_expr(k.conbin, k.conrelid, true) from pg_catalog.pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.oid limit 1) as "check",
  pg_catalog.col_description(c.oid, a.attnum) as comment
from pg_catalog.pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_type t on t.oid = a.atttypid
join pg_catalog.pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
join pg_catalog.pg_namespace bn on bn.oid = b.typnamespace
left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and not pg_catalog.pg_is_other_temp_schema(n.oid)
