-- Newsletters show pictures of the library. One that is still to be sent is treated as a post: it takes the new file of
-- a picture, and its pictures are not deleted. What was sent cannot be changed: it keeps its file when the picture is
-- replaced, and loses it when the picture is deleted, of which the admin is warned.

create or replace view public.picture_uses with (security_invoker) as
select p.picture_id, 'blog_posts' as place, p.id::text as row_id, p.title_en as title_en, p.title_fr as title_fr, p.title_ar as title_ar
from public.blog_posts p where p.picture_id is not null
union all
select shown, 'blog_posts.content', p.id::text, p.title_en, p.title_fr, p.title_ar
from public.blog_posts p, private.pictures_in(concat(p.content_en, p.content_fr, p.content_ar)) as shown
union all
select distinct shown, 'blog_post_copies', c.post_id::text, c.words ->> 'title_en', c.words ->> 'title_fr', c.words ->> 'title_ar'
from public.blog_post_copies c, private.pictures_in(concat(
  '/media/' || (c.words ->> 'picture_id') || '/', c.words ->> 'content_en', c.words ->> 'content_fr', c.words ->> 'content_ar')) as shown
union all
select e.picture_id, 'expeditions', e.id::text, e.name_en, e.name_fr, e.name_ar
from public.expeditions e where e.picture_id is not null
union all
select g.picture_id, 'expedition_pictures', e.id::text, e.name_en, e.name_fr, e.name_ar
from public.expedition_pictures g join public.expeditions e on e.id = g.expedition_id
union all
select h.picture_id, 'media_highlights', h.id::text, h.title_en, h.title_fr, h.title_ar
from public.media_highlights h where h.picture_id is not null
union all
select c.picture_id, 'media_coverage', c.id::text, c.title_en, c.title_fr, c.title_ar
from public.media_coverage c where c.picture_id is not null
union all
select a.picture_id, 'awards', a.id::text, a.title_en, a.title_fr, a.title_ar
from public.awards a where a.picture_id is not null
union all
select t.picture_id, 'testimonials', t.id::text, t.author_name, t.author_name, t.author_name
from public.testimonials t where t.picture_id is not null
union all
select (s.value #>> '{}')::uuid, 'site_settings', s.key, s.key, s.key, s.key
from public.site_settings s where s.key in ('story.portrait', 'book.cover') and s.value <> 'null'
union all
select shown, case when n.status in ('sent', 'cancelled') then 'newsletters.sent' else 'newsletters' end, n.id::text,
  coalesce(nullif(n.subject_en, ''), nullif(n.subject_fr, ''), n.subject_ar), n.subject_fr, n.subject_ar
from public.newsletters n, private.pictures_in(concat(n.body_en, n.body_fr, n.body_ar)) as shown;
comment on column public.picture_uses.place is 'The table that shows it; blog_posts.content is the text of a post, blog_post_copies its working copy, newsletters.sent a newsletter that was sent or cancelled.';

create or replace function private.refuse_used_picture() returns trigger
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

-- The text of a draft, also when it is saved by an editor that was open while the picture was replaced.
create function private.take_current_files_of_newsletter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.body_en := private.with_current_files(new.body_en);
  new.body_fr := private.with_current_files(new.body_fr);
  new.body_ar := private.with_current_files(new.body_ar);
  return new;
end
$$;
comment on function private.take_current_files_of_newsletter() is 'As private.take_current_files, for the draft of a newsletter. Definer: reads these pictures.';
alter function private.take_current_files_of_newsletter() owner to toubkal_owner;
create trigger newsletters_40_take_current_files before insert or update of body_en, body_fr, body_ar on public.newsletters
  for each row when (new.status = 'draft' and strpos(concat(new.body_en, new.body_fr, new.body_ar), '/media/') > 0)
  execute function private.take_current_files_of_newsletter();

-- It is no edit of the newsletter: an editor that is open saves without a conflict.
drop trigger newsletters_90_touch on public.newsletters;
create trigger newsletters_90_touch before update on public.newsletters
  for each row when (pg_trigger_depth() = 0 or new.status <> 'draft') execute function private.touch();
grant update (body_en, body_fr, body_ar) on public.newsletters to toubkal_owner;
create function private.repoint_picture_of_newsletters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletters set body_en = body_en, body_fr = body_fr, body_ar = body_ar
    where status = 'draft' and strpos(concat(body_en, body_fr, body_ar), '/media/' || new.id || '/') > 0;
  return null;
end
$$;
comment on function private.repoint_picture_of_newsletters() is 'Drafts of newsletters show the new file of a picture, in its size. Definer: writes that in drafts, nothing else.';
alter function private.repoint_picture_of_newsletters() owner to toubkal_owner;
create trigger pictures_40_repoint_newsletters after update of path, width, height on public.pictures
  for each row when ((new.path, new.width, new.height) is distinct from (old.path, old.width, old.height))
  execute function private.repoint_picture_of_newsletters();

-- Definer: a user who replaces a picture need not be able to read newsletters.
create function private.is_file_mailed(file text) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (select from public.newsletters n where n.status <> 'draft' and strpos(concat(n.body_en, n.body_fr, n.body_ar), '/media/' || file) > 0);
end;
comment on function private.is_file_mailed(text) is 'Whether a newsletter that is no draft any more shows a file of the library. Definer: tells that, nothing else.';
alter function private.is_file_mailed(text) owner to toubkal_owner;
grant execute on function private.is_file_mailed(text) to authenticated, service_role;

drop trigger pictures_50_delete_file on public.pictures;
create trigger pictures_50_replace_file after update of path on public.pictures
  for each row when (not private.is_file_mailed(old.path)) execute function storage.delete_object_of_row('media', 'path');

-- Definer: a user who may delete a picture has no other right to delete files.
create function private.delete_files_of_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'media' and (name = old.path or starts_with(name, old.id || '/'));
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;
comment on function private.delete_files_of_picture() is 'A picture takes its files along, earlier ones too that were kept for newsletters. Definer: deletes these objects.';
alter function private.delete_files_of_picture() owner to toubkal_owner;
create trigger pictures_50_delete_files after delete on public.pictures
  for each row execute function private.delete_files_of_picture();
