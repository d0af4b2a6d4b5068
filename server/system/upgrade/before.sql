-- Brings a database of the time before toubkal.system_migrations to where the files 0001, 0002 and 0004
-- would have left it. It drops what 0003 and 0005 create under new names; they run next.

drop event trigger if exists announce_schema_change;
drop event trigger if exists announce_schema_drop;
drop function private.announce_schema_change();

drop function
  realtime.ask(jsonb),
  realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean),
  realtime.wait_for(bigint[]),
  realtime.policies_mark(oid);

set local role supabase_auth_admin;
comment on column auth.users.is_super_admin is 'GoTrue''s, unused: no right depends on it.';
reset role;
