-- Realtime reads the log of changes, and judges a row by what its reader may see. So it has to hear in
-- the log itself, in its order, that rights, policies, tables or publications have changed: a
-- notification, as 0015 sends one to the table API, would come beside it, sooner or later.
--
-- Two messages: one at once, with the transaction's number, which is in the log before the transaction
-- is; one that belongs to the transaction, so that there is something of it to come.

create or replace function private.announce_schema_change() returns event_trigger
language plpgsql set search_path = ''
as $$
declare
  -- what the table API's catalog does not read, and applications do often
  unread constant text[] := array[
    'CREATE POLICY', 'ALTER POLICY', 'CREATE PUBLICATION', 'ALTER PUBLICATION'
  ];
  -- and what nobody reads
  idle constant text[] := array[
    'CREATE INDEX', 'ALTER INDEX', 'REINDEX', 'REFRESH MATERIALIZED VIEW',
    'CREATE STATISTICS', 'ALTER STATISTICS', 'SECURITY LABEL'
  ];
  changed boolean; -- what realtime goes by
  read boolean;    -- what the table API goes by
begin
  if tg_event = 'sql_drop' then
    select count(*) > 0, coalesce(bool_or(dropped.object_type not in ('policy', 'publication', 'publication relation', 'publication namespace')), false)
      into changed, read
      from pg_catalog.pg_event_trigger_dropped_objects() as dropped
      -- what goes along with an object needs no word of its own
      where dropped.original and not dropped.is_temporary
        and dropped.object_type not in ('index', 'statistics object');
  else
    select count(*) > 0, coalesce(bool_or(command.command_tag <> all (unread)), false)
      into changed, read
      from pg_catalog.pg_event_trigger_ddl_commands() as command
      where command.schema_name is distinct from 'pg_temp' and command.command_tag <> all (idle);
  end if;
  if read then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
  if changed then
    perform pg_catalog.pg_logical_emit_message(false, 'toubkal.realtime', pg_catalog.pg_current_xact_id()::text);
    perform pg_catalog.pg_logical_emit_message(true, 'toubkal.realtime', 'schema');
  end if;
end
$$;
comment on function private.announce_schema_change() is 'Has the servers read the catalog anew, and tells realtime in the log of changes. Temporary tables and indexes change nothing there.';
