-- Todos. The members of a team do everything with its todos; nobody else sees them.

alter table public.todos enable row level security;
alter table public.todos force row level security;

grant select, delete on public.todos to authenticated;
grant insert (id, team_id, title, done), update (title, done) on public.todos to authenticated;
grant all on public.todos to service_role;

create policy todos_select_member on public.todos for select to authenticated
  using (public.is_team_member(team_id));
comment on policy todos_select_member on public.todos is 'Members see the todos of their team.';

create policy todos_insert_member on public.todos for insert to authenticated
  with check (created_by = (select auth.uid()) and public.is_team_member(team_id));
comment on policy todos_insert_member on public.todos is 'Members add todos in their own name.';

create policy todos_update_member on public.todos for update to authenticated
  using (public.is_team_member(team_id)) with check (public.is_team_member(team_id));
comment on policy todos_update_member on public.todos is 'Members change and tick off todos.';

create policy todos_delete_member on public.todos for delete to authenticated
  using (public.is_team_member(team_id));
comment on policy todos_delete_member on public.todos is 'Members delete todos.';

-- realtime: a change shows at once in the lists of the other members.
alter publication supabase_realtime add table public.todos;
