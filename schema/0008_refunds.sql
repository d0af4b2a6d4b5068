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
  withdrawn_by text not null default '',
  mail boolean not null default false,
  tell_reason boolean not null default false,
  message text
    constraint book_order_refunds_message_length check (message ~ '\S' and char_length(message) <= 2000)
);
comment on table public.book_order_refunds is 'What was given back of paid orders. A mistake is withdrawn, and stays in the history.';
comment on column public.book_order_refunds.amount is 'In the currency of the order.';
comment on column public.book_order_refunds.refunded_on is 'The day on which the money was given back, in Morocco.';
comment on column public.book_order_refunds.reason is 'For the team, unless tell_reason. Required; emptied when the buyer is erased.';
comment on column public.book_order_refunds.made_by is 'As it was then, since the account may go. Empty: the server.';
comment on column public.book_order_refunds.withdrawn_at is 'When an admin took the entry back: it counts no more.';
create index book_order_refunds_order_id_idx on public.book_order_refunds (order_id, created_at);
create index book_order_refunds_author_id_idx on public.book_order_refunds (author_id);
create index book_order_refunds_refunded_on_idx on public.book_order_refunds (refunded_on) where withdrawn_at is null;
comment on column public.book_order_refunds.mail is 'The buyer is told by e-mail.';
comment on column public.book_order_refunds.tell_reason is 'The e-mail gives the reason.';
comment on column public.book_order_refunds.message is 'What the e-mail says besides, in the language of the order. Emptied when the buyer is erased.';

create function public.orders_per_day(days int default 30)
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

-- Morocco's clock is that of UTC or an hour ahead, and the tables of time zones of PostgreSQL and of browsers differ on when. In
-- the hour between them a refund of today was before its order: it is refused only where both say so.
-- Definer: reads when the one order was placed, and the language of its e-mails.
create function private.check_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  placed_on date;
  mail_language text;
begin
  -- Before anything is told about the order: row policies are applied after this trigger.
  if auth.jwt() ->> 'role' in ('anon', 'authenticated') and not public.is_admin() then
    raise exception 'only admins enter refunds' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_order_refunds';
  end if;
  select least((o.created_at at time zone 'Africa/Casablanca')::date, (o.created_at at time zone 'UTC')::date), o.language into placed_on, mail_language
    from public.book_orders o where o.id = new.order_id;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if new.refunded_on not between placed_on and greatest((now() at time zone 'Africa/Casablanca')::date, (now() at time zone 'UTC')::date) then
    raise exception 'a refund is on a day between the order and today' using
      errcode = 'check_violation', constraint = 'book_order_refunds_refunded_on_range', schema = 'public', table = 'book_order_refunds';
  end if;
  if new.reason is null then
    raise exception 'a reason is needed' using
      errcode = 'check_violation', constraint = 'book_order_refunds_reason_given', schema = 'public', table = 'book_order_refunds';
  end if;
  if new.mail and mail_language is null then
    raise exception 'no language of e-mails to the buyer is chosen' using
      errcode = 'check_violation', constraint = 'book_order_refunds_mail_language', schema = 'public', table = 'book_order_refunds';
  end if;
  return new;
end
$$;
comment on function private.check_refund() is 'A refund has a reason, and a day that is not before the order and not in the future; its e-mail has a language. Definer: for admins and the server, and guards that itself; reads the day and the language of the one order.';
alter function private.check_refund() owner to toubkal_owner;

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

-- Definer: no role may change a refund. Its amount and date stay, for the accounts.
create function private.forget_refund_reasons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.book_order_refunds set reason = null, message = null
    where order_id = new.id and (reason is not null or message is not null);
  perform private.forget_rows('book_order_refunds', (select coalesce(array_agg(r.id), '{}') from public.book_order_refunds r where r.order_id = new.id));
  return null;
end
$$;
comment on function private.forget_refund_reasons() is 'The words about refunds may name the buyer: they, and the e-mails with them, are erased with the buyer. Definer: empties the words of the one order''s refunds, and deletes what repeats them.';
alter function private.forget_refund_reasons() owner to toubkal_owner;

create trigger book_order_refunds_10_sign before insert on public.book_order_refunds
  for each row execute function private.sign_order_change();
create trigger book_order_refunds_20_check before insert on public.book_order_refunds
  for each row execute function private.check_refund();
create trigger book_order_refunds_20_withdraw before update of withdrawn_at on public.book_order_refunds
  for each row execute function private.withdraw_refund();
create trigger book_order_refunds_50_sum after insert on public.book_order_refunds
  for each row execute function private.sum_refunds();
create trigger book_order_refunds_50_sum_of_withdrawal after update of withdrawn_at on public.book_order_refunds
  for each row execute function private.sum_refunds();
create trigger book_orders_70_forget_refund_reasons after update of erased_at on public.book_orders
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.forget_refund_reasons();

revoke execute on function public.orders_per_day(int) from public;
grant execute on function public.orders_per_day(int) to authenticated, service_role;
select private.audit('public.book_orders',
  hidden => '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code}',
  silent => '{payment_status, paid_at, refunded_amount}'); -- they follow from paid, and from the refunds
grant update (reason) on public.book_order_refunds to toubkal_owner;
grant select on public.book_order_refunds to toubkal_owner;
select private.audit('public.book_order_refunds', hidden => '{reason, message}');
grant update (message) on public.book_order_refunds to toubkal_owner;
comment on column public.book_orders.refunded_amount is 'The sum of its refunds, in currency.';
