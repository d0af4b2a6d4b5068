-- Accounts, sessions and one-time tokens, under GoTrue's names: applications have triggers and
-- foreign keys on them, and users seeded straight into auth.users must be able to sign in.
-- Only what password sign-in, refresh, sign-out and user administration use: multi-factor, PKCE
-- flow state, single sign-on and the OAuth server bring their tables with them.
--
-- No API role has any right on these tables; row security without a policy keeps it so should a
-- grant slip in. Their owner, the auth server, is not bound by it (it is not forced).

set local role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
comment on type auth.aal_level is 'How surely the user was authenticated (NIST SP 800-63): one factor, two, or hardware.';

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid not null default gen_random_uuid() primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text default null constraint users_phone_key unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table auth.users is 'An account that can sign in.';
comment on column auth.users.encrypted_password is 'bcrypt, or another hash that the auth server verifies; never the password.';
comment on column auth.users.role is 'The database role that the user''s requests run as.';
comment on column auth.users.raw_app_meta_data is 'Set by the server only; goes into the token as app_metadata.';
comment on column auth.users.raw_user_meta_data is 'Set by the user; goes into the token as user_metadata. Never decide rights by it.';
comment on column auth.users.is_super_admin is 'GoTrue''s, unused: no right depends on it.';
comment on column auth.users.banned_until is 'Until then no sign-in and no refresh.';

create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
create index users_instance_id_idx on auth.users (instance_id);
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_is_anonymous_idx on auth.users (is_anonymous);
create index users_created_at_idx on auth.users (created_at desc, id);
-- Users are found by their address in lower case, as other programs may have stored another.
create index users_lower_email_idx on auth.users (lower(email)) where not is_sso_user;

create table auth.identities (
  id uuid not null default gen_random_uuid() primary key,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'A way in that an account has: its e-mail, or a provider''s user.';
comment on column auth.identities.provider_id is 'The provider''s id of the user; for provider email the user''s own id.';

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

create table auth.sessions (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text constraint sessions_scopes_length check (char_length(scopes) <= 4096)
);
comment on table auth.sessions is 'One per sign-in; access tokens name it. Gone means signed out.';
comment on column auth.sessions.not_after is 'No refresh after this instant; null means no end.';
comment on column auth.sessions.refreshed_at is 'Last refresh, UTC without a zone as in GoTrue.';
comment on column auth.sessions.refresh_token_hmac_key is 'Key that signs this session''s refresh tokens (version 2).';
comment on column auth.sessions.refresh_token_counter is 'Number of the refresh token that is valid now (version 2).';

create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);
comment on table auth.refresh_tokens is 'Version 1 refresh tokens, a row each. Version 2 has none: it counts in auth.sessions.';
comment on column auth.refresh_tokens.parent is 'The token that this one replaced.';

create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  wrong_codes smallint not null default 0,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'Hashes of the tokens in mailed links; one per user and kind.';
comment on column auth.one_time_tokens.relates_to is 'The address that the token was sent to.';
comment on column auth.one_time_tokens.wrong_codes is 'Wrong codes that were tried for this token; too many void it.';

create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid not null default gen_random_uuid() primary key,
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
comment on table auth.audit_log_entries is 'Who signed in, out, was made, changed or deleted, and by whom.';

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);
create index audit_log_entries_instance_id_idx on auth.audit_log_entries (instance_id);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.audit_log_entries enable row level security;

-- The claims of the request's token. Each reads request.jwt.claim.<name> (one setting per claim) and then
-- request.jwt.claims (all of them, JSON). An empty setting is an absent one: after set_config(…,
-- true) PostgreSQL keeps '' on the connection when the transaction ends.
-- Bodies are parsed when created, so no search_path can redirect them; a SET clause would keep
-- the planner from inlining them into every policy.

create or replace function auth.uid() returns uuid
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
), '')::uuid;
comment on function auth.uid() is 'The id of the signed-in user (claim sub); null for visitors and the service key.';

create or replace function auth.role() returns text
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
), '');
comment on function auth.role() is 'The role that the token asks for: anon, authenticated or service_role.';

