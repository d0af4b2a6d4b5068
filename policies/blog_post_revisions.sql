-- What posts were. The database writes each state by the trigger private.keep_post_revision();
-- admins read them all, since any of them may bring one back.

alter table public.blog_post_revisions enable row level security;
alter table public.blog_post_revisions force row level security;

revoke all on table public.blog_post_revisions from anon, authenticated, service_role;
grant select on public.blog_post_revisions to authenticated;
grant all on table public.blog_post_revisions to service_role;

create policy blog_post_revisions_select_admin on public.blog_post_revisions for select to authenticated
  using ((select public.is_admin()));
comment on policy blog_post_revisions_select_admin on public.blog_post_revisions is
  'Admins read what every post was.';

-- no insert, no update, no delete: what was is written by the database, and goes with its post.
