-- Addresses that asked for the newsletter. Anyone asks; nobody reads them over the API.

alter table public.newsletter_subscribers enable row level security;
alter table public.newsletter_subscribers force row level security;

revoke all on table public.newsletter_subscribers from anon, authenticated, service_role;
grant insert (id, email, language, status) on public.newsletter_subscribers to anon, authenticated;
-- status: forced to pending. An address that is there already is taken without a word.
grant all on table public.newsletter_subscribers to service_role;

create policy newsletter_subscribers_insert_public on public.newsletter_subscribers for insert to anon, authenticated
  with check (status = 'pending');
comment on policy newsletter_subscribers_insert_public on public.newsletter_subscribers is
  'Anyone asks for the newsletter; mail comes once they have confirmed.';

-- no select, update, delete: no screen shows subscribers yet. Confirming and unsubscribing are done
-- by the server, which holds the link that proves the address.
