-- Messages from the contact form. Visitors send them and never read one back, not even their own;
-- admins read them, move them from new to read to responded, note and assign.

alter table public.contact_submissions enable row level security;
alter table public.contact_submissions force row level security;

revoke all on table public.contact_submissions from anon, authenticated, service_role;
grant insert (
  id, name, email, subject, message, source_page, status, language
) on public.contact_submissions to anon, authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505) and not a second message.
-- status: the form sends 'new'; the trigger forces it.
grant select on public.contact_submissions to authenticated;
grant update (status, notes, assigned_to, updated_at) on public.contact_submissions to authenticated;
grant delete on public.contact_submissions to authenticated;
grant all on table public.contact_submissions to service_role;

create policy contact_submissions_select_admin on public.contact_submissions for select to authenticated
  using ((select public.is_admin()));
comment on policy contact_submissions_select_admin on public.contact_submissions is
  'Admins read all messages.';

create policy contact_submissions_insert_public on public.contact_submissions for insert to anon, authenticated
  with check (status = 'new');
comment on policy contact_submissions_insert_public on public.contact_submissions is
  'Anyone sends a message; it arrives as new.';

create policy contact_submissions_update_admin on public.contact_submissions for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy contact_submissions_update_admin on public.contact_submissions is
  'Admins mark a message as new, read or responded, take notes and say who answers.';

create policy contact_submissions_delete_admin on public.contact_submissions for delete to authenticated
  using ((select public.is_admin()));
comment on policy contact_submissions_delete_admin on public.contact_submissions is
  'Admins delete messages, which are then in the trash for 30 days.';

-- no update of name, email, subject or message: what was sent is evidence.

-- realtime: a new message shows on the desk at once. Only admins read it, so only they are told.
alter publication supabase_realtime add table public.contact_submissions;
