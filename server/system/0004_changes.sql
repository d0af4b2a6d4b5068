-- How the server learns of changes in the database: of rows by a publication, of the schema by event
-- triggers, which send a notification to the table API and write messages to the WAL for realtime.

-- Realtime clients rely on this publication. A table opts in. Stored generated columns are published
-- like any other column, which PostgreSQL can do since version 18.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if current_setting('server_version_num')::int >= 180000 then
    alter publication supabase_realtime set (publish_generated_columns = stored);
  end if;
exception when insufficient_privilege then
  raise notice 'publication supabase_realtime stays as it is: user "%" is not its owner', current_user;
end
$$;

-- The table API reads its catalog again after `notify pgrst, 'reload schema'`, which is sent once, at
-- the end of the transaction.
--
-- Realtime checks a row of the WAL against the rights of its subscribers, so it must find changes of
-- rights, policies, tables and publications in the WAL itself, in order; a notification could come
-- sooner or later. It gets two messages: a non-transactional one with the transaction id, which stands
-- in the WAL before the transaction does, and a transactional one, so that the transaction is not empty.
--
-- Citus repeats a change of a table on its shards, over connections that it names after itself, also to
-- the server that it comes from. Their transactions are prepared, which PostgreSQL refuses where one
-- has sent a notification, and their shards are not what the table API shows.
create function toubkal.announce_schema_change() returns event_trigger
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
comment on function toubkal.announce_schema_change() is 'Tells the table API by notification and realtime by the WAL that the schema has changed. Temporary tables and indexes change nothing for them.';

-- Only a superuser may create event triggers, and on a managed PostgreSQL the migrating user is none.
-- There, run after a change of the schema: notify pgrst, 'reload schema';
do $$
begin
  create event trigger announce_schema_change on ddl_command_end
    execute function toubkal.announce_schema_change();
  comment on event trigger announce_schema_change is 'What was created or altered.';
  create event trigger announce_schema_drop on sql_drop
    execute function toubkal.announce_schema_change();
  comment on event trigger announce_schema_drop is 'What was dropped, which the other one is not told.';
exception when insufficient_privilege then
  raise notice 'user "%" may not create event triggers: after a change of the schema, run: notify pgrst, ''reload schema''', current_user;
end
$$;

-- 0001 closes new functions to everybody, with default privileges that know no extension: the functions
-- of one that is created later would be closed too, although its authors mean them for everybody but
-- where their script revokes. pg_init_privs has what a script has granted or revoked itself.

-- Definer: an extension that a trusted user creates may belong to the superuser who migrates.
create function toubkal.open_extension_functions() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
declare
  closed record;
begin
  for closed in
    select routine.oid::regprocedure as name, case routine.prokind when 'p' then 'procedure' else 'function' end as kind
    from pg_catalog.pg_depend as member
    join pg_catalog.pg_proc as routine on routine.oid = member.objid
    where member.classid = 'pg_catalog.pg_proc'::regclass and member.refclassid = 'pg_catalog.pg_extension'::regclass
      and member.deptype = 'e'
      -- a member since this transaction: what an administrator has closed stays closed
      and pg_catalog.age(member.xmin) <= 0
      and not pg_catalog.has_function_privilege('public', routine.oid, 'execute')
      and not exists (
        select from pg_catalog.pg_init_privs as initial
        where initial.objoid = routine.oid and initial.classoid = member.classid
      )
  loop
    execute pg_catalog.format('grant execute on %s %s to public', closed.kind, closed.name);
  end loop;
end
$$;
comment on function toubkal.open_extension_functions() is 'Lets everybody execute the functions of a new extension, as its script means it.';

-- Only a superuser may create event triggers. No other user needs this one: the functions of the
-- extensions that such a user may create belong to a superuser, who has other default privileges.
do $$
begin
  create event trigger open_extension_functions on ddl_command_end
    when tag in ('CREATE EXTENSION', 'ALTER EXTENSION')
    execute function toubkal.open_extension_functions();
  comment on event trigger open_extension_functions is 'Extensions that are created or updated.';
exception when insufficient_privilege then
  null;
end
$$;
