-- What admins have deleted. Admins see what there is and may delete it for good; public.restore_from_trash restores.
-- The kept rows themselves (private.trash_rows) are read by nobody.

alter table public.trash enable row level security;
alter table public.trash force row level security;

revoke all on table public.trash from anon, authenticated, service_role;
grant select, delete on public.trash to authenticated;
grant all on table public.trash to service_role;

create policy trash_select_admin on public.trash for select to authenticated
  using ((select public.is_admin()));
comment on policy trash_select_admin on public.trash is
  'Admins see what was deleted.';

create policy trash_delete_admin on public.trash for delete to authenticated
  using ((select public.is_admin()));
comment on policy trash_delete_admin on public.trash is
  'Admins delete for good.';

-- no insert, no update: the database writes an entry when a row is deleted.
