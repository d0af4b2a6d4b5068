-- The files of pictures, in the buckets media (public: who knows an address may download it, no policy is
-- asked) and media_originals. Admins upload and list; a file is written once; the file of a picture goes with
-- its row, never alone.

alter table storage.objects enable row level security;

-- As the storage API made them: no row passes without a policy.
revoke all on table storage.objects from anon, authenticated, service_role;
grant all on table storage.objects to anon, authenticated, service_role;

create policy objects_select_admin on storage.objects for select to authenticated
  using (bucket_id in ('media', 'media_originals') and (select public.is_admin()));
comment on policy objects_select_admin on storage.objects is
  'Admins list the files of pictures, and download those that are not public.';

create policy objects_insert_admin on storage.objects for insert to authenticated
  with check (
    bucket_id in ('media', 'media_originals')
    and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png|webp)$'
    and (select public.is_admin())
  );
comment on policy objects_insert_admin on storage.objects is
  'Admins upload files of pictures.';

create policy objects_delete_admin on storage.objects for delete to authenticated
  using (
    bucket_id in ('media', 'media_originals')
    and (select public.is_admin())
    and not exists (select from public.pictures p where p.path = objects.name or p.original_path = objects.name)
  );
comment on policy objects_delete_admin on storage.objects is
  'Admins delete files that no picture has, such as those of an upload that failed.';

-- no update: a file is never overwritten or moved. One that replaces it has a path of its own.
