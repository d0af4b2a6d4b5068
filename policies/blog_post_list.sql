-- The blog as its desk lists it. The view runs with its caller's rights: the policies of posts and
-- working copies decide what is in it. Nobody writes through it.

revoke all on table public.blog_post_list from anon, authenticated, service_role;
grant select on public.blog_post_list to authenticated, service_role;

-- nothing for visitors: the journal reads blog_posts.
