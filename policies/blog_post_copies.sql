-- Working copies of published posts: one for each post, for all admins. Nobody else knows of them.

alter table public.blog_post_copies enable row level security;
alter table public.blog_post_copies force row level security;

revoke all on table public.blog_post_copies from anon, authenticated, service_role;
grant select, delete on public.blog_post_copies to authenticated;
grant insert (post_id, words, based_on, author_id) on public.blog_post_copies to authenticated;
grant update (words, based_on, updated_at) on public.blog_post_copies to authenticated;
grant all on table public.blog_post_copies to service_role;

create policy blog_post_copies_select_admin on public.blog_post_copies for select to authenticated
  using ((select public.is_admin()));
comment on policy blog_post_copies_select_admin on public.blog_post_copies is
  'Admins read all working copies.';

create policy blog_post_copies_insert_admin on public.blog_post_copies for insert to authenticated
  with check ((select public.is_admin()) and (author_id is null or author_id = (select auth.uid())));
comment on policy blog_post_copies_insert_admin on public.blog_post_copies is
  'Admins begin working copies, in their own name.';

create policy blog_post_copies_update_admin on public.blog_post_copies for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy blog_post_copies_update_admin on public.blog_post_copies is
  'Admins write on in all working copies.';

create policy blog_post_copies_delete_admin on public.blog_post_copies for delete to authenticated
  using ((select public.is_admin()));
comment on policy blog_post_copies_delete_admin on public.blog_post_copies is
  'Admins discard working copies.';

-- no update of author_id: a copy stays with who began it.

-- realtime: the list of posts says at every desk which have a working copy. Only admins are told.
alter publication supabase_realtime add table public.blog_post_copies;
