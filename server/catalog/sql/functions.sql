-- Functions of the exposed schemas, arguments of every mode in order.
with recursive bases (oid, base, step) as (
  select oid, oid, typbasetype
  from pg_type
  union all
  select bases.oid, t.oid, t.typbasetype
  from bases
  join pg_type t on t.oid = bases.step
)
select
  n.nspname::text,
  p.proname::text,
  coalesce(d.description, ''),
  coalesce(p.proargnames, '{}'),
  coalesce(p.proargmodes::text[], '{}'),
  array(
    select format_type(u.type, null)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, i)
    order by u.i
  ) as argtypes,
  p.pronargs,
  p.pronargdefaults,
  case when p.pronargs = 1 then p.proargtypes[0] else 0 end as rowtype,
  p.prorettype,
  format_type(p.prorettype, null),
  bn.nspname::text,
  coalesce(comp.relname, b.typname)::text,
  b.typtype = 'c' as composite,
  b.typcategory = 'A' as "array",
  format_type(b.oid, null) as base,
  dn.nspname::text,
  dt.typname::text,
  p.prorettype <> b.oid as alias,
  p.proretset,
  not p.proretset or p.prorows = 1 as one,
  p.provolatile::text,
  p.provariadic <> 0,
  coalesce(p.proconfig, '{}')
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join bases on bases.oid = p.prorettype and bases.step = 0
join pg_type b on b.oid = bases.base
join pg_namespace bn on bn.oid = b.typnamespace
left join pg_class comp on comp.oid = b.typrelid
join pg_type dt on dt.oid = p.prorettype
join pg_namespace dn on dn.oid = dt.typnamespace
left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
where p.prokind = 'f'
  and n.nspname = any ($1)
  and b.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
order by n.nspname, p.proname, p.pronargs, p.oid
