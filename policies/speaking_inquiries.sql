-- Requests for a talk. No public form writes here: an admin makes one from a contact message
-- (public.convert_to_speaking_inquiry) and answers it.

alter table public.speaking_inquiries enable row level security;
alter table public.speaking_inquiries force row level security;

revoke all on table public.speaking_inquiries from anon, authenticated, service_role;
grant select on public.speaking_inquiries to authenticated;
grant insert (
  name, email, organization, phone, event_date, audience_size, topic, message, status,
  notes, assigned_to, contact_submission_id
) on public.speaking_inquiries to authenticated;
grant update (status, notes, assigned_to, updated_at) on public.speaking_inquiries to authenticated;
grant delete on public.speaking_inquiries to authenticated;
grant all on table public.speaking_inquiries to service_role;

create policy speaking_inquiries_select_admin on public.speaking_inquiries for select to authenticated
  using ((select public.is_admin()));
comment on policy speaking_inquiries_select_admin on public.speaking_inquiries is
  'Admins read all speaking inquiries.';

create policy speaking_inquiries_insert_admin on public.speaking_inquiries for insert to authenticated
  with check ((select public.is_admin()));
comment on policy speaking_inquiries_insert_admin on public.speaking_inquiries is
  'Admins turn a contact message into a speaking inquiry.';

create policy speaking_inquiries_update_admin on public.speaking_inquiries for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy speaking_inquiries_update_admin on public.speaking_inquiries is
  'Admins mark a speaking inquiry as new, read or responded, take notes and say who answers.';

create policy speaking_inquiries_delete_admin on public.speaking_inquiries for delete to authenticated
  using ((select public.is_admin()));
comment on policy speaking_inquiries_delete_admin on public.speaking_inquiries is
  'Admins delete speaking inquiries, which are then in the trash for 30 days.';

-- no insert for visitors: their request comes as a contact message with the topic speaking.
-- no update of what was asked: it is evidence.

-- realtime: two desks show the same. Only admins read it, so only they are told.
alter publication supabase_realtime add table public.speaking_inquiries;
