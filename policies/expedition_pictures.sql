-- The galleries of expeditions. Anyone reads the gallery of an expedition that they may read; admins write.

alter table public.expedition_pictures enable row level security;
alter table public.expedition_pictures force row level security;

revoke all on table public.expedition_pictures from anon, authenticated, service_role;
grant select on public.expedition_pictures to anon, authenticated;
grant insert (expedition_id, picture_id, display_order) on public.expedition_pictures to authenticated;
grant update (display_order) on public.expedition_pictures to authenticated;
grant delete on public.expedition_pictures to authenticated;
grant all on table public.expedition_pictures to service_role;

create policy expedition_pictures_select_public on public.expedition_pictures for select to anon, authenticated
  using (exists (select from public.expeditions e where e.id = expedition_pictures.expedition_id));
comment on policy expedition_pictures_select_public on public.expedition_pictures is
  'Anyone reads the galleries of expeditions that they may read.';

create policy expedition_pictures_insert_admin on public.expedition_pictures for insert to authenticated
  with check ((select public.is_admin()));
comment on policy expedition_pictures_insert_admin on public.expedition_pictures is
  'Admins add pictures to galleries.';

create policy expedition_pictures_update_admin on public.expedition_pictures for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy expedition_pictures_update_admin on public.expedition_pictures is
  'Admins sort galleries.';

create policy expedition_pictures_delete_admin on public.expedition_pictures for delete to authenticated
  using ((select public.is_admin()));
comment on policy expedition_pictures_delete_admin on public.expedition_pictures is
  'Admins take pictures out of galleries.';

-- All at once: the function public.save_expedition_gallery, as the caller.
