-- Failed sign-ins, for the back-off of package auth (attempts.go). In the database, so that it
-- survives a restart and holds on all nodes.

set local role supabase_auth_admin;

create table auth.sign_in_attempts (
  key bytea not null primary key constraint sign_in_attempts_key_length check (octet_length(key) = 16),
  failures integer not null default 0,
  blocked_until timestamptz,
  succeeded_at timestamptz,
  updated_at timestamptz not null
);
comment on table auth.sign_in_attempts is 'Failed sign-ins by account, address and device; a row is removed two hours after the last failure.';
comment on column auth.sign_in_attempts.key is 'Keyed hash of what is counted, so that neither e-mails nor addresses are stored, nor what somebody typed for one.';
comment on column auth.sign_in_attempts.succeeded_at is 'Last success of an account from an address, which makes the address known to it; kept for 30 days.';

create index sign_in_attempts_updated_at_idx on auth.sign_in_attempts (updated_at);

alter table auth.sign_in_attempts enable row level security;
-- no policy and no grant: only the auth server, its owner, reads it.

reset role;
