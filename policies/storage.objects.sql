-- The files of pictures, in the buckets media (public: who knows an address may download it, no policy is
-- asked) and media_originals. Admins upload and list; a file is written once; the file of a picture goes with
-- its row, never alone.
--
-- And files that visitors send with a form: a proof of purchase with a review, a document with an offer of
-- sponsorship. A visitor uploads one before the row of the form, under the row's id; never reads, lists,
-- overwrites or deletes one. Admins read them. Limits on size and type are the buckets'.
--
-- Row security is not forced: the owner is the storage API itself, which reads limits and public buckets.

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

create policy objects_select_form_admin on storage.objects for select to authenticated
  using (bucket_id in ('review-proofs', 'sponsor-attachments') and (select public.is_admin()));
comment on policy objects_select_form_admin on storage.objects is
  'Admins read the files that were sent with forms.';

create policy objects_insert_form_public on storage.objects for insert to anon, authenticated
  with check (
    bucket_id in ('review-proofs', 'sponsor-attachments')
    and user_metadata is null
    and (select storage.allow_only_operation('object.upload'))
    and private.awaits_file(bucket_id, name)
  );
comment on policy objects_insert_form_public on storage.objects is
  'Anyone sends one file with a form, before the form itself.';

-- no update: a file is never overwritten or moved. One that replaces it has a path of its own.
-- no delete of a form's file: it goes with its row, or after a day without one.
