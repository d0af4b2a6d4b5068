-- Which bytes exist. A file is immutable and named by its version; an object points to it. Nothing here is in
-- the schema storage, which stays Supabase's. Only the storage API's login has rights.
--
-- The order of an upload keeps the two together at any crash: (1) commit a pending file with a lease,
-- (2) write the bytes and sync them, (3) in one transaction insert the object and make the file live.
-- A file that no object has any more is dead; a job deletes bytes that are dead, or pending after the lease.

create schema toubkal_storage authorization supabase_storage_admin;
comment on schema toubkal_storage is 'The files behind storage.objects. Not exposed by any API.';

set local role supabase_storage_admin;

alter default privileges in schema toubkal_storage revoke execute on functions from public;

create table toubkal_storage.files (
  version text primary key,
  state text not null default 'pending' check (state in ('pending', 'live', 'dead')),
  bucket_id text not null,
  size bigint check (size >= 0),
  lease_until timestamptz,
  state_at timestamptz not null default now(),
  check ((state = 'pending') = (lease_until is not null)),
  check (state = 'pending' or size is not null)
);
alter table toubkal_storage.files enable row level security;
comment on table toubkal_storage.files is 'The bytes that exist, or may: each is written once and never changed.';
comment on column toubkal_storage.files.state is 'pending while it is written, live once an object has it, dead once none has.';
comment on column toubkal_storage.files.bucket_id is 'The bucket of the upload. Not a foreign key: bytes outlive it.';
comment on column toubkal_storage.files.size is 'Bytes; null while it is written.';
comment on column toubkal_storage.files.lease_until is 'A pending file whose writer has not renewed this is deleted.';
create index files_collectable_idx on toubkal_storage.files (state, state_at) where state <> 'live';

create table toubkal_storage.parts (
  key text primary key,
  version text not null references toubkal_storage.files (version) on delete restrict,
  number int not null check (number > 0),
  size bigint not null check (size >= 0),
  md5 bytea,
  created_at timestamptz not null default now()
);
alter table toubkal_storage.parts enable row level security;
comment on table toubkal_storage.parts is 'The pieces of a file that arrived in several requests, in the order of number. A file without parts is one piece, under its version.';
comment on column toubkal_storage.parts.key is 'Names the bytes of the piece.';
create index parts_version_idx on toubkal_storage.parts (version, number);

create table toubkal_storage.usage (
  bucket_id text not null,
  owner_id text not null,
  objects bigint not null,
  bytes bigint not null,
  primary key (bucket_id, owner_id)
);
alter table toubkal_storage.usage enable row level security;
comment on table toubkal_storage.usage is 'What the objects in a bucket take: all together, and those of each owner. Kept by a trigger on storage.objects.';
comment on column toubkal_storage.usage.owner_id is 'Empty for the whole bucket.';

create table toubkal_storage.quotas (
  bucket_id text primary key references storage.buckets (id) on delete cascade on update cascade,
  total_size_limit bigint check (total_size_limit > 0),
  owner_size_limit bigint check (owner_size_limit > 0)
);
alter table toubkal_storage.quotas enable row level security;
comment on table toubkal_storage.quotas is 'How much a bucket holds at most, and how much of one owner.';
comment on column toubkal_storage.quotas.total_size_limit is 'Bytes of all objects together; null for no limit.';
comment on column toubkal_storage.quotas.owner_size_limit is 'Bytes of the objects of one owner; null for no limit.';

