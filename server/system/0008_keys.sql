-- Keys that the program keeps: those that sign access tokens, and the hashes of opaque api keys. Every
-- node holds them in memory (package keyring), so that no request asks for them. A node reads the
-- tables when it connects and from time to time, and is notified of each change.

set local role supabase_auth_admin;

create table auth.signing_keys (
  kid text not null primary key constraint signing_keys_kid_length check (length(kid) between 1 and 200),
  algorithm text not null constraint signing_keys_algorithm_length check (length(algorithm) between 1 and 20),
  private_key bytea,
  created_at timestamptz not null default clock_timestamp(),
  signs_from timestamptz,
  revoked_at timestamptz,
  constraint signing_keys_has_key check (private_key is not null and signs_from is not null or revoked_at is not null)
);
comment on table auth.signing_keys is 'Keys that sign access tokens, and those of the configuration that are revoked. The newest whose signs_from has passed signs; older ones verify until their tokens have expired.';
comment on column auth.signing_keys.private_key is 'Private JSON Web Key, encrypted with AES-256-GCM under a key that follows from GOTRUE_JWT_SECRET. Null once it is revoked, and for a key of the configuration.';
comment on column auth.signing_keys.signs_from is 'From when it signs. Until then it is only published. Null for a key that never did.';

create table auth.api_keys (
  id uuid not null primary key default gen_random_uuid(),
  kind text not null constraint api_keys_kind_check check (kind in ('publishable', 'secret')),
  name text not null constraint api_keys_name_check check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  hash bytea not null constraint api_keys_hash_length check (octet_length(hash) = 32),
  hint text not null constraint api_keys_hint_length check (length(hint) <= 40),
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  constraint api_keys_hash_key unique (hash)
);
comment on table auth.api_keys is 'Opaque api keys, and those of the configuration that are revoked. The keys themselves are not stored.';
comment on column auth.api_keys.kind is 'publishable stands for the role anon, secret for service_role.';
comment on column auth.api_keys.hash is 'SHA-256 of the key, which has 128 random bits or more.';
comment on column auth.api_keys.hint is 'The beginning of the key, to recognize it.';

create unique index api_keys_name_key on auth.api_keys (kind, name) where revoked_at is null;

alter table auth.signing_keys enable row level security;
alter table auth.api_keys enable row level security;
-- no policy and no grant: only the auth server, their owner, reads them.

create function auth.announce_keys() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('toubkal_keys', '');
  return null;
end
$$;
comment on function auth.announce_keys() is 'Notifies every node that keys have changed.';

create trigger announce_keys after insert or update or delete on auth.signing_keys
for each statement execute function auth.announce_keys();

create trigger announce_keys after insert or update or delete on auth.api_keys
for each statement execute function auth.announce_keys();

revoke execute on function auth.announce_keys() from public;

reset role;
