-- The columns on which the role has any right. A domain is shown as the type below it. A view's column is
-- writable by itself, or with all others by an instead-of trigger (tgtype: 64 instead, 4 insert, 16 update) or an
-- unconditional instead-of rule (ev_type: 2 update, 3 insert).
with replaced as (
	select tgrelid as view from pg_trigger where tgtype & 64 <> 0 and tgtype & 20 <> 0 and not tgisinternal
	union
	select ev_class from pg_rewrite where is_instead and ev_type in ('2', '3') and ev_qual::text = '<>'
)
select c.oid, a.attname, coalesce(base.typname, t.typname), coalesce(base_schema.nspname, type_schema.nspname),
	not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
	a.atthasdef,
	a.attidentity::text,
	a.attgenerated <> '',
	c.relkind = 'v' and (pg_column_is_updatable(c.oid, a.attnum, false) or c.oid in (select view from replaced))
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
join pg_namespace type_schema on type_schema.oid = t.typnamespace
left join pg_type base on base.oid = t.typbasetype and t.typtype = 'd'
left join pg_namespace base_schema on base_schema.oid = base.typnamespace
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'f', 'v', 'm')
	and (pg_has_role(c.relowner, 'USAGE') or has_column_privilege(c.oid, a.attnum, 'SELECT, INSERT, UPDATE, REFERENCES'))
