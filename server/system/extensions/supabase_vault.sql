-- Secrets, encrypted, with the names of supabase_vault 0.3. The key is no part of the database: it is a file in
-- PostgreSQL's data folder, so that a dump has no secret that can be read without it.
--
-- Encrypt-then-MAC: AES-256 in CBC mode with a new nonce for each version of a secret, and HMAC-SHA256 of the
-- row's id, the nonce and the ciphertext, so that no row's secret passes for another's. Both keys are derived from
-- the file's.

do $do$
begin
  if to_regnamespace('vault') is null then
    create schema vault;
    comment on schema vault is 'Secrets, encrypted.';
  end if;
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    raise warning 'vault keeps no secrets yet: its key is a file that only a superuser may write' using
      hint = 'Let a superuser run: drop extension supabase_vault; create extension supabase_vault;';
  elsif (pg_catalog.pg_stat_file('toubkal_vault.key', true)).size is null then
    -- The working directory of a session is the data folder. Another database may do the same now: the link is
    -- made once, of a whole file that is on disk.
    copy (select pg_catalog.encode(@extschema:pgcrypto@.gen_random_bytes(32), 'hex')) to program
      'umask 077; new=toubkal_vault.$$.new; cat > $new && { sync $new || sync; } && { ln $new toubkal_vault.key 2> /dev/null; rm $new; }';
    if (pg_catalog.pg_stat_file('toubkal_vault.key', true)).size is distinct from 65 then
      raise exception 'the key of vault could not be written to the data folder of PostgreSQL' using errcode = 'io_error';
    end if;
  end if;
end
$do$;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null constraint secrets_are_encrypted check (secret ~ '^v1\.[A-Za-z0-9+/=]+$'),
  key_id uuid,
  nonce bytea not null default @extschema:pgcrypto@.gen_random_bytes(16),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table vault.secrets is 'Secrets, encrypted. Written with vault.create_secret and vault.update_secret, read in vault.decrypted_secrets.';
comment on column vault.secrets.key_id is 'Not used: there is one key.';
create unique index secrets_name_idx on vault.secrets (name) where name is not null;

-- Definer: reads a file of the server, which only superusers may.
create function vault._key(purpose text) returns bytea
language plpgsql stable security definer set search_path = ''
as $$
begin
  return @extschema:pgcrypto@.hmac(purpose::bytea, decode(rtrim(pg_read_file('toubkal_vault.key'), E'\n'), 'hex'), 'sha256');
exception when undefined_file or insufficient_privilege then
  raise exception 'vault cannot read its key, the file toubkal_vault.key in the data folder of PostgreSQL' using
    errcode = 'config_file_error',
    hint = 'Copy it from where the secrets were written; or let a superuser create the extension anew, which loses the secrets.';
end
$$;
comment on function vault._key(text) is 'The key of vault for a purpose.';

create function vault._mac(id uuid, nonce bytea, sealed bytea) returns bytea
language sql stable set search_path = ''
as $$ select @extschema:pgcrypto@.hmac(uuid_send(id) || nonce || sealed, vault._key('authentication'), 'sha256') $$;
comment on function vault._mac(uuid, bytea, bytea) is 'What proves that a ciphertext is of this row.';

create function vault._encrypt(id uuid, nonce bytea, secret text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  sealed bytea := @extschema:pgcrypto@.encrypt_iv(convert_to(secret, 'UTF8'), vault._key('encryption'), nonce, 'aes-cbc');
begin
  return 'v1.' || translate(encode(vault._mac(id, nonce, sealed) || sealed, 'base64'), E'\n', '');
end
$$;
comment on function vault._encrypt(uuid, bytea, text) is 'The secret as it is stored.';

-- Definer: a caller who may read the secrets has no right to the key itself.
create function vault._decrypt(id uuid, nonce bytea, secret text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored bytea := decode(substr(secret, 4), 'base64');
  sealed bytea := substr(stored, 33);
begin
  if substr(stored, 1, 32) is distinct from vault._mac(id, nonce, sealed) then
    raise exception 'the secret % was changed outside of vault, or encrypted with another key', id using errcode = 'data_corrupted';
  end if;
  return convert_from(@extschema:pgcrypto@.decrypt_iv(sealed, vault._key('encryption'), nonce, 'aes-cbc'), 'UTF8');
end
$$;
comment on function vault._decrypt(uuid, bytea, text) is 'The secret of a row.';

create view vault.decrypted_secrets as
select id, name, description, secret, vault._decrypt(id, nonce, secret) as decrypted_secret, key_id, nonce, created_at, updated_at
from vault.secrets;
comment on view vault.decrypted_secrets is 'Definer: the secrets as they were given, for roles that are granted this view.';

-- Definer: callers have no right to write the table, so that what is in it is encrypted.
create function vault.create_secret(new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid := gen_random_uuid();
  new_nonce bytea := @extschema:pgcrypto@.gen_random_bytes(16);
begin
  insert into vault.secrets (id, name, description, secret, key_id, nonce)
  values (new_id, new_name, coalesce(new_description, ''), vault._encrypt(new_id, new_nonce, new_secret), new_key_id, new_nonce);
  return new_id;
end
$$;
comment on function vault.create_secret(text, text, text, uuid) is 'Keeps a secret, and returns its id.';

-- Definer: as create_secret.
create function vault.update_secret(secret_id uuid, new_secret text default null, new_name text default null, new_description text default null, new_key_id uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_nonce bytea := @extschema:pgcrypto@.gen_random_bytes(16);
begin
  update vault.secrets as s set
    secret = case when new_secret is null then s.secret else vault._encrypt(secret_id, new_nonce, new_secret) end,
    nonce = case when new_secret is null then s.nonce else new_nonce end,
    name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description),
    key_id = coalesce(new_key_id, s.key_id),
    updated_at = now()
  where s.id = secret_id;
end
$$;
comment on function vault.update_secret(uuid, text, text, text, uuid) is 'Changes what is not null.';

revoke execute on all functions in schema vault from public;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on function
  vault._decrypt(uuid, bytea, text), vault.create_secret(text, text, text, uuid), vault.update_secret(uuid, text, text, text, uuid)
to service_role;

-- pg_dump leaves out the rows of an extension's tables unless it is told.
do $$
begin
  perform pg_catalog.pg_extension_config_dump('vault.secrets', '');
exception when feature_not_supported then
  null; -- this is not run by CREATE EXTENSION
end
$$;
