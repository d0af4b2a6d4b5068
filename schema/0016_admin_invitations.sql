-- Admins are invited by e-mail: the row is there from the invitation on, and the account has no password before the
-- invitation is accepted. An invitation is pending while nobody has come in.

alter table public.admin_users add column invited_at timestamptz;
comment on column public.admin_users.invited_at is 'When the last invitation was mailed; pending while last_login is null. Null: made with a password.';
