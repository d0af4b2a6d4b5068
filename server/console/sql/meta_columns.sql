-- Columns as postgres-meta lists them. $1 are the schemas, null for all but the system's.
select coalesce(jsonb_agg(t order by t.schema, t."table", t.ordinal_position), '[]') from (
  select c.oid::bigint as table_id, n.nspname as schema, c.relname as "table", c.oid || '.' || a.attnum as id, a.attnum as ordinal_position,
    a.attname as name, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_value,
    case when t.typtype = 'd' then pg_catalog.format_type(t.typbasetype, null)
      when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' when tn.nspname = 'pg_catalog' then pg_catalog.format_type(a.atttypid, null)
      else 'USER-DEFINED' end as data_type,
    t.typname as format, a.attidentity <> '' as is_identity,
    case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
    a.attgenerated <> '' as is_generated, not (a.attnotnull or t.typnotnull) as is_nullable,
    c.relkind in ('r', 'p') or pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false) as is_updatable,
    exists (select from pg_catalog.pg_constraint u where u.conrelid = c.oid and u.contype = 'u' and u.conkey = array[a.attnum]) as is_unique,
    (select coalesce(jsonb_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_catalog.pg_enum e where e.enumtypid in (t.oid, t.typbasetype)) as enums,
    (select pg_catalog.pg_get_expr(k.conbin, k.conrelid) from pg_catalog.pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname limit 1) as "check",
    pg_catalog.col_description(c.oid, a.attnum) as comment
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_type t on t.oid = a.atttypid join pg_catalog.pg_namespace tn on tn.oid = t.typnamespace
  left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and case when $1::text[] is null then n.nspname !~ '^pg_' and n.nspname <> 'information_schema' else n.nspname = any ($1) end) t
