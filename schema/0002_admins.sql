-- The staff, the two functions by which policies recognize them, and the triggers that all tables share.

set local role supabase_auth_admin;
grant select, delete on auth.users to toubkal_owner;
reset role;

-- The second factor of admins. A session that has not given one is no admin's session if the admin has a
-- verified factor, or if the setting admin.second_factor_required is on: a stolen password alone reads and
-- changes nothing. Accounts, factors and their codes are the auth server's (docs/second-factors.md).

-- Only these two columns: the secrets are the auth server's.
set local role supabase_auth_admin;
grant select (user_id, status), delete on auth.mfa_factors to toubkal_owner;
grant select (user_id), delete on auth.sessions to toubkal_owner;
reset role;

create table public.admin_users (
  id uuid primary key default gen_random_uuid(),
  auth_user_id uuid not null
    constraint admin_users_auth_user_id_key unique
    constraint admin_users_auth_user_id_fkey references auth.users (id) on delete cascade,
  email text not null
    constraint admin_users_email_key unique
    constraint admin_users_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$' and email = lower(email)),
  role text not null default 'admin'
    constraint admin_users_role_known check (role in ('admin', 'super_admin')),
  full_name text
    constraint admin_users_full_name_length check (char_length(full_name) <= 200),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  invited_at timestamptz,
  second_factor_removed_at timestamptz
);
comment on table public.admin_users is 'The staff: an account is an admin while it has an active row here.';
comment on column public.admin_users.auth_user_id is 'The account; the row goes when the account is deleted.';
comment on column public.admin_users.email is 'Lower case. Fixed once made.';
comment on column public.admin_users.role is 'admin, or super_admin who also manages the admins.';
comment on column public.admin_users.active is 'False suspends all rights and keeps the row.';
comment on column public.admin_users.last_login is 'When the admin area was last entered; the server''s clock.';
create index admin_users_created_at_idx on public.admin_users (created_at desc);
create index admin_users_active_idx on public.admin_users (active);
comment on column public.admin_users.invited_at is 'When the last invitation was mailed; pending while last_login is null. Null: made with a password.';
comment on column public.admin_users.second_factor_removed_at is 'When a super admin or the operator last removed the second factors: the entry of the audit log says who.';

create function private.has_second_factor(account uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = account and status = 'verified')
$$;
comment on function private.has_second_factor(uuid) is 'Whether the account has a verified second factor. Definer: callers may not read auth.mfa_factors.';
alter function private.has_second_factor(uuid) owner to toubkal_owner;

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

-- The policies evaluate these once per query. Callers who are no admin cost what they did before: the
-- second condition is reached only by admins.
create function public.is_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return case when exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active
) then public.missing_second_factor() is null else false end;
comment on function public.is_admin() is 'Whether the caller is an active admin, with a second factor where one is due. Definer: guards nothing but the caller''s own row of admin_users.';
alter function public.is_admin() owner to toubkal_owner;

create function public.is_super_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return case when exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active and role = 'super_admin'
) then public.missing_second_factor() is null else false end;
comment on function public.is_super_admin() is 'Whether the caller is an active super admin, with a second factor where one is due. Definer: guards nothing but the caller''s own row of admin_users.';
alter function public.is_super_admin() owner to toubkal_owner;

