-- Words of organizers and audiences. Anyone reads the published ones; admins write.

alter table public.testimonials enable row level security;
alter table public.testimonials force row level security;

revoke all on table public.testimonials from anon, authenticated, service_role;
grant select on public.testimonials to anon, authenticated;
grant insert (
  author_name, author_role_en, author_role_fr, author_role_ar, organization, picture_id, quote_en, quote_fr,
  quote_ar, display_order, published
) on public.testimonials to authenticated;
grant update (
  author_name, author_role_en, author_role_fr, author_role_ar, organization, picture_id, quote_en, quote_fr,
  quote_ar, display_order, published, updated_at
) on public.testimonials to authenticated;
grant delete on public.testimonials to authenticated;
grant all on table public.testimonials to service_role;

create policy testimonials_select_public on public.testimonials for select to anon, authenticated
  using (published);
comment on policy testimonials_select_public on public.testimonials is
  'Anyone reads published testimonials.';

create policy testimonials_select_admin on public.testimonials for select to authenticated
  using ((select public.is_admin()));
comment on policy testimonials_select_admin on public.testimonials is
  'Admins read all testimonials, published or not.';

create policy testimonials_insert_admin on public.testimonials for insert to authenticated
  with check ((select public.is_admin()));
comment on policy testimonials_insert_admin on public.testimonials is
  'Admins add testimonials.';

create policy testimonials_update_admin on public.testimonials for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy testimonials_update_admin on public.testimonials is
  'Admins edit, publish and hide testimonials.';

create policy testimonials_delete_admin on public.testimonials for delete to authenticated
  using ((select public.is_admin()));
comment on policy testimonials_delete_admin on public.testimonials is
  'Admins delete testimonials.';

-- no writing of sample: the seeds mark their rows, and private.keep_as_own unmarks a row whose words change. They
-- are removed together by the function public.remove_samples, as the caller.

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.testimonials;
