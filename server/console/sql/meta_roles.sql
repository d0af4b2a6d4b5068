-- Roles as postgres-meta lists them.
select r.oid::bigint as id, r.rolname as name, r.rolsuper as is_superuser, r.rolcreatedb as can_create_db, r.rolcreaterole as can_create_role,
  r.rolinherit as inherit_role, r.rolcanlogin as can_login, r.rolreplication as is_replication_role, r.rolbypassrls as can_bypass_rls,
  (select count(*) from pg_catalog.pg_stat_activity a where a.usename = r.rolname) as active_connections,
  case when r.rolconnlimit = -1 then pg_catalog.current_setting('max_connections')::int else r.rolconnlimit end as connection_limit,
  '********' as password, r.rolvaliduntil as valid_until,
  (select json_object_agg(pg_catalog.split_part(s, '=', 1), pg_catalog.split_part(s, '=', 2)) from unnest(r.rolconfig) s) as config
from pg_catalog.pg_roles r