-- Triggers call these in their WHEN clause, where current_user is the role that runs the statement,
-- also when the trigger's own function is security definer. What runs as any other role
-- (service_role, the owner in migrations and seeds, a foreign key's cascade) is trusted.
create function private.is_api_caller() returns boolean
language sql stable parallel safe
return current_user in ('anon', 'authenticated');
comment on function private.is_api_caller() is 'Whether a visitor''s or a user''s request runs the statement.';

create function private.is_visitor() returns boolean
language sql stable parallel safe
return private.is_api_caller() and not public.is_admin();
comment on function private.is_visitor() is 'Whether the statement comes from anyone but an active admin or the server itself.';

create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch() is 'Keeps updated_at, whatever the client sent.';

create function private.guard_admin_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.email is distinct from old.email then
    raise exception 'the e-mail of an admin user cannot be changed' using
      errcode = 'check_violation', constraint = 'admin_users_email_fixed', schema = 'public', table = 'admin_users';
  end if;
  if new.last_login is distinct from old.last_login then
    new.last_login := now();
  end if;
  old.last_login := new.last_login;
  if new is distinct from old and not public.is_super_admin() then
    raise exception 'only a super admin may change an admin user' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'admin_users';
  end if;
  return new;
end
$$;
comment on function private.guard_admin_change() is 'An admin stamps last_login and nothing else; a super admin also changes name, role and active.';

create function private.lower_email() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  return new;
end
$$;
comment on function private.lower_email() is 'Stores an e-mail in lower case, so that unique means unique.';

-- As before, but for invitations. To withdraw one is allowed while any other super admin is there.
create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_is_pending boolean := old.invited_at is not null and old.last_login is null;
begin
  perform pg_advisory_xact_lock(hashtext('public.admin_users.last_super_admin'));
  perform from public.admin_users
    where role = 'super_admin' and active and id <> old.id
      and (old_is_pending or invited_at is null or last_login is not null)
    for update;
  if not found then
    raise exception 'the last active super admin cannot be demoted, deactivated or deleted' using
      errcode = 'check_violation', constraint = 'admin_users_last_super_admin', schema = 'public', table = 'admin_users',
      hint = 'Make another admin a super admin first. One who has not accepted the invitation does not count.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.keep_a_super_admin() is 'Refuses to remove the last active super admin, for every role. Definer: reads and locks the other super admins only.';
alter function private.keep_a_super_admin() owner to toubkal_owner;

-- The account of a deleted admin is deleted too: it would still sign in, and its address could not be
-- made an admin again.
--
-- Definer: nobody who may delete an admin may delete accounts. It deletes the one account of the deleted
-- row; its sessions, identities and one-time tokens go with it.
create function private.end_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = old.auth_user_id;
  return null;
end
$$;
comment on function private.end_account() is 'Ends the account and the sessions of a deleted admin. Definer: deletes that one row of auth.users.';
alter function private.end_account() owner to toubkal_owner;

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

create function public.admins_with_second_factor() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.admin_users
    where (select public.is_super_admin()) and private.has_second_factor(auth_user_id)
$$;
comment on function public.admins_with_second_factor() is 'The admins (admin_users.id) who have a second factor. For super admins; nobody else gets rows. Definer: reads whose factors are verified.';
alter function public.admins_with_second_factor() owner to toubkal_owner;

-- Triggers of one event run in the order of their names.
create trigger admin_users_10_lower_email before insert or update of email on public.admin_users
  for each row execute function private.lower_email();
create trigger admin_users_20_guard_change before update on public.admin_users
  for each row when (private.is_api_caller()) execute function private.guard_admin_change();
create trigger admin_users_30_keep_a_super_admin before update on public.admin_users
  for each row when (old.role = 'super_admin' and old.active and not (new.role = 'super_admin' and new.active))
  execute function private.keep_a_super_admin();
create trigger admin_users_30_keep_a_super_admin_on_delete before delete on public.admin_users
  for each row when (old.role = 'super_admin' and old.active)
  execute function private.keep_a_super_admin();
create trigger admin_users_40_end_account after delete on public.admin_users
  for each row execute function private.end_account();
create trigger site_settings_90_touch before update on public.site_settings
  for each row execute function private.touch();
create trigger site_settings_20_guard_second_factor before update of value on public.site_settings
  for each row when (
    old.key = 'admin.second_factor_required' and new.value is distinct from old.value and private.is_api_caller()
  ) execute function private.guard_second_factor_setting();

-- Definer: policies of every table call these, also for callers who may not read admin_users, and
-- the policies of admin_users itself would recurse. They take no argument and tell the caller
-- only about the caller.
grant select on public.admin_users to toubkal_owner;
grant execute on function public.is_admin(), public.is_super_admin() to anon, authenticated, service_role;

-- EXECUTE is checked for the role that runs the statement, so all who may write need it. USAGE of
-- the schema is not: the clause was parsed when the trigger was made. So no API role has that.
grant execute on function private.is_api_caller(), private.is_visitor() to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;
grant execute on function public.is_admin() to supabase_auth_admin;
grant update on public.admin_users to toubkal_owner; -- to lock rows
grant select on public.site_settings to toubkal_owner;
revoke execute on function private.has_second_factor(uuid) from public;
revoke execute on function public.missing_second_factor() from public;
grant execute on function public.missing_second_factor() to authenticated, toubkal_owner;
revoke execute on function private.remove_second_factor(uuid) from public;
revoke execute on function public.remove_second_factor(uuid) from public;
grant execute on function public.remove_second_factor(uuid) to authenticated;
revoke execute on function public.admins_with_second_factor() from public;
grant execute on function public.admins_with_second_factor() to authenticated;
comment on schema private is 'Trigger functions and what they call. Not exposed by any API.';
