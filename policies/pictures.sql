-- The library of pictures. Anyone reads a picture that is shown on a page that they may read; admins read and
-- write all. The tables in the first policy are read as the caller, so a draft's picture is not public.

alter table public.pictures enable row level security;
alter table public.pictures force row level security;

revoke all on table public.pictures from anon, authenticated, service_role;
grant select on public.pictures to anon, authenticated;
grant insert (
  id, name, path, width, height, placeholder, focal_x, focal_y, crop, original_path, alt_en, alt_fr, alt_ar,
  credit_en, credit_fr, credit_ar, tags
) on public.pictures to authenticated;
grant update (
  name, path, width, height, placeholder, focal_x, focal_y, crop, original_path, alt_en, alt_fr, alt_ar,
  credit_en, credit_fr, credit_ar, tags, updated_at
) on public.pictures to authenticated;
grant delete on public.pictures to authenticated;
grant all on table public.pictures to service_role;

create policy pictures_select_public on public.pictures for select to anon, authenticated
  using (
    exists (select from public.expeditions e where e.picture_id = pictures.id)
    or exists (select from public.expedition_pictures g where g.picture_id = pictures.id)
    or exists (select from public.blog_posts p where p.picture_id = pictures.id)
    or exists (select from public.media_highlights h where h.picture_id = pictures.id)
    or exists (select from public.media_coverage c where c.picture_id = pictures.id)
    or exists (select from public.awards a where a.picture_id = pictures.id)
    or exists (select from public.testimonials t where t.picture_id = pictures.id)
    or exists (
      select from public.site_settings s where s.key in ('story.portrait', 'book.cover') and s.value = to_jsonb(pictures.id)
    )
  );
comment on policy pictures_select_public on public.pictures is
  'Anyone reads the pictures of pages that they may read.';

create policy pictures_select_admin on public.pictures for select to authenticated
  using ((select public.is_admin()));
comment on policy pictures_select_admin on public.pictures is
  'Admins read all pictures.';

create policy pictures_insert_admin on public.pictures for insert to authenticated
  with check ((select public.is_admin()));
comment on policy pictures_insert_admin on public.pictures is
  'Admins add pictures.';

create policy pictures_update_admin on public.pictures for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy pictures_update_admin on public.pictures is
  'Admins describe, crop and replace pictures.';

create policy pictures_delete_admin on public.pictures for delete to authenticated
  using ((select public.is_admin()));
comment on policy pictures_delete_admin on public.pictures is
  'Admins delete pictures. The trigger private.refuse_used_picture keeps those that are shown.';

-- no insert or update of bytes and content_type: the storage API says them.

-- realtime: a picture that is added or described in one browser appears in the others.
alter publication supabase_realtime add table public.pictures;
