-- Lists of objects, by the functions of Supabase's storage: names, arguments and columns are those. All run with
-- the caller's rights, so that a list holds what its policies let the caller see.
--
-- A folder is what names have in common, not a row. The functions read one name of a folder and continue behind
-- its last possible one (a skip scan), so that a page costs the same among a thousand objects and a million.

-- Under row level security PostgreSQL uses an index for a caller's condition only if the condition cannot leak a
-- row (leakproof). lower() is not declared so, although it tells nothing of its argument; only a superuser may
-- declare it. Without one, lists by lower case scan the bucket from its first name.
do $$
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    create function storage.folded(name text) returns text
      language internal immutable strict parallel safe leakproof as 'lower';
  else
    create function storage.folded(name text) returns text
      language sql immutable strict parallel safe set search_path = '' as 'select lower(name)';
  end if;
end
$$;
revoke execute on function storage.folded(text) from public;
grant execute on function storage.folded(text) to supabase_storage_admin, anon, authenticated, service_role, toubkal_owner;
comment on function storage.folded(text) is 'lower(), by which lists are ordered and searched.';

set local role supabase_storage_admin;

-- Names that differ in case alone have the same lower case: the name itself decides their order.
drop index if exists storage.idx_objects_bucket_id_name_lower; -- Supabase's, of a dump
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, storage.folded(name) collate "C", name collate "C");
-- lists by time
create index objects_bucket_id_created_at_idx on storage.objects (bucket_id, created_at, name collate "C");
create index objects_bucket_id_updated_at_idx on storage.objects (bucket_id, updated_at, name collate "C");

create function storage.after_prefix(prefix text) returns text
language sql immutable parallel safe set search_path = ''
-- a name has at most 1024 bytes; this is longer than the longest of the greatest character
as $$ select prefix || repeat(chr(1114111), 257) $$;
comment on function storage.after_prefix(text) is 'What sorts behind every name that begins with the prefix, byte by byte.';

create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when p_delimiter <> '' and strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) > 0
    then left(p_key, length(p_prefix) + strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) + length(p_delimiter) - 1)
  end
$$;
comment on function storage.get_common_prefix(text, text, text) is
  'The folder of a key below a prefix, with its delimiter: a/b/c below a/ gives a/b/. Null where the key is in no folder below it.';

create function storage.list_objects_with_delimiter(
  _bucket_id text, prefix_param text, delimiter_param text, max_keys int default 100,
  start_after text default '', next_token text default '', sort_order text default 'asc'
) returns table (name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, user_metadata jsonb)
language plpgsql stable
set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  prefix text := coalesce(prefix_param, '');
  behind text := storage.after_prefix(coalesce(prefix_param, ''));
  ascending boolean := lower(coalesce(sort_order, 'asc')) <> 'desc';
  -- a folder that the last page ended with has its delimiter
  past text := coalesce(nullif(next_token, ''), start_after, '');
  past_folder boolean := delimiter_param <> '' and right(past, length(delimiter_param)) = delimiter_param;
  seek text;
  batch int := 1;
  remaining int := greatest(coalesce(max_keys, 100), 0);
  object record;
  folder text;
  got int;
begin
  -- ascending names are at or behind seek; descending ones are before it. Nothing is between a text and the
  -- same with chr(1) at its end.
  if ascending then
    seek := case when past = '' then prefix when past_folder then storage.after_prefix(past) else past || chr(1) end;
    seek := case when seek collate "C" < prefix collate "C" then prefix else seek end;
  else
    seek := case when past = '' or past collate "C" > behind collate "C" then behind else past end;
  end if;
  while remaining > 0 loop
    got := 0;
    folder := null;
    for object in
      select * from (
        (select o.* from storage.objects o
        where ascending and o.bucket_id = _bucket_id and o.name collate "C" >= seek and o.name collate "C" < behind
        order by o.name collate "C" limit batch)
        union all
        (select o.* from storage.objects o
        where not ascending and o.bucket_id = _bucket_id and o.name collate "C" < seek and o.name collate "C" >= prefix
        order by o.name collate "C" desc limit batch)
      ) as o
    loop
      got := got + 1;
      folder := storage.get_common_prefix(object.name, prefix, delimiter_param);
      if folder is null then
        name := object.name; id := object.id; metadata := object.metadata; user_metadata := object.user_metadata;
        updated_at := object.updated_at; created_at := object.created_at; last_accessed_at := object.last_accessed_at;
        seek := case when ascending then object.name || chr(1) else object.name end;
      else
        name := left(folder, -length(delimiter_param)); id := null; metadata := null; user_metadata := null;
        updated_at := null; created_at := null; last_accessed_at := null;
        seek := case when ascending then storage.after_prefix(folder) else folder end;
      end if;
      return next;
      remaining := remaining - 1;
      exit when folder is not null or remaining = 0;
    end loop;
    exit when got < batch and folder is null;
    batch := case when folder is null then least(batch * 8, remaining, 1000) else 1 end;
  end loop;
