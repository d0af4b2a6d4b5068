-- What the author has chosen to feature is not what was rejected: a rejected review was marked on the site again as soon
-- as it was approved.

update public.book_reviews set featured = false where featured and status = 'rejected';

create function private.unfeature_rejected() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.featured := false;
  return new;
end
$$;
comment on function private.unfeature_rejected() is 'A review that is rejected is not featured any more.';
create trigger book_reviews_20_unfeature_rejected before update of status on public.book_reviews
  for each row when (new.status = 'rejected' and old.status <> 'rejected') execute function private.unfeature_rejected();

alter table public.book_reviews
  add constraint book_reviews_featured_not_rejected check (not (featured and status = 'rejected'));
