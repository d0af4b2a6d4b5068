-- Schemas as postgres-meta lists them.
select n.oid::bigint as id, n.nspname as name, pg_catalog.pg_get_userbyid(n.nspowner) as owner
from pg_catalog.pg_namespace n where n.nspname !~ '^pg_(temp|toast_temp)_'
