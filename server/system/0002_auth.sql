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
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'Hashes of the tokens in mailed links; one per user and kind.';
comment on column auth.one_time_tokens.relates_to is 'The address that the token was sent to.';

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

create function auth.uid() returns uuid
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
), '')::uuid;
comment on function auth.uid() is 'The id of the signed-in user (claim sub); null for visitors and the service key.';

create function auth.role() returns text
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
), '');
comment on function auth.role() is 'The role that the token asks for: anon, authenticated or service_role.';

create function auth.email() returns text
language sql stable parallel safe
return nullif(coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
), '');
comment on function auth.email() is 'The e-mail in the token; as old as the token.';

create function auth.jwt() returns jsonb
language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')
)::jsonb;
comment on function auth.jwt() is 'All claims of the token; null without one.';

revoke execute on all functions in schema auth from public;
grant execute on all functions in schema auth to anon, authenticated, service_role, toubkal_owner;

reset role;
