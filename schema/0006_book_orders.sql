-- Orders of the book: cash on delivery, confirmed by a call.

-- Orders that one statement makes get different numbers: the sequence counts the last three digits.
create sequence private.order_number_ends minvalue 0 maxvalue 999 cycle;
comment on sequence private.order_number_ends is 'The last three digits of order numbers made here.';

-- 'BO', milliseconds since 1970, three digits.
create function private.new_order_number() returns text
language sql volatile
return 'BO' || floor(extract(epoch from clock_timestamp()) * 1000)::bigint
  || lpad(nextval('private.order_number_ends')::text, 3, '0');
comment on function private.new_order_number() is 'An order number in the form that clients make too.';
-- A column default runs with the rights of the role that inserts.
grant usage on sequence private.order_number_ends to anon, authenticated, service_role;
grant execute on function private.new_order_number() to anon, authenticated, service_role;

create function private.folded(written text) returns text
language sql immutable strict parallel safe
return lower(translate(
  regexp_replace(normalize(written, NFD), U&'[\0300-\036F\0640\064B-\065F\0670]', '', 'g'),
  U&'\0649\0629', U&'\064A\0647'
));
comment on function private.folded(text) is
  'A text as it is searched: without case, accents and vowel signs; the two letters that Arabic often leaves undotted are one with their twins.';

create function private.pieces(folded text) returns text[]
language sql immutable strict parallel safe cost 5000 -- 0.1 ms: so the planner prefers the index
return (
  select array_agg(distinct substr(folded, at, size))
  from generate_series(1, char_length(folded)) as at, generate_series(1, 2) as size
);
comment on function private.pieces(text) is
  'Every letter of a text and every two that are neighbours. What contains a word contains all its pieces.';