end
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, int, text, text, text) is
  'Objects and folders below a prefix, by name. Folders have no id, and no delimiter at their end. next_token and start_after are where to continue: a name, or a folder with its delimiter.';

create function storage.search(
  prefix text, bucketname text, limits int default 100, levels int default 1, offsets int default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language plpgsql stable
set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  begins text := coalesce(prefix, '') || coalesce(search, '');
  wanted text := storage.folded(begins);
  behind text := storage.after_prefix(wanted);
  -- the parts of a path that are shown
  first_part int := length(coalesce(prefix, '')) - length(replace(coalesce(prefix, ''), '/', '')) + 1;
  last_part int := length(begins) - length(replace(begins, '/', '')) + 1;
  ascending boolean := lower(coalesce(sortorder, 'asc')) <> 'desc';
  by_column text := lower(coalesce(sortcolumn, 'name'));
  remaining int := greatest(least(coalesce(limits, 100), 1500), 0);
  skipped int := greatest(coalesce(offsets, 0), 0);
  seek text := case when ascending then wanted else behind end;
  seek_name text := '';
  batch int := 1;
  object record;
  folder text;
  got int;
begin
  if by_column in ('created_at', 'updated_at', 'last_accessed_at') then
    return query execute format($sql$
      with found as materialized (
        select o.path_tokens[$3:$4] as path, cardinality(o.path_tokens) > $4 as in_folder, o.*
        from storage.objects o
        where o.bucket_id = $1 and storage.folded(o.name) collate "C" >= $2 and storage.folded(o.name) collate "C" < storage.after_prefix($2)
      )
      (select array_to_string(f.path, '/'), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found f where f.in_folder group by f.path order by array_to_string(f.path, '/') collate "C" %1$s)
      union all
      (select array_to_string(f.path, '/'), f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
      from found f where not f.in_folder and storage.filename(f.name) <> '.emptyFolderPlaceholder' order by f.%2$I %1$s, f.name collate "C" %1$s)
      limit $5 offset $6 $sql$, case when ascending then 'asc' else 'desc' end, by_column)
      using bucketname, wanted, first_part, last_part, remaining, skipped;
    return;
  end if;
  while remaining > 0 loop
    got := 0;
    folder := null;
    for object in
      select * from (
        (select o.* from storage.objects o
        where ascending and o.bucket_id = bucketname
          and (storage.folded(o.name) collate "C", o.name collate "C") > (seek, seek_name) and storage.folded(o.name) collate "C" < behind
        order by storage.folded(o.name) collate "C", o.name collate "C" limit batch)
        union all
        (select o.* from storage.objects o
        where not ascending and o.bucket_id = bucketname
          and (storage.folded(o.name) collate "C", o.name collate "C") < (seek, seek_name) and storage.folded(o.name) collate "C" >= wanted
        order by storage.folded(o.name) collate "C" desc, o.name collate "C" desc limit batch)
      ) as o
    loop
      got := got + 1;
      folder := storage.get_common_prefix(storage.folded(object.name), wanted, '/');
      name := array_to_string(object.path_tokens[first_part:last_part], '/');
      if folder is null then
        id := object.id; metadata := object.metadata;
        updated_at := object.updated_at; created_at := object.created_at; last_accessed_at := object.last_accessed_at;
        seek := storage.folded(object.name);
        seek_name := object.name;
        -- what the dashboard stores to keep an empty folder
        continue when storage.filename(object.name) = '.emptyFolderPlaceholder';
      else
        id := null; metadata := null; updated_at := null; created_at := null; last_accessed_at := null;
        seek := case when ascending then storage.after_prefix(folder) else folder end;
        seek_name := '';
      end if;
      if skipped > 0 then
        skipped := skipped - 1;
      else
        return next;
        remaining := remaining - 1;
      end if;
      exit when folder is not null or remaining = 0;
    end loop;
    exit when got < batch and folder is null;
    batch := case when folder is null then least(batch * 8, 1000) else 1 end;
  end loop;
end
$$;
comment on function storage.search(text, text, int, int, int, text, text, text) is
  'A folder''s objects and folders, whatever their case; folders have no id and come first where a time sorts. By name it skips over folders; by a time it reads all that begins with the prefix. At most 1500 rows; levels is not used.';

create function storage.search_by_timestamp(
  p_prefix text, p_bucket_id text, p_limit int, p_level int, p_start_after text, p_sort_order text, p_sort_column text, p_sort_column_after text
) returns table (key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb, user_metadata jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  direction text := case when lower(coalesce(p_sort_order, 'asc')) = 'desc' then 'desc' else 'asc' end;
begin
  return query execute format($sql$
    with found as (
      select o.*, storage.get_common_prefix(o.name, $1, '/') as folder from storage.objects o
      where o.bucket_id = $2 and o.name collate "C" >= $1 and o.name collate "C" < storage.after_prefix($1)
    ), listed as (
      select f.folder as name, null::uuid as id, min(f.created_at) as updated_at, min(f.created_at) as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata, null::jsonb as user_metadata
      from found f where f.folder is not null group by f.folder
      union all
      select f.name, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata, f.user_metadata from found f where f.folder is null
    ), timed as (
      select l.*, coalesce(date_trunc('milliseconds', l.%1$I), 'epoch') as at from listed l
    )
    select split_part(t.name, '/', $3), rtrim(t.name, '/'), t.id, t.updated_at, t.created_at, t.last_accessed_at, t.metadata, t.user_metadata
    from timed t
    where $5 = '' or (t.at, t.name collate "C") %2$s (coalesce(date_trunc('milliseconds', nullif($6, '')::timestamptz), 'epoch'), $5)
    order by t.at %3$s, t.name collate "C" %3$s limit $4 $sql$,
    case when p_sort_column = 'updated_at' then 'updated_at' else 'created_at' end,
    case when direction = 'asc' then '>' else '<' end, direction)
  using coalesce(p_prefix, ''), p_bucket_id, p_level, p_limit, coalesce(p_start_after, ''), coalesce(p_sort_column_after, '');
end
$$;
comment on function storage.search_by_timestamp(text, text, int, int, text, text, text, text) is
  'Objects and folders below a prefix, by time; a folder''s is that of its first object. p_start_after is the last page''s last name, a folder''s with a slash. It reads all that begins with the prefix.';

create function storage.search_v2(
  prefix text, bucket_name text, limits int default 100, levels int default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb, user_metadata jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  if lower(sort_column) in ('created_at', 'updated_at') then
    return query select * from storage.search_by_timestamp(
      prefix, bucket_name, least(coalesce(limits, 100), 1500), levels, start_after, sort_order, lower(sort_column), sort_column_after);
    return;
  end if;
  return query select split_part(l.name, '/', levels), l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata, l.user_metadata
    from storage.list_objects_with_delimiter(bucket_name, prefix, '/', least(coalesce(limits, 100), 1500), start_after, '', sort_order) l;
end
$$;
comment on function storage.search_v2(text, text, int, int, text, text, text, text) is
  'Objects and folders below a prefix, from where the last page ended (start_after; sort_column_after is its time). At most 1500 rows.';

create function storage.list_multipart_uploads_with_delimiter(
  bucket_id text, prefix_param text, delimiter_param text, max_keys int default 100, next_key_token text default '', next_upload_token text default ''
) returns table (key text, id text, created_at timestamptz)
language sql stable set search_path = ''
as $$
  with found as (
    select u.key, u.id, u.created_at, storage.get_common_prefix(u.key, prefix_param, delimiter_param) as folder
    from storage.s3_multipart_uploads u
    where u.bucket_id = list_multipart_uploads_with_delimiter.bucket_id
      and u.key >= prefix_param and u.key < storage.after_prefix(prefix_param)
      and (next_key_token = '' or u.key > next_key_token or u.key = next_key_token and next_upload_token <> ''
        and (u.created_at, u.id) > (select n.created_at, n.id from storage.s3_multipart_uploads n where n.id = next_upload_token))
      and not (delimiter_param <> '' and right(next_key_token, length(delimiter_param)) = delimiter_param and starts_with(u.key, next_key_token))
  )
  select * from (
    select f.key, f.id, f.created_at from found f where f.folder is null
    union all
    select f.folder, null, null from found f where f.folder is not null group by f.folder
  ) as listed (key, id, created_at)
  order by key collate "C", created_at, id limit max_keys
$$;
comment on function storage.list_multipart_uploads_with_delimiter(text, text, text, int, text, text) is
  'Uploads by S3''s multipart protocol that are not complete, and folders, which have no id and keep their delimiter.';

reset role;
