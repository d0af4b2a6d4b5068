-- The blog as its desk lists it: without the texts, with what of them there is.

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
