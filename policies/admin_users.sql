-- The staff. Active admins see each other, and their own row also before they have given a second factor;
-- a super admin adds, changes and removes them. A plain admin, who is the same role with the same columns,
-- is kept by the trigger private.guard_admin_change to stamping last_login on the own row. The trigger
-- private.keep_a_super_admin keeps the last active super admin, whoever asks.

alter table public.admin_users enable row level security;
alter table public.admin_users force row level security;

revoke all on table public.admin_users from anon, authenticated, service_role;
grant select on public.admin_users to authenticated;
grant insert (auth_user_id, email, role, full_name, active, invited_at) on public.admin_users to authenticated;
grant update (email, role, full_name, active, last_login, invited_at) on public.admin_users to authenticated;
-- email: the edit form sends it back; the trigger refuses another one.
grant delete on public.admin_users to authenticated;
grant all on table public.admin_users to service_role;

create policy admin_users_select_admin on public.admin_users for select to authenticated
  using ((select public.is_admin()));
comment on policy admin_users_select_admin on public.admin_users is
  'Admins see all admins.';

create policy admin_users_select_self on public.admin_users for select to authenticated
  using (auth_user_id = (select auth.uid()) and active);
comment on policy admin_users_select_self on public.admin_users is
  'Admins see their own record, also before they have given a second factor.';

create policy admin_users_insert_super_admin on public.admin_users for insert to authenticated
  with check ((select public.is_super_admin()));
comment on policy admin_users_insert_super_admin on public.admin_users is
  'Super admins add admins.';

create policy admin_users_update_self on public.admin_users for update to authenticated
  using (auth_user_id = (select auth.uid()) and (select public.is_admin()))
  with check (auth_user_id = (select auth.uid()));
comment on policy admin_users_update_self on public.admin_users is
  'Admins record when they last came in.';

create policy admin_users_update_super_admin on public.admin_users for update to authenticated
  using ((select public.is_super_admin()))
  with check ((select public.is_super_admin()));
comment on policy admin_users_update_super_admin on public.admin_users is
  'Super admins change name, role and activity of admins.';

create policy admin_users_delete_super_admin on public.admin_users for delete to authenticated
  using ((select public.is_super_admin()));
comment on policy admin_users_delete_super_admin on public.admin_users is
  'Super admins remove admins.';

-- nothing for visitors: who the staff are is nobody's business.
-- nothing for an inactive admin, not even the own row: signing in then ends as for a stranger.

-- realtime: who may come in changes at every desk at once. Only admins are told.
alter publication supabase_realtime add table public.admin_users;
