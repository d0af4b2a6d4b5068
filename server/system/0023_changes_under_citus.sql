-- Citus repeats a change of a table on its shards, over connections that it names after itself, also to
-- the server that it comes from. Their transactions are prepared, which PostgreSQL refuses where one
-- has sent a notification, and their shards are not what the table API shows. The function is that of
-- 0003 otherwise.

create or replace function toubkal.announce_schema_change() returns event_trigger
language plpgsql set search_path = ''
as $$
declare
  -- what the table API's catalog does not read, and applications do often
  only_realtime constant text[] := array[
    'CREATE POLICY', 'ALTER POLICY', 'CREATE PUBLICATION', 'ALTER PUBLICATION'
  ];
  -- and what neither of them reads
  ignored constant text[] := array[
    'CREATE INDEX', 'ALTER INDEX', 'REINDEX', 'REFRESH MATERIALIZED VIEW',
    'CREATE STATISTICS', 'ALTER STATISTICS', 'SECURITY LABEL'
  ];
  for_realtime boolean;
  for_table_api boolean;
begin
  if tg_event = 'sql_drop' then
    select count(*) > 0, coalesce(bool_or(dropped.object_type not in ('policy', 'publication', 'publication relation', 'publication namespace')), false)
      into for_realtime, for_table_api
      from pg_catalog.pg_event_trigger_dropped_objects() as dropped
      -- objects that are dropped along with another one need no message of their own
      where dropped.original and not dropped.is_temporary
        and dropped.object_type not in ('index', 'statistics object');
  else
    select count(*) > 0, coalesce(bool_or(command.command_tag <> all (only_realtime)), false)
      into for_realtime, for_table_api
      from pg_catalog.pg_event_trigger_ddl_commands() as command
      where command.schema_name is distinct from 'pg_temp' and command.command_tag <> all (ignored);
  end if;
  if for_table_api and pg_catalog.current_setting('application_name') not like 'citus\_%' then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
  if for_realtime then
    perform pg_catalog.pg_logical_emit_message(false, 'toubkal.realtime', pg_catalog.pg_current_xact_id()::text);
    perform pg_catalog.pg_logical_emit_message(true, 'toubkal.realtime', 'schema');
  end if;
end
$$;
