-- Orders from elsewhere: taken on the phone, from a spreadsheet, or from our own export. They keep their states and
-- dates. No e-mail is sent about them, and none of their buyers gets any later, unless an admin chooses a language.
--
-- The stock: what was sent or has ended before the import takes no copies. An open order takes its copies as one of
-- the site does (a new one that is older than book.reservation_days none), and is refused where there are not enough.

create type private.imported_order as (
  line int, order_number text, created_at timestamptz, buyer_name text, buyer_email text, buyer_phone text,
  shipping_address text, shipping_city text, shipping_postal_code text, quantity int, total_amount numeric,
  payment_method text, order_status text, confirmed boolean, paid boolean, fulfilled boolean, paid_at timestamptz, edition text, notes text
);
comment on type private.imported_order is 'A line of public.import_orders.';

-- Definer: admins may insert neither times nor import_id, and write no stock. A check imports in a subtransaction that
-- is rolled back, so that it cannot differ from the import.
-- Lines are inserted in batches. A batch that the database refuses is rolled back and repeated with fewer lines, down to
-- the one that is refused, so that the result is that of an import line by line. 140 lines: the steps share their state.
create function public.import_orders(records jsonb, only_check boolean default false)
returns table (line int, outcome text, reason text, taken int)
language plpgsql volatile security definer set search_path = '' set statement_timeout = '30s' -- 5000 lines take longer than the limit of the role
as $$
declare
  import constant uuid := gen_random_uuid();
  most constant int := 256; -- lines of a batch
  given private.imported_order[];
  one private.imported_order;
  new_order public.book_orders;
  batch public.book_orders[];
  keys text[]; -- of the orders in the batch: their numbers, and phone, quantity and day
  own_keys text[];
  holding uuid[]; -- orders in the batch that take copies
  lines int[] := '{}';
  outcomes text[] := '{}'; -- added, known, stock or refused
  reasons text[] := '{}';
  takings int[] := '{}';
  at timestamptz;
  phone text;
  was text;
  why text;
  copies int;
  first int := 1;
  size int := most;
  oldest timestamptz;
  has_stock boolean;
  available int; -- copies of the stock; null: not known yet, or there is no stock to count
  available_before int; -- as the batch began
  is_counted boolean := false;
  holds boolean;
begin
  if not public.is_admin() then
    raise exception 'only admins import orders' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_orders';
  end if;
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 5000 or octet_length(records::text) > 5 * 1024 * 1024 then
    raise exception 'at most 5000 orders, of 5 MB together, are imported at once, as an array' using errcode = 'PT400';
  end if;
  oldest := now() - make_interval(days => coalesce((select s.value::int from public.site_settings s where s.key = 'book.reservation_days'), 7));
  has_stock := exists (select from public.site_settings s where s.key = 'book.stock');
  given := array(select r from jsonb_populate_recordset(null::private.imported_order, records) as r order by r.line);
  begin
    while first <= cardinality(given) loop
      size := least(size, cardinality(given) - first + 1);
      available_before := available;
      batch := '{}';
      keys := '{}';
      holding := '{}';
      begin
        for i in first .. first + size - 1 loop
          one := given[i];
          at := coalesce(one.created_at, now());
          phone := private.phone_number(one.buyer_phone);
          copies := 0;
          why := case
            when phone is null then 'book_orders_buyer_phone_format'
            when at not between '2000-01-01' and now() then 'book_orders_created_at_range'
            when one.order_status not in ('new', 'confirmed', 'fulfilled', 'cancelled', 'refused', 'returned', 'spam') then 'book_orders_order_status_known'
            when one.paid_at not between at and now() then 'book_orders_paid_at_range'
          end;
          holds := coalesce(one.order_status, 'new') in ('new', 'confirmed') and not coalesce(one.fulfilled, false)
            and (one.confirmed or one.paid or at > oldest);
          if holds and not is_counted then
            if not only_check then
              perform pg_advisory_xact_lock(hashtext('private.count_stock'));
            end if;
            is_counted := true;
            select s.value::int
                + coalesce((select sum(h.copies) from private.book_stock_holds h where h.copies > 0 and not h.kept and h.placed_at <= oldest), 0)
                - coalesce((select sum(h.ordered) from private.book_stock_holds h where h.copies is null and (h.kept or h.placed_at > oldest)), 0)
              into available from public.site_settings s where s.key = 'book.stock';
            available_before := available;
          end if;
          own_keys := array[one.order_number, concat_ws(' ', private.phone_end(phone), coalesce(one.quantity, 1), (at at time zone 'Africa/Casablanca')::date)];
          if why is not null then
            was := 'refused';
          elsif own_keys && keys or exists (select from public.book_orders o where o.order_number = one.order_number) or exists (
            select from public.book_orders o
            where private.phone_end(o.buyer_phone) = private.phone_end(phone) and o.quantity = coalesce(one.quantity, 1)
              and (o.created_at at time zone 'Africa/Casablanca')::date = (at at time zone 'Africa/Casablanca')::date
          ) then
            was := 'known';
          elsif holds and coalesce(one.quantity, 1) > available then
            was := 'stock';
          else
            was := 'added';
            new_order.id := gen_random_uuid();
            new_order.order_number := coalesce(one.order_number, private.new_order_number());
            new_order.created_at := at;
            new_order.buyer_name := one.buyer_name;
            new_order.buyer_email := one.buyer_email;
            new_order.buyer_phone := phone;
            new_order.shipping_address := coalesce(one.shipping_address, '');
            new_order.shipping_city := coalesce(one.shipping_city, '');
            new_order.shipping_postal_code := one.shipping_postal_code;
            new_order.quantity := coalesce(one.quantity, 1);
            new_order.total_amount := one.total_amount;
            new_order.payment_method := coalesce(one.payment_method, 'cash');
            new_order.order_status := coalesce(one.order_status, 'new');
            new_order.confirmed := coalesce(one.confirmed, false);
            new_order.paid := coalesce(one.paid, false);
            new_order.fulfilled := coalesce(one.fulfilled, false);
            new_order.paid_at := one.paid_at;
            new_order.edition := one.edition;
            new_order.notes := one.notes;
            batch := batch || new_order;
            keys := keys || own_keys;
            if holds and available is not null then
              holding := holding || new_order.id;
              copies := new_order.quantity;
              available := available - copies;
            end if;
          end if;
          lines[i] := one.line;
          outcomes[i] := was;
          reasons[i] := why;
          takings[i] := copies;
        end loop;
        insert into public.book_orders (
          id, order_number, created_at, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code,
          quantity, total_amount, payment_method, order_status, confirmed, paid, fulfilled, paid_at, edition, notes, import_id
        )
        select b.id, b.order_number, b.created_at, b.buyer_name, b.buyer_email, b.buyer_phone, b.shipping_address, b.shipping_city, b.shipping_postal_code,
          b.quantity, b.total_amount, b.payment_method, b.order_status, b.confirmed, b.paid, b.fulfilled, b.paid_at, b.edition, b.notes, import
        from unnest(batch) as b;
        -- Not counted yet. What is not open has nothing to hold, as an order from before the stock was set by hand.
        if has_stock then
          insert into private.book_stock_holds (order_id, ordered, copies, kept, placed_at)
          select o.id, o.quantity, case when o.id <> all (holding) then 0 end, private.keeps_copies(o), private.holds_since(o)
            from unnest(batch) as b join public.book_orders o on o.id = b.id where o.order_status in ('new', 'confirmed');
        end if;
        first := first + size;
        size := least(size * 2, most);
      exception when integrity_constraint_violation or data_exception then
        available := available_before;
        if size > 1 then
          size := size / 8 + 1;
        else
          get stacked diagnostics why = constraint_name;
          lines[first] := given[first].line;
          outcomes[first] := 'refused';
          reasons[first] := nullif(why, '');
          takings[first] := 0;
          first := first + 1;
          size := 8;
        end if;
      end;
    end loop;
    if only_check then
      raise exception 'checked' using errcode = 'PT000';
    end if;
    insert into public.book_order_imports (id, added, known, refused, copies)
    select import, count(*) filter (where o = 'added'), count(*) filter (where o = 'known'), count(*) filter (where o in ('stock', 'refused')),
      (select sum(n) from unnest(takings) as n)
    from unnest(outcomes) as o having bool_or(o = 'added');
  exception when sqlstate 'PT000' then
    null; -- nothing was added
  end;
  return query select * from unnest(lines, outcomes, reasons, takings);
