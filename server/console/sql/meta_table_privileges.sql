-- Rights on tables and views as postgres-meta lists them.
select c.oid::bigint as relation_id, n.nspname as schema, c.relname as name,
  case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized_view' when 'f' then 'foreign_table' else 'partitioned_table' end as kind,
  (select coalesce(json_agg(json_build_object('grantor', pg_catalog.pg_get_userbyid(a.grantor), 'grantee', coalesce(r.rolname, 'PUBLIC'),
      'privilege_type', a.privilege_type, 'is_grantable', a.is_grantable)), '[]')
    from pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))) a left join pg_catalog.pg_roles r on r.oid = a.grantee) as privileges
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not pg_catalog.pg_is_other_temp_schema(n.oid)
