-- The text of a post holds the address and the size of each picture of the library that it shows. Both are those of
-- the file of the picture, whoever writes the text and from which earlier state of it: an editor that was open while
-- the picture was replaced, a working copy, a revision that is restored. Without its size a browser moves the text
-- when the picture loads, and with that of an earlier file it distorts the picture.

create function private.with_current_files(content text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  found record;
  sized text;
begin
  for found in
    select f.path as known, p.path from (
      select distinct m[1] as path from regexp_matches(content,
        '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f-]{36}\.(?:jpg|png|webp))', 'g') as m
    ) as f join public.pictures p on p.id = left(f.path, 36)::uuid
    where p.path <> f.path
  loop
    content := replace(content, '/media/' || found.known, '/media/' || found.path);
  end loop;
  -- The file itself, not a rendering: that has a size of its own. Quotes and angle brackets within an attribute are
  -- escaped (client/site/sanitize.go).
  for found in
    select t.tag, format(' width="%s" height="%s"', p.width, p.height) as size from (
      select distinct m[1] as tag from regexp_matches(content, '(<img [^>]*>)', 'g') as m
    ) as t join public.pictures p on p.path = substring(t.tag from ' src="/storage/v1/object/public/media/([^"?]*)"')
    where strpos(t.tag, format(' width="%s"', p.width)) = 0 or strpos(t.tag, format(' height="%s"', p.height)) = 0
  loop
    sized := regexp_replace(found.tag, ' (width|height)="[^"]*"', '', 'g');
    sized := regexp_replace(sized, '\s*(/?)>$', found.size || '\1>');
    content := replace(content, found.tag, sized);
  end loop;
  return content;
end
$$;
comment on function private.with_current_files(text) is 'A text whose pictures of the library have the address and the size of their present file.';
grant execute on function private.with_current_files(text) to toubkal_owner;

-- Definer: the callers may not use the schema private. It reads the pictures that the text shows already.
create function private.take_current_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.content_en := private.with_current_files(new.content_en);
  new.content_fr := private.with_current_files(new.content_fr);
  new.content_ar := private.with_current_files(new.content_ar);
  return new;
end
$$;
comment on function private.take_current_files() is 'The pictures in the text of a post have the address and the size of their present file. Definer: reads these pictures.';
alter function private.take_current_files() owner to toubkal_owner;

create function private.with_current_files_in_copy(words jsonb) returns jsonb
language sql stable set search_path = ''
return words || coalesce((
  select jsonb_object_agg(key, private.with_current_files(value)) from jsonb_each_text(words)
  where key in ('content_en', 'content_fr', 'content_ar')
), '{}');
comment on function private.with_current_files_in_copy(jsonb) is 'As private.with_current_files, for the columns of a working copy.';
grant execute on function private.with_current_files_in_copy(jsonb) to toubkal_owner;

create function private.take_current_files_of_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.words := private.with_current_files_in_copy(new.words);
  return new;
end
$$;
comment on function private.take_current_files_of_copy() is 'As private.take_current_files, for the working copy of a post. Definer: reads these pictures.';
alter function private.take_current_files_of_copy() owner to toubkal_owner;

create trigger blog_posts_40_take_current_files before insert or update of content_en, content_fr, content_ar on public.blog_posts
  for each row when (strpos(concat(new.content_en, new.content_fr, new.content_ar), '/media/') > 0)
  execute function private.take_current_files();
create trigger blog_post_copies_40_take_current_files before insert or update of words on public.blog_post_copies
  for each row when (strpos(new.words::text, '/media/') > 0)
  execute function private.take_current_files_of_copy();

-- A new file of a picture is no edit of the post: updated_at stays. So the history has no revision of it, an editor
-- that is open saves without a conflict, and a working copy is still based on its post.
drop trigger blog_posts_90_touch on public.blog_posts;
create trigger blog_posts_90_touch before update on public.blog_posts
  for each row when (new.view_count is not distinct from old.view_count and pg_trigger_depth() = 0)
  execute function private.touch();
drop trigger blog_post_copies_90_touch on public.blog_post_copies;
create trigger blog_post_copies_90_touch before update on public.blog_post_copies
  for each row when (pg_trigger_depth() = 0) execute function private.touch();

-- In a revision only the address changes: its old file is deleted. The size comes with the text that is restored.
create or replace function private.repoint_picture() returns trigger
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

drop trigger pictures_40_repoint on public.pictures;
create trigger pictures_40_repoint after update of path, width, height on public.pictures
  for each row when ((new.path, new.width, new.height) is distinct from (old.path, old.width, old.height))
  execute function private.repoint_picture();

-- Texts that were written before. It is no edit of them, as above.
-- Row security would hide the rows from an owner of the tables that is no superuser.
alter table public.pictures no force row level security;
alter table public.blog_posts no force row level security;
alter table public.blog_post_copies no force row level security;
alter table public.blog_posts disable trigger user;
update public.blog_posts set content_en = private.with_current_files(content_en),
  content_fr = private.with_current_files(content_fr), content_ar = private.with_current_files(content_ar)
  where strpos(concat(content_en, content_fr, content_ar), '/media/') > 0;
alter table public.blog_posts enable trigger user;
alter table public.blog_post_copies disable trigger user;
update public.blog_post_copies set words = private.with_current_files_in_copy(words) where strpos(words::text, '/media/') > 0;
alter table public.blog_post_copies enable trigger user;
alter table public.pictures force row level security;
alter table public.blog_posts force row level security;
alter table public.blog_post_copies force row level security;
