-- Roles as postgres-meta lists them. $1 is not used.
select coalesce(jsonb_agg(t order by t.name), '[]') from (
  select r.oid::bigint as id, r.rolname as name, r.rolsuper as is_superuser, r.rolcreatedb as can_create_db, r.rolcreaterole as can_create_role,
    r.rolinherit as inherit_role, r.rolcanlogin as can_login, r.rolreplication as is_replication_role, r.rolbypassrls as can_bypass_rls,
    (select count(*) from pg_catalog.pg_stat_activity a where a.usename = r.rolname) as active_connections,
    case when r.rolconnlimit = -1 then pg_catalog.current_setting('max_connections')::int else r.rolconnlimit end as connection_limit,
    '********' as password, r.rolvaliduntil as valid_until, to_jsonb(r.rolconfig) as config
  from pg_catalog.pg_roles r where $1::text[] is not null or r.rolname !~ '^pg_') t