end
$$;
comment on function public.import_orders(jsonb, boolean) is 'Adds the orders [{"line", "order_number", "created_at", "buyer_name", ...}, ...] in one transaction, and says of each line: added (with the copies taken from the stock), known (an order with this number, or of the same phone, day and quantity, is there), stock (an open order, and there are not enough copies) or refused (with the constraint). Without a number it gets one; without a total, price times quantity. With only_check nothing is added. At most 5000 orders, of 5 MB; more are refused with 400. For admins, and guards that itself. Definer: inserts these orders with their times, the row of the import, and the copies that they hold.';
alter function public.import_orders(jsonb, boolean) owner to toubkal_owner;

create trigger book_order_imports_10_sign before insert on public.book_order_imports
  for each row execute function private.sign_order_change();
create constraint trigger book_orders_30_count_stock after insert on public.book_orders
  deferrable initially deferred for each row when (new.import_id is null) execute function private.count_stock();
create constraint trigger book_order_imports_30_count_stock after insert on public.book_order_imports
  deferrable initially deferred for each row execute function private.count_stock();

select private.audit('public.book_order_imports');
grant execute on function private.phone_end(text) to anon, authenticated, service_role, toubkal_owner; -- who writes a row computes its index entries
grant insert on public.book_orders to toubkal_owner;
grant select, insert on public.book_order_imports to toubkal_owner;
revoke execute on function public.import_orders(jsonb, boolean) from public;
grant execute on function public.import_orders(jsonb, boolean) to authenticated;
comment on table public.book_order_imports is 'Who imported orders, when, and how many. Written by public.import_orders.';
comment on column public.book_order_imports.known is 'Lines of orders that were there already.';
comment on column public.book_order_imports.refused is 'Lines that the database has refused.';
comment on column public.book_order_imports.copies is 'What its open orders took from the stock.';
comment on column public.book_order_imports.made_by is 'As it was then, since the account may go. Empty: the server.';
create index book_order_imports_author_id_idx on public.book_order_imports (author_id);
comment on column public.book_orders.import_id is 'The import that has added it; null for an order of the site, or one that an admin has added.';
create index book_orders_import_id_idx on public.book_orders (import_id) where import_id is not null;

-- An order is found by the phone of its buyer, however it is written.
create index book_orders_phone_idx on public.book_orders (private.phone_end(buyer_phone), created_at);
