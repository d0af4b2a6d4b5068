-- The edition of an order has a column. It was the first line of the notes: "fr" or "ar", then what the team wrote.

alter table public.book_orders add column edition text
  constraint book_orders_edition_known check (edition in ('fr', 'ar'));
comment on column public.book_orders.edition is 'The language of the ordered book; null where it is not known.';
comment on column public.book_orders.notes is 'Of the team.';

-- The conversion is no edit of an order: updated_at and the audit log stay as they are.
alter table public.book_orders no force row level security;
alter table public.book_orders disable trigger user;
update public.book_orders set
  edition = substring(notes from '^(fr|ar)(?=\n|$)'),
  notes = nullif(regexp_replace(notes, '^(fr|ar)(\n|$)', ''), '')
where notes ~ '^(fr|ar)(\n|$)';
alter table public.book_orders enable trigger user;
alter table public.book_orders force row level security;

create function private.take_edition_of_notes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.edition := substring(new.notes from '^(fr|ar)(?=\n|$)');
  new.notes := nullif(regexp_replace(new.notes, '^(fr|ar)(\n|$)', ''), '');
  return new;
end
$$;
comment on function private.take_edition_of_notes() is 'An older client writes the edition into the first line of the notes: a page in a cache, and an order that waited without a network.';
create trigger book_orders_16_take_edition before insert on public.book_orders
  for each row when (new.edition is null and new.notes ~ '^(fr|ar)(\n|$)') execute function private.take_edition_of_notes();

create or replace function private.guard_order_content() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.order_status not in ('new', 'confirmed') and
    (new.shipping_address, new.shipping_city, new.shipping_postal_code, new.quantity, new.total_amount, new.currency, new.edition)
      is distinct from (old.shipping_address, old.shipping_city, old.shipping_postal_code, old.quantity, old.total_amount, old.currency, old.edition)
  then
    raise exception 'address, edition, copies and total of an order that is % cannot be changed', old.order_status using
      errcode = 'check_violation', constraint = 'book_orders_content_fixed', schema = 'public', table = 'book_orders';
  end if;
  if old.paid and new.paid and (new.quantity, new.total_amount, new.currency) is distinct from (old.quantity, old.total_amount, old.currency) then
    raise exception 'copies and total of an order that is paid cannot be changed' using
      errcode = 'check_violation', constraint = 'book_orders_paid_fixed', schema = 'public', table = 'book_orders';
  end if;
  return new;
end
$$;

create or replace function public.edit_order(
  order_id uuid, known timestamptz, changes jsonb, mail boolean default false, message text default null
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  was public.book_orders;
  wanted public.book_orders;
  changed text[];
begin
  select * into was from public.book_orders o where o.id = edit_order.order_id for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if was.updated_at <> known then
    raise exception 'the order was changed meanwhile' using errcode = 'PT409', hint = 'Read it again.';
  end if;
  select coalesce(array_agg(key), '{}') into changed from jsonb_object_keys(changes) as key;
  if not changed <@ '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount, edition, notes}' then
    raise exception 'only name, contact, address, copies, total, edition and notes can be edited' using errcode = 'PT400';
  end if;
  wanted := jsonb_populate_record(was, changes);
  select coalesce(array_agg(key order by key), '{}') into changed from unnest(changed) as key
    where to_jsonb(was) -> key is distinct from to_jsonb(wanted) -> key;
  if cardinality(changed) = 0 then
    return;
  end if;
  update public.book_orders o set
    buyer_name = wanted.buyer_name, buyer_email = wanted.buyer_email, buyer_phone = wanted.buyer_phone,
    shipping_address = wanted.shipping_address, shipping_city = wanted.shipping_city,
    shipping_postal_code = wanted.shipping_postal_code, quantity = wanted.quantity,
    total_amount = wanted.total_amount, edition = wanted.edition, notes = wanted.notes
  where o.id = edit_order.order_id;
  insert into public.book_order_changes (order_id, from_status, to_status, edited, mail, message)
    values (edit_order.order_id, was.order_status, was.order_status, changed, edit_order.mail, edit_order.message);
end
$$;
comment on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) is 'Corrects an order: {"column": value, ...} of name, contact, address, copies, total, edition and notes. For admins. Where updated_at is not "known" by now, nothing is saved and the answer is 409. With mail the buyer is told.';

-- The searched text and the filter. The view keeps its columns and grants while the column is replaced, as in 0035.
create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    ''::text collate "C" as search_text, '{}'::text[] collate "C" as pieces, language, paid_at, restocked, erased_at,
    private.folded(btrim(shipping_city)) as city_key, coalesce(edition, 'none') as edition
  from public.book_orders
  where (select public.is_admin());
