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
comment on column private.book_stock_holds.kept is 'The order keeps its copies, however old it is.';
create index book_stock_holds_uncounted_idx on private.book_stock_holds (placed_at) where copies is null;
create index book_stock_holds_releasable_idx on private.book_stock_holds (placed_at) where copies > 0 and not kept;
comment on column private.book_stock_holds.placed_at is 'When the order was placed; -infinity where it has ended and gives its copies back.';

create table private.book_stock_changes (
  order_id uuid not null,
  restock boolean not null default false
);
comment on table private.book_stock_changes is 'Orders whose flags have changed since the stock was counted. No key: nobody waits to add one.';
comment on column private.book_stock_changes.restock is 'A parcel came back, and its copies are counted again, also those of an order from before the stock was set by hand.';

-- The copies of an import are counted once, with its row.
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
    insert into private.book_stock_changes (order_id, restock) values (new.id, new.restocked and not old.restocked);
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
      with changed as (delete from private.book_stock_changes returning order_id, restock)
      select order_id, bool_or(restock) as restock from changed group by order_id
    loop
      -- A parcel that comes back from before the stock was set by hand: its copies were out then.
      if hold.restock then
        insert into private.book_stock_holds (order_id, ordered, copies, kept, placed_at)
        select o.id, o.quantity, o.quantity, false, '-infinity' from public.book_orders o
          where o.id = hold.order_id and o.restocked
        on conflict (order_id) do nothing;
      end if;
      -- The copies of an order whose quantity changed go back, and are taken again below.
      stock := stock + coalesce((
        select h.copies from private.book_stock_holds h join public.book_orders o on o.id = h.order_id
        where h.order_id = hold.order_id and h.ordered <> o.quantity
      ), 0);
      update private.book_stock_holds h set kept = private.keeps_copies(o), placed_at = private.holds_since(o), ordered = o.quantity,
        copies = case when h.ordered = o.quantity then nullif(h.copies, 0) end -- one that holds none is counted again
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
  if tg_op = 'INSERT' and tg_table_name = 'book_orders' then
    taken := case when private.keeps_copies(new) or private.holds_since(new) > oldest then least(new.quantity, stock) else 0 end;
    insert into private.book_stock_holds (order_id, ordered, copies, kept, placed_at)
    values (new.id, new.quantity, taken, private.keeps_copies(new), private.holds_since(new))
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
  elsif tg_table_name = 'book_order_imports' then
    return null; -- its copies are noted, and the next count takes them
  elsif tg_op = 'INSERT' then
    insert into private.book_stock_holds (order_id, ordered, kept, placed_at)
    values (new.id, new.quantity, private.keeps_copies(new), private.holds_since(new))
    on conflict (order_id) do nothing;
  else
    insert into private.book_stock_changes (order_id, restock) values (new.id, new.restocked and not old.restocked);
  end if;
  return null;
end
$$;
comment on function private.count_stock() is 'Counts the copies left, at commit: releases, then takes. Definer: writes the setting book.stock and the tables of the copies held, nothing else.';
alter function private.count_stock() owner to toubkal_owner;

-- Not for the change that private.count_stock makes itself.
create constraint trigger site_settings_30_count_stock after update on public.site_settings
  deferrable initially deferred for each row
  when (new.key in ('book.stock', 'book.reservation_days') and new.value <> old.value and pg_trigger_depth() = 0)
  execute function private.count_stock();
create constraint trigger book_orders_30_count_stock_of_changes after update on public.book_orders
  deferrable initially deferred for each row
  when (
    (old.confirmed or old.paid or old.fulfilled) <> (new.confirmed or new.paid or new.fulfilled)
    or old.order_status <> new.order_status or old.restocked <> new.restocked or old.quantity <> new.quantity
  )
  execute function private.count_stock();

grant select, insert, update, delete on private.book_stock_changes, private.book_stock_holds to toubkal_owner;
insert into private.order_number_secret (secret) values (gen_random_uuid());
grant select on private.order_number_secret to toubkal_owner;
grant usage on sequence private.order_number_ends to toubkal_owner;
revoke usage on sequence private.order_number_ends from anon, authenticated, service_role;
comment on table private.order_number_secret is 'One row: what the last digits of order numbers are shifted by, with the time.';
alter function private.new_order_number() owner to toubkal_owner;
