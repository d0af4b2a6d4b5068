-- Teams. Members see their team; everyone who is signed in may start one.

alter table public.teams enable row level security;
alter table public.teams force row level security;

grant select, delete on public.teams to authenticated;
grant insert (id, name), update (name) on public.teams to authenticated;
grant all on public.teams to service_role;

create policy teams_select_member on public.teams for select to authenticated
  using (created_by = (select auth.uid()) or public.is_team_member(id));
comment on policy teams_select_member on public.teams is 'Members see their team.';

create policy teams_insert_own on public.teams for insert to authenticated
  with check (created_by = (select auth.uid()));
comment on policy teams_insert_own on public.teams is 'Everyone who is signed in may start a team.';

create policy teams_update_own on public.teams for update to authenticated
  using (created_by = (select auth.uid())) with check (created_by = (select auth.uid()));
comment on policy teams_update_own on public.teams is 'Who started a team renames it.';

create policy teams_delete_own on public.teams for delete to authenticated
  using (created_by = (select auth.uid()));
comment on policy teams_delete_own on public.teams is 'Who started a team ends it.';
