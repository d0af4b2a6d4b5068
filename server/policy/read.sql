-- The tables named $1 (schemas) and $2 (names), those that their policies and views read, and so on, with
-- what decides on the rights of role $3. One row, JSON of []Table.
with recursive caller as (
  select oid, rolname, rolsuper, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = $3::text
), reached (oid, source, how, policy) as (
  select c.oid, null::oid, 'request', ''::text collate "C"
  from unnest($1::text[], $2::text[]) as wanted (schema, name)
  join pg_namespace n on n.nspname = wanted.schema
  join pg_class c on c.relnamespace = n.oid and c.relname = wanted.name
  union
  select edge.oid, r.oid, edge.how, edge.policy
  from reached r
  cross join lateral (
    select d.refobjid, 'policy', p.polname::text collate "C"
    from pg_policy p
    join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
    where p.polrelid = r.oid
    union all
    select d.refobjid, 'view', ''::text collate "C"
    from pg_rewrite w
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
    where w.ev_class = r.oid
  ) as edge (oid, how, policy)
  join pg_class c on c.oid = edge.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
  where edge.oid <> r.oid
), tables as (
  select c.*, n.nspname, o.rolname as owner, caller.oid as caller, caller.bypasses, caller.rolsuper as is_super
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_roles o on o.oid = c.relowner
  cross join caller
  where c.oid in (select oid from reached)
)
select coalesce(json_agg(json_build_object(
  'schema', t.nspname, 'name', t.relname, 'owner', t.owner,
  'kind', case t.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end,
  'row_security', t.relrowsecurity, 'forced', t.relforcerowsecurity,
  'usage', has_schema_privilege(t.caller, t.relnamespace, 'usage'),
  'invoker', exists (select from pg_options_to_table(t.reloptions) where option_name = 'security_invoker' and option_value::boolean),
  'unfiltered', case
    when t.relkind not in ('r', 'p') then ''
    when not t.relrowsecurity then 'row security is off'
    when t.is_super then 'role ' || $3::text || ' is a superuser'
    when t.bypasses then 'role ' || $3::text || ' bypasses row security'
    when not t.relforcerowsecurity and pg_has_role(t.caller, t.relowner, 'usage') then 'role ' || $3::text || ' owns the table, and row security is not forced'
    else '' end,
  'columns', (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'key', (select json_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = t.oid and i.indisprimary),
  'grants', (
    select json_agg(json_build_object('verb', verb, 'whole', whole, 'columns', columns) order by place)
    from (
      select place, verb, has_table_privilege(t.caller, t.oid, verb) as whole, case when verb <> 'delete' then (
        select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(t.caller, t.oid, a.attnum, verb)) end as columns
      from (values (1, 'select'), (2, 'insert'), (3, 'update'), (4, 'delete')) as verbs (place, verb)
    ) as granted
    where whole or columns is not null
  ),
  'policies', (
    select json_agg(json_build_object(
      'name', p.polname, 'permissive', p.polpermissive,
      'verb', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      'roles', (select json_agg(coalesce(r.rolname, 'public') order by r.rolname) from unnest(p.polroles) as id left join pg_roles r on r.oid = id),
      'applies', 0 = any (p.polroles) or exists (select from unnest(p.polroles) as id where id <> 0 and pg_has_role(t.caller, id, 'usage')),
      'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid),
      'comment', coalesce(obj_description(p.oid, 'pg_policy'), ''),
      'closed', (
        select json_agg(format('%I.%I(%s)', fn.nspname, f.proname, pg_get_function_identity_arguments(f.oid)) order by f.proname)
        from pg_depend d join pg_proc f on f.oid = d.refobjid join pg_namespace fn on fn.oid = f.pronamespace
        where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
          and not has_function_privilege(t.caller, f.oid, 'execute'))
    ) order by p.polname)
    from pg_policy p where p.polrelid = t.oid
  ),
  'reached', (
    select json_agg(json_build_object('how', r.how, 'schema', coalesce(sn.nspname, ''), 'table', coalesce(s.relname, ''), 'policy', r.policy) order by s.relname, r.policy)
    from reached r left join pg_class s on s.oid = r.source left join pg_namespace sn on sn.oid = s.relnamespace
    where r.oid = t.oid)
) order by t.nspname, t.relname), '[]')
from tables t