alter table public.book_orders drop column search_text;
alter table public.book_orders add column search_text text collate "C" generated always as (
  private.folded(buyer_name || E'\n' || shipping_city || E'\n' || buyer_email || E'\n'
    || regexp_replace(buyer_phone, '[^0-9+]', '', 'g') || E'\n' || order_number || E'\n'
    || shipping_address || E'\n' || coalesce(shipping_postal_code, '') || E'\n' || coalesce(notes, ''))
) stored;
comment on column public.book_orders.search_text is 'What an order is found by, folded; name, city, e-mail, phone, number, address and postal code on a line each, then the notes.';
create index book_orders_pieces_idx on public.book_orders using gin (private.pieces(search_text));
alter index public.book_orders_pieces_idx alter column 1 set statistics 0; -- see 0006
create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at,
    private.folded(btrim(shipping_city)) as city_key, coalesce(edition, 'none') as edition
  from public.book_orders
  where (select public.is_admin());
comment on column public.book_order_search.edition is 'The edition, or none.';

create or replace function public.erase_person(records jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  orders constant uuid[] := private.ids_of(records, 'book_order');
  contacts constant uuid[] := private.ids_of(records, 'contact');
  speaking constant uuid[] := private.ids_of(records, 'speaking');
  sponsorships constant uuid[] := private.ids_of(records, 'sponsorship');
  retreats constant uuid[] := private.ids_of(records, 'retreat');
  reviews constant uuid[] := private.ids_of(records, 'review') || private.ids_of(records, 'trashed_review');
  subscribers constant uuid[] := private.ids_of(records, 'subscriber');
  trashed constant uuid[] := private.ids_of(records, 'trashed_inquiry');
  addresses text[];
  number text;
  kept uuid[];
  done int;
  inquiries int := 0;
  counts jsonb := '{}';
begin
  if not public.is_admin() then
    raise exception 'only admins erase persons' using errcode = 'insufficient_privilege';
  end if;
  -- An order that is still to be delivered needs its address.
  perform from public.book_orders where id = any (orders) order by id for update;
  select o.order_number into number from public.book_orders o where o.id = any (orders) and o.order_status in ('new', 'confirmed') limit 1;
  if number is not null then
    raise exception 'the order % is still open', number using errcode = 'PT409', hint = 'Cancel it, or mark it as fulfilled, first.';
  end if;
  select array_agg(distinct lower(a.email)) into addresses from (
    select p.email from private.personal_rows p
      where p.id = any (contacts || speaking || sponsorships || retreats || reviews || subscribers)
    union all select o.buyer_email from public.book_orders o where o.id = any (orders) and o.erased_at is null
    union all select r.was ->> 'email' from private.trash_rows r
      where r.table_name = 'book_review_contacts' and r.was ->> 'review_id' = any (reviews::text[])
        or private.is_inquiry(r.table_name) and r.was ->> 'id' = any (trashed::text[])
  ) as a;

  delete from public.speaking_inquiries where id = any (speaking) or contact_submission_id = any (contacts); -- it copies the message
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.contact_submissions where id = any (contacts);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.sponsorship_inquiries where id = any (sponsorships);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.retreat_inquiries where id = any (retreats);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.trash where private.is_inquiry(table_name) and row_id = any (trashed::text[]);
  get diagnostics done = row_count;
  counts := jsonb_build_object('inquiries', inquiries + done);
  delete from public.book_reviews where id = any (reviews);
  delete from public.trash where table_name = 'book_reviews' and row_id = any (reviews::text[]);
  perform private.forget_rows('book_reviews', reviews);
  perform private.forget_rows('book_review_contacts', reviews);
  counts := counts || jsonb_build_object('reviews', cardinality(reviews));
  -- What a mail server has said may name the address.
  update public.newsletter_recipients set reason = null where subscriber_id = any (subscribers) and reason is not null;
  delete from public.newsletter_subscribers where id = any (subscribers);
  get diagnostics done = row_count;
  counts := counts || jsonb_build_object('subscriptions', done);

  delete from public.book_orders where id = any (orders) and order_status = 'spam';
  with erased as (
    update public.book_orders set
      buyer_name = 'erased', buyer_email = 'erased@erased.invalid', buyer_phone = 'erased',
      shipping_address = '', shipping_city = '', shipping_postal_code = null,
      notes = null, language = null, erased_at = now()
    where id = any (orders) and erased_at is null
    returning id
  )
  select coalesce(array_agg(id), '{}') into kept from erased;
  update public.book_order_changes set reason = null, message = null where order_id = any (kept);
  perform private.forget_rows('book_orders', kept);
  perform private.forget_rows('book_order_changes', (select coalesce(array_agg(c.id), '{}') from public.book_order_changes c where c.order_id = any (kept)));
  counts := counts || jsonb_build_object('orders', cardinality(orders));

  -- E-mails to an address of which nothing is left, and summaries that were not sent yet, which name persons.
  select array_agg(a) into addresses from unnest(addresses) as a
    where not exists (select from private.personal_rows p where lower(p.email) = a)
      and not exists (select from public.book_orders o
        where private.pieces(o.search_text) @> private.pieces(private.folded(a)) and lower(o.buyer_email) = a);
  with gone as (
    delete from toubkal_mail.messages m
    where lower(m.recipient) = any (addresses) or m.kind = 'owner_digest' and m.raw is not null
    returning m.job_id
  )
  delete from toubkal_jobs.river_job where id in (select job_id from gone);
  delete from toubkal_mail.suppressions where address = any (addresses);
  return counts;
end
$$;
