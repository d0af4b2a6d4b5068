-- Every table, view and composite type outside PostgreSQL's own schemas: those
-- that are not exposed matter as the far end of a key, or beneath a view.
select
  c.oid,
  c.reltype,
  n.nspname::text,
  c.relname::text,
  c.relkind::text,
  n.nspname = any ($1) and not c.relispartition as exposed,
  coalesce(d.description, ''),
  case
    when c.relkind in ('r', 'p') then 28
    -- 4, 8 and 16 are 1 << CMD_UPDATE, CMD_INSERT and CMD_DELETE. Triggers count.
    when c.relkind in ('v', 'f') and n.nspname = any ($1) then pg_relation_is_updatable(c.oid, true)
    else 0
  end as events,
  exists (
    -- each distributed or reference table of Citus has it
    select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = c.oid and f.proname = 'citus_truncate_trigger'
  ) as distributed
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
left join pg_description d
  on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
where c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname, c.relname
