-- Refunds of orders. An order that was paid and has ended (cancelled, refused, returned) may be refunded in several
-- parts, never more than was paid. Revenue is what was paid without what was given back.

create table public.book_order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null
    constraint book_order_refunds_order_id_fkey references public.book_orders (id) on delete cascade,
  amount numeric(10, 2) not null
    constraint book_order_refunds_amount_positive check (amount > 0),
  refunded_on date not null default (now() at time zone 'Africa/Casablanca')::date,
  method text not null
    constraint book_order_refunds_method_known check (method in ('cash', 'bank_transfer', 'card', 'cheque')),
  reason text
    constraint book_order_refunds_reason_length check (reason ~ '\S' and char_length(reason) <= 1000),
  author_id uuid
    constraint book_order_refunds_author_id_fkey references public.admin_users (id) on delete set null,
  made_by text not null default '',
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by text not null default ''
);
comment on table public.book_order_refunds is 'What was given back of paid orders. A mistake is withdrawn, and stays in the history.';
comment on column public.book_order_refunds.amount is 'In the currency of the order.';
comment on column public.book_order_refunds.refunded_on is 'The day on which the money was given back, in Morocco.';
comment on column public.book_order_refunds.reason is 'For the team. Required; emptied when the buyer is erased.';
comment on column public.book_order_refunds.made_by is 'As it was then, since the account may go. Empty: the server.';
comment on column public.book_order_refunds.withdrawn_at is 'When an admin took the entry back: it counts no more.';
create index book_order_refunds_order_id_idx on public.book_order_refunds (order_id, created_at);
create index book_order_refunds_author_id_idx on public.book_order_refunds (author_id);
create index book_order_refunds_refunded_on_idx on public.book_order_refunds (refunded_on) where withdrawn_at is null;

-- The sum is kept with the order: its row lock and these constraints bound the refunds of transactions at the same time.
alter table public.book_orders
  add column refunded_amount numeric(10, 2) not null default 0,
  add constraint book_orders_refunded_at_most_paid check (
    refunded_amount >= 0 and refunded_amount <= case when paid then total_amount else 0 end
  ),
  add constraint book_orders_refunded_after_end check (
    refunded_amount = 0 or order_status in ('cancelled', 'refused', 'returned')
  );
comment on column public.book_orders.refunded_amount is 'The sum of its refunds, in currency.';
comment on column public.book_orders.payment_status is 'pending, paid as the flag says, or refunded: all of it was given back, or it is paid no longer after the order has ended.';

create trigger book_order_refunds_10_sign before insert on public.book_order_refunds
  for each row execute function private.sign_order_change();

-- Definer: reads when the one order was placed.
create function private.check_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  placed_on date;
begin
  -- Before anything is told about the order: row policies are applied after this trigger.
  if auth.jwt() ->> 'role' in ('anon', 'authenticated') and not public.is_admin() then
    raise exception 'only admins enter refunds' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_order_refunds';
  end if;
  select (o.created_at at time zone 'Africa/Casablanca')::date into placed_on from public.book_orders o where o.id = new.order_id;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if new.refunded_on not between placed_on and (now() at time zone 'Africa/Casablanca')::date then
    raise exception 'a refund is on a day between the order and today' using
      errcode = 'check_violation', constraint = 'book_order_refunds_refunded_on_range', schema = 'public', table = 'book_order_refunds';
  end if;
  if new.reason is null then
    raise exception 'a reason is needed' using
      errcode = 'check_violation', constraint = 'book_order_refunds_reason_given', schema = 'public', table = 'book_order_refunds';
  end if;
  return new;
end
$$;
comment on function private.check_refund() is 'A refund has a reason, and a day that is not before the order and not in the future. Definer: for admins and the server, and guards that itself; reads the day of the one order.';
alter function private.check_refund() owner to toubkal_owner;
create trigger book_order_refunds_20_check before insert on public.book_order_refunds
  for each row execute function private.check_refund();

-- Definer: reads the caller's own row of admin_users.
create function private.withdraw_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null then
    raise exception 'a refund is withdrawn once' using
      errcode = 'check_violation', constraint = 'book_order_refunds_withdrawn_once', schema = 'public', table = 'book_order_refunds';
  end if;
  new.withdrawn_at := now();
  new.withdrawn_by := coalesce((select coalesce(nullif(a.full_name, ''), a.email) from public.admin_users a where a.auth_user_id = auth.uid()), '');
  return new;
end
$$;
comment on function private.withdraw_refund() is 'A refund is withdrawn now, by who does it, once. Definer: reads the caller''s own row of admin_users.';
alter function private.withdraw_refund() owner to toubkal_owner;
create trigger book_order_refunds_20_withdraw before update of withdrawn_at on public.book_order_refunds
  for each row execute function private.withdraw_refund();

