create table public.countries (code text primary key);
alter table public.countries enable row level security;
create policy "Everybody reads countries" on public.countries for select using (true);
insert into public.countries values ('MA'), ('FR');
