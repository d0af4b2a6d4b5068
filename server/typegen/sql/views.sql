-- What the columns of each view come from is in the tree of its select.
select c.oid, n.nspname, c.relname, r.ev_action::text,
	array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 order by a.attnum)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_rewrite r on r.ev_class = c.oid and r.ev_type = '1'
where c.relkind in ('v', 'm') and n.nspname = any ($1)
