-- The audit log with names. The view runs with its caller's rights: the policies of the tables behind it decide what
-- is in it. Nobody writes through it.

revoke all on table public.audit_entries from anon, authenticated, service_role;
grant select on public.audit_entries to authenticated, service_role;

-- nothing for visitors: the log is for admins.
