-- The second factor of admins. A session that has not given one is no admin's session if the admin has a
-- verified factor, or if the setting admin.second_factor_required is on: a stolen password alone reads and
-- changes nothing. Accounts, factors and their codes are the auth server's (docs/second-factors.md).

-- Only these two columns: the secrets are the auth server's.
set local role supabase_auth_admin;
grant select (user_id, status), delete on auth.mfa_factors to toubkal_owner;
grant select (user_id), delete on auth.sessions to toubkal_owner;
reset role;
grant select on public.site_settings to toubkal_owner;

create function private.has_second_factor(account uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = account and status = 'verified')
$$;
comment on function private.has_second_factor(uuid) is 'Whether the account has a verified second factor. Definer: callers may not read auth.mfa_factors.';
alter function private.has_second_factor(uuid) owner to toubkal_owner;
revoke execute on function private.has_second_factor(uuid) from public;

create function public.missing_second_factor() returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when (select auth.jwt()) ->> 'aal' = 'aal2' then null
    when private.has_second_factor((select auth.uid())) then 'code'
    when exists (
      select from public.site_settings where key = 'admin.second_factor_required' and value = 'true'
    ) then 'enrol'
  end
$$;
comment on function public.missing_second_factor() is 'What the session lacks to be an admin''s: code (of the factor that the user has), enrol (the user has none, and admins must), or null (nothing). Definer: tells the caller only about the caller.';
alter function public.missing_second_factor() owner to toubkal_owner;
revoke execute on function public.missing_second_factor() from public;
grant execute on function public.missing_second_factor() to authenticated, toubkal_owner;

-- The policies evaluate these once per query. Callers who are no admin cost what they did before: the
-- second condition is reached only by admins.
create or replace function public.is_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return case when exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active
) then public.missing_second_factor() is null else false end;
comment on function public.is_admin() is 'Whether the caller is an active admin, with a second factor where one is due. Definer: guards nothing but the caller''s own row of admin_users.';

create or replace function public.is_super_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return case when exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active and role = 'super_admin'
) then public.missing_second_factor() is null else false end;
comment on function public.is_super_admin() is 'Whether the caller is an active super admin, with a second factor where one is due. Definer: guards nothing but the caller''s own row of admin_users.';

alter table public.site_settings add constraint site_settings_second_factor_boolean check (
  case when key = 'admin.second_factor_required' then value in ('true', 'false') end
);

-- Definer: the caller may not read auth.mfa_factors. It changes nothing.
create function private.guard_second_factor_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise exception 'only a super admin may change whether admins need a second factor' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'site_settings';
  end if;
  if new.value = 'true' and not private.has_second_factor(auth.uid()) then
    raise exception 'set up a second factor of your own before you ask it of all admins' using
      errcode = 'check_violation', constraint = 'site_settings_second_factor_own', schema = 'public', table = 'site_settings';
  end if;
  return new;
end
$$;
comment on function private.guard_second_factor_setting() is 'A super admin changes this setting, and turns it on only with a factor of their own, so that somebody can still enter. Definer: reads whether the caller has a factor.';
alter function private.guard_second_factor_setting() owner to toubkal_owner;
create trigger site_settings_20_guard_second_factor before update of value on public.site_settings
  for each row when (
    old.key = 'admin.second_factor_required' and new.value is distinct from old.value and private.is_api_caller()
  ) execute function private.guard_second_factor_setting();

alter table public.admin_users add column second_factor_removed_at timestamptz;
comment on column public.admin_users.second_factor_removed_at is 'When a super admin or the operator last removed the second factors: the entry of the audit log says who.';

-- Definer: deletes what is the auth server's, of one account. Challenges and recovery codes go with the
-- factors. Tokens of the ended sessions are refused at once (auth.revocations): the lost phone may be
-- signed in.
create function private.remove_second_factor(account uuid) returns void
language sql volatile security definer set search_path = ''
begin atomic
  delete from auth.sessions where user_id = account;
  delete from auth.mfa_factors where user_id = account;
  update public.admin_users set second_factor_removed_at = now() where auth_user_id = account;
end;
comment on function private.remove_second_factor(uuid) is 'Removes the second factors of an admin, and ends the sessions. Definer: deletes sessions and factors of that one account.';
alter function private.remove_second_factor(uuid) owner to toubkal_owner;
revoke execute on function private.remove_second_factor(uuid) from public;

-- Definer: see private.remove_second_factor. It asks first whether the caller is a super admin.
create function public.remove_second_factor(admin_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  if not public.is_super_admin() then
    raise exception 'only a super admin may remove the second factor of a colleague' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'admin_users';
  end if;
  select auth_user_id into account from public.admin_users where id = admin_id;
  if account is null then
    raise exception 'there is no such admin' using errcode = 'PT404';
  end if;
  if account = auth.uid() then
    raise exception 'remove your own second factor on the page of your account' using errcode = 'PT409';
  end if;
  perform private.remove_second_factor(account);
end
$$;
comment on function public.remove_second_factor(uuid) is 'Removes the second factors of a colleague who lost the phone, and signs the colleague out. 404 for an unknown admin, 409 for the own record. Definer: for super admins only, and guards that itself.';
alter function public.remove_second_factor(uuid) owner to toubkal_owner;
revoke execute on function public.remove_second_factor(uuid) from public;
grant execute on function public.remove_second_factor(uuid) to authenticated;

create function public.admins_with_second_factor() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.admin_users
    where (select public.is_super_admin()) and private.has_second_factor(auth_user_id)
$$;
comment on function public.admins_with_second_factor() is 'The admins (admin_users.id) who have a second factor. For super admins; nobody else gets rows. Definer: reads whose factors are verified.';
alter function public.admins_with_second_factor() owner to toubkal_owner;
revoke execute on function public.admins_with_second_factor() from public;
grant execute on function public.admins_with_second_factor() to authenticated;
