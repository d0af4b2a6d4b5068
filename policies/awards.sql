-- Awards and honours. Anyone reads the published ones; admins write.

alter table public.awards enable row level security;
alter table public.awards force row level security;

revoke all on table public.awards from anon, authenticated, service_role;
grant select on public.awards to anon, authenticated;
grant insert (
  title_en, title_fr, title_ar, organization, year, category, picture_id, description_en, description_fr,
  description_ar, featured, display_order, published
) on public.awards to authenticated;
grant update (
  title_en, title_fr, title_ar, organization, year, category, picture_id, description_en, description_fr,
  description_ar, featured, display_order, published, updated_at
) on public.awards to authenticated;
grant delete on public.awards to authenticated;
grant all on table public.awards to service_role;

create policy awards_select_public on public.awards for select to anon, authenticated
  using (published);
comment on policy awards_select_public on public.awards is
  'Anyone reads published awards.';

create policy awards_select_admin on public.awards for select to authenticated
  using ((select public.is_admin()));
comment on policy awards_select_admin on public.awards is
  'Admins read all awards, published or not.';

create policy awards_insert_admin on public.awards for insert to authenticated
  with check ((select public.is_admin()));
comment on policy awards_insert_admin on public.awards is
  'Admins add awards.';

create policy awards_update_admin on public.awards for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy awards_update_admin on public.awards is
  'Admins edit, publish and hide awards.';

create policy awards_delete_admin on public.awards for delete to authenticated
  using ((select public.is_admin()));
comment on policy awards_delete_admin on public.awards is
  'Admins delete awards.';

-- no writing of sample: the seeds mark their rows, and private.keep_as_own unmarks a row whose words change. They
-- are removed together by the function public.remove_samples, as the caller.

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.awards;
