-- Who asked for the newsletter. A subscription is confirmed by a link in an e-mail, and ended by another.
-- Of each link only the hash of its token is stored: reading this table is not enough to confirm or to
-- unsubscribe anybody.

create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint newsletter_subscribers_email_key unique
    constraint newsletter_subscribers_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$' and email = lower(email)),
  language text not null default 'en'
    constraint newsletter_subscribers_language_known check (language in ('en', 'fr', 'ar')),
  status text not null default 'pending'
    constraint newsletter_subscribers_status_known check (status in ('pending', 'confirmed', 'unsubscribed')),
  confirm_token_hash bytea
    constraint newsletter_subscribers_confirm_token_hash_key unique,
  leave_token_hash bytea
    constraint newsletter_subscribers_leave_token_hash_key unique,
  asked_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  imported_at timestamptz
);
comment on table public.newsletter_subscribers is 'Addresses that asked for the newsletter. Mail goes only to confirmed ones.';
comment on column public.newsletter_subscribers.email is 'Lower case.';
comment on column public.newsletter_subscribers.confirm_token_hash is 'SHA-256 of the token in the link that confirms; null once it was used.';
comment on column public.newsletter_subscribers.leave_token_hash is 'SHA-256 of the token in the link that ends the subscription; null once it was used.';
comment on column public.newsletter_subscribers.asked_at is 'When the letter with both links was sent; the first holds for a week.';
comment on column public.newsletter_subscribers.confirmed_at is 'When the address was confirmed.';
create index newsletter_subscribers_status_idx on public.newsletter_subscribers (status);

-- Addresses from elsewhere. They keep the consent that they were given with: nobody is confirmed by an import, and no
-- e-mail is sent.
comment on column public.newsletter_subscribers.imported_at is 'When an admin imported the address; null for one that asked on the site. Its status is that of the file.';

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
alter function private.force_new_subscriber() owner to toubkal_owner;

create function public.import_subscribers(records jsonb, only_check boolean default false) returns table (line int, known boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins import subscribers' using errcode = 'insufficient_privilege', schema = 'public', table = 'newsletter_subscribers';
  end if;
  if jsonb_typeof(records) <> 'array' or jsonb_array_length(records) > 500 then
    raise exception 'at most 500 subscribers are imported at once' using errcode = 'PT400';
  end if;
  return query
  with given as materialized (
    select r.line, lower(btrim(r.email)) as email, coalesce(r.language, 'en') as language, coalesce(r.status, 'pending') as status, r.confirmed_at
    from jsonb_to_recordset(records) as r (line int, email text, language text, status text, confirmed_at timestamptz)
  ), added as (
    insert into public.newsletter_subscribers (email, language, status, confirmed_at, imported_at)
    select distinct on (g.email) g.email, g.language, g.status, case g.status when 'confirmed' then g.confirmed_at end, now()
    from given g where not only_check order by g.email, g.line
    on conflict (email) do nothing
    returning newsletter_subscribers.email
  )
  select g.line, case when only_check
    then exists (select from public.newsletter_subscribers s where s.email = g.email)
    else not exists (select from added a where a.email = g.email) end
  from given g order by g.line;
end
$$;
comment on function public.import_subscribers(jsonb, boolean) is 'Adds the addresses [{"line", "email", "language", "status", "confirmed_at"}, ...] that are not there, in one transaction, and says of each line whether it was there already; an address that is there stays as it is. With only_check nothing is added. At most 500 at once; more are refused with 400. For admins, and guards that itself. Definer: inserts these addresses with the status of the file.';
alter function public.import_subscribers(jsonb, boolean) owner to toubkal_owner;

create trigger newsletter_subscribers_10_lower_email before insert or update of email on public.newsletter_subscribers
  for each row execute function private.lower_email();
create trigger newsletter_subscribers_20_force_new before insert on public.newsletter_subscribers
  for each row when (private.is_visitor()) execute function private.force_new_subscriber();
create trigger newsletter_subscribers_90_touch before update on public.newsletter_subscribers
  for each row execute function private.touch();

grant select, update on public.newsletter_subscribers to toubkal_owner;
select private.audit('public.newsletter_subscribers',
  hidden => '{email}', silent => '{confirm_token_hash, leave_token_hash, asked_at}');

-- Definer: admins may insert no status but pending, and see here only whether an address is there.
grant insert on public.newsletter_subscribers to toubkal_owner;
revoke execute on function public.import_subscribers(jsonb, boolean) from public;
grant execute on function public.import_subscribers(jsonb, boolean) to authenticated;
