-- Brings schemas auth, realtime and storage of a Supabase project up to those of this program, before the
-- engine's files are applied: columns, defaults and names that the tables lack of GoTrue since its
-- migration 20231117164230 and of Supabase's storage since 0002. A table that is not there is created by
-- the files. No row and no column that is in use is dropped.

-- What this program inserts without a value.
alter table if exists auth.users
  alter column id set default gen_random_uuid(), alter column created_at set default now(), alter column updated_at set default now(),
  add column if not exists is_anonymous boolean not null default false;
alter table if exists auth.identities
  alter column created_at set default now(), alter column updated_at set default now();
alter table if exists auth.refresh_tokens
  alter column created_at set default now(), alter column updated_at set default now();
alter table if exists auth.audit_log_entries
  alter column id set default gen_random_uuid(), alter column created_at set default now();
alter table if exists auth.one_time_tokens
  alter column id set default gen_random_uuid(),
  add column if not exists wrong_codes smallint not null default 0;
alter table if exists auth.sessions
  alter column id set default gen_random_uuid(), alter column created_at set default now(), alter column updated_at set default now(),
  add column if not exists oauth_client_id uuid,
  add column if not exists refresh_token_hmac_key text,
  add column if not exists refresh_token_counter bigint,
  add column if not exists scopes text constraint sessions_scopes_length check (char_length(scopes) <= 4096);

alter table if exists auth.flow_state
  add column if not exists auth_code_issued_at timestamptz,
  add column if not exists invite_token text,
  add column if not exists referrer text,
  add column if not exists oauth_client_state_id uuid,
  add column if not exists linking_target_id uuid,
  add column if not exists email_optional boolean not null default false,
  alter column auth_code drop not null,
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null;

-- Two factors may be challenged in the same microsecond.
alter table if exists auth.mfa_factors
  add column if not exists phone text,
  add column if not exists last_challenged_at timestamptz,
  add column if not exists web_authn_credential jsonb,
  add column if not exists web_authn_aaguid uuid,
  add column if not exists last_webauthn_challenge_data jsonb,
  add column if not exists last_used_step bigint,
  add column if not exists failed_verification_count int not null default 0,
  add column if not exists verification_locked_until timestamptz,
  drop constraint if exists mfa_factors_phone_key,
  drop constraint if exists mfa_factors_last_challenged_at_key;
alter table if exists auth.mfa_challenges
  add column if not exists otp_code text,
  add column if not exists web_authn_session_data jsonb;

alter table if exists auth.sso_providers add column if not exists disabled boolean;
alter table if exists auth.saml_providers add column if not exists name_id_format text;
alter table if exists auth.saml_relay_states drop column if exists from_ip_address;
alter table if exists auth.custom_oauth_providers add column if not exists custom_claims_allowlist text[] not null default '{}';

-- Indexes that this program has under another name.
alter index if exists auth.audit_logs_instance_id_idx rename to audit_log_entries_instance_id_idx;
alter index if exists auth.user_id_created_at_idx rename to sessions_user_id_created_at_idx;
alter index if exists auth.unique_verified_phone_factor rename to unique_phone_factor_per_user;

-- The OAuth server's tables, which this program only keeps.
do $$
begin
  if to_regclass('auth.oauth_clients') is null then
    return;
  end if;
  if to_regtype('auth.oauth_client_type') is null then
    create type auth.oauth_client_type as enum ('public', 'confidential');
  end if;
  alter table auth.oauth_clients
    drop column if exists client_id,
    alter column client_secret_hash drop not null,
    add column if not exists client_type auth.oauth_client_type not null default 'confidential',
    add column if not exists token_endpoint_auth_method text not null default 'client_secret_basic';
  alter table auth.oauth_clients alter column token_endpoint_auth_method drop default;
  alter table if exists auth.oauth_authorizations add column if not exists nonce text;
end
$$;

-- A later GoTrue may have recovery codes, in a form that cannot be verified here: their users make new ones.
alter table if exists auth.mfa_recovery_code_sets
  add column if not exists created_at timestamptz not null default now(),
  add column if not exists updated_at timestamptz not null default now(),
  alter column id set default gen_random_uuid();
do $$
declare
  part name;
begin
  if to_regclass('auth.mfa_recovery_codes') is null or 2 = (
    select count(*) from pg_catalog.pg_attribute
    where attrelid = to_regclass('auth.mfa_recovery_codes') and not attisdropped
      and (attname, atttypid::regtype::text) in (('recovery_code_set_id', 'uuid'), ('code_hash', 'bytea'))
  ) then
    return;
  end if;
  for part in
    select c.relname from pg_catalog.pg_class c join pg_catalog.pg_index i on i.indexrelid = c.oid
    where i.indrelid = 'auth.mfa_recovery_codes'::regclass
  loop
    execute format('alter index auth.%I rename to %I', part, left(part, 55) || '_gotrue');
  end loop;
  alter table auth.mfa_recovery_codes rename to mfa_recovery_codes_gotrue;
end
$$;

-- Not now(), which is one instant for a whole transaction.
alter table if exists realtime.messages
  add column if not exists binary_payload bytea,
  alter column inserted_at set default (clock_timestamp() at time zone 'utc'),
  alter column updated_at set default (clock_timestamp() at time zone 'utc');

alter table if exists storage.buckets
  add column if not exists owner uuid,
  add column if not exists updated_at timestamptz default now(),
  add column if not exists public boolean default false,
  add column if not exists avif_autodetection boolean default false,
  add column if not exists file_size_limit bigint,
  add column if not exists allowed_mime_types text[],
  add column if not exists owner_id text,
  add column if not exists versioning_status text not null default 'DISABLED';
