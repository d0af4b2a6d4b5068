-- Work queues of orders: a search over all that is written on an order, filters that combine, and changes of many
-- orders at once.

-- Changes of many orders. Each order is changed only where it is still as it was read; the others are left, and the
-- answer says why. Invoker: the policies decide, and the triggers of an order what may be changed.

create function public.mark_orders(orders jsonb, flag text, value boolean default true)
returns table (id uuid, outcome text)
language plpgsql volatile set search_path = ''
as $$
declare
  asked record;
  was public.book_orders;
begin
  if not (select public.is_admin()) then
    raise exception 'only admins change orders' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_orders';
  end if;
  if flag is null or flag not in ('confirmed', 'paid', 'fulfilled') or value is null then
    raise exception 'the flag is confirmed, paid or fulfilled, and its value true or false' using errcode = 'PT400';
  end if;
  if jsonb_typeof(orders) is distinct from 'array' or jsonb_array_length(orders) > 200 then
    raise exception 'at most 200 orders at once, as an array' using errcode = 'PT400';
  end if;
  -- Sorted, so that two such calls do not wait for each other.
  for asked in select o.id, o.known from jsonb_to_recordset(orders) as o (id uuid, known timestamptz) order by o.id loop
    id := asked.id;
    select * into was from public.book_orders o where o.id = asked.id for update;
    if not found then
      outcome := 'gone';
    elsif was.updated_at <> asked.known then -- null: as it is now
      outcome := 'changed';
    elsif flag <> 'paid' and was.order_status in ('cancelled', 'refused', 'returned', 'spam') then
      outcome := 'ended';
    elsif (to_jsonb(was) ->> flag)::boolean = value then
      outcome := 'same';
    else
      update public.book_orders o set
        confirmed = case when flag = 'confirmed' then value else o.confirmed end,
        paid = case when flag = 'paid' then value else o.paid end,
        fulfilled = case when flag = 'fulfilled' then value else o.fulfilled end
      where o.id = asked.id;
      outcome := 'done';
    end if;
    return next;
  end loop;
end
$$;
comment on function public.mark_orders(jsonb, text, boolean) is 'Sets a flag of up to 200 orders [{"id", "known"}, ...], where updated_at still is "known" (null: whatever it is). The outcome of each: done, same (it was so), ended, changed (by somebody meanwhile) or gone. For admins.';

create function public.cancel_orders(orders jsonb, reason text, mail boolean default false)
returns table (id uuid, outcome text)
language plpgsql volatile set search_path = ''
as $$
declare
  asked record;
  was public.book_orders;
begin
  if not (select public.is_admin()) then
    raise exception 'only admins change orders' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_orders';
  end if;
  if reason is null or reason !~ '\S' or char_length(reason) > 1000 then
    raise exception 'a reason of at most 1000 characters is needed' using errcode = 'PT400';
  end if;
  if jsonb_typeof(orders) is distinct from 'array' or jsonb_array_length(orders) > 200 then
    raise exception 'at most 200 orders at once, as an array' using errcode = 'PT400';
  end if;
  for asked in select o.id, o.known from jsonb_to_recordset(orders) as o (id uuid, known timestamptz) order by o.id loop
    id := asked.id;
    select * into was from public.book_orders o where o.id = asked.id for update;
    if not found then
      outcome := 'gone';
    elsif was.updated_at <> asked.known then
      outcome := 'changed';
    elsif was.order_status = 'cancelled' then
      outcome := 'same';
    elsif was.order_status = 'fulfilled' then
      outcome := 'sent';
    elsif was.order_status not in ('new', 'confirmed') then
      outcome := 'ended';
    else
      insert into public.book_order_changes (order_id, from_status, to_status, reason, mail)
        values (asked.id, was.order_status, 'cancelled', cancel_orders.reason, coalesce(cancel_orders.mail, false) and was.language is not null);
      outcome := 'done';
    end if;
    return next;
  end loop;
