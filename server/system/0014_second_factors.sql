-- What package auth needs of its own for second factors, and what policies ask about them.

set local role supabase_auth_admin;

alter table auth.mfa_factors
  add column last_used_step bigint,
  add column failed_verification_count int not null default 0,
  add column verification_locked_until timestamptz,
  -- Two factors may be challenged in the same microsecond.
  drop constraint if exists mfa_factors_last_challenged_at_key;
comment on column auth.mfa_factors.last_used_step is 'Time step (RFC 6238) of the last code that was accepted: this code and older ones are refused.';
comment on column auth.mfa_factors.failed_verification_count is 'Wrong codes since the last right one.';
comment on column auth.mfa_factors.verification_locked_until is 'Until then no code is verified.';

create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';

create function auth.signed_in_within(max_age interval) returns boolean
language sql stable parallel safe
return coalesce((
  select max((entry #>> '{}')::float8) >= extract(epoch from now() - max_age)
  from jsonb_path_query(auth.jwt(), '$.amr[*] ? (@.method != "token_refresh").timestamp ? (@.type() == "number")') as entry
), false);
comment on function auth.signed_in_within(interval) is 'Whether the caller gave a password, a code or another proof within that time (claim amr). A refresh of the token is none. False without a token.';

revoke execute on function auth.signed_in_within(interval) from public;
grant execute on function auth.signed_in_within(interval) to anon, authenticated, service_role, toubkal_owner;

reset role;
