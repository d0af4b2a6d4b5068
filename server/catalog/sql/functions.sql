-- Functions of the exposed schemas, arguments of every mode in order.
with recursive chain (domain, type) as (
  select oid, typbasetype
  from pg_type
  where typtype = 'd'
  union all
  select chain.domain, t.typbasetype
  from chain
  join pg_type t on t.oid = chain.type and t.typtype = 'd'
),
-- of each domain what it is made of in the end
bases as (
  select chain.domain, chain.type
  from chain
  join pg_type t on t.oid = chain.type and t.typtype <> 'd'
)
select
  n.nspname::text,
  p.proname::text,
  coalesce(d.description, ''),
  coalesce(p.proargnames, '{}'),
  coalesce(p.proargmodes::text[], '{}'),
  coalesce(args.types, '{}'),
  coalesce(args.arrays, '{}'),
  coalesce(args.schemas, '{}'),
  coalesce(args.names, '{}'),
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
left join bases on bases.domain = p.prorettype
join pg_type b on b.oid = coalesce(bases.type, p.prorettype)
join pg_namespace bn on bn.oid = b.typnamespace
left join pg_class comp on comp.oid = b.typrelid
join pg_type dt on dt.oid = p.prorettype
join pg_namespace dn on dn.oid = dt.typnamespace
left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
left join lateral (
  select
    array_agg(format_type(u.type, null) order by u.i) as types,
    array_agg(ub.typcategory = 'A' order by u.i) as arrays,
    array_agg(en.nspname::text order by u.i) as schemas,
    array_agg(e.typname::text order by u.i) as names
  from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, i)
  left join bases bu on bu.domain = u.type
  join pg_type ub on ub.oid = coalesce(bu.type, u.type)
  left join bases be on ub.typcategory = 'A' and be.domain = ub.typelem
  join pg_type e on e.oid = case when ub.typcategory = 'A' and ub.typelem <> 0 then coalesce(be.type, ub.typelem) else ub.oid end
  join pg_namespace en on en.oid = e.typnamespace
) args on true
where p.prokind = 'f'
  and n.nspname = any ($1)
  and b.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
order by n.nspname, p.proname, p.pronargs, p.oid
