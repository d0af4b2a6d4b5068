-- Teams and who belongs to them.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  created_by uuid not null default auth.uid() references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.teams is 'A group of people who share todos.';
create index teams_created_by_idx on public.teams (created_by);

create table public.team_members (
  team_id uuid not null references public.teams on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (team_id, user_id)
);
comment on table public.team_members is 'Who belongs to which team.';
create index team_members_user_id_idx on public.team_members (user_id);

-- security definer: policies on team_members ask it, and would otherwise ask themselves.
create function public.is_team_member(team uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.team_members m where m.team_id = team and m.user_id = auth.uid());
comment on function public.is_team_member(uuid) is 'Whether the caller belongs to the team.';
grant execute on function public.is_team_member(uuid) to authenticated;

-- security definer: a new team has no member yet who could add one.
create function public.join_own_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.team_members (team_id, user_id) values (new.id, new.created_by);
  return new;
end
$$;
create trigger join_own_team after insert on public.teams
  for each row execute function public.join_own_team();
