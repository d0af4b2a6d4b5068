-- The blog: posts, their revisions and working copies.

-- A column of type html is sanitized on the way in: the table API removes from it what must not stand in a
-- page. PostgreSQL treats it as text, so SQL that writes it must sanitize by itself.
create domain public.html as text;
comment on domain public.html is 'HTML that may stand in a page: scripts, styles and handlers are taken out when the API writes it.';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null
    constraint blog_posts_slug_key unique
    constraint blog_posts_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  status text not null default 'draft'
    constraint blog_posts_status_known check (status in ('draft', 'published', 'archived')),
  published_at timestamptz,
  title_en text not null
    constraint blog_posts_title_en_length check (title_en ~ '\S' and char_length(title_en) <= 300),
  title_fr text not null default ''
    constraint blog_posts_title_fr_length check (char_length(title_fr) <= 300),
  title_ar text not null default ''
    constraint blog_posts_title_ar_length check (char_length(title_ar) <= 300),
  excerpt_en text not null default ''
    constraint blog_posts_excerpt_en_length check (char_length(excerpt_en) <= 2000),
  excerpt_fr text not null default ''
    constraint blog_posts_excerpt_fr_length check (char_length(excerpt_fr) <= 2000),
  excerpt_ar text not null default ''
    constraint blog_posts_excerpt_ar_length check (char_length(excerpt_ar) <= 2000),
  content_en public.html not null default ''
    constraint blog_posts_content_en_length check (char_length(content_en) <= 200000),
  content_fr public.html not null default ''
    constraint blog_posts_content_fr_length check (char_length(content_fr) <= 200000),
  content_ar public.html not null default ''
    constraint blog_posts_content_ar_length check (char_length(content_ar) <= 200000),
  featured_image_url text
    constraint blog_posts_featured_image_url_format check (featured_image_url ~ '^(https?://|/)' and char_length(featured_image_url) <= 2000),
  featured_image_alt_en text not null default ''
    constraint blog_posts_featured_image_alt_en_length check (char_length(featured_image_alt_en) <= 300),
  featured_image_alt_fr text not null default ''
    constraint blog_posts_featured_image_alt_fr_length check (char_length(featured_image_alt_fr) <= 300),
  featured_image_alt_ar text not null default ''
    constraint blog_posts_featured_image_alt_ar_length check (char_length(featured_image_alt_ar) <= 300),
  reading_time int not null default 5
    constraint blog_posts_reading_time_range check (reading_time between 1 and 600),
  view_count int not null default 0
    constraint blog_posts_view_count_natural check (view_count >= 0),
  author_id uuid default auth.uid()
    constraint blog_posts_author_id_fkey references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  picture_id uuid
    constraint blog_posts_picture_id_fkey references public.pictures (id) on delete restrict
);
comment on table public.blog_posts is 'Blog posts in three languages.';
comment on column public.blog_posts.published_at is 'Set at the first publishing; in the future the post is scheduled. Kept when archived.';
comment on column public.blog_posts.content_en is 'HTML.';
comment on column public.blog_posts.content_fr is 'HTML; where empty the site shows English.';
comment on column public.blog_posts.content_ar is 'HTML; where empty the site shows English.';
comment on column public.blog_posts.featured_image_alt_en is 'What the picture shows; featured_image_alt_fr and featured_image_alt_ar fall back to it.';
comment on column public.blog_posts.reading_time is 'Minutes.';
comment on column public.blog_posts.view_count is 'Goes up by one per view, whatever number a client sends.';
comment on column public.blog_posts.author_id is 'The admin who made it.';
create index blog_posts_status_published_at_idx on public.blog_posts (status, published_at desc);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc);
create index blog_posts_created_at_idx on public.blog_posts (created_at desc);
create index blog_posts_author_id_idx on public.blog_posts (author_id);
comment on column public.blog_posts.picture_id is 'The featured picture; comes before featured_image_url.';
create index blog_posts_picture_id_idx on public.blog_posts (picture_id);

-- Not logged: blog_post_revisions and blog_post_copies, which are earlier and later states of posts.

