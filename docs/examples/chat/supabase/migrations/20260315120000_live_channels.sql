-- Who is typing, and who is there: the private realtime channel "channel:<id>" is for those who may read the channel.
create or replace function private.channel_of(topic text)
returns bigint
language sql
immutable
as $$
  select nullif(substring(topic from '^channel:(\d+)$'), '')::bigint;
$$;

create policy "Who reads a channel listens to it"
on "realtime"."messages"
for select
to authenticated
using (
  private.can_read(private.channel_of((select realtime.topic())))
  and realtime.messages.extension in ('broadcast', 'presence')
);

create policy "Who reads a channel sends to it"
on "realtime"."messages"
for insert
to authenticated
with check (
  private.can_read(private.channel_of((select realtime.topic())))
  and realtime.messages.extension in ('broadcast', 'presence')
);

-- Members of a channel are told of its changes, by a broadcast from the database.
create or replace function public.tell_channel()
returns trigger
security definer
language plpgsql
as $$
begin
  perform realtime.broadcast_changes(
    'channel:' || coalesce(new.channel_id, old.channel_id)::text,
    tg_op, tg_op, tg_table_name, tg_table_schema, new, old
  );
  return null;
end;
$$;

create trigger tell_channel
after insert or update or delete on public.channel_members
for each row execute function public.tell_channel();

-- How many messages each channel has, of those that the caller may read.
create view public.channel_activity with (security_invoker) as
  select c.id, c.slug, count(m.id) as messages, max(m.inserted_at) as last_message_at
  from public.channels c left join public.messages m on m.channel_id = c.id
  group by c.id;

create or replace function public.search_messages(query text)
returns setof public.messages
language sql stable
begin atomic
  select * from public.messages where to_tsvector('simple', message) @@ websearch_to_tsquery('simple', query) order by id;
end;

grant usage on schema public to postgres, anon, authenticated, service_role;
grant all privileges on all tables in schema public to postgres, anon, authenticated, service_role;
grant all privileges on all functions in schema public to postgres, anon, authenticated, service_role;
grant all privileges on all sequences in schema public to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to postgres, anon, authenticated, service_role;
