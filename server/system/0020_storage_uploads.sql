-- Resumable uploads that clients have begun. The bytes are parts of a pending file (0017_storage_files.sql), whose
-- lease ends when the upload expires. Only the storage API's login has rights.

set local role supabase_storage_admin;

create table toubkal_storage.uploads (
  id text primary key,
  version text not null unique,
  bucket_id text not null,
  name text not null,
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  client_metadata text not null,
  upsert boolean not null,
  signed boolean not null,
  owner_id text,
  account text not null,
  length bigint check (length >= 0),
  received bigint not null default 0 check (received >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  holder text,
  held_until timestamptz,
  wanted boolean not null default false,
  check (received <= length),
  check (finished_at is null or received = length),
  check ((holder is null) = (held_until is null))
);
alter table toubkal_storage.uploads enable row level security;
comment on table toubkal_storage.uploads is 'Resumable uploads (TUS), one row for each, until a day after they expire.';
comment on column toubkal_storage.uploads.version is 'The file that the bytes become. Not a foreign key: an upload is remembered longer than its bytes, so that a client learns that it has expired.';
comment on column toubkal_storage.uploads.client_metadata is 'The header Upload-Metadata of its creation, which HEAD repeats.';
comment on column toubkal_storage.uploads.signed is 'Created with a signed upload token, and continued only with one for the same object.';
comment on column toubkal_storage.uploads.owner_id is 'The user who created it; null for none.';
comment on column toubkal_storage.uploads.account is 'Whose open uploads it counts among: the user, or the network of a caller without one.';
comment on column toubkal_storage.uploads.length is 'Bytes that the client will send; null until it says so.';
comment on column toubkal_storage.uploads.received is 'Bytes that are kept.';
comment on column toubkal_storage.uploads.holder is 'The request that works on it, until held_until.';
comment on column toubkal_storage.uploads.wanted is 'Another request waits: the holder should end.';
create index uploads_account_idx on toubkal_storage.uploads (account) where finished_at is null;
create index uploads_expires_at_idx on toubkal_storage.uploads (expires_at);

create table toubkal_storage.upload_parts (
  upload_id text not null references toubkal_storage.uploads (id) on delete cascade,
  number int not null check (number > 0),
  key text not null unique references toubkal_storage.parts (key) on delete cascade,
  primary key (upload_id, number)
);
alter table toubkal_storage.upload_parts enable row level security;
comment on table toubkal_storage.upload_parts is 'Which parts an upload consists of, in order. A part that is written but not listed here does not count.';

reset role;
