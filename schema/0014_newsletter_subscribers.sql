-- Who asked for the newsletter.

create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint newsletter_subscribers_email_key unique
    constraint newsletter_subscribers_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$' and email = lower(email)),
  language text not null default 'en'
    constraint newsletter_subscribers_language_known check (language in ('en', 'fr', 'ar')),
  status text not null default 'pending'
    constraint newsletter_subscribers_status_known check (status in ('pending', 'confirmed', 'unsubscribed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.newsletter_subscribers is 'Addresses that asked for the newsletter. Mail goes only to confirmed ones.';
comment on column public.newsletter_subscribers.email is 'Lower case.';
create index newsletter_subscribers_status_idx on public.newsletter_subscribers (status);

-- Definer: it must find the address in a table that no visitor may read. An address that is there
-- already is skipped in silence: a unique violation would tell anyone who has subscribed.
create function private.force_new_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.status := 'pending';
  update public.newsletter_subscribers
    set status = 'pending', language = new.language
    where email = new.email and status = 'unsubscribed';
  return case when exists (select from public.newsletter_subscribers where email = new.email) then null else new end;
end
$$;
comment on function private.force_new_subscriber() is 'A visitor''s subscription waits for confirmation; asking twice is as asking once. Definer: looks the address up and may set unsubscribed back to pending.';
grant select, update on public.newsletter_subscribers to toubkal_owner;
alter function private.force_new_subscriber() owner to toubkal_owner;

create trigger newsletter_subscribers_10_lower_email before insert or update of email on public.newsletter_subscribers
  for each row execute function private.lower_email();
create trigger newsletter_subscribers_20_force_new before insert on public.newsletter_subscribers
  for each row when (private.is_visitor()) execute function private.force_new_subscriber();
create trigger newsletter_subscribers_90_touch before update on public.newsletter_subscribers
  for each row execute function private.touch();
