-- Requests to join the retreat. Visitors send them and never read one back; admins read
-- and answer them.

alter table public.retreat_inquiries enable row level security;
alter table public.retreat_inquiries force row level security;

revoke all on table public.retreat_inquiries from anon, authenticated, service_role;
grant insert (id, name, email, phone, message, status, language) on public.retreat_inquiries to anon, authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505). status: forced to new.
grant select on public.retreat_inquiries to authenticated;
grant update (status, notes, assigned_to, updated_at) on public.retreat_inquiries to authenticated;
grant delete on public.retreat_inquiries to authenticated;
grant all on table public.retreat_inquiries to service_role;

create policy retreat_inquiries_select_admin on public.retreat_inquiries for select to authenticated
  using ((select public.is_admin()));
comment on policy retreat_inquiries_select_admin on public.retreat_inquiries is
  'Admins read all retreat inquiries.';

create policy retreat_inquiries_insert_public on public.retreat_inquiries for insert to anon, authenticated
  with check (status = 'new');
comment on policy retreat_inquiries_insert_public on public.retreat_inquiries is
  'Anyone asks to join the retreat; the request arrives as new.';

create policy retreat_inquiries_update_admin on public.retreat_inquiries for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy retreat_inquiries_update_admin on public.retreat_inquiries is
  'Admins mark a request as new, read or responded, take notes and say who answers.';

create policy retreat_inquiries_delete_admin on public.retreat_inquiries for delete to authenticated
  using ((select public.is_admin()));
comment on policy retreat_inquiries_delete_admin on public.retreat_inquiries is
  'Admins delete retreat inquiries, which are then in the trash for 30 days.';

-- no update of what was sent: it is evidence.

-- realtime: a new request shows on the desk at once. Only admins read it, so only they are told.
alter publication supabase_realtime add table public.retreat_inquiries;
