-- Who changed what, and when: written by the database itself, read by admins, changed by nobody.
-- A table is logged by one line in its migration: select private.audit('public.<table>');

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  actor_email text,
  actor_role text not null
    constraint audit_log_actor_role_known check (
      actor_role in ('visitor', 'user', 'admin', 'super_admin', 'service_role', 'auth', 'migration', 'database')
    ),
  action text not null
    constraint audit_log_action_known check (action in ('insert', 'update', 'delete', 'truncate')),
  table_name text not null,
  row_id text,
  changes jsonb,
  request_id text
);
comment on table public.audit_log is 'Who changed which row of which table, and when. Nobody adds, changes or removes an entry by hand.';
comment on column public.audit_log.actor is 'The account that asked; null for visitors and the server. No foreign key: an entry outlives the account.';
comment on column public.audit_log.actor_email is 'As it was then.';
comment on column public.audit_log.actor_role is 'What the actor was then: visitor, user (signed in, no admin), admin, super_admin, service_role (the server''s key), auth (the auth server), migration (a migration or seed), database (whoever is connected to PostgreSQL itself).';
comment on column public.audit_log.row_id is 'The primary key as text; null for truncate.';
comment on column public.audit_log.changes is '{column: [old, new]}: of an update what changed, of a delete what was there; null for an insert, whose row is there to be read. A text of more than 500 characters is {"excerpt", "from", "length"}, around where it differs. A column without a value here (null) is one whose words are not kept: a visitor''s, or a secret.';
comment on column public.audit_log.request_id is 'X-Request-Id of the table request, which the server''s log has too.';
create index audit_log_row_idx on public.audit_log (table_name, row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor, id desc);

-- Entries come in the order of time, so a small index finds a day.
create index audit_log_at_idx on public.audit_log using brin (at);

-- Entries are only added, and only by the log's own function. These triggers fire for every role, and also
-- where a restore or replication switches ordinary triggers off; only a superuser could drop them.
create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the audit log is written by the database alone, and never changed' using
    errcode = 'insufficient_privilege', schema = 'public', table = 'audit_log';
end
$$;
comment on function private.refuse_audit_change() is 'Refuses whatever anyone does to the audit log.';

