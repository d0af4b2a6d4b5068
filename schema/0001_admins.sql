-- The staff, the two functions by which policies recognize them, and the triggers that all tables share.

create schema private;
comment on schema private is 'Trigger functions and what they call. Not exposed by any API.';
-- the owner of a function must have the right to create in its schema
grant usage, create on schema private to toubkal_owner;

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
  last_login timestamptz
);
comment on table public.admin_users is 'The staff: an account is an admin while it has an active row here.';
comment on column public.admin_users.auth_user_id is 'The account; the row goes when the account is deleted.';
comment on column public.admin_users.email is 'Lower case. Fixed once made.';
comment on column public.admin_users.role is 'admin, or super_admin who also manages the admins.';
comment on column public.admin_users.active is 'False suspends all rights and keeps the row.';
comment on column public.admin_users.last_login is 'When the admin area was last entered; the server''s clock.';

create index admin_users_created_at_idx on public.admin_users (created_at desc);
create index admin_users_active_idx on public.admin_users (active);

-- Definer: policies of every table call these, also for callers who may not read admin_users, and
-- the policies of admin_users itself would recurse. They take no argument and tell the caller
-- only about the caller.
grant select on public.admin_users to toubkal_owner;

create function public.is_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active
);
comment on function public.is_admin() is 'Whether the caller is an active admin. Definer: guards nothing but the caller''s own row of admin_users.';

create function public.is_super_admin() returns boolean
language sql stable parallel safe security definer set search_path = ''
return exists (
  select from public.admin_users where auth_user_id = (select auth.uid()) and active and role = 'super_admin'
);
comment on function public.is_super_admin() is 'Whether the caller is an active super admin. Definer: guards nothing but the caller''s own row of admin_users.';

alter function public.is_admin() owner to toubkal_owner;
alter function public.is_super_admin() owner to toubkal_owner;
grant execute on function public.is_admin(), public.is_super_admin() to anon, authenticated, service_role;

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

-- EXECUTE is checked for the role that runs the statement, so all who may write need it. USAGE of
-- the schema is not: the clause was parsed when the trigger was made. So no API role has that.
grant execute on function private.is_api_caller(), private.is_visitor() to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;
grant execute on function public.is_admin() to supabase_auth_admin;

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

-- Definer: it must see and lock the other super admins, whatever the caller may see.
-- Of two transactions that each remove another super admin, the second waits for the advisory lock and
-- then reads with a new snapshot. The row locks make a repeatable-read transaction, whose snapshot is
-- old, fail with a serialization error instead of passing.
create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.admin_users.last_super_admin'));
  perform from public.admin_users
    where role = 'super_admin' and active and id <> old.id
    for update;
  if not found then
    raise exception 'the last active super admin cannot be demoted, deactivated or deleted' using
      errcode = 'check_violation', constraint = 'admin_users_last_super_admin', schema = 'public', table = 'admin_users',
      hint = 'Make another admin a super admin first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.keep_a_super_admin() is 'Refuses to remove the last active super admin, for every role. Definer: reads and locks the other super admins only.';
grant update on public.admin_users to toubkal_owner; -- to lock rows
alter function private.keep_a_super_admin() owner to toubkal_owner;

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

set local role supabase_auth_admin;
grant select, delete on auth.users to toubkal_owner;
reset role;
alter function private.end_account() owner to toubkal_owner;

create trigger admin_users_40_end_account after delete on public.admin_users
  for each row execute function private.end_account();