alter table if exists storage.objects
  alter column id set default gen_random_uuid(),
  add column if not exists path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  add column if not exists updated_at timestamptz default now(),
  add column if not exists last_accessed_at timestamptz default now(),
  add column if not exists version text,
  add column if not exists owner_id text,
  add column if not exists user_metadata jsonb,
  add column if not exists archived_at timestamptz,
  add column if not exists is_delete_marker boolean not null default false,
  add column if not exists is_versioned boolean not null default false;
alter table if exists storage.s3_multipart_uploads
  add column if not exists user_metadata jsonb,
  add column if not exists metadata jsonb;
do $$
declare
  object text;
begin
  if to_regclass('storage.buckets') is null then
    return;
  end if;
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
  alter type storage.buckettype add value if not exists 'ANALYTICS';
  alter type storage.buckettype add value if not exists 'VECTOR';
  alter table storage.buckets add column if not exists type storage.buckettype not null default 'STANDARD';
  -- Functions of the storage API that its releases have with several results, and triggers of those from
  -- 0026 to 0049, which kept a table of prefixes.
  for object in
    select 'function ' || oid::regprocedure from pg_catalog.pg_proc
    where pronamespace = 'storage'::regnamespace and proname in (
      'get_common_prefix', 'get_size_by_bucket', 'list_multipart_uploads_with_delimiter', 'list_objects_with_delimiter', 'search',
      'search_by_timestamp', 'search_legacy_v1', 'search_v1_optimised', 'search_v2'
    )
    union all select format('trigger %I on storage.objects', tgname) from pg_catalog.pg_trigger
    where tgrelid = to_regclass('storage.objects') and tgname in (
      'objects_delete_cleanup', 'objects_delete_delete_prefix', 'objects_insert_create_prefix', 'objects_update_cleanup',
      'objects_update_create_prefix', 'objects_update_level_trigger'
    )
  loop
    execute 'drop ' || object;
  end loop;
end
$$;

-- The files change these as their owners. A project's own tables and functions in the schemas keep theirs.
do $$
declare
  object text;
begin
  execute 'alter schema auth owner to supabase_auth_admin';
  if to_regnamespace('realtime') is not null then
    execute 'alter schema realtime owner to supabase_realtime_admin';
  end if;
  if to_regnamespace('storage') is not null then
    execute 'alter schema storage owner to supabase_storage_admin';
  end if;
  for object in
    select format('table auth.%I owner to supabase_auth_admin', relname) from pg_catalog.pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r' and relname in (
      'audit_log_entries', 'custom_oauth_providers', 'flow_state', 'identities', 'instances', 'mfa_amr_claims', 'mfa_challenges',
      'mfa_factors', 'mfa_recovery_codes', 'mfa_recovery_code_sets', 'oauth_authorizations', 'oauth_client_states', 'oauth_clients',
      'oauth_consents', 'one_time_tokens', 'refresh_tokens', 'saml_providers', 'saml_relay_states', 'schema_migrations', 'sessions',
      'sso_domains', 'sso_providers', 'users', 'webauthn_challenges', 'webauthn_credentials'
    )
    union all select 'table ' || relid || ' owner to supabase_realtime_admin' from pg_catalog.pg_partition_tree(to_regclass('realtime.messages'))
    union all select format('table storage.%I owner to supabase_storage_admin', relname) from pg_catalog.pg_class
    where relnamespace = to_regnamespace('storage') and relkind = 'r'
      and relname in ('buckets', 'migrations', 'objects', 's3_multipart_uploads', 's3_multipart_uploads_parts')
    -- where the table does not own it
    union all select 'sequence auth.refresh_tokens_id_seq owner to supabase_auth_admin' where to_regclass('auth.refresh_tokens_id_seq') is not null
    union all select format('type auth.%I owner to supabase_auth_admin', typname) from pg_catalog.pg_type
    where typnamespace = 'auth'::regnamespace and typname in (
      'aal_level', 'code_challenge_method', 'factor_status', 'factor_type', 'oauth_authorization_status', 'oauth_client_type',
      'oauth_registration_type', 'oauth_response_type', 'one_time_token_type'
    )
    union all select 'type ' || to_regtype('storage.buckettype') || ' owner to supabase_storage_admin' where to_regtype('storage.buckettype') is not null
    union all select 'function ' || oid::regprocedure || ' owner to supabase_auth_admin' from pg_catalog.pg_proc
    where pronamespace = 'auth'::regnamespace and proname in ('email', 'jwt', 'role', 'uid')
    union all select 'function ' || oid::regprocedure || ' owner to supabase_realtime_admin' from pg_catalog.pg_proc
    where pronamespace = to_regnamespace('realtime') and proname in ('broadcast_changes', 'send', 'send_binary', 'topic')
    union all select 'function ' || oid::regprocedure || ' owner to supabase_storage_admin' from pg_catalog.pg_proc
    where pronamespace = to_regnamespace('storage') and proname in (
      'allow_any_operation', 'allow_only_operation', 'can_insert_object', 'enforce_bucket_name_length', 'extension', 'filename',
      'foldername', 'operation', 'protect_delete', 'update_updated_at_column'
    )
  loop
    execute 'alter ' || object;
  end loop;
end
$$;

do $$
begin
  if to_regtype('auth.factor_type') is not null then
    alter type auth.factor_type add value if not exists 'phone';
    alter type auth.factor_type add value if not exists 'recovery_code';
  end if;
end
$$;
