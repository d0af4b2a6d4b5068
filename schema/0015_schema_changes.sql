-- Tells every running server that tables or functions have changed, so that the table API shows
-- the change at once: `notify pgrst, 'reload schema'` at the end of the transaction, once, however
-- many commands it had.

create function private.announce_schema_change() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_event = 'sql_drop' then
    if exists (
      select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
      -- what goes along with an object needs no word of its own
      where dropped.original and not dropped.is_temporary
        and dropped.object_type not in ('index', 'policy', 'publication', 'statistics object')
    ) then
      perform pg_catalog.pg_notify('pgrst', 'reload schema');
    end if;
  elsif exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
      -- what the catalog does not read, and applications do often
      and command.command_tag not in (
        'CREATE INDEX', 'ALTER INDEX', 'REINDEX', 'REFRESH MATERIALIZED VIEW',
        'CREATE POLICY', 'ALTER POLICY', 'CREATE STATISTICS', 'ALTER STATISTICS',
        'CREATE PUBLICATION', 'ALTER PUBLICATION', 'SECURITY LABEL'
      )
  ) then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end
$$;
comment on function private.announce_schema_change() is 'Has the servers read the catalog anew. Temporary tables, indexes and policies change nothing there.';

-- Only a superuser may make event triggers, and on a managed PostgreSQL the migrating user is none.
-- Then whoever changes the schema says so: notify pgrst, 'reload schema';
do $$
begin
  create event trigger announce_schema_change on ddl_command_end
    execute function private.announce_schema_change();
  comment on event trigger announce_schema_change is 'What was created or altered.';
  create event trigger announce_schema_drop on sql_drop
    execute function private.announce_schema_change();
  comment on event trigger announce_schema_drop is 'What was dropped, which the other one is not told.';
exception when insufficient_privilege then
  raise notice 'user "%" may not create event triggers: after a change of the schema, run: notify pgrst, ''reload schema''', current_user;
end
$$;
