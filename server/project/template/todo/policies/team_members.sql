-- Membership. Members see each other; who started the team adds and removes them, and everyone may leave.

alter table public.team_members enable row level security;
alter table public.team_members force row level security;

grant select, insert, delete on public.team_members to authenticated;
grant all on public.team_members to service_role;

create policy team_members_select_member on public.team_members for select to authenticated
  using (public.is_team_member(team_id));
comment on policy team_members_select_member on public.team_members is 'Members see who else belongs to their team.';

create policy team_members_insert_owner on public.team_members for insert to authenticated
  with check (exists (select from public.teams t where t.id = team_id and t.created_by = (select auth.uid())));
comment on policy team_members_insert_owner on public.team_members is 'Who started a team adds members.';

create policy team_members_delete_owner on public.team_members for delete to authenticated
  using (
    user_id = (select auth.uid())
    or exists (select from public.teams t where t.id = team_id and t.created_by = (select auth.uid()))
  );
comment on policy team_members_delete_owner on public.team_members is 'Members leave; who started a team removes members.';

-- no update: a membership is added or removed.