-- Adds what a statement changed to the usage of each bucket and owner, and refuses what is then above a quota.
-- Rows are locked in the order of their key, so that two statements cannot wait for each other.
create function toubkal_storage.count_usage(bucket_ids text[], owner_ids text[], counts int[], sizes bigint[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  full_one record;
begin
  with changes as (
    select bucket_id, owner, sum(n) as objects, sum(size) as bytes
    from unnest(bucket_ids, owner_ids, counts, sizes) as c (bucket_id, owner_id, n, size)
    cross join lateral (values (''), (nullif(c.owner_id, ''))) as owners (owner)
    where bucket_id is not null and owner is not null
    group by bucket_id, owner
    having sum(n) <> 0 or sum(size) <> 0
    order by bucket_id, owner
  ), counted as (
    insert into toubkal_storage.usage as u (bucket_id, owner_id, objects, bytes)
    select c.bucket_id, c.owner, c.objects, c.bytes from changes c
    on conflict (bucket_id, owner_id) do update set objects = u.objects + excluded.objects, bytes = u.bytes + excluded.bytes
    returning u.bucket_id, u.owner_id, u.bytes
  )
  select counted.*, case when counted.owner_id = '' then q.total_size_limit else q.owner_size_limit end as size_limit
  into full_one
  from counted join changes c on c.bucket_id = counted.bucket_id and c.owner = counted.owner_id
  join toubkal_storage.quotas q on q.bucket_id = counted.bucket_id
  where c.bytes > 0 and counted.bytes > case when counted.owner_id = '' then q.total_size_limit else q.owner_size_limit end
  limit 1;
  if found then
    raise exception '%', case
        when full_one.owner_id = '' then format('The bucket "%s" holds at most %s bytes', full_one.bucket_id, full_one.size_limit)
        else format('The bucket "%s" holds at most %s bytes of one owner', full_one.bucket_id, full_one.size_limit)
      end
      using errcode = 'check_violation', constraint = 'storage_quota', hint = 'Delete what is not needed, or raise the quota of the bucket.';
  end if;
end
$$;

-- A file is dead once no object has it. Its row is locked first: of two transactions that each delete one of two
-- copies, the second one sees that the first has committed.
create function toubkal_storage.mark_dead(versions text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from toubkal_storage.files f where f.version = any (versions) and f.state = 'live' order by f.version for update;
  update toubkal_storage.files f set state = 'dead', state_at = now()
  where f.version = any (versions) and f.state = 'live'
    and not exists (select from storage.objects o where o.version = f.version);
end
$$;

-- The triggers run as the owner of these tables, since callers have no right here.
create function toubkal_storage.objects_inserted() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform toubkal_storage.count_usage(array_agg(bucket_id), array_agg(owner_id), array_agg(1), array_agg(toubkal_storage.size_of(metadata)))
  from added having count(*) > 0;
  return null;
end
$$;

create function toubkal_storage.objects_updated() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform toubkal_storage.count_usage(array_agg(bucket_id), array_agg(owner_id), array_agg(n), array_agg(size))
  from (
    select bucket_id, owner_id, 1 as n, toubkal_storage.size_of(metadata) as size from added
    union all
    select bucket_id, owner_id, -1, -toubkal_storage.size_of(metadata) from removed
  ) as changes having count(*) > 0;
  perform toubkal_storage.mark_dead(array_agg(r.version))
  from removed r left join added a on a.id = r.id
  where r.version is distinct from a.version having count(*) > 0;
  return null;
end
$$;

create function toubkal_storage.objects_deleted() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform toubkal_storage.count_usage(array_agg(bucket_id), array_agg(owner_id), array_agg(-1), array_agg(-toubkal_storage.size_of(metadata)))
  from removed having count(*) > 0;
  perform toubkal_storage.mark_dead(array_agg(version)) from removed having count(*) > 0;
  return null;
end
$$;

-- Rows of a dump, or of plain SQL, may say anything.
create function toubkal_storage.size_of(metadata jsonb) returns bigint
language sql immutable parallel safe set search_path = ''
as $$ select case when metadata ->> 'size' ~ '^\d{1,18}$' then (metadata ->> 'size')::bigint else 0 end $$;

create trigger objects_inserted after insert on storage.objects
  referencing new table as added for each statement execute function toubkal_storage.objects_inserted();
create trigger objects_updated after update on storage.objects
  referencing old table as removed new table as added for each statement execute function toubkal_storage.objects_updated();
create trigger objects_deleted after delete on storage.objects
  referencing old table as removed for each statement execute function toubkal_storage.objects_deleted();

-- what a dump has brought
select toubkal_storage.count_usage(array_agg(bucket_id), array_agg(owner_id), array_agg(1), array_agg(toubkal_storage.size_of(metadata)))
from storage.objects having count(*) > 0;

reset role;

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
