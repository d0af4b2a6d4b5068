-- The tables and views of the project and of the services, with estimates of their rows. Autovacuum analyzes no table of
-- a few rows: one of at most 4 MB without an estimate is counted.
select n.nspname, c.relname,
  case c.relkind when 'r' then 'table' when 'p' then 'table' when 'v' then 'view' when 'm' then 'materialized view' else 'foreign table' end,
  case when c.relkind = 'p' then (select coalesce(sum(greatest(child.reltuples, 0)), 0) from pg_catalog.pg_partition_tree(c.oid) t
      join pg_catalog.pg_class child on child.oid = t.relid and t.isleaf)::bigint
    when c.relkind in ('r', 'm') and c.reltuples < 0 and c.relispopulated and pg_catalog.pg_relation_size(c.oid) <= 4 << 20 then
      pg_catalog.substring(pg_catalog.query_to_xml(pg_catalog.format('select count(*) from %I.%I', n.nspname, c.relname), false, true, '')::text, '<count>([0-9]+)<')::bigint
    when c.relkind in ('r', 'm') then c.reltuples::bigint else -1 end,
  case when c.relkind = 'p' then (select coalesce(sum(pg_catalog.pg_total_relation_size(relid)), 0) from pg_catalog.pg_partition_tree(c.oid))::bigint
    when c.relkind in ('r', 'm') then pg_catalog.pg_total_relation_size(c.oid) else 0 end,
  c.relrowsecurity,
  (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid),
  coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '')
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname, c.relname
