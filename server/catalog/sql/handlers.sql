-- Media type handlers: an aggregate over the rows of a table, or over any,
-- whose result is a domain named like a media type.
with recursive bases (domain, type) as (
  select oid, typbasetype
  from pg_type
  where typtype = 'd'
  union all
  select bases.domain, t.typbasetype
  from bases
  join pg_type t on t.oid = bases.type and t.typtype = 'd'
)
select
  n.nspname::text,
  p.proname::text,
  media.typname::text,
  case row.typtype when 'c' then rn.nspname::text else '' end,
  case row.typtype when 'c' then row.typname::text else '' end,
  exists (select from bases where domain = media.oid and type = 'bytea'::regtype) as binary
from pg_aggregate a
join pg_proc p on p.oid = a.aggfnoid
join pg_namespace n on n.oid = p.pronamespace
join pg_type media on media.oid = p.prorettype
join pg_type row on row.oid = p.proargtypes[0]
join pg_namespace rn on rn.oid = row.typnamespace
where n.nspname = any ($1)
  and p.pronargs = 1
  and media.typtype = 'd'
  and (media.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or media.typname = '*/*')
  and (row.typtype = 'c' or row.oid = 'anyelement'::regtype)
order by n.nspname, p.proname