create table public.blog_post_revisions (
  id bigint generated always as identity primary key,
  post_id uuid not null
    constraint blog_post_revisions_post_id_fkey references public.blog_posts (id) on delete cascade,
  author_id uuid
    constraint blog_post_revisions_author_id_fkey references auth.users (id) on delete set null,
  author text not null default '',
  status text not null,
  words jsonb not null
    constraint blog_post_revisions_words_object check (jsonb_typeof(words) = 'object'),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table public.blog_post_revisions is 'A post after each save. Written by the database alone; read by admins.';
comment on column public.blog_post_revisions.author_id is 'The account that saved; null for the server itself, and once the account is gone.';
comment on column public.blog_post_revisions.author is 'The name or e-mail that the author had then; '''' for the server itself.';
comment on column public.blog_post_revisions.status is 'The status of the post then.';
comment on column public.blog_post_revisions.words is 'The columns of the post that an editor writes.';
comment on column public.blog_post_revisions.changed_at is 'The last save that it holds: those of one author within ten minutes, while nobody reads the post, are one revision.';
create index blog_post_revisions_post_id_idx on public.blog_post_revisions (post_id, id desc);
create index blog_post_revisions_author_id_idx on public.blog_post_revisions (author_id);

create table public.blog_post_copies (
  post_id uuid primary key
    constraint blog_post_copies_post_id_fkey references public.blog_posts (id) on delete cascade,
  words jsonb not null
    constraint blog_post_copies_words_object check (jsonb_typeof(words) = 'object')
    constraint blog_post_copies_words_length check (octet_length(words::text) <= 4000000),
  based_on timestamptz not null,
  author_id uuid default auth.uid()
    constraint blog_post_copies_author_id_fkey references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  saved_by uuid
    constraint blog_post_copies_saved_by_fkey references public.admin_users (id) on delete set null
);
comment on table public.blog_post_copies is 'The working copy of a published post: what is written on and not shown to readers yet.';
comment on column public.blog_post_copies.words is 'The columns of the post that an editor writes, without status and date.';
comment on column public.blog_post_copies.based_on is 'updated_at of the post that was copied: a post that has another was changed meanwhile.';
comment on column public.blog_post_copies.author_id is 'The account that began it.';
create index blog_post_copies_author_id_idx on public.blog_post_copies (author_id);

-- Signed-in visitors and admins write as the same role, so column grants cannot distinguish them: what a
-- visitor's update may change is decided here.
create function private.count_view() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.view_count := old.view_count + 1;
  old.view_count := new.view_count;
  if new is distinct from old then
    raise exception 'only an admin may change a post' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'blog_posts';
  end if;
  return new;
end
$$;
comment on function private.count_view() is 'A visitor''s update counts one view, whatever number was sent, and may change nothing else.';

-- An editor sends the whole row back, with the count as it was loaded: that is no view.
create function private.keep_view_count() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.view_count := old.view_count + (new.view_count > old.view_count)::int;
  return new;
end
$$;
comment on function private.keep_view_count() is 'An admin''s update counts a view if it raises the count; it never lowers it.';

create function private.date_first_publishing() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.published_at := now();
  return new;
end
$$;
comment on function private.date_first_publishing() is 'A post published without a date is dated now, also when a draft is published later.';

-- The columns of a post that an editor writes. It includes new columns of the table without a change here.
create function private.words_of(post public.blog_posts) returns jsonb
language sql stable set search_path = ''
return to_jsonb(post) - '{id,view_count,author_id,created_at,updated_at}'::text[];
comment on function private.words_of(public.blog_posts) is 'The columns of a post that an editor writes.';
alter function private.words_of(public.blog_posts) owner to toubkal_owner;

-- Autosave writes every few seconds: the saves of one author within ten minutes are one revision, as long
-- as the post is not published. Each save of a published post is a revision.
create function private.keep_post_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  latest public.blog_post_revisions;
begin
  if tg_op = 'UPDATE' and private.words_of(new) = private.words_of(old) then
    return null;
  end if;
  select * into latest from public.blog_post_revisions
    where post_id = new.id order by id desc limit 1;
  if latest.author_id = caller and latest.status <> 'published' and latest.status = new.status
    and latest.created_at > now() - interval '10 minutes' then
    update public.blog_post_revisions set words = private.words_of(new), changed_at = now()
      where id = latest.id;
  else
    insert into public.blog_post_revisions (post_id, author_id, author, status, words)
    values (new.id, caller, coalesce(
        (select coalesce(full_name, email) from public.admin_users where auth_user_id = caller), ''),
      new.status, private.words_of(new));
  end if;
  return null;
end
$$;
comment on function private.keep_post_revision() is 'Keeps each state of a post. Definer: writes revisions, which nobody else may, and reads the caller''s own name.';
alter function private.keep_post_revision() owner to toubkal_owner;

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

create view public.blog_post_list with (security_invoker) as
select p.id, p.slug, p.status, p.published_at, p.title_en, p.title_fr, p.title_ar,
  p.reading_time, p.view_count, p.created_at, p.updated_at,
  array_remove(array[
    case when p.title_en ~ '\S' and p.content_en ~ '\S' then 'en' end,
    case when p.title_fr ~ '\S' and p.content_fr ~ '\S' then 'fr' end,
    case when p.title_ar ~ '\S' and p.content_ar ~ '\S' then 'ar' end
  ], null) as written,
  c.updated_at as copy_updated_at
from public.blog_posts p
left join public.blog_post_copies c on c.post_id = p.id;
comment on view public.blog_post_list is 'Posts without their texts. With the rights of its caller.';
comment on column public.blog_post_list.written is 'The languages that have both title and text.';
comment on column public.blog_post_list.copy_updated_at is 'When a published post was last written on without being shown; null where nothing waits.';

create trigger blog_posts_10_count_view before update on public.blog_posts
  for each row when (private.is_visitor()) execute function private.count_view();
create trigger blog_posts_20_keep_view_count before update on public.blog_posts
  for each row when (private.is_api_caller() and not private.is_visitor() and new.view_count is distinct from old.view_count)
  execute function private.keep_view_count();
create trigger blog_posts_30_date_first_publishing before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.published_at is null)
  execute function private.date_first_publishing();
create trigger blog_posts_95_keep_first_revision after insert on public.blog_posts
  for each row execute function private.keep_post_revision();

-- A view does not change updated_at, so it makes no revision.
create trigger blog_posts_95_keep_revision after update on public.blog_posts
  for each row when (new.updated_at is distinct from old.updated_at)
  execute function private.keep_post_revision();
create trigger blog_posts_40_take_current_files before insert or update of content_en, content_fr, content_ar on public.blog_posts
  for each row when (strpos(concat(new.content_en, new.content_fr, new.content_ar), '/media/') > 0)
  execute function private.take_current_files();
create trigger blog_post_copies_40_take_current_files before insert or update of words on public.blog_post_copies
  for each row when (strpos(new.words::text, '/media/') > 0)
  execute function private.take_current_files_of_copy();
create trigger blog_posts_90_touch before update on public.blog_posts
  for each row when (new.view_count is not distinct from old.view_count and pg_trigger_depth() = 0)
  execute function private.touch();
create trigger blog_post_copies_90_touch before update on public.blog_post_copies
  for each row when (pg_trigger_depth() = 0) execute function private.touch();
create trigger pictures_40_repoint after update of path, width, height on public.pictures
  for each row when ((new.path, new.width, new.height) is distinct from (old.path, old.width, old.height))
  execute function private.repoint_picture();

-- Views are not logged, nor are changes of a post that is not published: autosave makes one every few
-- seconds, and revisions store them.
select private.audit('public.blog_posts', unless => $$
  old.status = new.status and new.status <> 'published' or new.view_count <> old.view_count and private.is_visitor()
$$);
grant select on public.blog_posts to toubkal_owner;
grant select, insert, update on public.blog_post_revisions to toubkal_owner;
grant update (content_en, content_fr, content_ar, updated_at) on public.blog_posts to toubkal_owner;
grant update (words, updated_at) on public.blog_post_copies to toubkal_owner;
grant execute on function private.with_current_files(text) to toubkal_owner;
grant execute on function private.with_current_files_in_copy(jsonb) to toubkal_owner;
