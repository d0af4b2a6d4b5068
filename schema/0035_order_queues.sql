-- Work queues of orders: a search over all that is written on an order, filters that combine, and changes of many
-- orders at once.

-- Folds also what people type in several ways: apostrophes, quotation marks, hyphens and spaces, Arabic letters that
-- keyboards exchange, and digits. client/src/ui/fold.ts folds in the same way: both are tested with
-- client/src/ui/fold-cases.json.
create or replace function private.folded(written text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(lower(translate(
  regexp_replace(normalize(written, NFD), U&'[\0300-\036F\0640\064B-\065F\0670]', '', 'g'),
  U&'\2019\2018\02BC\2032\00B4`' || U&'\201C\201D\201E\00AB\00BB' || U&'\2010\2011\2012\2013\2014\2212' || U&'\00A0\202F\2009\2007'
    || U&'\0649\06CC\0629\0671\06A9\06AF\06AD'
    || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669' || U&'\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
    || 'øØłŁđĐıŒÆ',
  '''''''''''''' || '"""""' || '------' || '    '
    || U&'\064A\064A\0647\0627\0643\0643\0643'
    || '0123456789' || '0123456789'
    || 'oollddiœæ'
)), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
comment on function private.folded(text) is
  'A text as it is searched: without case, accents and vowel signs; one form of apostrophes, hyphens, spaces and digits, and of Arabic letters that are often exchanged.';

-- The column of the search, with address and notes. The view keeps its columns and grants while the column is
-- replaced: a stored column cannot get another expression.
create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    ''::text collate "C" as search_text, '{}'::text[] collate "C" as pieces, language, paid_at, restocked, erased_at
  from public.book_orders
  where (select public.is_admin());
alter table public.book_orders drop column search_text;
alter table public.book_orders add column search_text text collate "C" generated always as (
  private.folded(buyer_name || E'\n' || shipping_city || E'\n' || buyer_email || E'\n'
    || regexp_replace(buyer_phone, '[^0-9+]', '', 'g') || E'\n' || order_number || E'\n'
    || shipping_address || E'\n' || coalesce(shipping_postal_code, '') || E'\n'
    || coalesce(regexp_replace(notes, '^(fr|ar)(\n|$)', ''), ''))
) stored;
comment on column public.book_orders.search_text is 'What an order is found by, folded; name, city, e-mail, phone, number, address and postal code on a line each, then the notes without the edition.';
create index book_orders_pieces_idx on public.book_orders using gin (private.pieces(search_text));
alter index public.book_orders_pieces_idx alter column 1 set statistics 0; -- see 0006
create index book_orders_city_idx on public.book_orders (private.folded(btrim(shipping_city)), created_at, id);

create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at,
    private.folded(btrim(shipping_city)) as city_key,
    case
      when notes = 'fr' or notes like E'fr\n%' then 'fr'
      when notes = 'ar' or notes like E'ar\n%' then 'ar'
      else 'none'
    end as edition
  from public.book_orders
  where (select public.is_admin());
comment on column public.book_order_search.city_key is 'The city, folded: Fès, FES and "fes " are one.';
comment on column public.book_order_search.edition is 'The edition in the first line of the notes, or none.';
grant execute on function private.folded(text) to toubkal_owner;

-- The counts beside the filters. Invoker: the view shows orders to admins only.
create function public.order_counts(
  pieces text[] default null, patterns text[] default null, cities text[] default null,
  placed_from timestamptz default null, placed_before timestamptz default null
) returns table (order_status text, paid boolean, payment_method text, edition text, orders bigint)
language sql stable security invoker
begin atomic
  select s.order_status, s.paid, s.payment_method, s.edition, count(*)
  from public.book_order_search s
  where (order_counts.pieces is null or s.pieces @> order_counts.pieces)
    and (order_counts.patterns is null or s.search_text like all (order_counts.patterns))
    and (order_counts.cities is null or s.city_key = any (order_counts.cities))
    and (order_counts.placed_from is null or s.created_at >= order_counts.placed_from)
    and (order_counts.placed_before is null or s.created_at < order_counts.placed_before)
  group by 1, 2, 3, 4;
end;
comment on function public.order_counts(text[], text[], text[], timestamptz, timestamptz) is
  'How many orders there are of each combination of state, payment and edition, among those that a search, cities and a period leave. Pieces and patterns are those of book_order_search, cities are folded; null is no condition. For admins.';

create function public.order_cities(
  pieces text[] default null, patterns text[] default null, placed_from timestamptz default null, placed_before timestamptz default null,
  states text[] default null, is_paid boolean default null, methods text[] default null, editions text[] default null
) returns table (city_key text, city text, orders bigint)
language sql stable security invoker
begin atomic
  select s.city_key, mode() within group (order by btrim(s.shipping_city)), count(*)
  from public.book_order_search s
  where s.city_key <> ''
    and (order_cities.pieces is null or s.pieces @> order_cities.pieces)
    and (order_cities.patterns is null or s.search_text like all (order_cities.patterns))
    and (order_cities.placed_from is null or s.created_at >= order_cities.placed_from)
    and (order_cities.placed_before is null or s.created_at < order_cities.placed_before)
    and (order_cities.states is null or s.order_status = any (order_cities.states))
    and (order_cities.is_paid is null or s.paid = order_cities.is_paid)
    and (order_cities.methods is null or s.payment_method = any (order_cities.methods))
    and (order_cities.editions is null or s.edition = any (order_cities.editions))
  group by 1
  order by 3 desc, 1
  limit 300;
end;
comment on function public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[]) is
  'The cities of the orders that the other filters leave, as they are mostly written, with the number of orders: at most 300, the largest first. Null is no condition. For admins.';

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

revoke execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[]),
  public.mark_orders(jsonb, text, boolean), public.cancel_orders(jsonb, text, boolean) from public;
grant execute on function public.order_counts(text[], text[], text[], timestamptz, timestamptz),
  public.order_cities(text[], text[], timestamptz, timestamptz, text[], boolean, text[], text[]) to authenticated, service_role;
grant execute on function public.mark_orders(jsonb, text, boolean), public.cancel_orders(jsonb, text, boolean) to authenticated;
