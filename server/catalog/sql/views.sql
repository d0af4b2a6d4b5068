-- What each view selects, as PostgreSQL stores it: the only place that says
-- from which column of which relation a column of a view comes.
select c.oid, r.ev_action::text
from pg_rewrite r
join pg_class c on c.oid = r.ev_class
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.ev_type = '1'
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
