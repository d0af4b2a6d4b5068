-- The record of an order is what was ordered, without the column that it is searched by.

create or replace view public.form_submissions with (security_invoker = true) as
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
