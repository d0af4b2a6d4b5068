create table public.members (
  id uuid primary key references auth.users on delete cascade,
  greeting text
);

alter table public.members enable row level security;

create policy "Members see themselves" on public.members for select using (auth.uid() = id);

create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.members (id, greeting)
  select new.id, decrypted_secret from vault.decrypted_secrets where name = 'greeting';
  return new;
end;
$$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();
