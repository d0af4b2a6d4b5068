-- Policies as postgres-meta lists them.
select p.oid::bigint as id, n.nspname as schema, c.relname as "table", c.oid::bigint as table_id, p.polname as name,
  case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end as action,
  case when p.polroles = '{0}' then '["public"]' else
    (select coalesce(json_agg(r.rolname order by r.rolname), '[]') from pg_catalog.pg_roles r where r.oid = any (p.polroles)) end as roles,
  case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end as command,
  pg_catalog.pg_get_expr(p.polqual, p.polrelid) as definition, pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as "check"
from pg_catalog.pg_policy p
join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
