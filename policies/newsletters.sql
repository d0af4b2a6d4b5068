-- Newsletters. Admins write, schedule and cancel them; the server sends them.

alter table public.newsletters enable row level security;
alter table public.newsletters force row level security;

revoke all on table public.newsletters from anon, authenticated, service_role;
grant select, delete on public.newsletters to authenticated;
grant insert (id, subject_en, subject_fr, subject_ar, body_en, body_fr, body_ar) on public.newsletters to authenticated;
-- id: the client makes it, so that a repeated save is refused (23505) and not a second draft.
grant update (subject_en, subject_fr, subject_ar, body_en, body_fr, body_ar, status, scheduled_for) on public.newsletters to authenticated;
-- status: triggers keep the order of the states, for the server too.
grant all on table public.newsletters to service_role;

create policy newsletters_select_admin on public.newsletters for select to authenticated
  using ((select public.is_admin()));
comment on policy newsletters_select_admin on public.newsletters is
  'Admins read all newsletters.';

create policy newsletters_insert_admin on public.newsletters for insert to authenticated
  with check ((select public.is_admin()));
comment on policy newsletters_insert_admin on public.newsletters is
  'Admins begin newsletters.';

create policy newsletters_update_admin on public.newsletters for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy newsletters_update_admin on public.newsletters is
  'Admins write on in drafts, schedule them, and cancel what is scheduled or being sent.';

create policy newsletters_delete_admin on public.newsletters for delete to authenticated
  using ((select public.is_admin()) and status = 'draft');
comment on policy newsletters_delete_admin on public.newsletters is
  'Admins delete drafts. What was scheduled is evidence.';

-- realtime: the back-office shows the progress of sending. Only admins are told.
alter publication supabase_realtime add table public.newsletters;
