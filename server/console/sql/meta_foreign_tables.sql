-- Foreign tables as postgres-meta lists them.
select c.oid::bigint as id, n.nspname as schema, c.relname as name, pg_catalog.obj_description(c.oid, 'pg_class') as comment
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'f'
