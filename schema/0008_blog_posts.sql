-- The blog.

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
  content_en text not null default ''
    constraint blog_posts_content_en_length check (char_length(content_en) <= 200000),
  content_fr text not null default ''
    constraint blog_posts_content_fr_length check (char_length(content_fr) <= 200000),
  content_ar text not null default ''
    constraint blog_posts_content_ar_length check (char_length(content_ar) <= 200000),
  featured_image_url text
    constraint blog_posts_featured_image_url_format check (featured_image_url ~ '^(https?://|/)' and char_length(featured_image_url) <= 2000),
  reading_time int not null default 5
    constraint blog_posts_reading_time_range check (reading_time between 1 and 600),
  view_count int not null default 0
    constraint blog_posts_view_count_natural check (view_count >= 0),
  author_id uuid default auth.uid()
    constraint blog_posts_author_id_fkey references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_posts is 'Blog posts in three languages.';
comment on column public.blog_posts.published_at is 'Set at the first publishing; in the future the post is scheduled. Kept when archived.';
comment on column public.blog_posts.content_en is 'HTML.';
comment on column public.blog_posts.content_fr is 'HTML; where empty the site shows English.';
comment on column public.blog_posts.content_ar is 'HTML; where empty the site shows English.';
comment on column public.blog_posts.reading_time is 'Minutes.';
comment on column public.blog_posts.view_count is 'Goes up by one per view, whatever number a client sends.';
comment on column public.blog_posts.author_id is 'The admin who made it.';
create index blog_posts_status_published_at_idx on public.blog_posts (status, published_at desc);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc);
create index blog_posts_created_at_idx on public.blog_posts (created_at desc);
create index blog_posts_author_id_idx on public.blog_posts (author_id);

-- Visitors and admins write as the same role when signed in, so column grants cannot tell them
-- apart: what a visitor's update may be is decided here.
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

-- An editor sends the whole row back, with a count that has risen since it was loaded: that is no view.
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

create trigger blog_posts_10_count_view before update on public.blog_posts
  for each row when (private.is_visitor()) execute function private.count_view();
create trigger blog_posts_20_keep_view_count before update on public.blog_posts
  for each row when (private.is_api_caller() and not private.is_visitor() and new.view_count is distinct from old.view_count)
  execute function private.keep_view_count();
create trigger blog_posts_30_date_first_publishing before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.published_at is null)
  execute function private.date_first_publishing();
-- Being read is not being changed: a view leaves updated_at alone.
create trigger blog_posts_90_touch before update on public.blog_posts
  for each row when (new.view_count is not distinct from old.view_count) execute function private.touch();
