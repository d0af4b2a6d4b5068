-- A new review has a place of its own, before all others, until an admin gives it another.

create index book_reviews_display_order_idx on public.book_reviews (display_order);
comment on column public.book_reviews.display_order is 'Ascending on the site. A new review comes first, until an admin gives it another place.';
comment on column public.book_reviews.featured is 'Marked on the site as chosen by the author.';

-- Definer: a visitor does not see the reviews that wait, and learns nothing here but a number.
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

create trigger book_reviews_15_place_first before insert on public.book_reviews
  for each row when (private.is_api_caller()) execute function private.place_review_first();
