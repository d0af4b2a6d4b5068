-- The rest of GoTrue's schema: second factors, PKCE, single sign-on, passkeys and the OAuth server, with
-- the names, types and constraints of its newest migration (20260625000000). A dump of a Supabase project
-- loads into these tables, and the features of package auth use them.
--
-- As in 0002 no API role has any right here, and row security is on without a policy, also where GoTrue
-- has it off. An index that GoTrue has beside one that begins with the same columns is left out.

set local role supabase_auth_admin;

create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_response_type as enum ('code');
comment on type auth.factor_type is 'The kinds of second factors. recovery_code is a set of codes that each work once.';
comment on type auth.code_challenge_method is 'How PKCE derives the challenge from the verifier (RFC 7636).';
comment on type auth.oauth_registration_type is 'Whether an OAuth client registered itself (RFC 7591) or an admin registered it.';

-- Second factors

create table auth.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  last_used_step bigint,
  failed_verification_count int not null default 0,
  verification_locked_until timestamptz
);
comment on table auth.mfa_factors is 'A second factor of an account: an authenticator app, a phone, a security key or a set of recovery codes.';
comment on column auth.mfa_factors.secret is 'Shared secret of an authenticator app, base32; may be encrypted.';
comment on column auth.mfa_factors.web_authn_credential is 'Public key and state of a security key.';
comment on column auth.mfa_factors.last_webauthn_challenge_data is 'The last challenge and the response to it. Never shown.';
comment on column auth.mfa_factors.last_used_step is 'Time step (RFC 6238) of the last code that was accepted: this code and older ones are refused.';
comment on column auth.mfa_factors.failed_verification_count is 'Wrong codes since the last right one.';
comment on column auth.mfa_factors.verification_locked_until is 'Until then no code is verified.';

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';

