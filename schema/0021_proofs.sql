-- Files that visitors send with a form: a picture that proves a purchase, with a review, and a document, with
-- an offer of sponsorship. The file comes before its row, under the id that the browser has made for the row:
-- so there is one file for each row, and the row then names it. A file that no row names after a day is
-- deleted by the schedule site-uploads.

set local role supabase_storage_admin;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('review-proofs', 'review-proofs', false, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']),
  ('sponsor-attachments', 'sponsor-attachments', false, 10 * 1024 * 1024, array[
    'application/pdf',
    'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/jpeg', 'image/png', 'image/webp'
  ]);
-- All files together: visitors cannot fill the disk.
insert into toubkal_storage.quotas (bucket_id, total_size_limit) values
  ('review-proofs', 1024::bigint * 1024 * 1024),
  ('sponsor-attachments', 2048::bigint * 1024 * 1024);

reset role;

-- Definer: a visitor may read neither a review that waits nor an inquiry. It says of one bucket and one id
-- whether there is no row yet.
create function private.awaits_file(bucket text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when awaits_file.path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
    when awaits_file.bucket = 'review-proofs'
      then not exists (select from public.book_reviews r where r.id = awaits_file.path::uuid)
    when awaits_file.bucket = 'sponsor-attachments'
      then not exists (select from public.sponsorship_inquiries i where i.id = awaits_file.path::uuid)
    else false
  end
$$;
comment on function private.awaits_file(text, text) is 'Whether a file may be sent for a row: its path is the id of a row that is not there yet. Definer: reads whether a row with this id exists, which no visitor may.';
grant select on public.sponsorship_inquiries to toubkal_owner;
alter function private.awaits_file(text, text) owner to toubkal_owner;
revoke execute on function private.awaits_file(text, text) from public;
grant execute on function private.awaits_file(text, text) to anon, authenticated, service_role;

alter table public.book_reviews add column proof_path text
  constraint book_reviews_proof_path_own check (proof_path = id::text);
comment on column public.book_reviews.purchase_image_url is 'The proof of purchase of a review from before the storage API.';
comment on column public.book_reviews.proof_path is 'The picture that proves the purchase, in the bucket review-proofs, which admins alone read.';

-- Definer: a visitor may read no object. It reads whether the one of this row is there.
create function private.claim_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from storage.objects where bucket_id = 'review-proofs' and name = new.proof_path) then
    raise exception 'the proof of purchase has not been uploaded' using
      errcode = 'check_violation', constraint = 'book_reviews_proof_path_there', schema = 'public', table = 'book_reviews';
  end if;
  return new;
end
$$;
comment on function private.claim_proof() is 'A review names a proof only if it was uploaded. Definer: reads whether that one object exists.';
alter function private.claim_proof() owner to toubkal_owner;

create trigger book_reviews_40_claim_proof before insert on public.book_reviews
  for each row when (new.proof_path is not null) execute function private.claim_proof();
create trigger book_reviews_80_delete_proof after delete or update of proof_path on public.book_reviews
  for each row execute function storage.delete_object_of_row('review-proofs', 'proof_path');

alter table public.sponsorship_inquiries
  add column attachment_path text
    constraint sponsorship_inquiries_attachment_path_own check (attachment_path = id::text),
  add column attachment_name text
    constraint sponsorship_inquiries_attachment_name_length check (char_length(attachment_name) <= 200)
    constraint sponsorship_inquiries_attachment_name_format check (attachment_name ~ '\S' and attachment_name !~ '[/\\[:cntrl:]]'),
  add column attachment_type text,
  add column attachment_size bigint,
  add constraint sponsorship_inquiries_attachment_whole check (
    num_nulls(attachment_path, attachment_name, attachment_type, attachment_size) in (0, 4)
  );
comment on column public.sponsorship_inquiries.attachment_path is 'A document that was sent along, in the bucket sponsor-attachments, which admins alone read.';
comment on column public.sponsorship_inquiries.attachment_name is 'As the file was called on the sender''s device.';
comment on column public.sponsorship_inquiries.attachment_type is 'The content type that it was uploaded with.';
comment on column public.sponsorship_inquiries.attachment_size is 'Bytes.';

-- Definer: a visitor may read no object. It copies type and size of the one of this row.
create function private.claim_attachment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.attachment_type := null;
  new.attachment_size := null;
  if new.attachment_path is not null then
    select metadata ->> 'mimetype', (metadata ->> 'size')::bigint into new.attachment_type, new.attachment_size
      from storage.objects where bucket_id = 'sponsor-attachments' and name = new.attachment_path;
    if not found then
      raise exception 'the attachment has not been uploaded' using
        errcode = 'check_violation', constraint = 'sponsorship_inquiries_attachment_there', schema = 'public', table = 'sponsorship_inquiries';
    end if;
  end if;
  return new;
end
$$;
comment on function private.claim_attachment() is 'An inquiry names an attachment only if it was uploaded; type and size are those of the file. Definer: reads type and size of that one object.';
alter function private.claim_attachment() owner to toubkal_owner;

create trigger sponsorship_inquiries_40_claim_attachment before insert on public.sponsorship_inquiries
  for each row execute function private.claim_attachment();
create trigger sponsorship_inquiries_80_delete_attachment after delete or update of attachment_path on public.sponsorship_inquiries
  for each row execute function storage.delete_object_of_row('sponsor-attachments', 'attachment_path');

-- The name of a file may name a person.
select private.audit('public.sponsorship_inquiries', hidden => '{name, email, organization, message, attachment_name}');
