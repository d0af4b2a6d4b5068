-- The library of pictures, and where the site shows them. The files are objects of two buckets:
--   media            public: what is shown. Anyone who knows an address may download it.
--   media_originals  private: the whole picture where media has a part of it. What an admin has cut away is no
--                    visitor's to see.
-- A file is written once. One that replaces another has a new path, so that a copy in a cache is never the old
-- picture, and the old file goes after the commit.

set local role supabase_storage_admin;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 10485760, '{image/jpeg,image/png,image/webp}'),
  ('media_originals', 'media_originals', false, 10485760, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
reset role;

create function private.is_picture_path(id uuid, path text) returns boolean
language sql immutable parallel safe
return path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png|webp)$' and starts_with(path, id::text || '/');
comment on function private.is_picture_path(uuid, text) is 'Whether a path is one that a picture''s file may have: its id, and a new uuid for each file.';

create function private.is_crop(crop numeric[]) returns boolean
language sql immutable parallel safe
return array_ndims(crop) = 1 and cardinality(crop) = 4 and array_position(crop, null) is null
  and crop[1] >= 0 and crop[2] >= 0 and crop[3] > 0 and crop[4] > 0
  and crop[1] + crop[3] <= 1.0001 and crop[2] + crop[4] <= 1.0001; -- rounding
comment on function private.is_crop(numeric[]) is 'Whether four numbers are a rectangle within a picture.';

create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint pictures_name_length check (name ~ '\S' and char_length(name) <= 200),
  path text not null
    constraint pictures_path_key unique
    constraint pictures_path_format check (private.is_picture_path(id, path)),
  content_type text not null
    constraint pictures_content_type_known check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bigint not null
    constraint pictures_bytes_positive check (bytes > 0),
  width int not null
    constraint pictures_width_range check (width between 1 and 20000),
  height int not null
    constraint pictures_height_range check (height between 1 and 20000),
  placeholder text
    constraint pictures_placeholder_format check (
      placeholder ~ '^data:image/(webp|png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$' and char_length(placeholder) <= 2000
    ),
  focal_x numeric(4, 3) not null default 0.5
    constraint pictures_focal_x_range check (focal_x between 0 and 1),
  focal_y numeric(4, 3) not null default 0.5
    constraint pictures_focal_y_range check (focal_y between 0 and 1),
  crop numeric(5, 4)[]
    constraint pictures_crop_rectangle check (private.is_crop(crop)),
  original_path text
    constraint pictures_original_path_key unique
    constraint pictures_original_path_format check (private.is_picture_path(id, original_path)),
  alt_en text not null default ''
    constraint pictures_alt_en_length check (char_length(alt_en) <= 300),
  alt_fr text not null default ''
    constraint pictures_alt_fr_length check (char_length(alt_fr) <= 300),
  alt_ar text not null default ''
    constraint pictures_alt_ar_length check (char_length(alt_ar) <= 300),
  credit_en text not null default ''
    constraint pictures_credit_en_length check (char_length(credit_en) <= 200),
  credit_fr text not null default ''
    constraint pictures_credit_fr_length check (char_length(credit_fr) <= 200),
  credit_ar text not null default ''
    constraint pictures_credit_ar_length check (char_length(credit_ar) <= 200),
  tags text[] not null default '{}'
    constraint pictures_tags_length check (
      cardinality(tags) <= 20 and array_position(tags, null) is null and array_position(tags, '') is null
      and octet_length(tags::text) <= 2000
    ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pictures_crop_has_original check ((crop is null) = (original_path is null))
);
comment on table public.pictures is 'The library of pictures: one row for each, with the path of its file in the bucket media.';
comment on column public.pictures.name is 'What the uploaded file was called. For the library alone.';
comment on column public.pictures.path is 'The file that is shown, in the bucket media. New with each file: an address never changes its picture.';
comment on column public.pictures.content_type is 'As the storage API found it.';
comment on column public.pictures.bytes is 'As the storage API counted them.';
comment on column public.pictures.width is 'Pixels of the file that is shown, upright.';
comment on column public.pictures.height is 'Pixels of the file that is shown, upright.';
comment on column public.pictures.placeholder is 'A data: URL of a tiny copy, to show blurred until the file is there.';
comment on column public.pictures.focal_x is 'What must stay visible where the picture is cut to fit: 0 is the left edge, 1 the right, in every language.';
comment on column public.pictures.focal_y is '0 is the upper edge, 1 the lower.';
comment on column public.pictures.crop is 'The part of the original that path shows: left, top, width and height, each 0 to 1. Null for all of it.';
comment on column public.pictures.original_path is 'The whole picture, in the private bucket media_originals. Null where path shows all of it.';
comment on column public.pictures.alt_en is 'What the picture shows; alt_fr and alt_ar fall back to it.';
comment on column public.pictures.credit_en is 'Whose picture it is; credit_fr and credit_ar fall back to it.';
create index pictures_created_at_idx on public.pictures (created_at desc);
create index pictures_tags_idx on public.pictures using gin (tags);

-- Definer: the caller's policies on storage.objects are not the question. It reads the two objects that the
-- row names.
create function private.take_picture_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select (metadata ->> 'size')::bigint, metadata ->> 'mimetype' into new.bytes, new.content_type
    from storage.objects where bucket_id = 'media' and name = new.path;
  if not found or (new.original_path is not null and not exists (
    select from storage.objects where bucket_id = 'media_originals' and name = new.original_path
  )) then
    raise exception 'there is no such file' using
      errcode = 'foreign_key_violation', constraint = 'pictures_file_there', schema = 'public', table = 'pictures',
      hint = 'Upload it to the bucket first.';
  end if;
  return new;
