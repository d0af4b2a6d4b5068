create table public.numbers (n int primary key);
alter table public.numbers enable row level security;
create policy "Numbers are public" on public.numbers for select using (true);
insert into public.numbers select generate_series(1, 1000);
