-- Media type handlers: a function or an aggregate whose result is a domain
-- named like a media type.
select
  n.nspname::text,
  p.proname::text,
  lower(m.typname),
  case when agg.aggfnoid is not null and at.typtype = 'c' then an.nspname::text else '' end,
  case when agg.aggfnoid is not null and at.typtype = 'c' then at.typname::text else '' end,
  agg.aggfnoid is not null as aggregate,
  coalesce(at.oid = 'anyelement'::regtype, false) as "any"
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type m on m.oid = p.prorettype and m.typtype = 'd'
left join pg_aggregate agg on agg.aggfnoid = p.oid
left join pg_type at on at.oid = p.proargtypes[0]
left join pg_namespace an on an.oid = at.typnamespace
where n.nspname = any ($1)
  and (m.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or m.typname = '*/*')
  and (
    agg.aggfnoid is null and p.prokind = 'f' and not p.proretset
    or p.pronargs = 1 and (at.typtype = 'c' or at.oid = 'anyelement'::regtype)
  )
order by n.nspname, p.proname
