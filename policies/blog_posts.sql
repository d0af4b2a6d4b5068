-- The blog. Anyone reads what is published and due, and counts a view of it. Admins write.
-- A signed-in visitor and an admin are the same role with the same columns; the trigger
-- private.count_view keeps a visitor's update to one view more.

alter table public.blog_posts enable row level security;
alter table public.blog_posts force row level security;

revoke all on table public.blog_posts from anon, authenticated, service_role;
grant select on public.blog_posts to anon, authenticated;
grant insert (
  id, slug, status, published_at, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar,
  content_en, content_fr, content_ar, picture_id, featured_image_url,
  featured_image_alt_en, featured_image_alt_fr, featured_image_alt_ar, reading_time, author_id
) on public.blog_posts to authenticated;
grant update (view_count) on public.blog_posts to anon, authenticated;
grant update (
  slug, status, published_at, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar,
  content_en, content_fr, content_ar, picture_id, featured_image_url,
  featured_image_alt_en, featured_image_alt_fr, featured_image_alt_ar, reading_time, updated_at
) on public.blog_posts to authenticated;
grant delete on public.blog_posts to authenticated;
grant all on table public.blog_posts to service_role;

create policy blog_posts_select_public on public.blog_posts for select to anon, authenticated
  using (status = 'published' and published_at <= now());
comment on policy blog_posts_select_public on public.blog_posts is
  'Anyone reads published posts from their date on.';

create policy blog_posts_select_admin on public.blog_posts for select to authenticated
  using ((select public.is_admin()));
comment on policy blog_posts_select_admin on public.blog_posts is
  'Admins read all posts.';

create policy blog_posts_insert_admin on public.blog_posts for insert to authenticated
  with check ((select public.is_admin()) and (author_id is null or author_id = (select auth.uid())));
comment on policy blog_posts_insert_admin on public.blog_posts is
  'Admins write posts, in their own name.';

create policy blog_posts_update_public on public.blog_posts for update to anon, authenticated
  using (status = 'published' and published_at <= now())
  with check (status = 'published' and published_at <= now());
comment on policy blog_posts_update_public on public.blog_posts is
  'Anyone who reads a published post counts one view of it.';

create policy blog_posts_update_admin on public.blog_posts for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy blog_posts_update_admin on public.blog_posts is
  'Admins edit, publish and archive all posts.';

create policy blog_posts_delete_admin on public.blog_posts for delete to authenticated
  using ((select public.is_admin()));
comment on policy blog_posts_delete_admin on public.blog_posts is
  'Admins delete posts.';

-- no update of author_id: an edited post stays its author's. no writing of sample: the seeds mark their rows, and
-- private.keep_as_own unmarks a row whose words change.

-- realtime: the list of posts is the same at every desk.
alter publication supabase_realtime add table public.blog_posts;