create table public.book_orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null default private.new_order_number()
    constraint book_orders_order_number_key unique
    constraint book_orders_order_number_format check (order_number ~ '^BO[0-9]{14,16}$'),
  buyer_name text not null
    constraint book_orders_buyer_name_length check (buyer_name ~ '\S' and char_length(buyer_name) <= 200),
  buyer_email text not null
    constraint book_orders_buyer_email_format check (buyer_email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  buyer_phone text not null
    constraint book_orders_buyer_phone_length check (buyer_phone ~ '\S' and char_length(buyer_phone) <= 40),
  shipping_address text not null default ''
    constraint book_orders_shipping_address_length check (char_length(shipping_address) <= 500),
  shipping_city text not null default ''
    constraint book_orders_shipping_city_length check (char_length(shipping_city) <= 200),
  shipping_postal_code text
    constraint book_orders_shipping_postal_code_length check (char_length(shipping_postal_code) <= 20),
  quantity int not null default 1
    constraint book_orders_quantity_range check (quantity between 1 and 1000),
  total_amount numeric(10, 2) not null
    constraint book_orders_total_amount_range check (total_amount >= 0),
  currency text not null default 'MAD'
    constraint book_orders_currency_format check (currency ~ '^[A-Z]{3}$'),
  payment_method text not null default 'cash'
    constraint book_orders_payment_method_known check (payment_method in ('cash', 'cod', 'card', 'bank_transfer', 'stripe')),
  payment_status text not null default 'pending'
    constraint book_orders_payment_status_format check (payment_status ~ '^[a-z_]{1,40}$'),
  order_status text not null default 'new'
    constraint book_orders_order_status_format check (order_status ~ '^[a-z_]{1,40}$'),
  confirmed boolean not null default false,
  paid boolean not null default false,
  fulfilled boolean not null default false,
  notes text
    constraint book_orders_notes_length check (char_length(notes) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text collate "C" generated always as (
    private.folded(buyer_name || E'\n' || shipping_city || E'\n' || buyer_email || E'\n'
      || regexp_replace(buyer_phone, '[^0-9+]', '', 'g') || E'\n' || order_number)
  ) stored
);
comment on table public.book_orders is 'Orders of the book.';
comment on column public.book_orders.shipping_address is 'Required from visitors; an order taken on the phone may lack it for a while.';
comment on column public.book_orders.total_amount is 'In currency. Reckoned by the server for visitors; admins may set it (price times quantity if they do not).';
comment on column public.book_orders.payment_method is 'cash and cod are the same: cash on delivery.';
comment on column public.book_orders.order_status is 'new. What is shown is read from the three flags.';
comment on column public.book_orders.notes is 'Edition wanted and what the buyer adds.';
comment on column public.book_orders.search_text is 'What an order is found by, folded; a line each for name, city, e-mail, phone and number.';
-- Orders are found among 100,000 in less than 100 ms: by flag, in each order of the list, and by any
-- part of a name, an e-mail, a phone number, a city or an order number, in Arabic too.
create index book_orders_pieces_idx on public.book_orders using gin (private.pieces(search_text));
-- Without statistics the planner takes every piece for a rare one, and so never computes the pieces
-- of all rows instead of using the index.
alter index public.book_orders_pieces_idx alter column 1 set statistics 0;

-- One index for each order of the list; equal values are sorted by id, in the same direction. The flags
-- are filters with the newest first, and are counted.
create index book_orders_created_at_idx on public.book_orders (created_at, id);
create index book_orders_confirmed_idx on public.book_orders (confirmed, created_at, id);
create index book_orders_paid_idx on public.book_orders (paid, created_at, id);
create index book_orders_fulfilled_idx on public.book_orders (fulfilled, created_at, id);
create index book_orders_buyer_name_idx on public.book_orders (buyer_name, id);
create index book_orders_shipping_city_idx on public.book_orders (shipping_city, id);
create index book_orders_total_amount_idx on public.book_orders (total_amount, id);

create function private.force_new_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.total_amount := null; -- reckoned by the next trigger
  new.currency := 'MAD';
  new.payment_status := 'pending';
  new.order_status := 'new';
  new.confirmed := false;
  new.paid := false;
  new.fulfilled := false;
  if new.shipping_address !~ '\S' or new.shipping_city !~ '\S' then
    raise exception 'an order needs an address and a city' using
      errcode = 'check_violation', constraint = 'book_orders_address_given', schema = 'public', table = 'book_orders';
  end if;
  return new;
end
$$;
comment on function private.force_new_order() is 'A visitor''s order is new, unpaid, in dirhams and at our price, and has an address.';

create function private.fill_order_total() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.total_amount := new.quantity * coalesce(
    (select value::numeric from public.site_settings where key = 'book.price_mad'),
    279 -- the specification's price, for a site whose settings were never seeded
  );
  return new;
end
$$;
comment on function private.fill_order_total() is 'Price times quantity, where no total was given.';

-- Definer: a visitor may not write settings. It writes one: the stock, downwards, never below zero
-- (at zero the order is taken all the same and ships with the next printing).
create function private.take_from_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.site_settings
    set value = to_jsonb(greatest(value::int - new.quantity, 0))
    where key = 'book.stock' and value <> '0';
  return null;
end
$$;
comment on function private.take_from_stock() is 'Counts the copies left. Definer: lowers the setting book.stock by the quantity ordered, nothing else.';
grant select, update on public.site_settings to toubkal_owner;
alter function private.take_from_stock() owner to toubkal_owner;

create trigger book_orders_10_force_new before insert on public.book_orders
  for each row when (private.is_visitor()) execute function private.force_new_order();
create trigger book_orders_20_fill_total before insert on public.book_orders
  for each row when (new.total_amount is null or private.is_visitor()) execute function private.fill_order_total();
create trigger book_orders_30_take_from_stock after insert on public.book_orders
  for each row execute function private.take_from_stock();
create trigger book_orders_90_touch before update on public.book_orders
  for each row execute function private.touch();
select private.audit('public.book_orders', hidden => '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code}');

-- The view reads with the rights of its owner, who sees all rows, and checks is_admin() itself, once, before
-- any row is read. With a row policy of the caller neither LIKE nor @> could use an index, since they are
-- not leakproof.
create view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces
  from public.book_orders
  where (select public.is_admin());
comment on view public.book_order_search is
  'Orders, to be searched. Definer: shows all orders to active admins and none to anybody else.';
comment on column public.book_order_search.pieces is
  'To be asked with cs (@>) for the pieces of the words sought, beside search_text with like; selecting it costs 0.1 ms a row.';
grant select on public.book_orders to toubkal_owner;
alter view public.book_order_search owner to toubkal_owner;

-- The role that writes a row computes its generated column and its index entries.
grant execute on function private.folded(text), private.pieces(text)
  to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;

-- What the dashboard shows besides counts. Invoker: the policies decide what is counted, and a caller who
-- is no admin gets no row at all, so that nothing looks like a day without orders.
--
-- The days are bounded at both ends, so that the planner expects few of the orders and uses the index.
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
      and o.created_at < ((select max(w.day) + 1 from wanted w)::timestamp at time zone 'Africa/Casablanca')
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

revoke execute on function public.orders_per_day(int), public.order_funnel(int) from public;
grant execute on function public.orders_per_day(int), public.order_funnel(int) to authenticated, service_role;
