-- Answers to inquiries. Admins write and read them; nobody changes what was sent.

alter table public.inquiry_replies enable row level security;
alter table public.inquiry_replies force row level security;

revoke all on table public.inquiry_replies from anon, authenticated, service_role;
grant select on public.inquiry_replies to authenticated;
grant insert (id, form_type, inquiry_id, language, subject, body) on public.inquiry_replies to authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505) and not a second e-mail.
grant all on table public.inquiry_replies to service_role;

create policy inquiry_replies_select_admin on public.inquiry_replies for select to authenticated
  using ((select public.is_admin()));
comment on policy inquiry_replies_select_admin on public.inquiry_replies is
  'Admins read all replies.';

create policy inquiry_replies_insert_admin on public.inquiry_replies for insert to authenticated
  with check ((select public.is_admin()));
comment on policy inquiry_replies_insert_admin on public.inquiry_replies is
  'Admins answer inquiries.';

-- no update, delete: what was sent is evidence. The server's job notes whether it was sent; a reply goes with
-- its inquiry.
