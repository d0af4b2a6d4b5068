-- Functions and procedures, but those of extensions, as one JSON document: who may execute each, of the roles of the API.
select coalesce(jsonb_agg(jsonb_build_object(
  'id', f.oid::bigint, 'schema', n.nspname, 'name', f.proname,
  'kind', case f.prokind when 'p' then 'procedure' when 'a' then 'aggregate' when 'w' then 'window' else 'function' end,
  'arguments', pg_catalog.pg_get_function_identity_arguments(f.oid),
  'returns', coalesce(pg_catalog.pg_get_function_result(f.oid), ''),
  'language', l.lanname, 'definer', f.prosecdef,
  'volatility', case f.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'comment', coalesce(pg_catalog.obj_description(f.oid, 'pg_proc'), ''),
  'roles', (select coalesce(jsonb_agg(r.rolname order by r.rolname), '[]') from pg_catalog.pg_roles r
    where r.rolname in ('anon', 'authenticated', 'service_role') and pg_catalog.has_function_privilege(r.oid, f.oid, 'execute'))
) order by n.nspname, f.proname, f.oid), '[]')
from pg_catalog.pg_proc f
join pg_catalog.pg_namespace n on n.oid = f.pronamespace
join pg_catalog.pg_language l on l.oid = f.prolang
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')
