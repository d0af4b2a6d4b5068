create extension if not exists "pgcrypto" with schema "extensions";

create table public.photos (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references auth.users (id) on delete cascade,
  path text not null unique,
  caption text not null,
  sha256 text not null
);

alter table public.photos enable row level security;

create policy "Published photos are public" on public.photos for select using (true);

create policy "Users upload to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid()::text));

create policy "Users read their own folder" on storage.objects for select to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid()::text));
