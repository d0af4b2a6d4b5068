-- The tables and views of the project and of the services, with estimates of their rows.
select n.nspname, c.relname,
  case c.relkind when 'r' then 'table' when 'p' then 'table' when 'v' then 'view' when 'm' then 'materialized view' else 'foreign table' end,
  case when c.relkind = 'p' then (select coalesce(sum(greatest(child.reltuples, 0)), 0) from pg_catalog.pg_partition_tree(c.oid) t
      join pg_catalog.pg_class child on child.oid = t.relid and t.isleaf)::bigint
    when c.relkind in ('r', 'm') then greatest(c.reltuples, -1)::bigint else -1 end,
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
