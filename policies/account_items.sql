-- Saved views, drafts and marks in the back-office. Each admin has own ones, and sees nobody else's.

alter table public.account_items enable row level security;
alter table public.account_items force row level security;

revoke all on table public.account_items from anon, authenticated, service_role;
grant select on public.account_items to authenticated;
grant insert (account, kind, name, value) on public.account_items to authenticated;
grant update (account, kind, name, value) on public.account_items to authenticated;
-- account, kind and name: an upsert sends the key back, and so an item of one account is refused to another.
grant delete on public.account_items to authenticated;
grant all on table public.account_items to service_role;

create policy account_items_select_owner on public.account_items for select to authenticated
  using (account = (select auth.uid()) and (select public.is_admin()));
comment on policy account_items_select_owner on public.account_items is
  'Admins read their own views, drafts and marks.';

create policy account_items_insert_owner on public.account_items for insert to authenticated
  with check (account = (select auth.uid()) and (select public.is_admin()));
comment on policy account_items_insert_owner on public.account_items is
  'Admins keep views, drafts and marks of their own.';

create policy account_items_update_owner on public.account_items for update to authenticated
  using (account = (select auth.uid()) and (select public.is_admin()))
  with check (account = (select auth.uid()) and (select public.is_admin()));
comment on policy account_items_update_owner on public.account_items is
  'Admins change their own views, drafts and marks.';

create policy account_items_delete_owner on public.account_items for delete to authenticated
  using (account = (select auth.uid()) and (select public.is_admin()));
comment on policy account_items_delete_owner on public.account_items is
  'Admins delete their own views, drafts and marks.';

-- nothing for others, not even for a super admin: a draft is private.

-- realtime: another browser of the account shows the change at once. Only the account is told.
alter publication supabase_realtime add table public.account_items;
