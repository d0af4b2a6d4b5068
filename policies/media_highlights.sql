-- The carousel of highlights. Anyone reads the published ones; admins write.

alter table public.media_highlights enable row level security;
alter table public.media_highlights force row level security;

revoke all on table public.media_highlights from anon, authenticated, service_role;
grant select on public.media_highlights to anon, authenticated;
grant insert (
  title_en, title_fr, title_ar, description_en, description_fr, description_ar, date, picture_id, image_url,
  image_alt_en, image_alt_fr, image_alt_ar,
  link_url, outlet, outlet_fr, outlet_ar, display_order, published
) on public.media_highlights to authenticated;
grant update (
  title_en, title_fr, title_ar, description_en, description_fr, description_ar, date, picture_id, image_url,
  image_alt_en, image_alt_fr, image_alt_ar,
  link_url, outlet, outlet_fr, outlet_ar, display_order, published, updated_at
) on public.media_highlights to authenticated;
grant delete on public.media_highlights to authenticated;
grant all on table public.media_highlights to service_role;

create policy media_highlights_select_public on public.media_highlights for select to anon, authenticated
  using (published);
comment on policy media_highlights_select_public on public.media_highlights is
  'Anyone reads published highlights.';

create policy media_highlights_select_admin on public.media_highlights for select to authenticated
  using ((select public.is_admin()));
comment on policy media_highlights_select_admin on public.media_highlights is
  'Admins read all highlights, published or not.';

create policy media_highlights_insert_admin on public.media_highlights for insert to authenticated
  with check ((select public.is_admin()));
comment on policy media_highlights_insert_admin on public.media_highlights is
  'Admins add highlights.';

create policy media_highlights_update_admin on public.media_highlights for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy media_highlights_update_admin on public.media_highlights is
  'Admins edit, publish and hide highlights.';

create policy media_highlights_delete_admin on public.media_highlights for delete to authenticated
  using ((select public.is_admin()));
comment on policy media_highlights_delete_admin on public.media_highlights is
  'Admins delete highlights.';

-- no writing of sample: the seeds mark their rows, and private.keep_as_own unmarks a row whose words change. They
-- are removed together by the function public.remove_samples, as the caller.

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.media_highlights;
