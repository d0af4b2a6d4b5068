-- What the press published. Anyone reads the published entries; admins write.

alter table public.media_coverage enable row level security;
alter table public.media_coverage force row level security;

revoke all on table public.media_coverage from anon, authenticated, service_role;
grant select on public.media_coverage to anon, authenticated;
grant insert (
  type, date, outlet, outlet_fr, outlet_ar, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, link_url, picture_id,
  display_order, published
) on public.media_coverage to authenticated;
grant update (
  type, date, outlet, outlet_fr, outlet_ar, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, link_url, picture_id,
  display_order, published, updated_at
) on public.media_coverage to authenticated;
grant delete on public.media_coverage to authenticated;
grant all on table public.media_coverage to service_role;

create policy media_coverage_select_public on public.media_coverage for select to anon, authenticated
  using (published);
comment on policy media_coverage_select_public on public.media_coverage is
  'Anyone reads published press coverage.';

create policy media_coverage_select_admin on public.media_coverage for select to authenticated
  using ((select public.is_admin()));
comment on policy media_coverage_select_admin on public.media_coverage is
  'Admins read all press coverage, published or not.';

create policy media_coverage_insert_admin on public.media_coverage for insert to authenticated
  with check ((select public.is_admin()));
comment on policy media_coverage_insert_admin on public.media_coverage is
  'Admins add press coverage.';

create policy media_coverage_update_admin on public.media_coverage for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy media_coverage_update_admin on public.media_coverage is
  'Admins edit, publish and hide press coverage.';

create policy media_coverage_delete_admin on public.media_coverage for delete to authenticated
  using ((select public.is_admin()));
comment on policy media_coverage_delete_admin on public.media_coverage is
  'Admins delete press coverage.';

-- no writing of sample: the seeds mark their rows, and private.keep_as_own unmarks a row whose words change. They
-- are removed together by the function public.remove_samples, as the caller.

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.media_coverage;
