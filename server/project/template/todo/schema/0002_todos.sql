-- Todos of a team.

create table public.todos (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references public.teams on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  done boolean not null default false,
  created_by uuid not null default auth.uid() references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.todos is 'Something that a team has to do.';
create index todos_team_id_created_at_idx on public.todos (team_id, created_at);
create index todos_created_by_idx on public.todos (created_by);
