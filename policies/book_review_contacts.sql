-- The e-mails of reviewers, kept apart because anyone may read an approved review. Only a trigger on
-- book_reviews writes here, whoever sent the review; admins read.

alter table public.book_review_contacts enable row level security;
alter table public.book_review_contacts force row level security;

revoke all on table public.book_review_contacts from anon, authenticated, service_role;
grant select on public.book_review_contacts to authenticated;
grant all on table public.book_review_contacts to service_role;

create policy book_review_contacts_select_admin on public.book_review_contacts for select to authenticated
  using ((select public.is_admin()));
comment on policy book_review_contacts_select_admin on public.book_review_contacts is
  'Admins read reviewers'' e-mails.';

-- no insert, update: the trigger private.move_reviewer_email does it.
-- no delete: a contact goes with its review.
