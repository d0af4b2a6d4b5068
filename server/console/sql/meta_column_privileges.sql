-- Rights on columns as postgres-meta lists them: those of the table too. A column without any is left out.
select c.oid || '.' || a.attnum as column_id, n.nspname as relation_schema, c.relname as relation_name, a.attname as column_name, p.privileges
from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (
  select json_agg(json_build_object('grantor', pg_catalog.pg_get_userbyid(x.grantor), 'grantee', coalesce(r.rolname, 'PUBLIC'),
    'privilege_type', x.privilege_type, 'is_grantable', x.is_grantable)) as privileges
  from (select * from pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))) union select * from pg_catalog.aclexplode(a.attacl)) x
  left join pg_catalog.pg_roles r on r.oid = x.grantee where x.privilege_type in ('INSERT', 'SELECT', 'UPDATE', 'REFERENCES')) p
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'f', 'p') and p.privileges is not null