create or replace function auth.email() returns text
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
), '');
comment on function auth.email() is 'The e-mail in the token; as old as the token.';

create or replace function auth.jwt() returns jsonb
language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')
)::jsonb;
comment on function auth.jwt() is 'All claims of the token; null without one.';

create function auth.signed_in_within(max_age interval) returns boolean
language sql stable parallel safe
return coalesce((
  select max((entry #>> '{}')::float8) >= extract(epoch from now() - max_age)
  from jsonb_path_query(auth.jwt(), '$.amr[*] ? (@.method != "token_refresh").timestamp ? (@.type() == "number")') as entry
), false);
comment on function auth.signed_in_within(interval) is 'Whether the caller gave a password, a code or another proof within that time (claim amr). A refresh of the token is none. False without a token.';

revoke execute on function auth.uid(), auth.role(), auth.email(), auth.jwt(), auth.signed_in_within(interval) from public;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt(), auth.signed_in_within(interval)
  to anon, authenticated, service_role, toubkal_owner;

reset role;

-- Access tokens that end before their exp: those of sessions that are gone, and of users who are
-- banned. Every node keeps the recent ones in memory (package auth, revocations.go), so that no
-- request asks for them. A node reads the table when it connects, and is notified of each change.

set local role supabase_auth_admin;

create table auth.revocations (
  id uuid not null primary key,
  kind text not null constraint revocations_kind_check check (kind in ('session', 'user')),
  user_id uuid not null,
  revoked_at timestamptz not null default clock_timestamp(),
  until timestamptz not null default 'infinity'
);
comment on table auth.revocations is 'Sessions that have ended and users who are banned, for as long as an access token may live that was issued before.';
comment on column auth.revocations.id is 'auth.sessions.id, or auth.users.id. No foreign key: the row outlives the session.';
comment on column auth.revocations.until is 'The end of a ban.';

create index revocations_user_id_idx on auth.revocations (user_id);
create index revocations_revoked_at_idx on auth.revocations (revoked_at);

alter table auth.revocations enable row level security;
-- no policy and no grant: only the auth server, its owner, reads it.

-- Security definer, since whoever may delete a session or ban a user has no right on the table. It
-- writes only what has just happened to the rows of the trigger.
create function auth.record_ended_sessions() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into auth.revocations (id, kind, user_id)
  select gone.id, 'session', gone.user_id from gone
  on conflict (id) do update set revoked_at = clock_timestamp();
  if (select count(*) from gone) > 100 then
    perform pg_notify('toubkal_revocations', ''); -- read the table again
  else
    perform pg_notify('toubkal_revocations', 'session ' || gone.id) from gone;
  end if;
  return null;
end
$$;
comment on function auth.record_ended_sessions() is 'Records sessions that were deleted, and notifies every node. Definer: whoever may delete a session adds it to auth.revocations, nothing else.';

create trigger record_ended_sessions after delete on auth.sessions
referencing old table as gone for each statement execute function auth.record_ended_sessions();

create function auth.record_ban() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.banned_until > now() then
    insert into auth.revocations (id, kind, user_id, until) values (new.id, 'user', new.id, new.banned_until)
    on conflict (id) do update set revoked_at = clock_timestamp(), until = excluded.until;
  else
    delete from auth.revocations where id = new.id;
  end if;
  perform pg_notify('toubkal_revocations', 'user ' || new.id);
  return null;
end
$$;
comment on function auth.record_ban() is 'Records that a user was banned, or is no longer, and notifies every node. Definer: whoever may ban a user changes that user''s row of auth.revocations, nothing else.';

create trigger record_ban after update of banned_until on auth.users
for each row when (new.banned_until is distinct from old.banned_until) execute function auth.record_ban();

revoke execute on function auth.record_ended_sessions(), auth.record_ban() from public;

grant select, insert, update, delete on auth.revocations to toubkal_owner;
grant create on schema auth to toubkal_owner;

reset role;

alter function auth.record_ended_sessions() owner to toubkal_owner;
alter function auth.record_ban() owner to toubkal_owner;

set local role supabase_auth_admin;
revoke create on schema auth from toubkal_owner;
reset role;

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
