-- The peaks. Anyone reads the published ones; admins write.

alter table public.expeditions enable row level security;
alter table public.expeditions force row level security;

revoke all on table public.expeditions from anon, authenticated, service_role;
grant select on public.expeditions to anon, authenticated;
grant insert (
  slug, name_en, name_fr, name_ar, year, height_m, continent, country, location, location_fr, location_ar,
  flag, route, route_fr, route_ar, duration_days, temperature, team_size, description_en, description_fr,
  description_ar, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt, picture_id, hero_image_url,
  hero_image_alt_en, hero_image_alt_fr, hero_image_alt_ar, display_order, published
) on public.expeditions to authenticated;
grant update (
  slug, name_en, name_fr, name_ar, year, height_m, continent, country, location, location_fr, location_ar,
  flag, route, route_fr, route_ar, duration_days, temperature, team_size, description_en, description_fr,
  description_ar, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt, picture_id, hero_image_url,
  hero_image_alt_en, hero_image_alt_fr, hero_image_alt_ar, display_order, published,
  updated_at
) on public.expeditions to authenticated;
grant delete on public.expeditions to authenticated;
grant all on table public.expeditions to service_role;

create policy expeditions_select_public on public.expeditions for select to anon, authenticated
  using (published);
comment on policy expeditions_select_public on public.expeditions is
  'Anyone reads published expeditions.';

create policy expeditions_select_admin on public.expeditions for select to authenticated
  using ((select public.is_admin()));
comment on policy expeditions_select_admin on public.expeditions is
  'Admins read all expeditions, published or not.';

create policy expeditions_insert_admin on public.expeditions for insert to authenticated
  with check ((select public.is_admin()));
comment on policy expeditions_insert_admin on public.expeditions is
  'Admins add expeditions.';

create policy expeditions_update_admin on public.expeditions for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy expeditions_update_admin on public.expeditions is
  'Admins edit, publish and hide expeditions.';

create policy expeditions_delete_admin on public.expeditions for delete to authenticated
  using ((select public.is_admin()));
comment on policy expeditions_delete_admin on public.expeditions is
  'Admins delete expeditions.';

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.expeditions;
