select n.nspname::text, coalesce(d.description, '')
from pg_namespace n
left join pg_description d on d.objoid = n.oid and d.classoid = 'pg_namespace'::regclass
where n.nspname = any ($1)