end
$$;
comment on function public.cancel_orders(jsonb, text, boolean) is 'Cancels up to 200 orders [{"id", "known"}, ...], where updated_at still is "known" (null: whatever it is). With mail, each buyer with a language of e-mails is told. The outcome of each: done, same (it was so), sent, ended, changed (by somebody meanwhile) or gone. For admins.';

create function public.order_counts(
  pieces text[] default null, patterns text[] default null, cities text[] default null,
  placed_from timestamptz default null, placed_before timestamptz default null
) returns table (order_status text, confirmed boolean, paid boolean, fulfilled boolean, payment_method text, edition text, orders bigint)
language sql stable security invoker
begin atomic
  select s.order_status, s.confirmed, s.paid, s.fulfilled, s.payment_method, s.edition, count(*)
  from public.book_order_search s
  where (order_counts.pieces is null or s.pieces @> order_counts.pieces)
    and (order_counts.patterns is null or s.search_text like all (order_counts.patterns))
    and (order_counts.cities is null or s.city_key = any (order_counts.cities))
    and (order_counts.placed_from is null or s.created_at >= order_counts.placed_from)
    and (order_counts.placed_before is null or s.created_at < order_counts.placed_before)
  group by 1, 2, 3, 4, 5, 6;
end;
comment on function public.order_counts(text[], text[], text[], timestamptz, timestamptz) is
  'How many orders there are of each combination of state, flags, payment method and edition, among those that a search, cities and a period leave. Pieces and patterns are those of book_order_search, cities are folded; null is no condition. For admins.';

create function public.order_cities(
  pieces text[] default null, patterns text[] default null, placed_from timestamptz default null, placed_before timestamptz default null,
  states text[] default null, is_paid boolean default null, methods text[] default null, editions text[] default null,
  is_confirmed boolean default null, is_fulfilled boolean default null
) returns table (city_key text, city text, orders bigint)
language sql stable security invoker
begin atomic
  with spellings as (
    select btrim(s.shipping_city) as city, count(*) as orders
    from public.book_order_search s
    where s.shipping_city ~ '\S'
      and (order_cities.pieces is null or s.pieces @> order_cities.pieces)
      and (order_cities.patterns is null or s.search_text like all (order_cities.patterns))
      and (order_cities.placed_from is null or s.created_at >= order_cities.placed_from)
      and (order_cities.placed_before is null or s.created_at < order_cities.placed_before)
      and (order_cities.states is null or s.order_status = any (order_cities.states))
      and (order_cities.is_confirmed is null or s.confirmed = order_cities.is_confirmed)
      and (order_cities.is_paid is null or s.paid = order_cities.is_paid)
      and (order_cities.is_fulfilled is null or s.fulfilled = order_cities.is_fulfilled)
      and (order_cities.methods is null or s.payment_method = any (order_cities.methods))
      and (order_cities.editions is null or s.edition = any (order_cities.editions))
    group by 1
  )
  select private.city_key(w.city), (array_agg(w.city order by w.orders desc, w.city))[1], sum(w.orders)::bigint
  from spellings w
  group by 1
  order by 3 desc, 1
  limit 300;
end;
comment on function public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[], boolean, boolean) is
  'The cities of the orders that the other filters leave, as they are mostly written, with the number of orders: at most 300, the largest first. Null is no condition. For admins.';

grant execute on function private.folded(text) to toubkal_owner;
revoke execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz), public.mark_orders(jsonb, text, boolean), public.cancel_orders(jsonb, text, boolean) from public;
grant execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz) to authenticated, service_role;
grant execute on function public.mark_orders(jsonb, text, boolean), public.cancel_orders(jsonb, text, boolean) to authenticated;
revoke execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[], boolean, boolean) from public;
grant execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[], boolean, boolean) to authenticated, service_role;
comment on column public.book_order_search.city_key is 'The city, as private.city_key compares it.';
comment on column public.book_order_search.edition is 'The edition, or none.';
