-- Columns of the exposed relations. What their types are, types.sql says once
-- for each type.
select
  a.attrelid,
  a.attnum,
  a.attname::text,
  a.atttypid,
  a.atttypmod,
  a.attnotnull,
  coalesce(case
    when a.attidentity = 'd' then format('nextval(%L)', seq.objid::regclass)
    when a.attgenerated <> '' then null
    else pg_get_expr(ad.adbin, ad.adrelid)
  end, '') as "default",
  coalesce(ad.oid, 0),
  a.attidentity::text,
  a.attgenerated::text,
  coalesce(d.description, '')
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
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
