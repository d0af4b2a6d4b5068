-- Readers' reviews. Anyone reads all columns of approved ones, so a reviewer's e-mail must never be
-- in the row: it is stored in a table of its own, for admins.

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
  constraint book_reviews_comment_given check (
    coalesce(comment_en, '') || coalesce(comment_fr, '') || coalesce(comment_ar, '') ~ '\S'
  )
);
comment on table public.book_reviews is 'Reviews of the book; shown once an admin has approved them.';
comment on column public.book_reviews.email is 'Accepted on insert and always empty: moved to book_review_contacts.';
comment on column public.book_reviews.verified is 'An admin has seen a proof of purchase.';
comment on column public.book_reviews.purchase_image_url is 'The proof of purchase.';
comment on column public.book_reviews.display_order is 'Ascending on the site. A new review comes first, until an admin gives it another place.';
comment on column public.book_reviews.featured is 'Marked on the site as chosen by the author.';
create index book_reviews_status_idx on public.book_reviews (status, display_order);
create index book_reviews_created_at_idx on public.book_reviews (created_at desc);
create index book_reviews_display_order_idx on public.book_reviews (display_order);

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
grant select on public.book_reviews to toubkal_owner;
grant select, insert, update on public.book_review_contacts to toubkal_owner;
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
select private.audit('public.book_reviews', hidden => '{name}');
select private.audit('public.book_review_contacts', hidden => '{email}');
