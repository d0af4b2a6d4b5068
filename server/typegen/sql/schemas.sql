-- The schemas of $1 that the role may use.
select n.nspname
from pg_namespace n
where n.nspname = any ($1) and (pg_has_role(n.nspowner, 'USAGE') or has_schema_privilege(n.oid, 'CREATE, USAGE'))
