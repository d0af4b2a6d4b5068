-- The types of the exposed relations' columns and of the exposed functions'
-- arguments and results, with their domains followed down.
with recursive chain (domain, type, modifier, required) as (
  select oid, typbasetype, typtypmod, typnotnull
  from pg_type
  where typtype = 'd'
  union all
  select chain.domain, t.typbasetype,
    case when chain.modifier <> -1 then chain.modifier else t.typtypmod end,
    chain.required or t.typnotnull
  from chain
  join pg_type t on t.oid = chain.type and t.typtype = 'd'
),
-- of each domain the last link, whose type is no domain, and what all links require
bases as (
  select chain.domain, chain.type, chain.modifier, chain.required
  from chain
  join pg_type t on t.oid = chain.type and t.typtype <> 'd'
),
used as (
  select a.atttypid as type, a.atttypmod as modifier
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  where a.attnum > 0 and not a.attisdropped
    and n.nspname = any ($1)
    and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and not c.relispartition
  union
  select unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype), -1
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where p.prokind = 'f' and n.nspname = any ($1)
)
select
  used.type,
  used.modifier,
  tn.nspname::text,
  t.typname::text,
  format_type(used.type, used.modifier) as spelled,
  format_type(used.type, null) as bare,
  b.oid <> t.oid as domain,
  bn.nspname::text,
  b.typname::text,
  format_type(b.oid, null) as base,
  b.typtype = 'c' as composite,
  b.typcategory = 'A' as "array",
  e.oid as element,
  en.nspname::text,
  e.typname::text,
  coalesce(bases.required, false) as required,
  case when b.oid <> t.oid then coalesce(pg_get_expr(t.typdefaultbin, 0), '') else '' end as "default",
  case
    when b.oid in ('bpchar'::regtype, 'varchar'::regtype) then greatest(coalesce(bases.modifier, used.modifier) - 4, 0)
    when b.oid in ('bit'::regtype, 'varbit'::regtype) then greatest(coalesce(bases.modifier, used.modifier), 0)
    else 0
  end as max_length
from used
join pg_type t on t.oid = used.type
join pg_namespace tn on tn.oid = t.typnamespace
left join bases on bases.domain = t.oid
join pg_type b on b.oid = coalesce(bases.type, t.oid)
join pg_namespace bn on bn.oid = b.typnamespace
left join bases eb on b.typcategory = 'A' and eb.domain = b.typelem
join pg_type e on e.oid = case when b.typcategory = 'A' and b.typelem <> 0 then coalesce(eb.type, b.typelem) else b.oid end
join pg_namespace en on en.oid = e.typnamespace
