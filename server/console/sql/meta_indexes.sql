-- Indexes as postgres-meta lists them, but all of them, each with its own columns in index_attributes.
select i.indexrelid::bigint as id, i.indrelid::bigint as table_id, n.nspname as schema, i.indnatts as number_of_attributes,
  i.indnkeyatts as number_of_key_attributes, i.indisunique as is_unique, i.indisprimary as is_primary, i.indisexclusion as is_exclusion,
  i.indimmediate as is_immediate, i.indisclustered as is_clustered, i.indisvalid as is_valid, i.indcheckxmin as check_xmin, i.indisready as is_ready,
  i.indislive as is_live, i.indisreplident as is_replica_identity, i.indkey::smallint[] as key_attributes, i.indcollation::bigint[] as collation,
  i.indclass::bigint[] as class, i.indoption::smallint[] as options, i.indpred::text as index_predicate,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment, pg_catalog.pg_get_indexdef(c.oid) as index_definition, m.amname as access_method,
  (select coalesce(json_agg(json_build_object('attribute_number', a.attnum, 'attribute_name', a.attname,
      'data_type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey)) as index_attributes
from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_am m on m.oid = c.relam
