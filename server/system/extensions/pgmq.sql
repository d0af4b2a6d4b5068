-- Message queues, with the names, types and tables of pgmq 1.5. A queue NAME has the table pgmq.q_name of messages
-- to be read and pgmq.a_name of archived ones. A message that is read is hidden until its time vt, and is read
-- again then, unless it was deleted or archived.

do $$
begin
  if to_regnamespace('pgmq') is null then
    create schema pgmq;
    comment on schema pgmq is 'Message queues.';
  end if;
end
$$;

create table pgmq.meta (
  queue_name varchar not null unique,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);
comment on table pgmq.meta is 'The queues.';

create type pgmq.message_record as (msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb);
create type pgmq.queue_record as (queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz);
create type pgmq.metrics_result as (
  queue_name text, queue_length bigint, newest_msg_age_sec int, oldest_msg_age_sec int, total_messages bigint,
  scrape_time timestamptz, queue_visible_length bigint
);
comment on type pgmq.message_record is 'A message as it is read.';
comment on type pgmq.queue_record is 'A queue.';
comment on type pgmq.metrics_result is 'The counts and ages of the messages of a queue.';

create function pgmq.format_table_name(queue_name text, prefix text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  if queue_name ~ '\$|;|--|''' then
    raise exception 'queue name contains invalid characters: $, ;, --, or ''' using errcode = 'invalid_parameter_value';
  end if;
  return lower(prefix || '_' || queue_name);
end
$$;
comment on function pgmq.format_table_name(text, text) is 'The name of a queue''s table: q for messages, a for the archive.';

create function pgmq.validate_queue_name(queue_name text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if length(queue_name) > 47 then
    raise exception 'queue name is too long, maximum length is 47 characters' using errcode = 'name_too_long';
  end if;
end
$$;
comment on function pgmq.validate_queue_name(text) is 'Refuses a name of which no index can be named.';

create function pgmq.acquire_queue_lock(queue_name text) returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtext('pgmq.queue_' || queue_name)) $$;
comment on function pgmq.acquire_queue_lock(text) is 'Has sessions that create or drop a queue take turns.';

-- Queues

create function pgmq._create(queue_name text, unlogged boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  qtable text := pgmq.format_table_name(queue_name, 'q');
  atable text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.validate_queue_name(queue_name);
  perform pgmq.acquire_queue_lock(queue_name);
  execute format(
    'create %s table if not exists pgmq.%I (
      msg_id bigint primary key generated always as identity, read_ct int not null default 0,
      enqueued_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)',
    case when unlogged then 'unlogged' end, qtable
  );
  execute format(
    'create table if not exists pgmq.%I (
      msg_id bigint primary key, read_ct int not null default 0, enqueued_at timestamptz not null default now(),
      archived_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)',
    atable
  );
  execute format('create index if not exists %I on pgmq.%I (vt)', qtable || '_vt_idx', qtable);
  execute format('create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || queue_name, atable);
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged) values (_create.queue_name, false, unlogged) on conflict do nothing;
end
$$;
comment on function pgmq._create(text, boolean) is 'Creates a queue, unless it is there.';

create function pgmq.create(queue_name text) returns void
language sql set search_path = '' as $$ select pgmq._create(queue_name, false) $$;
create function pgmq.create_non_partitioned(queue_name text) returns void
language sql set search_path = '' as $$ select pgmq._create(queue_name, false) $$;
create function pgmq.create_unlogged(queue_name text) returns void
language sql set search_path = '' as $$ select pgmq._create(queue_name, true) $$;
comment on function pgmq.create(text) is 'Creates a queue, unless it is there.';
comment on function pgmq.create_non_partitioned(text) is 'As pgmq.create.';
comment on function pgmq.create_unlogged(text) is 'Creates a queue whose messages are lost when PostgreSQL crashes.';

