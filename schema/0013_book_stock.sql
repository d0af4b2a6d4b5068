-- The stock is counted when an order commits, so that no open transaction blocks the orders of others.
-- A visitor's order has a maximum, and copies that nobody confirms are released.
--
-- The rule: an order holds its copies while it is confirmed, paid or fulfilled, and for
-- book.reservation_days days after it was placed. Then its copies go back to the stock. If it is
-- confirmed later, it takes them again, as far as there are any. At a stock of 0 orders are taken all the
-- same, hold nothing and ship with the next printing. A stock that an admin sets by hand is the
-- count for all orders before it: these neither give back nor take again.
-- The rule is applied to all orders with each new order, each change of an order's flags, and each change of
-- the stock or of the days by an admin. Applying it twice changes nothing.
--
-- The stock and all copies held add up to the stock that was last set by hand.

-- Written under the lock of private.count_stock, but for rows that are not counted yet.
create table private.book_stock_holds (
  order_id uuid primary key,
  ordered int not null,
  copies int
    constraint book_stock_holds_copies_range check (copies between 0 and ordered),
  kept boolean not null,
  placed_at timestamptz not null
);
comment on table private.book_stock_holds is 'How many copies each order holds, of the orders since the stock was last set by hand.';
comment on column private.book_stock_holds.order_id is 'No foreign key: the copies of an order that is deleted go back after the same time.';
comment on column private.book_stock_holds.copies is 'Taken from the stock and not released; fewer than ordered where the stock ended. Null: not counted yet.';
comment on column private.book_stock_holds.kept is 'The order is confirmed, paid or fulfilled.';
create index book_stock_holds_uncounted_idx on private.book_stock_holds (placed_at) where copies is null;
create index book_stock_holds_releasable_idx on private.book_stock_holds (placed_at) where copies > 0 and not kept;

create table private.book_stock_changes (
  order_id uuid not null
);
comment on table private.book_stock_changes is 'Orders whose flags have changed since the stock was counted. No key: nobody waits to add one.';

-- Runs at commit, so that its locks last no longer than a commit. Whoever it waits for is at its commit too. An
-- open change of the stock by an admin is not waited for: the commit of that change counts what came meanwhile.
-- An order never fails because it cannot be counted now: the next count includes it.
--
-- Definer: a visitor may not write settings. It writes one, the stock, and the tables of the copies held.
create function private.count_stock() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  stock int;
  days int;
  oldest timestamptz; -- an order that is older and not kept holds nothing
  hold record;
  taken int;
begin
  if tg_table_name = 'book_orders' and tg_op = 'UPDATE' then
    insert into private.book_stock_changes (order_id) values (new.id);
  end if;

  -- Each statement after the lock sees what the counts before have committed.
  perform pg_advisory_xact_lock(hashtext('private.count_stock'));
  select s.value::int, coalesce((select d.value::int from public.site_settings d where d.key = 'book.reservation_days'), 7)
    into stock, days
    from public.site_settings s where s.key = 'book.stock' for no key update of s nowait;
  if not found then
    return null; -- there is nothing to count
  end if;
  oldest := now() - make_interval(days => days);
  if tg_table_name = 'site_settings' and to_jsonb(new) ->> 'key' = 'book.stock' then
    delete from private.book_stock_holds where copies is not null;
  end if;

  -- Usually there is nothing besides the new order. Loops go by key: the planner takes these tables for
  -- small ones, and would else read them whole.
  if exists (select from private.book_stock_changes)
    or exists (select from private.book_stock_holds where copies is null)
    or exists (select from private.book_stock_holds where copies > 0 and not kept and placed_at <= oldest)
  then
    for hold in
      with changed as (delete from private.book_stock_changes returning order_id)
      select distinct order_id from changed
    loop
      update private.book_stock_holds h set kept = o.confirmed or o.paid or o.fulfilled,
        copies = nullif(copies, 0) -- one that holds none is counted again
      from public.book_orders o where o.id = hold.order_id and h.order_id = hold.order_id;
    end loop;
    -- What is released first can be taken by the others.
    for hold in
      select order_id, ordered, copies, false as valid from private.book_stock_holds
        where copies > 0 and not kept and placed_at <= oldest
      union all
      (select order_id, ordered, copies, kept or placed_at > oldest from private.book_stock_holds
        where copies is null order by placed_at, order_id)
    loop
      taken := case when hold.valid then least(hold.ordered, stock) else 0 end;
      stock := stock + coalesce(hold.copies, 0) - taken;
      update private.book_stock_holds set copies = taken where order_id = hold.order_id;
    end loop;
  end if;
  if tg_op = 'INSERT' then
    taken := case when new.confirmed or new.paid or new.fulfilled or new.created_at > oldest
      then least(new.quantity, stock) else 0 end;
    insert into private.book_stock_holds (order_id, ordered, copies, kept, placed_at)
    values (new.id, new.quantity, taken, new.confirmed or new.paid or new.fulfilled, new.created_at)
    on conflict (order_id) do nothing; -- an order that was deleted and is there again
    if found then
      stock := stock - taken;
    end if;
  end if;

  update public.site_settings set value = to_jsonb(stock) where key = 'book.stock' and value <> to_jsonb(stock);
  return null;
