-- The combined list of inquiries and book orders is searched: of an order by its stored text. Folding the texts of
-- 100,000 orders for each search takes seconds.
create or replace view public.form_submissions with (security_invoker = true) as
select form_type, id, name, email, phone, message, status, created_at, updated_at, assigned_to,
  notes, record,
  replied, case when form_type <> 'book_order' and status in ('new', 'read') and not replied then created_at end as waiting_since,
  search_text
from (
  select 'contact' as form_type, c.id, c.name, c.email, null::text as phone, c.message, c.status, c.created_at,
    c.updated_at, c.assigned_to, c.notes, to_jsonb(c) as record,
    exists (select from public.speaking_inquiries s where s.contact_submission_id = c.id) as converted,
    exists (select from public.inquiry_replies r where r.inquiry_id = c.id and r.state <> 'failed') as replied,
    private.folded(concat_ws(E'\n', c.name, c.email, c.message, c.subject)) as search_text
  from public.contact_submissions c
  union all
  select 'speaking', s.id, s.name, s.email, s.phone, s.message, s.status, s.created_at,
    s.updated_at, s.assigned_to, s.notes, to_jsonb(s), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = s.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', s.name, s.email, s.phone, s.message, s.organization))
  from public.speaking_inquiries s
  union all
  select 'sponsorship', p.id, p.name, p.email, null::text, p.message, p.status, p.created_at,
    p.updated_at, p.assigned_to, p.notes, to_jsonb(p), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = p.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', p.name, p.email, p.message, p.organization))
  from public.sponsorship_inquiries p
  union all
  select 'retreat', r.id, r.name, r.email, r.phone, r.message, r.status, r.created_at,
    r.updated_at, r.assigned_to, r.notes, to_jsonb(r), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = r.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', r.name, r.email, r.phone, r.message))
  from public.retreat_inquiries r
  union all
  select 'book_order', o.id, o.buyer_name, o.buyer_email, o.buyer_phone, o.notes,
    case when private.is_order_ended(o.order_status) then o.order_status
      when o.fulfilled then 'fulfilled' when o.paid then 'paid' when o.confirmed then 'confirmed' end,
    o.created_at, o.updated_at, null::uuid, o.notes, to_jsonb(o) - 'search_text', false, false,
    o.search_text collate "default"
  from public.book_orders o
) as submissions
where not converted;
comment on column public.form_submissions.search_text is 'Name, e-mail, phone, message, subject and organization, folded: to be searched. Of an order its search_text.';
