-- "Verified purchase" is said of a review only where an order of this shop is behind it. The switch "verified" stays
-- the admin's; the database adds whether there is such an order.

alter table public.book_reviews add column ordered boolean not null default false;
comment on column public.book_reviews.verified is 'An admin has verified the purchase. Visitors are told so where "ordered" is true as well.';
comment on column public.book_reviews.ordered is 'When it was verified, there was an order, paid or fulfilled, with the e-mail of the reviewer.';

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

create trigger book_reviews_60_find_order before insert or update of verified, ordered on public.book_reviews
  for each row execute function private.find_order_of_review();

-- Reviews that were verified before.
alter table public.book_reviews disable trigger user;
update public.book_reviews r set ordered = true
  from public.book_review_contacts c join public.book_orders o on lower(o.buyer_email) = lower(c.email)
  where r.verified and c.review_id = r.id and (o.paid or o.fulfilled);
alter table public.book_reviews enable trigger user;
