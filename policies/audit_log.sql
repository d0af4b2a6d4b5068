-- Who changed what, and when. The trigger function private.write_audit writes it and admins read it;
-- nobody else does anything to it, not even with the service key (private.refuse_audit_change). Values of
-- rows that were erased are emptied (private.forget_rows).

alter table public.audit_log enable row level security;
alter table public.audit_log force row level security;

revoke all on table public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select public.is_admin()));
comment on policy audit_log_select_admin on public.audit_log is
  'Admins read who changed what.';

-- no insert, update, delete: a log that can be changed proves nothing.
