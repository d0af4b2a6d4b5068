-- All types, since a column may have any; a row type with its relation, a composite type with its attributes too.
select t.oid, n.nspname, t.typname, t.typrelid, case when t.typrelid <> 0 then format_type(t.oid, null) else '' end,
	coalesce(e.labels, '{}'), coalesce(a.names, '{}'), coalesce(a.types, '{}')
from pg_type t
join pg_namespace n on n.oid = t.typnamespace
left join pg_class c on c.oid = t.typrelid
left join (
	select enumtypid, array_agg(enumlabel::text order by enumsortorder) as labels from pg_enum group by enumtypid
) e on e.enumtypid = t.oid
left join (
	select r.oid, array_agg(a.attname::text order by a.attnum) as names, array_agg(a.atttypid order by a.attnum) as types
	from pg_class r
	join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
	where r.relkind = 'c'
	group by r.oid
) a on a.oid = c.oid
where t.typrelid = 0 or c.relkind in ('c', 'r', 'v', 'm', 'p', 'f')
