-- Whoever is an admin no more has no account either: a row removed in the back-office would otherwise
-- leave an address and a password that still sign in, and an address that cannot be made an admin again.

-- Definer: nobody who may delete an admin may touch accounts. It deletes the one account of the row
-- that was deleted; its sessions, identities and one-time tokens go with it.
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
