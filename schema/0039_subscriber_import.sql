-- Addresses from elsewhere. They keep the consent that they were given with: nobody is confirmed by an import, and no
-- e-mail is sent.

alter table public.newsletter_subscribers add column imported_at timestamptz;
comment on column public.newsletter_subscribers.imported_at is 'When an admin imported the address; null for one that asked on the site. Its status is that of the file.';

-- Definer: admins may insert no status but pending, and see here only whether an address is there.
grant insert on public.newsletter_subscribers to toubkal_owner;
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
revoke execute on function public.import_subscribers(jsonb, boolean) from public;
grant execute on function public.import_subscribers(jsonb, boolean) to authenticated;