end
$$;
comment on function private.take_picture_file() is 'A picture has its file, and says of it what the storage API knows. Definer: reads the objects that the row names.';
alter function private.take_picture_file() owner to toubkal_owner;

-- When two admins have the gallery open, the second to save gets an error and does not overwrite the first
-- unseen. Invoker: the policies decide.
create function public.save_expedition_gallery(expedition_id uuid, pictures uuid[], known uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.expeditions e where e.id = save_expedition_gallery.expedition_id for update;
  if not found then
    raise exception 'the expedition is not there, or not yours to change' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'expedition_pictures';
  end if;
  if known is distinct from array(
    select g.picture_id from public.expedition_pictures g
    where g.expedition_id = save_expedition_gallery.expedition_id order by g.display_order, g.picture_id
  ) then
    raise exception 'the gallery has other pictures by now' using errcode = 'PT409', hint = 'Read it again.';
  end if;
  delete from public.expedition_pictures g
    where g.expedition_id = save_expedition_gallery.expedition_id and g.picture_id <> all (pictures);
  insert into public.expedition_pictures as g (expedition_id, picture_id, display_order)
    select save_expedition_gallery.expedition_id, p.id, p.place
    from unnest(pictures) with ordinality as p (id, place)
    on conflict on constraint expedition_pictures_pkey do update set display_order = excluded.display_order
    where g.display_order <> excluded.display_order;
end
$$;
comment on function public.save_expedition_gallery(uuid, uuid[], uuid[]) is 'Replaces the gallery of an expedition by these pictures in this order, all or none. For admins. Where the gallery is not "known" by now, nothing is saved and the answer is 409.';

-- The lock is that of a foreign key: of a deletion and a setting, the second to commit fails. Definer: a lock
-- needs a right to change pictures, which the server's seeds and keys may lack.
create function private.check_setting_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.pictures where id = (new.value #>> '{}')::uuid for key share;
  if not found then
    raise exception 'there is no such picture' using
      errcode = 'foreign_key_violation', constraint = 'site_settings_picture_there', schema = 'public', table = 'site_settings';
  end if;
  return null;
end
$$;
comment on function private.check_setting_picture() is 'A setting names a picture that is there. Definer: locks the one row.';
alter function private.check_setting_picture() owner to toubkal_owner;

create function private.pictures_in(content text) returns setof uuid
language sql immutable parallel safe set search_path = ''
as $$ select distinct (m[1])::uuid from regexp_matches(content, '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/', 'g') as m $$;
comment on function private.pictures_in(text) is 'The pictures of the library that a text shows.';

-- Foreign keys see no text of a post and no setting. Definer: it reads all places, whatever the caller may read.
create function private.refuse_used_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What was sent stays forever, and a picture may have to go.
  if exists (select from public.picture_uses where picture_id = old.id and place <> 'newsletters.sent') then
    raise exception 'the picture is still shown' using
      errcode = 'foreign_key_violation', constraint = 'pictures_unused', schema = 'public', table = 'pictures',
      hint = 'The view picture_uses says where.';
  end if;
  return old;
end
$$;
comment on function private.refuse_used_picture() is 'A picture that is shown is not deleted, unless only newsletters that were sent show it. Definer: reads where pictures are shown.';
alter function private.refuse_used_picture() owner to toubkal_owner;

-- In a revision only the address changes: its old file is deleted. The size comes with the text that is restored.
create function private.repoint_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.blog_post_revisions set words = replace(words::text, old.path, new.path)::jsonb
    where strpos(words::text, old.path) > 0;
  -- The triggers of these tables write the address and the size.
  update public.blog_post_copies set words = words where strpos(words::text, '/media/' || new.id || '/') > 0;
  update public.blog_posts set content_en = content_en, content_fr = content_fr, content_ar = content_ar
    where strpos(concat(content_en, content_fr, content_ar), '/media/' || new.id || '/') > 0;
  return null;
end
$$;
comment on function private.repoint_picture() is 'Posts that show a picture in their text show its new file, in its size. Definer: writes that in posts and their working copies, and the address in revisions, nothing else.';
alter function private.repoint_picture() owner to toubkal_owner;

create view public.picture_tags with (security_invoker) as
select tag, count(*)::int as pictures from public.pictures, unnest(tags) as tag group by tag;
comment on view public.picture_tags is 'The tags of pictures, and how many pictures have each. With the rights of its caller.';

create trigger pictures_10_take_file before insert on public.pictures
  for each row execute function private.take_picture_file();
create trigger pictures_10_take_new_file before update of path, original_path on public.pictures
  for each row when (new.path <> old.path or new.original_path is distinct from old.original_path)
  execute function private.take_picture_file();
create trigger pictures_50_delete_original after update of original_path or delete on public.pictures
  for each row execute function storage.delete_object_of_row('media_originals', 'original_path');
create trigger pictures_90_touch before update on public.pictures
  for each row execute function private.touch();
create trigger site_settings_40_check_picture after insert or update of value on public.site_settings
  for each row when (new.key in ('story.portrait', 'book.cover') and new.value <> 'null')
  execute function private.check_setting_picture();
create trigger pictures_20_refuse_used before delete on public.pictures
  for each row execute function private.refuse_used_picture();

grant execute on function private.is_picture_path(uuid, text) to authenticated, service_role, toubkal_owner;
grant execute on function private.is_crop(numeric[]) to authenticated, service_role, toubkal_owner;
select private.audit('public.pictures', silent => '{placeholder}');
revoke execute on function public.save_expedition_gallery(uuid, uuid[], uuid[]) from public;
grant execute on function public.save_expedition_gallery(uuid, uuid[], uuid[]) to authenticated, service_role;
grant select, update on public.pictures to toubkal_owner;
grant execute on function private.pictures_in(text) to authenticated, service_role, toubkal_owner;
