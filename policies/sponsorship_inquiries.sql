-- Offers of sponsorship. Visitors send them and never read one back; admins read and
-- answer them.

alter table public.sponsorship_inquiries enable row level security;
alter table public.sponsorship_inquiries force row level security;

revoke all on table public.sponsorship_inquiries from anon, authenticated, service_role;
grant insert (
  id, name, email, organization, budget_range, message, status, language, attachment_path, attachment_name
) on public.sponsorship_inquiries to anon, authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505). status: forced to new.
-- attachment_type, attachment_size: a trigger reads them from the file.
grant select on public.sponsorship_inquiries to authenticated;
grant update (status, notes, assigned_to, updated_at) on public.sponsorship_inquiries to authenticated;
grant delete on public.sponsorship_inquiries to authenticated;
grant all on table public.sponsorship_inquiries to service_role;

create policy sponsorship_inquiries_select_admin on public.sponsorship_inquiries for select to authenticated
  using ((select public.is_admin()));
comment on policy sponsorship_inquiries_select_admin on public.sponsorship_inquiries is
  'Admins read all sponsorship inquiries.';

create policy sponsorship_inquiries_insert_public on public.sponsorship_inquiries for insert to anon, authenticated
  with check (status = 'new');
comment on policy sponsorship_inquiries_insert_public on public.sponsorship_inquiries is
  'Anyone offers a sponsorship; it arrives as new.';

create policy sponsorship_inquiries_update_admin on public.sponsorship_inquiries for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy sponsorship_inquiries_update_admin on public.sponsorship_inquiries is
  'Admins mark a sponsorship inquiry as new, read or responded, take notes and say who answers.';

create policy sponsorship_inquiries_delete_admin on public.sponsorship_inquiries for delete to authenticated
  using ((select public.is_admin()));
comment on policy sponsorship_inquiries_delete_admin on public.sponsorship_inquiries is
  'Admins delete sponsorship inquiries, which are then in the trash for 30 days.';

-- no update of what was sent: it is evidence.

-- realtime: a new offer shows on the desk at once. Only admins read it, so only they are told.
alter publication supabase_realtime add table public.sponsorship_inquiries;