create function pgmq.create_partitioned(queue_name text, partition_interval text default '10000', retention_interval text default '100000')
returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'pg_partman is required for partitioned queues' using errcode = 'feature_not_supported';
end
$$;
comment on function pgmq.create_partitioned(text, text, text) is 'Refused: this make of pgmq has no partitioned queues.';

create function pgmq.drop_queue(queue_name text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  qtable text := pgmq.format_table_name(queue_name, 'q');
begin
  perform pgmq.acquire_queue_lock(queue_name);
  if to_regclass(format('pgmq.%I', qtable)) is null then
    raise notice 'pgmq queue `%` does not exist', queue_name;
    return false;
  end if;
  execute format('drop table pgmq.%I', qtable);
  execute format('drop table if exists pgmq.%I', pgmq.format_table_name(queue_name, 'a'));
  delete from pgmq.meta as m where m.queue_name = drop_queue.queue_name;
  return true;
end
$$;
comment on function pgmq.drop_queue(text) is 'Drops a queue with its archive, and reports whether there was one.';

create function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean
language sql set search_path = '' as $$ select pgmq.drop_queue(queue_name) $$;
comment on function pgmq.drop_queue(text, boolean) is 'As pgmq.drop_queue(queue_name).';

create function pgmq.detach_archive(queue_name text) returns void
language sql set search_path = '' as $$ select null $$;
comment on function pgmq.detach_archive(text) is 'Does nothing: no archive belongs to the extension.';

create function pgmq.list_queues() returns setof pgmq.queue_record
language sql stable set search_path = ''
as $$ select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta $$;
comment on function pgmq.list_queues() is 'The queues.';

create function pgmq.purge_queue(queue_name text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  qtable text := pgmq.format_table_name(queue_name, 'q');
  purged bigint;
begin
  execute format('lock table pgmq.%I in access exclusive mode', qtable);
  execute format('select count(*) from pgmq.%I', qtable) into purged;
  execute format('truncate pgmq.%I', qtable);
  return purged;
end
$$;
comment on function pgmq.purge_queue(text) is 'Deletes the messages of a queue, and returns their number.';

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result
language plpgsql stable set search_path = ''
as $$
declare
  qtable text := pgmq.format_table_name(queue_name, 'q');
  found pgmq.metrics_result;
begin
  execute format(
    'select $1, count(*), extract(epoch from now() - max(enqueued_at))::int, extract(epoch from now() - min(enqueued_at))::int,
      (select case when is_called then last_value else 0 end from pgmq.%I), now(), count(*) filter (where vt <= now())
    from pgmq.%I', qtable || '_msg_id_seq', qtable
  ) into found using queue_name;
  return found;
end
$$;
comment on function pgmq.metrics(text) is 'Counts the messages of a queue.';

create function pgmq.metrics_all() returns setof pgmq.metrics_result
language sql stable set search_path = ''
as $$ select (pgmq.metrics(queue_name)).* from pgmq.meta $$;
comment on function pgmq.metrics_all() is 'The metrics of all queues.';

-- Send

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz) returns setof bigint
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers)
    select $3, message, header from unnest($1, $2) with ordinality as sent (message, header, place)
    where place <= cardinality($1) order by place returning msg_id', pgmq.format_table_name(queue_name, 'q')
  ) using msgs, headers, delay;
end
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[]) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, msgs, null, clock_timestamp()) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[]) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp()) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, msgs, null, clock_timestamp() + make_interval(secs => delay)) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, msgs, null, delay) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay)) $$;
comment on function pgmq.send_batch(text, jsonb[], jsonb[], timestamptz) is 'Sends messages that are visible from a time on, and returns their ids. delay as a number is seconds.';

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz) returns setof bigint
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers) values ($1, $2, $3) returning msg_id', pgmq.format_table_name(queue_name, 'q')
  ) using delay, msg, headers;
