-- All that came in by forms, as one list for the desk. The view runs with its caller's rights: the
-- policies of the five tables decide what is in it. Nobody writes through it.

revoke all on table public.form_submissions from anon, authenticated, service_role;
grant select on public.form_submissions to authenticated, service_role;

-- nothing for visitors: they read none of the five tables.
