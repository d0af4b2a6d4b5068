-- Policies as postgres-meta lists them. $1 are the schemas, null for all but the system's.
select coalesce(jsonb_agg(t order by t.schema, t."table", t.name), '[]') from (
  select p.oid::bigint as id, n.nspname as schema, c.relname as "table", c.oid::bigint as table_id, p.polname as name,
    case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end as action,
    (select jsonb_agg(case when r.role = 0 then 'public' else pg_catalog.pg_get_userbyid(r.role)::text end) from unnest(p.polroles) r (role)) as roles,
    case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end as command,
    pg_catalog.pg_get_expr(p.polqual, p.polrelid) as definition, pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as "check"
  from pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where case when $1::text[] is null then n.nspname !~ '^pg_' and n.nspname <> 'information_schema' else n.nspname = any ($1) end) t