end
$$;
create function pgmq.send(queue_name text, msg jsonb) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, msg, null, clock_timestamp()) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, msg, headers, clock_timestamp()) $$;
create function pgmq.send(queue_name text, msg jsonb, delay integer) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, msg, null, clock_timestamp() + make_interval(secs => delay)) $$;
create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, msg, null, delay) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, msg, headers, clock_timestamp() + make_interval(secs => delay)) $$;
comment on function pgmq.send(text, jsonb, jsonb, timestamptz) is 'Sends a message that is visible from a time on, and returns its id. delay as a number is seconds.';

-- Read. Rows that another reader holds are passed over, so that no two get one message.

create function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb default '{}') returns setof pgmq.message_record
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'with visible as (
      select msg_id from pgmq.%1$I where vt <= clock_timestamp() and ($3 = ''{}'' or message @> $3)
      order by msg_id limit $2 for update skip locked
    )
    update pgmq.%1$I as m set vt = clock_timestamp() + make_interval(secs => $1), read_ct = read_ct + 1
    from visible where m.msg_id = visible.msg_id
    returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers', pgmq.format_table_name(queue_name, 'q')
  ) using vt, qty, conditional;
end
$$;
comment on function pgmq.read(text, integer, integer, jsonb) is 'Reads the oldest visible messages, at most qty, and hides them for vt seconds.';

create function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5, poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $$
declare
  until timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  while clock_timestamp() < until loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found;
    perform pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end
$$;
comment on function pgmq.read_with_poll(text, integer, integer, integer, integer, jsonb) is 'As pgmq.read, and waits for a message where there is none.';

create function pgmq.pop(queue_name text) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'delete from pgmq.%1$I where msg_id = (
      select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit 1 for update skip locked
    ) returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q')
  );
end
$$;
comment on function pgmq.pop(text) is 'Reads the oldest visible message, and deletes it.';

create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'update pgmq.%I set vt = clock_timestamp() + make_interval(secs => $2) where msg_id = $1
    returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q')
  ) using msg_id, vt;
end
$$;
comment on function pgmq.set_vt(text, bigint, integer) is 'Hides a message for vt seconds from now.';

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'delete from pgmq.%I where msg_id = any ($1) returning msg_id', pgmq.format_table_name(queue_name, 'q')
  ) using msg_ids;
end
$$;
comment on function pgmq.delete(text, bigint[]) is 'Deletes messages, and returns the ids of those that were there.';

create function pgmq.delete(queue_name text, msg_id bigint) returns boolean
language sql set search_path = '' as $$ select exists (select from pgmq.delete(queue_name, array[msg_id])) $$;
comment on function pgmq.delete(text, bigint) is 'Deletes a message, and reports whether it was there.';

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = ''
as $$
begin
  return query execute format(
    'with archived as (delete from pgmq.%I where msg_id = any ($1) returning msg_id, vt, read_ct, enqueued_at, message, headers)
    insert into pgmq.%I (msg_id, vt, read_ct, enqueued_at, message, headers)
    select msg_id, vt, read_ct, enqueued_at, message, headers from archived
    returning msg_id', pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a')
  ) using msg_ids;
end
$$;
comment on function pgmq.archive(text, bigint[]) is 'Moves messages to the archive, and returns the ids of those that were there.';

create function pgmq.archive(queue_name text, msg_id bigint) returns boolean
language sql set search_path = '' as $$ select exists (select from pgmq.archive(queue_name, array[msg_id])) $$;
comment on function pgmq.archive(text, bigint) is 'Moves a message to the archive, and reports whether it was there.';

-- A role that may use the schema is limited by its rights on a queue's tables.
grant execute on all functions in schema pgmq to public;
grant usage on schema pgmq to pg_monitor;
grant select on pgmq.meta to pg_monitor;

-- pg_dump leaves out the rows of an extension's tables unless it is told.
do $$
begin
  perform pg_catalog.pg_extension_config_dump('pgmq.meta', '');
exception when feature_not_supported then
  null; -- this is not run by CREATE EXTENSION
end
$$;
