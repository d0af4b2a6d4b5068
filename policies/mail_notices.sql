-- Which e-mails were asked for about orders and inquiries. Triggers write it; admins read it.

alter table public.mail_notices enable row level security;
alter table public.mail_notices force row level security;

revoke all on table public.mail_notices from anon, authenticated, service_role;
grant select on public.mail_notices to authenticated;
grant all on table public.mail_notices to service_role;

create policy mail_notices_select_admin on public.mail_notices for select to authenticated
  using ((select public.is_admin()));
comment on policy mail_notices_select_admin on public.mail_notices is
  'Admins read which e-mails were asked for.';

-- no insert: the trigger private.ask_for_mail adds a row with the order or inquiry that it is about.
-- no update, delete: a row keeps the same e-mail from being sent twice. It goes with its order or inquiry. The server's job marks those of the summary.
