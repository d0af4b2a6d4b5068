-- Access keys of the S3 protocol, and what becomes of its uploads in parts that are never completed.

set local role supabase_storage_admin;

create table toubkal_storage.access_keys (
  id text primary key,
  secret bytea not null,
  role text not null,
  subject text,
  description text not null default '' check (char_length(description) <= 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
alter table toubkal_storage.access_keys enable row level security;
comment on table toubkal_storage.access_keys is 'Access keys of the S3 protocol: who signs with one acts with its claims.';
comment on column toubkal_storage.access_keys.id is 'The access key, which is no secret.';
comment on column toubkal_storage.access_keys.secret is 'Encrypted with a key that follows from GOTRUE_JWT_SECRET: a signature can only be verified with the secret itself.';
comment on column toubkal_storage.access_keys.role is 'The database role that statements run as.';
comment on column toubkal_storage.access_keys.subject is 'The claim sub: the user whose objects it owns; null for none.';
comment on column toubkal_storage.access_keys.last_used_at is 'To a minute.';
comment on column toubkal_storage.access_keys.revoked_at is 'From then on it is refused.';

-- An upload in parts ends with the pending file that holds them.
create function toubkal_storage.end_multipart_upload() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from storage.s3_multipart_uploads u where u.id = old.version;
  return null;
end
$$;
comment on function toubkal_storage.end_multipart_upload() is 'Deletes the row of an upload in parts whose file was given up. Its id is the version of the file.';
create trigger files_deleted after delete on toubkal_storage.files
  for each row when (old.state = 'pending') execute function toubkal_storage.end_multipart_upload();

reset role;
