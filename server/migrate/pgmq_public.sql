-- Queues in the table API, with the names of Supabase's Queues. The functions have the rights of their callers: the
-- service key may use each queue, other roles those that a migration grants.

create schema pgmq_public;
comment on schema pgmq_public is 'Functions of message queues for the table API.';
grant usage on schema pgmq_public, pgmq to anon, authenticated, service_role;
grant all on all tables in schema pgmq to service_role;
grant usage, select on all sequences in schema pgmq to service_role;
alter default privileges in schema pgmq grant all on tables to service_role;
alter default privileges in schema pgmq grant usage, select on sequences to service_role;

create function pgmq_public.send(queue_name text, message jsonb, sleep_seconds integer default 0) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send(queue_name, message, sleep_seconds) $$;
comment on function pgmq_public.send(text, jsonb, integer) is 'Sends a message that is visible after sleep_seconds, and returns its id.';

create function pgmq_public.send_batch(queue_name text, messages jsonb[], sleep_seconds integer default 0) returns setof bigint
language sql set search_path = '' as $$ select pgmq.send_batch(queue_name, messages, sleep_seconds) $$;
comment on function pgmq_public.send_batch(text, jsonb[], integer) is 'Sends messages that are visible after sleep_seconds, and returns their ids.';

create function pgmq_public.read(queue_name text, sleep_seconds integer, n integer) returns setof pgmq.message_record
language sql set search_path = '' as $$ select * from pgmq.read(queue_name, sleep_seconds, n) $$;
comment on function pgmq_public.read(text, integer, integer) is 'Reads at most n messages, and hides them for sleep_seconds.';

create function pgmq_public.pop(queue_name text) returns setof pgmq.message_record
language sql set search_path = '' as $$ select * from pgmq.pop(queue_name) $$;
comment on function pgmq_public.pop(text) is 'Reads a message, and deletes it.';

create function pgmq_public.archive(queue_name text, message_id bigint) returns boolean
language sql set search_path = '' as $$ select pgmq.archive(queue_name, message_id) $$;
comment on function pgmq_public.archive(text, bigint) is 'Moves a message to the archive.';

create function pgmq_public.delete(queue_name text, message_id bigint) returns boolean
language sql set search_path = '' as $$ select pgmq.delete(queue_name, message_id) $$;
comment on function pgmq_public.delete(text, bigint) is 'Deletes a message.';

grant execute on all functions in schema pgmq_public to anon, authenticated, service_role;
