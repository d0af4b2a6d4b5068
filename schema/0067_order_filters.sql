-- The filters of orders by each flag: counted, and asked of the cities.

drop function public.order_counts(text[], text[], text[], timestamptz, timestamptz);
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

drop function public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[]);
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

revoke execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[], boolean, boolean) from public;
grant execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[], boolean, boolean) to authenticated, service_role;
