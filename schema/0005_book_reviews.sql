-- Readers' reviews. Anyone reads all columns of approved ones, so a reviewer's e-mail must never be
-- in the row: it is stored in a table of its own, for admins.

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

create table public.book_reviews (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint book_reviews_name_length check (name ~ '\S' and char_length(name) <= 200),
  email text
    constraint book_reviews_email_moved check (email is null),
  rating smallint not null default 5
    constraint book_reviews_rating_range check (rating between 1 and 5),
  comment_en text
    constraint book_reviews_comment_en_length check (char_length(comment_en) <= 10000),
  comment_fr text
    constraint book_reviews_comment_fr_length check (char_length(comment_fr) <= 10000),
  comment_ar text
    constraint book_reviews_comment_ar_length check (char_length(comment_ar) <= 10000),
  status text not null default 'pending'
    constraint book_reviews_status_known check (status in ('pending', 'approved', 'rejected')),
  verified boolean not null default false,
  featured boolean not null default false,
  display_order int not null default 0,
  reviewer_image_url text
    constraint book_reviews_reviewer_image_url_format check (reviewer_image_url ~ '^(https?://|/)' and char_length(reviewer_image_url) <= 2000),
  purchase_image_url text
    constraint book_reviews_purchase_image_url_format check (purchase_image_url ~ '^(https?://|/)' and char_length(purchase_image_url) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sample boolean not null default false,
  proof_path text
    constraint book_reviews_proof_path_own check (proof_path = id::text),
  ordered boolean not null default false,
  constraint book_reviews_comment_given check (
    coalesce(comment_en, '') || coalesce(comment_fr, '') || coalesce(comment_ar, '') ~ '\S'
  ),
  constraint book_reviews_featured_not_rejected check (not (featured and status = 'rejected'))
);
comment on table public.book_reviews is 'Reviews of the book; shown once an admin has approved them.';
comment on column public.book_reviews.email is 'Accepted on insert and always empty: moved to book_review_contacts.';
comment on column public.book_reviews.verified is 'An admin has verified the purchase. Visitors are told so where "ordered" is true as well.';
comment on column public.book_reviews.purchase_image_url is 'The proof of purchase of a review from before the storage API.';
comment on column public.book_reviews.display_order is 'Ascending on the site. A new review comes first, until an admin gives it another place.';
comment on column public.book_reviews.featured is 'Marked on the site as chosen by the author.';
create index book_reviews_status_idx on public.book_reviews (status, display_order);
create index book_reviews_created_at_idx on public.book_reviews (created_at desc);
create index book_reviews_display_order_idx on public.book_reviews (display_order);
comment on column public.book_reviews.proof_path is 'The picture that proves the purchase, in the bucket review-proofs, which admins alone read.';
comment on column public.book_reviews.ordered is 'When it was verified, there was an order, paid or fulfilled, with the e-mail of the reviewer.';

-- Deferrable: the contact is written just before its review.
create table public.book_review_contacts (
  review_id uuid primary key
    constraint book_review_contacts_review_id_fkey references public.book_reviews (id) on delete cascade
    deferrable initially deferred,
  email text not null
    constraint book_review_contacts_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$')
);
comment on table public.book_review_contacts is 'The e-mail of a reviewer who gave one. Never public.';

create function private.force_pending_review() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.status := 'pending';
  new.verified := false;
  new.featured := false;
  new.display_order := 0;
  new.reviewer_image_url := null;
  new.purchase_image_url := null;
  return new;
end
$$;
comment on function private.force_pending_review() is 'A visitor''s review waits for approval, unverified, not featured.';

-- Definer: the caller may not write book_review_contacts. It writes only the contact of this
-- row, and none where a review of that id exists already: an insert that ends in "on conflict do nothing"
-- fires this trigger too, and must not give its e-mail to another's review.
create function private.move_reviewer_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    insert into public.book_review_contacts (review_id, email) values (new.id, new.email)
      on conflict (review_id) do update set email = excluded.email;
  elsif not exists (select from public.book_reviews where id = new.id) then
    insert into public.book_review_contacts (review_id, email) values (new.id, new.email);
  end if;
  new.email := null;
  return new;
end
$$;
comment on function private.move_reviewer_email() is 'Keeps e-mails out of book_reviews. Definer: writes the contact of the review at hand, which no caller may.';
alter function private.move_reviewer_email() owner to toubkal_owner;

create function private.empty_reviewer_email() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email := null;
  return new;
end
$$;
comment on function private.empty_reviewer_email() is 'An e-mail field left blank in the form is no e-mail.';

-- Definer: a visitor may not read the pending reviews, and learns nothing here but a number.
create function private.place_review_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.display_order := coalesce((select min(display_order) from public.book_reviews), 1) - 1;
  return new;
end
$$;
comment on function private.place_review_first() is 'A new review comes before all others. Definer: reads the lowest display_order, which no visitor may.';
alter function private.place_review_first() owner to toubkal_owner;

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
alter function private.awaits_file(text, text) owner to toubkal_owner;

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

-- Definer: nobody but admins may read orders, and the contact of a review that is being written is not there for its
-- writer. It answers with one bit, on a row that only admins verify.
create function private.find_order_of_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.ordered := new.verified and exists (
    select from public.book_review_contacts c join public.book_orders o on lower(o.buyer_email) = lower(c.email)
    where c.review_id = new.id and (o.paid or o.fulfilled)
  );
  return new;
end
$$;
comment on function private.find_order_of_review() is 'Looks for the order behind a verified review. Definer: reads contacts and orders, which the caller may not.';
alter function private.find_order_of_review() owner to toubkal_owner;

create function private.unfeature_rejected() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.featured := false;
  return new;
end
$$;
comment on function private.unfeature_rejected() is 'A review that is rejected is not featured any more.';

create trigger book_reviews_10_force_pending before insert on public.book_reviews
  for each row when (private.is_visitor()) execute function private.force_pending_review();
create trigger book_reviews_15_place_first before insert on public.book_reviews
  for each row when (private.is_api_caller()) execute function private.place_review_first();
create trigger book_reviews_20_empty_email before insert or update of email on public.book_reviews
  for each row when (new.email !~ '\S') execute function private.empty_reviewer_email();
create trigger book_reviews_30_move_email before insert or update of email on public.book_reviews
  for each row when (new.email is not null) execute function private.move_reviewer_email();
create trigger book_reviews_90_touch before update on public.book_reviews
  for each row execute function private.touch();
create trigger book_reviews_40_claim_proof before insert on public.book_reviews
  for each row when (new.proof_path is not null) execute function private.claim_proof();
create trigger book_reviews_80_delete_proof after delete or update of proof_path on public.book_reviews
  for each row execute function storage.delete_object_of_row('review-proofs', 'proof_path');
create trigger sponsorship_inquiries_40_claim_attachment before insert on public.sponsorship_inquiries
  for each row execute function private.claim_attachment();
create trigger book_reviews_60_find_order before insert or update of verified, ordered on public.book_reviews
  for each row execute function private.find_order_of_review();
create trigger book_reviews_20_unfeature_rejected before update of status on public.book_reviews
  for each row when (new.status = 'rejected' and old.status <> 'rejected') execute function private.unfeature_rejected();

grant select on public.book_reviews to toubkal_owner;
grant select, insert, update on public.book_review_contacts to toubkal_owner;
select private.audit('public.book_reviews', hidden => '{name}');
select private.audit('public.book_review_contacts', hidden => '{email}');
grant select on public.sponsorship_inquiries to toubkal_owner;
revoke execute on function private.awaits_file(text, text) from public;
grant execute on function private.awaits_file(text, text) to anon, authenticated, service_role;

-- The name of a file may name a person.
select private.audit('public.sponsorship_inquiries', hidden => '{name, email, organization, message, attachment_name}');
comment on column public.sponsorship_inquiries.attachment_path is 'A document that was sent along, in the bucket sponsor-attachments, which admins alone read.';
comment on column public.sponsorship_inquiries.attachment_name is 'As the file was called on the sender''s device.';
comment on column public.sponsorship_inquiries.attachment_type is 'The content type that it was uploaded with.';
comment on column public.sponsorship_inquiries.attachment_size is 'Bytes.';
