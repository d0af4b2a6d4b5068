-- Addresses that asked for the newsletter. Anyone asks; admins read them and erase one when its owner
-- wishes it.

alter table public.newsletter_subscribers enable row level security;
alter table public.newsletter_subscribers force row level security;

revoke all on table public.newsletter_subscribers from anon, authenticated, service_role;
grant insert (id, email, language, status) on public.newsletter_subscribers to anon, authenticated;
-- status: forced to pending. An address that is there already is taken without a word.
grant select, delete on public.newsletter_subscribers to authenticated;
-- select: of the tokens only the hashes are here, which confirm and end nothing.
grant all on table public.newsletter_subscribers to service_role;

create policy newsletter_subscribers_insert_public on public.newsletter_subscribers for insert to anon, authenticated
  with check (status = 'pending');
comment on policy newsletter_subscribers_insert_public on public.newsletter_subscribers is
  'Anyone asks for the newsletter; mail comes once they have confirmed.';

create policy newsletter_subscribers_select_admin on public.newsletter_subscribers for select to authenticated
  using ((select public.is_admin()));
comment on policy newsletter_subscribers_select_admin on public.newsletter_subscribers is
  'Admins read who asked for the newsletter.';

create policy newsletter_subscribers_delete_admin on public.newsletter_subscribers for delete to authenticated
  using ((select public.is_admin()));
comment on policy newsletter_subscribers_delete_admin on public.newsletter_subscribers is
  'Admins erase addresses.';

-- no update: confirming and unsubscribing are done by the server, which holds the link that proves the
-- address. Nobody confirms for another.
