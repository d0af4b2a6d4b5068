-- The audit log with the names of records and people, to be shown and searched. The log itself keeps ids: what
-- visitors write about themselves must be erasable.

-- Inlined into queries, so that each entry costs one look-up by key. Invoker: a name is read by who may read it.
create function public.record_name(table_name text, row_id text) returns text
language sql stable parallel safe
return coalesce(
  case record_name.table_name
    when 'admin_users' then (select coalesce(full_name, email) from public.admin_users where id = record_name.row_id::uuid)
    when 'awards' then (select title_en from public.awards where id = record_name.row_id::uuid)
    when 'blog_posts' then (select title_en from public.blog_posts where id = record_name.row_id::uuid)
    when 'book_orders' then (select concat_ws(', ', order_number, buyer_name) from public.book_orders where id = record_name.row_id::uuid)
    when 'book_review_contacts' then (select name from public.book_reviews where id = record_name.row_id::uuid)
    when 'book_reviews' then (select name from public.book_reviews where id = record_name.row_id::uuid)
    when 'contact_submissions' then (select name from public.contact_submissions where id = record_name.row_id::uuid)
    when 'expedition_pictures' then (select name_en from public.expeditions where id = split_part(record_name.row_id, ',', 1)::uuid)
    when 'expeditions' then (select name_en from public.expeditions where id = record_name.row_id::uuid)
    when 'media_coverage' then (select title_en from public.media_coverage where id = record_name.row_id::uuid)
    when 'media_highlights' then (select title_en from public.media_highlights where id = record_name.row_id::uuid)
    when 'newsletter_subscribers' then (select email from public.newsletter_subscribers where id = record_name.row_id::uuid)
    when 'newsletters' then (select coalesce(nullif(subject_en, ''), nullif(subject_fr, ''), subject_ar) from public.newsletters where id = record_name.row_id::uuid)
    when 'pictures' then (select name from public.pictures where id = record_name.row_id::uuid)
    when 'retreat_inquiries' then (select name from public.retreat_inquiries where id = record_name.row_id::uuid)
    when 'speaking_inquiries' then (select name from public.speaking_inquiries where id = record_name.row_id::uuid)
    when 'speaking_topics' then (select title_en from public.speaking_topics where id = record_name.row_id::uuid)
    when 'sponsorship_inquiries' then (select name from public.sponsorship_inquiries where id = record_name.row_id::uuid)
    when 'testimonials' then (select author_name from public.testimonials where id = record_name.row_id::uuid)
  end,
  (select t.name from public.trash t where t.table_name = record_name.table_name and t.row_id = record_name.row_id order by t.id desc limit 1)
);
comment on function public.record_name(text, text) is 'What a row is called, for people: of a deleted one as the trash has it. Null where it has no name, or none that the caller may read.';
revoke execute on function public.record_name(text, text) from public;
grant execute on function public.record_name(text, text) to authenticated, service_role;

create index trash_row_idx on public.trash (table_name, row_id, id desc);

create view public.audit_entries with (security_invoker) as
select l.*, public.record_name(l.table_name, l.row_id) as record_name, a.full_name as actor_name
from public.audit_log l left join public.admin_users a on a.auth_user_id = l.actor;
comment on view public.audit_entries is 'The audit log, with names.';
comment on column public.audit_entries.record_name is 'What the row is called now.';
comment on column public.audit_entries.actor_name is 'What the admin is called now; null for others.';
