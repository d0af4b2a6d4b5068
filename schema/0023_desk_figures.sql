-- What the dashboard shows besides plain counts. Invoker: the policies decide what is counted, and
-- whoever is no admin gets no row at all, so that nothing looks like a day without orders.

create function public.orders_per_day(days int default 30)
returns table (day date, orders bigint, copies bigint, revenue numeric)
language sql stable security invoker
begin atomic
  with today as (
    select (now() at time zone 'Africa/Casablanca')::date as day
  ), wanted as (
    select today.day - back as day
    from today, generate_series(0, least(greatest(days, 1), 366) - 1) as back
    where not private.is_visitor()
  ), placed as (
    select (o.created_at at time zone 'Africa/Casablanca')::date as day, o.quantity,
      case when o.currency = 'MAD' then o.total_amount else 0 end as amount
    from public.book_orders o
    where o.created_at >= ((select min(w.day) from wanted w)::timestamp at time zone 'Africa/Casablanca')
  )
  select w.day, count(p.day), coalesce(sum(p.quantity), 0), coalesce(sum(p.amount), 0)
  from wanted w left join placed p using (day)
  group by w.day
  order by w.day;
end;
comment on function public.orders_per_day(int) is
  'Orders, copies and revenue in dirhams of each of the last days (1 to 366, today included), oldest first, days without any too. A day is one in Morocco.';

create function public.order_funnel(days int default null)
returns table (placed bigint, new bigint, confirmed bigint, paid bigint, fulfilled bigint)
language sql stable security invoker
begin atomic
  select count(*), count(*) filter (where not (o.confirmed or o.paid or o.fulfilled)), count(*) filter (where o.confirmed),
    count(*) filter (where o.paid), count(*) filter (where o.fulfilled)
  from public.book_orders o
  where days is null or o.created_at >= now() - make_interval(days => days)
  having not private.is_visitor();
end;
comment on function public.order_funnel(int) is
  'How many orders were placed (in the last days, or ever), are new, and are confirmed, paid, fulfilled. An order can be in several of the last three.';

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

revoke execute on function public.orders_per_day(int), public.order_funnel(int), public.inquiry_ages() from public;
grant execute on function public.orders_per_day(int), public.order_funnel(int), public.inquiry_ages() to authenticated, service_role;
