-- A column of type html is cleaned on the way in: the table API takes out of it what may not stand in a
-- page (server/article). It is text to PostgreSQL, so whoever writes by SQL cleans for themselves.

create domain public.html as text;
comment on domain public.html is 'HTML that may stand in a page: scripts, styles and handlers are taken out when the API writes it.';

-- The list of posts looks at these columns, so it is made anew, as it was.
drop view public.blog_post_list;

alter table public.blog_posts
  alter column content_en type public.html,
  alter column content_fr type public.html,
  alter column content_ar type public.html;

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
