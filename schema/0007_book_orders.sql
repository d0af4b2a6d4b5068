-- Orders of the book: cash on delivery, confirmed by a call.

-- 'BO', milliseconds since 1970, a number from 0 to 999.
create function private.new_order_number() returns text
language sql volatile
return 'BO' || floor(extract(epoch from clock_timestamp()) * 1000)::bigint || floor(random() * 1000)::int;
comment on function private.new_order_number() is 'An order number in the form that clients make too.';
-- A column default runs with the rights of who inserts.
grant execute on function private.new_order_number() to anon, authenticated, service_role;

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
  updated_at timestamptz not null default now()
);
comment on table public.book_orders is 'Orders of the book.';
comment on column public.book_orders.shipping_address is 'Required from visitors; an order taken on the phone may lack it for a while.';
comment on column public.book_orders.total_amount is 'In currency. Reckoned by the server for visitors; admins may set it (price times quantity if they do not).';
comment on column public.book_orders.payment_method is 'cash and cod are the same: cash on delivery.';
comment on column public.book_orders.order_status is 'new. What is shown is read from the three flags.';
comment on column public.book_orders.notes is 'Edition wanted and what the buyer adds.';
create index book_orders_created_at_idx on public.book_orders (created_at desc);

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
