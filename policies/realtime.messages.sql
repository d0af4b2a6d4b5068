-- Private channels: who may join one, and who may send to it.
--
-- A row stands for a message on a topic. Whoever may select it may join the topic's private channel; whoever
-- may insert it may send there. realtime.topic() is the channel that is asked about; the column extension is
-- 'broadcast' or 'presence'. Supabase's examples work as they are. To let members of a room talk:
--
--   create policy messages_select_members on realtime.messages for select to authenticated
--     using (extension in ('broadcast', 'presence') and exists (
--       select from public.rooms_users
--       where user_id = (select auth.uid()) and topic = (select realtime.topic())));
--   comment on policy messages_select_members on realtime.messages is
--     'Members of a room hear and see each other.';
--
-- and the same `for insert … with check (…)` to let them send.

alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;

-- On the table as a whole, as Supabase has it: its columns are the server's, and no row passes without a
-- policy.
revoke all on table realtime.messages from anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- no policy: the site has no private channels