-- The place of the first difference; where one text is the beginning of the other, one past its end.
create function private.first_difference(a text, b text) returns int
language plpgsql immutable set search_path = ''
as $$
declare
  low int := 0; -- so much is equal
  high int := least(char_length(a), char_length(b));
  middle int;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if left(a, middle) = left(b, middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low + 1;
end
$$;
comment on function private.first_difference(text, text) is 'The place of the first character in which two texts differ.';
alter function private.first_difference(text, text) owner to toubkal_owner;

create function private.excerpt(value jsonb, start int) returns jsonb
language sql immutable
return case
  when char_length(value #>> '{}') > 500
    then jsonb_build_object('excerpt', substr(value #>> '{}', start, 500), 'from', start, 'length', char_length(value #>> '{}'))
  else value
end;
comment on function private.excerpt(jsonb, int) is 'A value, or 500 characters of it, where they are and how many there are.';
alter function private.excerpt(jsonb, int) owner to toubkal_owner;

create function private.changed(was jsonb, becomes jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  start int := 1;
begin
  if greatest(char_length(was #>> '{}'), char_length(becomes #>> '{}')) > 500 then
    -- a few words before, to tell where it is
    start := greatest(private.first_difference(coalesce(was #>> '{}', ''), coalesce(becomes #>> '{}', '')) - 60, 1);
  end if;
  return jsonb_build_array(private.excerpt(was, start), private.excerpt(becomes, start));
end
$$;
comment on function private.changed(jsonb, jsonb) is 'What an entry keeps of a column: the old value and the new one.';
alter function private.changed(jsonb, jsonb) owner to toubkal_owner;

-- Definer: nobody may write the log, and a visitor may not read admin_users. It writes one entry for the
-- row. Its arguments, given by private.audit: the columns of the primary key, the columns whose values are
-- not stored, and the columns whose changes alone make no entry.
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  keys constant text[] := tg_argv[0];
  hidden constant text[] := tg_argv[1];
  silent constant text[] := tg_argv[2];
  claims constant jsonb := auth.jwt();
  caller constant uuid := nullif(claims ->> 'sub', '');
  was jsonb;
  becomes jsonb;
  entry public.audit_log;
begin
  if tg_op in ('UPDATE', 'DELETE') then
    was := to_jsonb(old);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    becomes := to_jsonb(new);
  end if;
  if was is not null then
    select jsonb_object_agg(key, case
        when key <> all (hidden) and key !~ '(password|secret|token)' then private.changed(was -> key, becomes -> key)
      end) into entry.changes
      from jsonb_object_keys(was) as key
      where key <> all (silent) and was -> key is distinct from becomes -> key and (becomes is not null or was -> key <> 'null');
    if entry.changes is null and tg_op = 'UPDATE' then
      return null;
    end if;
  end if;
  if caller is not null then
    select role, email into entry.actor_role, entry.actor_email
      from public.admin_users where auth_user_id = caller and active;
  end if;
  insert into public.audit_log (actor, actor_email, actor_role, action, table_name, row_id, changes, request_id)
  values (
    caller, coalesce(entry.actor_email, claims ->> 'email'),
    coalesce(entry.actor_role, case
      when claims ->> 'role' = 'service_role' then 'service_role'
      when caller is not null then 'user'
      when claims is not null then 'visitor'
      when current_setting('toubkal.actor', true) = 'migration' then 'migration'
      when session_user = 'supabase_auth_admin' then 'auth'
      else 'database'
    end),
    lower(tg_op), tg_table_name,
    case cardinality(keys) when 1 then coalesce(becomes, was) ->> keys[1]
      else (select string_agg(coalesce(becomes, was) ->> key, ',' order by place) from unnest(keys) with ordinality as k (key, place)) end,
    entry.changes,
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
  );
  return null;
end
$$;
comment on function private.write_audit() is 'Writes an entry of the audit log. Definer: inserts the one entry, and reads the caller''s own row of admin_users.';
alter function private.write_audit() owner to toubkal_owner;

-- Logs changes of the table target from now on.
-- hidden: columns whose values are not stored. What visitors write about themselves must be erasable, and
-- this log is not.
-- silent: columns whose changes alone make no entry, besides updated_at and generated columns.
-- unless: an expression on old and new; an update for which it is true makes no entry.
-- Called again, it replaces the arguments of the call before: for columns that are added later.
create function private.audit(target regclass, hidden text[] default '{}', silent text[] default '{}', unless text default 'false')
returns void
language plpgsql set search_path = ''
as $$
declare
  label constant text := (select relname from pg_catalog.pg_class where oid = target);
  keys constant text[] := (
    select array_agg(a.attname order by k.place)
    from pg_catalog.pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = target and i.indisprimary
  );
  generated constant text[] := (
    select array_agg(attname) from pg_catalog.pg_attribute where attrelid = target and attgenerated <> '' and not attisdropped
  );
  call constant text := format('execute function private.write_audit(%L, %L, %L)',
    coalesce(keys, '{}'), hidden, silent || '{updated_at}' || coalesce(generated, '{}'));
begin
  execute format('create or replace trigger %I after insert or delete on %s for each row %s', label || '_99_audit', target, call);
  execute format('create or replace trigger %I after update on %s for each row when (not (%s)) %s', label || '_99_audit_update', target, unless, call);
  execute format('create or replace trigger %I after truncate on %s for each statement %s', label || '_99_audit_truncate', target, call);
end
$$;
comment on function private.audit(regclass, text[], text[], text) is 'Has the audit log watch a table. For migrations.';

create trigger audit_log_refuse_insert before insert on public.audit_log
  for each statement when (current_user <> 'toubkal_owner') execute function private.refuse_audit_change();

alter table public.audit_log enable always trigger audit_log_refuse_insert;
grant select, insert on public.audit_log to toubkal_owner;
select private.audit('public.admin_users', silent => '{last_login}');

-- An order takes from the stock by itself.
select private.audit('public.site_settings', unless => $$ old.key = 'book.stock' and pg_trigger_depth() > 0 $$);
