-- What the caller may do in schema $1, as JSON for openapi.ReadRights: the
-- tables that are there for it in any way, as PostgREST has it, with the columns
-- that each verb reaches, and the functions that it may execute.
select json_build_object(
  'tables', (
    select coalesce(json_object_agg(c.relname, json_build_object(
      'select', case
        when has_table_privilege(c.oid, 'select') then '["*"]'
        when has_any_column_privilege(c.oid, 'select') then (
          select json_agg(a.attname order by a.attnum)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(c.oid, a.attnum, 'select')
        )
      end,
      'insert', case
        when has_table_privilege(c.oid, 'insert') then '["*"]'
        when has_any_column_privilege(c.oid, 'insert') then (
          select json_agg(a.attname order by a.attnum)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(c.oid, a.attnum, 'insert')
        )
      end,
      'update', case
        when has_table_privilege(c.oid, 'update') then '["*"]'
        when has_any_column_privilege(c.oid, 'update') then (
          select json_agg(a.attname order by a.attnum)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(c.oid, a.attnum, 'update')
        )
      end,
      'delete', has_table_privilege(c.oid, 'delete')
    ) order by c.relname), '{}')
    from pg_class c
    where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
      and (
        pg_has_role(c.relowner, 'usage')
        or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(c.oid, 'select, insert, update, references')
      )
  ),
  'functions', (
    select coalesce(json_agg(
      p.proname || '(' || oidvectortypes(p.proargtypes) || ')' order by p.proname, p.oid
    ), '[]')
    from pg_proc p
    where p.pronamespace = n.oid and p.prokind = 'f' and has_function_privilege(p.oid, 'execute')
  )
)
from pg_namespace n
where n.nspname = $1
