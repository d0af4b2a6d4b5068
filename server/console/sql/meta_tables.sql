-- Tables as postgres-meta lists them. Of a foreign key of several columns, each is paired with each.
select c.oid::bigint as id, n.nspname as schema, c.relname as name, c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
  case c.relreplident when 'd' then 'DEFAULT' when 'i' then 'INDEX' when 'f' then 'FULL' else 'NOTHING' end as replica_identity,
  pg_catalog.pg_total_relation_size(c.oid) as bytes, pg_catalog.pg_size_pretty(pg_catalog.pg_total_relation_size(c.oid)) as size,
  pg_catalog.pg_stat_get_live_tuples(c.oid) as live_rows_estimate, pg_catalog.pg_stat_get_dead_tuples(c.oid) as dead_rows_estimate,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  (select coalesce(jsonb_agg(jsonb_build_object('schema', n.nspname, 'table_name', c.relname, 'name', a.attname, 'table_id', c.oid::bigint)
      order by pg_catalog.array_position(i.indkey::smallint[], a.attnum)), '[]')
    from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indrelid = c.oid and i.indisprimary) as primary_keys,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.oid::bigint, 'constraint_name', f.conname,
      'source_schema', sn.nspname, 'source_table_name', s.relname, 'source_column_name', sa.attname,
      'target_table_schema', tn.nspname, 'target_table_name', t.relname, 'target_column_name', ta.attname) order by f.oid), '[]')
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class s on s.oid = f.conrelid join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
    join pg_catalog.pg_attribute sa on sa.attrelid = f.conrelid and sa.attnum = any (f.conkey)
    join pg_catalog.pg_class t on t.oid = f.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
    join pg_catalog.pg_attribute ta on ta.attrelid = f.confrelid and ta.attnum = any (f.confkey)
    where f.contype = 'f' and c.oid in (f.conrelid, f.confrelid)) as relationships
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not pg_catalog.pg_is_other_temp_schema(n.oid)
