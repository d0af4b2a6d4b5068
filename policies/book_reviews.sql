-- Reviews of the book. Anyone reads the approved ones, all columns: the e-mail is always empty here
-- (see book_review_contacts). Anyone writes one, which waits for approval; admins decide.

alter table public.book_reviews enable row level security;
alter table public.book_reviews force row level security;

revoke all on table public.book_reviews from anon, authenticated, service_role;
grant select on public.book_reviews to anon, authenticated;
grant insert (
  id, name, email, rating, comment_en, comment_fr, comment_ar, status, verified, featured, proof_path
) on public.book_reviews to anon, authenticated;
-- status, verified, featured: the form sends them; the trigger forces them for all but admins.
grant update (status, verified, featured, display_order, updated_at) on public.book_reviews to authenticated;
grant delete on public.book_reviews to authenticated;
grant all on table public.book_reviews to service_role;

create policy book_reviews_select_public on public.book_reviews for select to anon, authenticated
  using (status = 'approved');
comment on policy book_reviews_select_public on public.book_reviews is
  'Anyone reads approved reviews.';

create policy book_reviews_select_admin on public.book_reviews for select to authenticated
  using ((select public.is_admin()));
comment on policy book_reviews_select_admin on public.book_reviews is
  'Admins read all reviews.';

create policy book_reviews_insert_public on public.book_reviews for insert to anon, authenticated
  with check (status = 'pending' and not verified and not featured);
comment on policy book_reviews_insert_public on public.book_reviews is
  'Anyone writes a review; it waits for approval.';

create policy book_reviews_insert_admin on public.book_reviews for insert to authenticated
  with check ((select public.is_admin()));
comment on policy book_reviews_insert_admin on public.book_reviews is
  'Admins add reviews in any state.';

create policy book_reviews_update_admin on public.book_reviews for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy book_reviews_update_admin on public.book_reviews is
  'Admins approve, reject, verify, feature and order reviews.';

create policy book_reviews_delete_admin on public.book_reviews for delete to authenticated
  using ((select public.is_admin()));
comment on policy book_reviews_delete_admin on public.book_reviews is
  'Admins delete reviews.';

-- no update of name, rating or comments: a review is shown as written or not at all.
-- no insert of display_order: the trigger private.place_review_first gives a new review its place.
-- no writing of the two addresses of pictures: a proof is a file that is uploaded before (see storage.objects),
-- and its path, the review's own id, stays as it was sent.
-- no writing of sample (the seeds mark their rows) nor of ordered (private.find_order_of_review looks for the order).

-- realtime: a review that waits shows on the desk at once, and a decision at every desk.
alter publication supabase_realtime add table public.book_reviews;
