-- What the privacy page promises of time is kept by the database: a job calls public.expire_personal_data each hour.
-- The trash is emptied by it too, which until now happened only when something else was deleted.

-- Definer: no role may read the rows of the trash. It erases what is older than the privacy page says, 200 rows a call, so
-- that no call holds locks for long; the oldest come first.
create function public.expire_personal_data() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 200;
  inquiries_before constant timestamptz := now() - interval '24 months';
  orders_before constant timestamptz := now() - interval '10 years';
  subscribers_before constant timestamptz := now() - interval '30 days';
  trash_before constant timestamptz := now() - interval '30 days';
  records jsonb;
  emptied int;
begin
  select coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'id', e.id)), '[]') into records from (
    select 'contact' as source, c.id, c.created_at from public.contact_submissions c where c.created_at < inquiries_before
    union all select 'speaking', s.id, s.created_at from public.speaking_inquiries s where s.created_at < inquiries_before
    union all select 'sponsorship', p.id, p.created_at from public.sponsorship_inquiries p where p.created_at < inquiries_before
    union all select 'retreat', r.id, r.created_at from public.retreat_inquiries r where r.created_at < inquiries_before
    union all select 'review', v.id, v.created_at from public.book_reviews v where v.status = 'rejected' and v.created_at < inquiries_before
    union all select 'trashed_inquiry', t.row_id::uuid, t.deleted_at
      from public.trash t join private.trash_rows k on k.entry = t.id and k.table_name = t.table_name
      where private.is_inquiry(t.table_name) and (k.was ->> 'created_at')::timestamptz < inquiries_before
    union all select 'subscriber', n.id, n.created_at from public.newsletter_subscribers n
      where n.status = 'pending' and n.confirmed_at is null and greatest(n.created_at, n.asked_at) < subscribers_before
    union all select 'book_order', o.id, o.created_at from public.book_orders o where o.erased_at is null and o.created_at < orders_before
    order by 3, 2 limit most
  ) as e;
  if records <> '[]' then
    perform private.erase_records(records);
  end if;
  delete from public.trash where id in (
    select t.id from public.trash t where t.deleted_at < trash_before order by t.deleted_at limit most for update skip locked
  );
  get diagnostics emptied = row_count;
  return greatest(jsonb_array_length(records), emptied);
end
$$;
comment on function public.expire_personal_data() is 'Erases what is older than the privacy page says, as public.erase_person does: inquiries and rejected reviews of 24 months, in the trash too, subscriptions that were not confirmed in 30 days, and the buyers of orders of ten years. Empties the trash after 30 days. At most 200 rows of either; returns how many, so call it until it returns 0. For the server. Definer: erases these rows, and nothing else.';
alter function public.expire_personal_data() owner to toubkal_owner;
revoke execute on function public.expire_personal_data() from public, anon, authenticated;
grant execute on function public.expire_personal_data() to service_role;
