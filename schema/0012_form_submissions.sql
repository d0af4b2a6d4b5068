-- Everything that came in by a form, in one list. A message that was made a speaking inquiry is listed as
-- that inquiry only. The record of an order is what was ordered, without the column that it is searched by.
--
-- Each branch is one bare table, and what leaves a row out stands outside of them: only so does
-- PostgreSQL merge the five indexes on created_at instead of reading and sorting all rows for a page.

create view public.form_submissions with (security_invoker = true) as
select form_type, id, name, email, phone, message, status, created_at, updated_at, assigned_to,
  notes, record
from (
  select 'contact' as form_type, c.id, c.name, c.email, null::text as phone, c.message, c.status, c.created_at,
    c.updated_at, c.assigned_to, c.notes, to_jsonb(c) as record,
    exists (select from public.speaking_inquiries s where s.contact_submission_id = c.id) as converted
  from public.contact_submissions c
  union all
  select 'speaking', s.id, s.name, s.email, s.phone, s.message, s.status, s.created_at,
    s.updated_at, s.assigned_to, s.notes, to_jsonb(s), false
  from public.speaking_inquiries s
  union all
  select 'sponsorship', p.id, p.name, p.email, null::text, p.message, p.status, p.created_at,
    p.updated_at, p.assigned_to, p.notes, to_jsonb(p), false
  from public.sponsorship_inquiries p
  union all
  select 'retreat', r.id, r.name, r.email, r.phone, r.message, r.status, r.created_at,
    r.updated_at, r.assigned_to, r.notes, to_jsonb(r), false
  from public.retreat_inquiries r
  union all
  select 'book_order', o.id, o.buyer_name, o.buyer_email, o.buyer_phone, o.notes,
    case when o.fulfilled then 'fulfilled' when o.paid then 'paid' when o.confirmed then 'confirmed' end,
    o.created_at, o.updated_at, null::uuid, o.notes, to_jsonb(o) - 'search_text', false
  from public.book_orders o
) as submissions
where not converted;
comment on view public.form_submissions is 'Contact, speaking, sponsorship and retreat inquiries and book orders in one list; what a caller sees of it is what the policies of those tables let through.';
comment on column public.form_submissions.form_type is 'contact, speaking, sponsorship, retreat or book_order.';
comment on column public.form_submissions.message is 'Of an order its notes.';
comment on column public.form_submissions.status is 'new, read or responded; of an order the furthest of confirmed, paid and fulfilled, null where it is none of them.';
comment on column public.form_submissions.record is 'The row as it is in its own table.';

-- Invoker: the policies decide what is counted.
create function public.inquiry_ages()
returns table (form_type text, waiting bigint, oldest timestamptz, oldest_id uuid)
language sql stable security invoker
begin atomic
  select w.form_type, count(*), min(w.created_at), (array_agg(w.id order by w.created_at, w.id))[1]
  from public.form_submissions w
  where w.form_type <> 'book_order' and w.status in ('new', 'read')
  group by w.form_type
  order by min(w.created_at);
end;
comment on function public.inquiry_ages() is
  'For each form with inquiries that nobody has answered: how many wait, and the oldest of them. Oldest first.';
revoke execute on function public.inquiry_ages() from public;
grant execute on function public.inquiry_ages() to authenticated, service_role;
