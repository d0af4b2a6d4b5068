-- The messages of private channels, and the functions by which SQL sends one. Names and shapes are
-- Supabase's, so that policies, triggers and functions written for it work unchanged.
--
-- Nobody may read or write a message until a policy on realtime.messages allows it.

create schema realtime authorization supabase_realtime_admin;
comment on schema realtime is 'Messages of private channels, and how SQL sends one. Not exposed by the table API.';

set local role supabase_realtime_admin;

grant usage on schema realtime to anon, authenticated, service_role;
-- the owner of a function must have the right to create in its schema
grant usage, create on schema realtime to toubkal_owner;

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean default false,
  -- not now(), which is one instant for a whole transaction: replay has to know which came first
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  primary key (id, inserted_at)
) partition by range (inserted_at);
comment on table realtime.messages is 'Messages sent from SQL, kept for three days. Its policies say who may join a private channel (select) and who may send to it (insert).';
comment on column realtime.messages.topic is 'The channel''s name, without "realtime:".';
comment on column realtime.messages.extension is 'What a policy is asked about: broadcast or presence. Messages are of broadcast.';
comment on column realtime.messages.event is 'What the client listens to.';
comment on column realtime.messages.payload is 'What the client is given; null where it is binary.';
comment on column realtime.messages.private is 'For the private channel of this name, else for the public one.';
comment on column realtime.messages.inserted_at is 'When it was sent, in UTC without a zone. A partition is one day of it.';

create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
-- Supabase's grants. Without a policy they let no row pass; a policy file on this table repeats them.
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
-- to check a policy (0005), and to send from a trigger
grant insert on realtime.messages to toubkal_owner;

-- A partition is created apart and then attached, since creating it in place would lock the whole table.
-- Dropping one has to lock it; it waits one second at most, and else the next hourly run drops it.
create function realtime.keep_partitions(at timestamptz default now()) returns text[]
language plpgsql volatile set search_path = '' set lock_timeout = '1s'
as $$
declare
  today constant date := (at at time zone 'utc')::date;
  day date;
  partition name;
  done text[] := '{}';
begin
  -- Several servers do this at once.
  perform pg_advisory_xact_lock(hashtextextended('realtime.keep_partitions', 0));
  for day in select generate_series(today - 1, today + 3, interval '1 day') loop
    partition := 'messages_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass(format('realtime.%I', partition)) is not null;
    execute format('create table realtime.%I (like realtime.messages including all)', partition);
    execute format('alter table realtime.%I owner to supabase_realtime_admin', partition);
    execute format('alter table realtime.%I enable row level security', partition);
    execute format('comment on table realtime.%I is %L', partition, 'Messages of ' || day || ', UTC. Reached through realtime.messages alone.');
    execute format(
      'alter table realtime.messages attach partition realtime.%I for values from (%L) to (%L)', partition, day, day + 1
    );
    done := done || ('made ' || partition);
  end loop;
  for partition, day in
    select c.relname, to_date(substr(c.relname, 10), 'YYYY_MM_DD')
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d{2}_\d{2}$'
    order by 1
  loop
    continue when day + 1 > (at at time zone 'utc') - interval '72 hours';
    begin
      execute format('drop table realtime.%I', partition);
      done := done || ('dropped ' || partition);
    exception when lock_not_available then
      raise notice 'partition realtime.% stays for now: the table is in use', partition;
    end;
  end loop;
  return done;
end
$$;
comment on function realtime.keep_partitions(timestamptz) is 'Makes the partitions of yesterday to three days ahead, drops those older than 72 hours, and tells which. The server calls it each hour.';

select realtime.keep_partitions();

create or replace function realtime.topic() returns text
language sql stable parallel safe
return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The topic of the channel that a policy is asked about, or that a message is sent to.';

-- Sending. The functions set no search path: the policies that an insert checks may call functions that
-- rely on the caller's.
--
-- A message from a trigger is sent with the rights of the table, not of the user who changed the row:
-- only the table's owner may create a trigger. Any other message is sent with the rights of the caller,
-- and the policies for insert decide, so that a function of the API that sends gives nobody more rights
-- than the channel does. (Supabase checks the policies in triggers too, where a refusal is only a warning:
-- hence the security definer in each of its examples, which works here as well.)
create function realtime.send_from_trigger(message realtime.messages) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 0 then
    raise exception 'only a trigger may send in the name of its table' using errcode = 'insufficient_privilege';
  end if;
  insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private)
  values (message.id, message.topic, 'broadcast', message.event, message.payload, message.binary_payload, message.private);
end
$$;
comment on function realtime.send_from_trigger(realtime.messages) is 'Sends a message of a trigger, for realtime.send. Definer: whoever changes a row may have no right on its channel; it refuses outside of triggers.';

create function realtime.send_message(message realtime.messages) returns void
language plpgsql volatile
as $$
begin
  perform pg_catalog.set_config('realtime.topic', message.topic, true);
  if pg_catalog.pg_trigger_depth() > 0 then
    perform realtime.send_from_trigger(message);
  else
    insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private)
    values (message.id, message.topic, 'broadcast', message.event, message.payload, message.binary_payload, message.private);
  end if;
exception when others then
  -- What is sent is never worth the transaction that sends it.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_message(realtime.messages) is 'Sends a message with the rights of the caller or, in a trigger, of the table. What goes wrong is a warning.';

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql volatile
as $$
declare
  message realtime.messages;
begin
  message.id := pg_catalog.gen_random_uuid();
  message.topic := topic;
  message.event := event;
  message.private := private;
  message.payload := coalesce(payload, '{}');
  if pg_catalog.jsonb_typeof(message.payload) = 'object' and not message.payload ? 'id' then
    message.payload := message.payload || pg_catalog.jsonb_build_object('id', message.id);
  end if;
  perform realtime.send_message(message);
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Sends a message to the channel of this topic. A payload that is an object is given the message''s id, unless it has one.';

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql volatile
as $$
declare
  message realtime.messages;
begin
  message.id := pg_catalog.gen_random_uuid();
  message.topic := topic;
  message.event := event;
  message.private := private;
  message.binary_payload := coalesce(payload, '');
  perform realtime.send_message(message);
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Sends bytes to the channel of this topic. Clients of protocol 1.0.0 cannot be given them.';

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql volatile
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is 'Sends what a trigger was told of a row to the private channel of this topic.';

revoke execute on function
  realtime.keep_partitions(timestamptz),
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  realtime.send_message(realtime.messages),
  realtime.send_from_trigger(realtime.messages)
from public;
grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  realtime.send_message(realtime.messages),
  realtime.send_from_trigger(realtime.messages)
to anon, authenticated, service_role, toubkal_owner;

reset role;

alter function realtime.send_from_trigger(realtime.messages) owner to toubkal_owner;

-- What realtime reads from the WAL to deliver messages: as the whole table, since partitions come and go.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end
$$;

-- A replication slot can advance when PostgreSQL logs the running transactions, which it does every 15 s.
-- Under heavy writes realtime asks for that sooner, so that its slot retains little WAL. The function is
-- PostgreSQL 16's; without it or without the right, the slot advances every 15 s.
do $$
begin
  if to_regprocedure('pg_catalog.pg_log_standby_snapshot()') is not null then
    grant execute on function pg_catalog.pg_log_standby_snapshot() to supabase_realtime_admin;
  end if;
exception when insufficient_privilege then
  raise notice 'realtime''s replication slot advances every 15 s at most: user "%" may not grant pg_log_standby_snapshot', current_user;
end
$$;
