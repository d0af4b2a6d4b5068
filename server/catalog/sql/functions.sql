-- Functions of the exposed schemas, arguments of every mode in order. What their
-- types are, types.sql says.
select
  p.oid,
  n.nspname::text,
  p.proname::text,
  coalesce(d.description, ''),
  coalesce(p.proargnames, '{}'),
  coalesce(p.proargmodes::text[], '{}'),
  coalesce(p.proallargtypes, p.proargtypes::oid[]),
  p.pronargs,
  p.pronargdefaults,
  case when p.pronargs = 1 then p.proargtypes[0] else 0 end as rowtype,
  p.prorettype,
  p.proretset,
  not p.proretset or p.prorows = 1 as one,
  p.provolatile::text,
  p.provariadic <> 0,
  coalesce(p.proconfig, '{}')
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
where p.prokind = 'f'
  and n.nspname = any ($1)
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by n.nspname, p.proname, p.pronargs, p.oid