create table auth.mfa_challenges (
  id uuid not null primary key,
  factor_id uuid not null constraint mfa_challenges_auth_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'One attempt to give a second factor.';
comment on column auth.mfa_challenges.otp_code is 'The code that was sent to a phone; may be encrypted.';
comment on column auth.mfa_challenges.web_authn_session_data is 'What a security key has to sign.';

create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid not null constraint amr_id_pk primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How a session was authenticated: the claim amr of its access tokens.';
comment on column auth.mfa_amr_claims.updated_at is 'When the method was last used in this session: the timestamp in the claim.';

create table auth.mfa_recovery_code_sets (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null constraint mfa_recovery_code_sets_user_id_key unique references auth.users (id) on delete cascade,
  mfa_factor_id uuid not null constraint mfa_recovery_code_sets_mfa_factor_id_key unique references auth.mfa_factors (id) on delete cascade,
  failed_verification_count int not null default 0,
  verification_locked_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.mfa_recovery_code_sets is 'The recovery codes of an account: one set, which is a factor of its own.';
comment on column auth.mfa_recovery_code_sets.failed_verification_count is 'Wrong codes since the last right one.';
comment on column auth.mfa_recovery_code_sets.verification_locked_until is 'Until then no code is verified.';

create table auth.mfa_recovery_codes (
  id uuid not null default gen_random_uuid() primary key,
  recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets (id) on delete cascade,
  code_hash bytea not null constraint mfa_recovery_codes_code_hash_length check (octet_length(code_hash) = 32),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint mfa_recovery_codes_set_code_hash_key unique (recovery_code_set_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'A recovery code of a set; each works once.';
comment on column auth.mfa_recovery_codes.code_hash is 'SHA-256 of the set''s id (16 bytes) and the code, lower case without spaces and hyphens. A fast hash is enough: a code is random and has 82 bits.';

-- Passkeys

create table auth.webauthn_credentials (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null constraint webauthn_credentials_credential_id_key unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'A passkey of an account.';
comment on column auth.webauthn_credentials.attestation_type is 'GoTrue stores the attestation format here, such as none or packed.';
comment on column auth.webauthn_credentials.sign_count is 'The authenticator''s counter at the last sign-in; one that goes back is a copy.';
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null constraint webauthn_challenges_challenge_type_check check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table auth.webauthn_challenges is 'What a passkey has to sign; deleted when it is used.';
comment on column auth.webauthn_challenges.user_id is 'Null for a sign-in, where the passkey says whose it is.';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

-- PKCE and sign-in with other providers

create table auth.flow_state (
  id uuid not null primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);
comment on table auth.flow_state is 'A sign-in that was begun and comes back with a code: PKCE by e-mail, and OAuth.';
comment on column auth.flow_state.user_id is 'Null for OAuth until the provider has answered. No foreign key, as in GoTrue.';
comment on column auth.flow_state.auth_code is 'What the client exchanges, with the verifier, for a session.';
comment on column auth.flow_state.referrer is 'Where the browser goes at the end.';
comment on column auth.flow_state.linking_target_id is 'The signed-in user to whom the identity is to be added.';
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.oauth_client_states (
  id uuid not null primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is 'PKCE verifiers towards a provider, where this server is the OAuth client.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

create table auth.custom_oauth_providers (
  id uuid not null default gen_random_uuid() primary key,
  provider_type text not null constraint custom_oauth_providers_provider_type_check check (provider_type in ('oauth2', 'oidc')),
  identifier text not null constraint custom_oauth_providers_identifier_key unique
    constraint custom_oauth_providers_identifier_format check (identifier ~ '^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$'),
  name text not null constraint custom_oauth_providers_name_length check (char_length(name) between 1 and 100),
  client_id text not null constraint custom_oauth_providers_client_id_length check (char_length(client_id) between 1 and 512),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text constraint custom_oauth_providers_issuer_length check (char_length(issuer) between 1 and 2048),
  discovery_url text constraint custom_oauth_providers_discovery_url_length check (char_length(discovery_url) <= 2048),
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text constraint custom_oauth_providers_authorization_url_length check (char_length(authorization_url) <= 2048),
  token_url text constraint custom_oauth_providers_token_url_length check (char_length(token_url) <= 2048),
  userinfo_url text constraint custom_oauth_providers_userinfo_url_length check (char_length(userinfo_url) <= 2048),
  jwks_uri text constraint custom_oauth_providers_jwks_uri_length check (char_length(jwks_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  custom_claims_allowlist text[] not null default '{}',
  constraint custom_oauth_providers_oidc_requires_issuer check (provider_type <> 'oidc' or issuer is not null),
  constraint custom_oauth_providers_oauth2_requires_endpoints check (
    provider_type <> 'oauth2' or authorization_url is not null and token_url is not null and userinfo_url is not null),
  constraint custom_oauth_providers_oidc_issuer_https check (provider_type <> 'oidc' or issuer like 'https://%'),
  constraint custom_oauth_providers_oidc_discovery_url_https check (discovery_url like 'https://%'),
  constraint custom_oauth_providers_authorization_url_https check (authorization_url like 'https://%'),
  constraint custom_oauth_providers_token_url_https check (token_url like 'https://%'),
  constraint custom_oauth_providers_userinfo_url_https check (userinfo_url like 'https://%'),
  constraint custom_oauth_providers_jwks_uri_https check (jwks_uri like 'https://%')
);
comment on table auth.custom_oauth_providers is 'Providers that admins add at run time: custom:<identifier>.';
comment on column auth.custom_oauth_providers.client_secret is 'May be encrypted.';
comment on column auth.custom_oauth_providers.acceptable_client_ids is 'Further audiences of ID tokens, such as those of mobile apps.';
comment on column auth.custom_oauth_providers.attribute_mapping is 'Which of the provider''s claims is which of ours.';
create index custom_oauth_providers_provider_type_idx on auth.custom_oauth_providers (provider_type);
create index custom_oauth_providers_enabled_idx on auth.custom_oauth_providers (enabled);
create index custom_oauth_providers_created_at_idx on auth.custom_oauth_providers (created_at);

-- This server as an OAuth 2.1 authorization server

create table auth.oauth_clients (
  id uuid not null primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text constraint oauth_clients_client_name_length check (char_length(client_name) <= 1024),
  client_uri text constraint oauth_clients_client_uri_length check (char_length(client_uri) <= 2048),
  logo_uri text constraint oauth_clients_logo_uri_length check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    constraint oauth_clients_token_endpoint_auth_method_check check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);
comment on table auth.oauth_clients is 'Applications that may ask users to sign in here.';
comment on column auth.oauth_clients.redirect_uris is 'Comma-separated, as in GoTrue; compared as a whole.';
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

create table auth.oauth_authorizations (
  id uuid not null primary key,
  authorization_id text not null constraint oauth_authorizations_authorization_id_key unique,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  redirect_uri text not null constraint oauth_authorizations_redirect_uri_length check (char_length(redirect_uri) <= 2048),
  scope text not null constraint oauth_authorizations_scope_length check (char_length(scope) <= 4096),
  state text constraint oauth_authorizations_state_length check (char_length(state) <= 4096),
  resource text constraint oauth_authorizations_resource_length check (char_length(resource) <= 2048),
  code_challenge text constraint oauth_authorizations_code_challenge_length check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text constraint oauth_authorizations_authorization_code_key unique
    constraint oauth_authorizations_authorization_code_length check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default (now() + interval '3 minutes'),
  approved_at timestamptz,
  nonce text constraint oauth_authorizations_nonce_length check (char_length(nonce) <= 255),
  constraint oauth_authorizations_expires_at_future check (expires_at > created_at)
);
comment on table auth.oauth_authorizations is 'A request of an application to sign a user in, from the first redirect to the exchange of the code.';
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where status = 'pending';
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);

create table auth.oauth_consents (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes text not null constraint oauth_consents_scopes_length check (char_length(scopes) between 1 and 2048),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_user_client_unique unique (user_id, client_id),
  constraint oauth_consents_revoked_after_granted check (revoked_at is null or revoked_at >= granted_at)
);
comment on table auth.oauth_consents is 'What a user has allowed an application.';
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id) where revoked_at is null;
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

alter table auth.sessions
  add constraint sessions_oauth_client_id_fkey foreign key (oauth_client_id) references auth.oauth_clients (id) on delete cascade;
comment on column auth.sessions.oauth_client_id is 'The application that the session belongs to; null for the user''s own.';
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

-- Single sign-on with SAML

create table auth.sso_providers (
  id uuid not null primary key,
  resource_id text constraint "resource_id not empty" check (resource_id is null or char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
comment on table auth.sso_providers is 'Identity providers of organisations.';
comment on column auth.sso_providers.resource_id is 'A name that an admin may give instead of the id.';
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

create table auth.sso_domains (
  id uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.sso_domains is 'E-mail domains whose users sign in with an identity provider.';
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));

create table auth.saml_providers (
  id uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id text not null constraint saml_providers_entity_id_key unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url text constraint "metadata_url not empty" check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);
comment on table auth.saml_providers is 'SAML metadata of an identity provider.';
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id text not null constraint "request_id not empty" check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state (id) on delete cascade
);
comment on table auth.saml_relay_states is 'Requests to a SAML identity provider that wait for its answer.';
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id);

-- GoTrue's own

create table auth.instances (
  id uuid not null primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Unused, as in GoTrue; a dump has it.';

create table auth.schema_migrations (version varchar(255) not null primary key);
comment on table auth.schema_migrations is 'GoTrue''s migrations, where a dump brings them. Ours are listed in toubkal.system_migrations.';

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.mfa_recovery_code_sets enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.oauth_client_states enable row level security;
alter table auth.custom_oauth_providers enable row level security;
alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.instances enable row level security;
alter table auth.schema_migrations enable row level security;
-- no policy and no grant: only the auth server, their owner, uses them.

reset role;
