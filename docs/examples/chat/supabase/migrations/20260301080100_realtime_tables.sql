-- The tables that clients follow.
begin;
  -- remove the realtime publication
  drop publication if exists supabase_realtime;

  -- create it again, with no table
  create publication supabase_realtime;
commit;

alter publication supabase_realtime add table public.channels;
alter publication supabase_realtime add table public.messages;
alter publication supabase_realtime add table public.users;
