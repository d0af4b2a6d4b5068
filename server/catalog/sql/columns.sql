-- Columns of the exposed relations, with their domains followed down.
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
)
select
  a.attrelid,
  a.attnum,
  a.attname::text,
  format_type(a.atttypid, a.atttypmod) as type,
  format_type(b.oid, null) as base,
  case when t.typtype = 'd' then format_type(t.oid, null) else '' end as domain,
  t.oid as typeoid,
  e.oid as elementoid,
  en.nspname::text,
  e.typname::text,
  b.typtype = 'c' as composite,
  b.typcategory = 'A' as "array",
  not (a.attnotnull or coalesce(bases.required, false)) as nullable,
  coalesce(case
    when ad.adbin is null and t.typtype = 'd' then pg_get_expr(t.typdefaultbin, 0)
    when a.attidentity = 'd' then format('nextval(%L)', seq.objid::regclass)
    when a.attgenerated <> '' then null
    else pg_get_expr(ad.adbin, ad.adrelid)
  end, '') as "default",
  a.attidentity::text,
  a.attgenerated::text,
  case
    when b.oid in ('bpchar'::regtype, 'varchar'::regtype) then greatest(coalesce(bases.modifier, a.atttypmod) - 4, 0)
    when b.oid in ('bit'::regtype, 'varbit'::regtype) then greatest(coalesce(bases.modifier, a.atttypmod), 0)
    else 0
  end as max_length,
  coalesce(d.description, '')
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
join pg_type t on t.oid = a.atttypid
left join bases on bases.domain = t.oid
join pg_type b on b.oid = coalesce(bases.type, t.oid)
left join bases eb on b.typcategory = 'A' and eb.domain = b.typelem
join pg_type e on e.oid = case when b.typcategory = 'A' and b.typelem <> 0 then coalesce(eb.type, b.typelem) else b.oid end
join pg_namespace en on en.oid = e.typnamespace
left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
left join pg_depend seq
  on a.attidentity <> '' and seq.deptype = 'i'
  and seq.classid = 'pg_class'::regclass and seq.refclassid = 'pg_class'::regclass
  and seq.refobjid = a.attrelid and seq.refobjsubid = a.attnum
left join pg_description d
  on d.objoid = a.attrelid and d.classoid = 'pg_class'::regclass and d.objsubid = a.attnum
where a.attnum > 0 and not a.attisdropped
  and n.nspname = any ($1)
  and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and not c.relispartition
order by a.attrelid, a.attnum
