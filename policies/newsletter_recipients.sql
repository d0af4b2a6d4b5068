-- Who got which newsletter. The database lists them and the server sends; admins read the result.

alter table public.newsletter_recipients enable row level security;
alter table public.newsletter_recipients force row level security;

revoke all on table public.newsletter_recipients from anon, authenticated, service_role;
grant select (id, newsletter_id, subscriber_id, language, state, reason, message_id, created_at, updated_at)
  on public.newsletter_recipients to authenticated;
-- no select of leave_token_hash: nobody but the server looks a link up.
grant all on table public.newsletter_recipients to service_role;

create policy newsletter_recipients_select_admin on public.newsletter_recipients for select to authenticated
  using ((select public.is_admin()));
comment on policy newsletter_recipients_select_admin on public.newsletter_recipients is
  'Admins read who got a newsletter, and who did not.';

-- no insert, update, delete: recipients are listed by the database when sending begins, and the server
-- notes what became of each. They go with their newsletter.
