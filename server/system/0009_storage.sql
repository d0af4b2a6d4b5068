-- Files: the buckets, the objects in them, and the functions that policies use. Names, types and rights are
-- those of Supabase's storage, so that policies written for it work unchanged and its dumps load.
--
-- Nobody may see or store an object until a policy on storage.objects allows it; what a bucket says with
-- "public" is who may download. The bytes are elsewhere: see 0017.

do $$
declare
  wanted record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_storage_admin') then
    begin
      create role supabase_storage_admin login noinherit;
    exception
      when duplicate_object or unique_violation then
        null; -- another database's migration was faster
      when insufficient_privilege then
        raise exception 'user "%" may not create the role "supabase_storage_admin"', current_user using
          errcode = 'insufficient_privilege',
          hint = 'Let a superuser run: create role supabase_storage_admin login noinherit;';
    end;
  end if;
  for wanted in
    select * from (values
      -- the login of the storage API becomes the callers
      ('authenticator',          'supabase_storage_admin', 'member'),
      -- a migrating user that is no superuser makes it the owner of objects
      ('supabase_storage_admin', current_user,             'usage')
    ) as members (role, member, needs)
  loop
    if not pg_has_role(wanted.member, wanted.role, wanted.needs) then
      begin
        execute format('grant %I to %I', wanted.role, wanted.member);
      exception when insufficient_privilege then
        raise exception 'user "%" may not grant the role "%" to "%"', current_user, wanted.role, wanted.member using
          errcode = 'insufficient_privilege',
          hint = format('Let a superuser run: grant %I to %I;', wanted.role, wanted.member);
      end;
    end if;
  end loop;
end
$$;

create schema storage authorization supabase_storage_admin;
comment on schema storage is 'Buckets and objects of the storage API. Not exposed by the table API.';

set local role supabase_storage_admin;

grant usage on schema storage to anon, authenticated, service_role;
-- the owner of a function must have the right to create in its schema
grant usage, create on schema storage to toubkal_owner;
alter default privileges in schema storage revoke execute on functions from public;
alter default privileges in schema storage grant execute on functions to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
comment on type storage.buckettype is 'Kinds of buckets. Only STANDARD ones are served.';

create table storage.buckets (
  id text not null primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED'
    constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED'))
    constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED')
);
comment on table storage.buckets is 'Containers of objects. Its policies say who may see, create, change and delete buckets.';
comment on column storage.buckets.owner is 'Superseded by owner_id; both are filled in, since older policies read it.';
comment on column storage.buckets.public is 'Anyone who knows an object''s address may download it. Listing and writing still need a policy.';
comment on column storage.buckets.file_size_limit is 'Greatest size of an object, in bytes; null for the server''s limit.';
comment on column storage.buckets.allowed_mime_types is 'Content types that may be stored, such as image/png or image/*; null for all.';
comment on column storage.buckets.owner_id is 'The subject of the token that created it.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
comment on table storage.objects is 'One row for each file. Its policies say who may download and list (select), upload (insert), overwrite and move (update) and delete.';
comment on column storage.objects.name is 'The path within the bucket, such as avatars/1.png.';
comment on column storage.objects.owner is 'Superseded by owner_id; both are filled in, since older policies read it.';
comment on column storage.objects.metadata is 'What the server knows of the bytes: eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode.';
comment on column storage.objects.version is 'Names the bytes; a new one with each upload. Copies share it.';
comment on column storage.objects.owner_id is 'The subject of the token that uploaded it.';
comment on column storage.objects.user_metadata is 'What the application stored with the object.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);
-- not Supabase's: whether any object still has the bytes
create index objects_version_idx on storage.objects (version);

create table storage.s3_multipart_uploads (
  id text not null primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
comment on table storage.s3_multipart_uploads is 'Uploads by S3''s multipart protocol that are not complete.';
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid not null default gen_random_uuid() primary key,
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0,
  part_number int not null,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
comment on table storage.s3_multipart_uploads_parts is 'The parts of such an upload; the newest of a number counts.';
create index s3_multipart_uploads_parts_upload_idx on storage.s3_multipart_uploads_parts (upload_id, part_number, created_at);
create index s3_multipart_uploads_parts_bucket_idx on storage.s3_multipart_uploads_parts (bucket_id);

create table storage.migrations (
  id int primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);
comment on table storage.migrations is 'The list that Supabase''s storage keeps; dumps bring rows, nothing here reads it.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
alter table storage.migrations enable row level security;
-- Supabase's grants. Without a policy they let no row pass; a policy file on a table repeats them.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
-- a trigger of a project deletes the object of a row
grant select, delete on storage.objects to toubkal_owner;

-- What policies use. All are immutable but operation(), and may stand in an index.

create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;
comment on function storage.foldername(text) is 'The folders of a path: a/b/c.png gives {a,b}.';

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;
comment on function storage.filename(text) is 'The last part of a path: a/b/c.png gives c.png.';

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;
comment on function storage.extension(text) is 'What follows the last dot of the file''s name; the whole file''s name where it has none, as in Supabase.';

create or replace function storage.operation() returns text
language sql stable parallel safe set search_path = ''
as $$ select current_setting('storage.operation', true) $$;
comment on function storage.operation() is 'The request that asks, such as storage.object.upload; null outside of the storage API.';

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable parallel safe set search_path = ''
as $$
  select coalesce(regexp_replace(storage.operation(), '^storage\.', '') = any (
    select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected where expected <> ''
  ), false)
$$;
comment on function storage.allow_any_operation(text[]) is 'Whether the request is one of these operations, with or without the prefix storage.';

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select storage.allow_any_operation(array[expected_operation]) $$;
comment on function storage.allow_only_operation(text) is 'Whether the request is this operation, with or without the prefix storage.';

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable set search_path = ''
as $$ select sum((metadata ->> 'size')::bigint)::bigint, bucket_id from storage.objects group by bucket_id $$;
comment on function storage.get_size_by_bucket() is 'The bytes in each bucket, of the objects that the caller may read.';

create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (can_insert_object.bucketid, can_insert_object.name, can_insert_object.owner, can_insert_object.metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;
comment on function storage.can_insert_object(text, text, uuid, jsonb) is 'Fails with ROLLBACK where the caller may insert such an object, else with the reason.';

-- Triggers

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace function storage.enforce_bucket_name_length() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;
create or replace trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- Plain SQL that deletes objects by mistake would delete files. Who means it sets storage.allow_delete_query.
create or replace function storage.protect_delete() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using
      errcode = '42501',
      hint = 'A trigger may delete the object of a row: see storage.delete_object_of_row().';
  end if;
  return null;
end
$$;
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

reset role;

-- A row that has a file takes it along. It runs as toubkal_owner, since who may delete the row may delete its file.
create function storage.delete_object_of_row() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  past text := to_jsonb(old) ->> tg_argv[1];
begin
  if past is null or (tg_op = 'UPDATE' and past is not distinct from to_jsonb(new) ->> tg_argv[1]) then
    return null;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = tg_argv[0] and name = past;
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;
alter function storage.delete_object_of_row() owner to toubkal_owner;
comment on function storage.delete_object_of_row() is
  'Trigger after delete or update, for each row: deletes the object whose path is in a column. Arguments: the bucket and the column. The bytes go after the commit.';