exception when lock_not_available or serialization_failure or deadlock_detected then
  if tg_table_name = 'site_settings' then
    raise;
  elsif tg_op = 'INSERT' then
    insert into private.book_stock_holds (order_id, ordered, kept, placed_at)
    values (new.id, new.quantity, new.confirmed or new.paid or new.fulfilled, new.created_at)
    on conflict (order_id) do nothing;
  else
    insert into private.book_stock_changes (order_id) values (new.id);
  end if;
  return null;
end
$$;
comment on function private.count_stock() is 'Counts the copies left, at commit: releases, then takes. Definer: writes the setting book.stock and the tables of the copies held, nothing else.';

grant select, insert, update, delete on private.book_stock_changes, private.book_stock_holds to toubkal_owner;
alter function private.count_stock() owner to toubkal_owner;

drop trigger book_orders_30_take_from_stock on public.book_orders;
drop function private.take_from_stock();
create constraint trigger book_orders_30_count_stock after insert on public.book_orders
  deferrable initially deferred for each row execute function private.count_stock();
create constraint trigger book_orders_30_count_stock_of_flags after update of confirmed, paid, fulfilled on public.book_orders
  deferrable initially deferred for each row
  when ((old.confirmed or old.paid or old.fulfilled) <> (new.confirmed or new.paid or new.fulfilled))
  execute function private.count_stock();
-- Not for the change that private.count_stock makes itself.
create constraint trigger site_settings_30_count_stock after update on public.site_settings
  deferrable initially deferred for each row
  when (new.key in ('book.stock', 'book.reservation_days') and new.value <> old.value and pg_trigger_depth() = 0)
  execute function private.count_stock();

alter table public.site_settings add constraint site_settings_order_limits_natural check (
  case when key in ('book.max_per_order', 'book.reservation_days')
    then jsonb_typeof(value) = 'number' and value::text ~ '^[0-9]+$'
      and value between '1' and case key when 'book.max_per_order' then '1000'::jsonb else '365'::jsonb end end
);

create or replace function private.force_new_order() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant int := coalesce((select value::int from public.site_settings where key = 'book.max_per_order'), 20);
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
  if new.quantity > most then
    raise exception 'new row for relation "book_orders" violates check constraint "book_orders_quantity_most"' using
      errcode = 'check_violation', constraint = 'book_orders_quantity_most', schema = 'public', table = 'book_orders',
      hint = format('An order has at most %s copies. For more, please write to us.', most);
  end if;
  return new;
end
$$;
comment on function private.force_new_order() is 'A visitor''s order is new, unpaid, in dirhams and at our price, has an address, and at most book.max_per_order copies.';

-- The numbers of two orders must not tell how many were placed between them. Within a millisecond the
-- sequence keeps them apart; from one millisecond to the next a secret shifts its digits.
create table private.order_number_secret (
  secret uuid primary key
);
comment on table private.order_number_secret is 'One row: what the last digits of order numbers are shifted by, with the time.';
insert into private.order_number_secret (secret) values (gen_random_uuid());
grant select on private.order_number_secret to toubkal_owner;
grant usage on sequence private.order_number_ends to toubkal_owner;

-- Definer: a column default runs with the rights of the role that inserts, which must not read the
-- secret or the sequence. It reads both and returns one number.
create or replace function private.new_order_number() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moment constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  digest constant bytea := sha256(convert_to(moment || ' ' || (select secret from private.order_number_secret), 'UTF8'));
  shift constant int := get_byte(digest, 0) * 256 + get_byte(digest, 1);
begin
  return 'BO' || moment || lpad(((nextval('private.order_number_ends') + shift) % 1000)::text, 3, '0');
end
$$;
comment on function private.new_order_number() is 'An order number in the form that clients make too. Definer: takes the next value of one sequence and reads its secret.';
alter function private.new_order_number() owner to toubkal_owner;
revoke usage on sequence private.order_number_ends from anon, authenticated, service_role;
