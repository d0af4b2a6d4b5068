select t.oid, n.nspname::text, t.typname::text, array_agg(e.enumlabel::text order by e.enumsortorder)
from pg_enum e
join pg_type t on t.oid = e.enumtypid
join pg_namespace n on n.oid = t.typnamespace
group by t.oid, n.nspname, t.typname
order by n.nspname, t.typname
