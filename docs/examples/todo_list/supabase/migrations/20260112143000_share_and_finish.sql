-- A todo may be shared by a link: whoever has its token reads it, signed in or not.
alter table public.todos add column share_token uuid not null default extensions.uuid_generate_v4();
alter table public.todos add constraint todos_share_token_key unique (share_token);

create or replace function public.shared_todo(token uuid)
returns table (title text, is_done boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select t.title, t.is_done from public.todos t where t.share_token = token;
$$;
revoke execute on function public.shared_todo(uuid) from public;
grant execute on function public.shared_todo(uuid) to anon, authenticated;

-- Runs with the caller's rights: it changes what the policies let the caller change.
create or replace function public.finish_all(before date default current_date)
returns setof todos
language plpgsql
as $$
begin
  return query update todos set is_done = true where not is_done and due_on < before returning *;
end;
$$;

create or replace view public.open_todos with (security_invoker = on) as
  select id, title, due_on, due_on < current_date as is_late
  from public.todos
  where not is_done;
comment on view public.open_todos is 'What is not done yet, of what the caller may see.';
grant select on public.open_todos to authenticated;