-- Definer: an admin may not write the sum. The constraints of the order refuse what is too much.
create function private.sum_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.book_orders o set
    refunded_amount = o.refunded_amount + change.amount,
    payment_status = case when o.refunded_amount + change.amount = o.total_amount then 'refunded' else 'paid' end
  from (select case when tg_op = 'INSERT' then new.amount else -new.amount end as amount) as change
  where o.id = new.order_id;
  return null;
end
$$;
comment on function private.sum_refunds() is 'Adds a refund to its order, or takes a withdrawn one off. Definer: writes the sum and the state of the payment of the one order.';
alter function private.sum_refunds() owner to toubkal_owner;
create trigger book_order_refunds_50_sum after insert on public.book_order_refunds
  for each row execute function private.sum_refunds();
create trigger book_order_refunds_50_sum_of_withdrawal after update of withdrawn_at on public.book_order_refunds
  for each row execute function private.sum_refunds();

select private.audit('public.book_order_refunds', hidden => '{reason}');
select private.audit('public.book_orders',
  hidden => '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code}',
  silent => '{payment_status, paid_at, refunded_amount}'); -- they follow from paid, and from the refunds

-- Definer: no role may change a refund. Its amount and date stay, for the accounts.
create function private.forget_refund_reasons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.book_order_refunds set reason = null where order_id = new.id and reason is not null;
  return null;
end
$$;
comment on function private.forget_refund_reasons() is 'The reasons of refunds may name the buyer: they are erased with the buyer. Definer: empties the reasons of the one order.';
grant update (reason) on public.book_order_refunds to toubkal_owner;
grant select on public.book_order_refunds to toubkal_owner;
alter function private.forget_refund_reasons() owner to toubkal_owner;
create trigger book_orders_70_forget_refund_reasons after update of erased_at on public.book_orders
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.forget_refund_reasons();

create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at,
    private.folded(btrim(shipping_city)) as city_key, coalesce(edition, 'none') as edition, refunded_amount
  from public.book_orders
  where (select public.is_admin());

create or replace function public.orders_per_day(days int default 30)
returns table (day date, orders bigint, copies bigint, ordered numeric, revenue numeric)
language sql stable security invoker
begin atomic
  with today as (
    select (now() at time zone 'Africa/Casablanca')::date as day
  ), wanted as (
    select today.day - back as day
    from today, generate_series(0, least(greatest(days, 1), 366) - 1) as back
    where not private.is_visitor()
  ), bounds as (
    select min(w.day)::timestamp at time zone 'Africa/Casablanca' as first, (max(w.day) + 1)::timestamp at time zone 'Africa/Casablanca' as last
    from wanted w
  ), placed as (
    select (o.created_at at time zone 'Africa/Casablanca')::date as day, count(*) as orders, sum(o.quantity) as copies,
      sum(case when o.currency = 'MAD' then o.total_amount else 0 end) as ordered
    from public.book_orders o
    where o.created_at >= (select b.first from bounds b) and o.created_at < (select b.last from bounds b)
      and o.order_status not in ('cancelled', 'spam')
    group by 1
  ), paid as (
    select (o.paid_at at time zone 'Africa/Casablanca')::date as day, sum(o.total_amount) as amount
    from public.book_orders o
    where o.paid and o.paid_at >= (select b.first from bounds b) and o.paid_at < (select b.last from bounds b) and o.currency = 'MAD'
    group by 1
  ), refunded as (
    select r.refunded_on as day, sum(r.amount) as amount
    from public.book_order_refunds r join public.book_orders o on o.id = r.order_id
    where r.withdrawn_at is null and o.currency = 'MAD'
      and r.refunded_on between (select min(w.day) from wanted w) and (select max(w.day) from wanted w)
    group by 1
  )
  select w.day, coalesce(p.orders, 0), coalesce(p.copies, 0), coalesce(p.ordered, 0), coalesce(m.amount, 0) - coalesce(r.amount, 0)
  from wanted w left join placed p using (day) left join paid m using (day) left join refunded r using (day)
  order by w.day;
end;
comment on function public.orders_per_day(int) is
  'Of each of the last days (1 to 366, today included), oldest first, days without any too: orders placed and their copies and amount, without those cancelled since; and revenue, which is what was paid on that day without what was refunded on it, and may be negative. Amounts in dirhams. A day is one in Morocco.';

create or replace function public.record_name(table_name text, row_id text) returns text
language sql stable parallel safe
return coalesce(
  case record_name.table_name
    when 'admin_users' then (select coalesce(full_name, email) from public.admin_users where id = record_name.row_id::uuid)
    when 'awards' then (select title_en from public.awards where id = record_name.row_id::uuid)
    when 'blog_posts' then (select title_en from public.blog_posts where id = record_name.row_id::uuid)
    when 'book_order_refunds' then (
      select o.order_number from public.book_order_refunds r join public.book_orders o on o.id = r.order_id where r.id = record_name.row_id::uuid
    )
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
