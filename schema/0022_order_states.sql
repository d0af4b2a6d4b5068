-- The states of an order, who changed them and when.
--
--   new        placed; nobody has called the buyer yet
--   confirmed  the buyer has confirmed it
--   fulfilled  the parcel was given to the courier
--   cancelled  ended before that; its copies go back to the stock at once
--   refused    the buyer did not take the parcel
--   returned   the parcel came back after it was delivered
--   spam       no order of a person; admins may delete it for good
--
-- The first three are read from the flags confirmed and fulfilled, which keep their meaning and are set as
-- before. Whether an order is paid is apart: money may come before, after or never, and be given back.

create function private.is_order_status_change(was text, becomes text) returns boolean
language sql immutable parallel safe
return (was, becomes) in (
  ('new', 'confirmed'), ('new', 'fulfilled'), ('new', 'cancelled'), ('new', 'spam'),
  ('confirmed', 'new'), ('confirmed', 'fulfilled'), ('confirmed', 'cancelled'),
  ('fulfilled', 'new'), ('fulfilled', 'confirmed'), ('fulfilled', 'refused'), ('fulfilled', 'returned'),
  -- mistakes are taken back
  ('cancelled', 'new'), ('cancelled', 'confirmed'), ('refused', 'fulfilled'), ('returned', 'fulfilled'), ('spam', 'new')
);
comment on function private.is_order_status_change(text, text) is 'Whether an order in one state may become the other.';

create function private.order_status_of_flags(confirmed boolean, fulfilled boolean) returns text
language sql immutable parallel safe
return case when fulfilled then 'fulfilled' when confirmed then 'confirmed' else 'new' end;
comment on function private.order_status_of_flags(boolean, boolean) is 'The state of an order that is not ended.';

create function private.is_order_ended(order_status text) returns boolean
language sql immutable parallel safe
return order_status in ('cancelled', 'refused', 'returned', 'spam');
comment on function private.is_order_ended(text) is 'Whether nothing more is delivered.';

-- Conditions of triggers run with the rights of who changes the order.
grant execute on function private.is_order_status_change(text, text), private.order_status_of_flags(boolean, boolean),
  private.is_order_ended(text) to anon, authenticated, service_role, toubkal_owner;

alter table public.book_orders
  add column paid_at timestamptz,
  add column restocked boolean not null default false;
comment on column public.book_orders.order_status is 'new, confirmed or fulfilled, as the flags say; or how the order has ended: cancelled, refused, returned, spam.';
comment on column public.book_orders.payment_status is 'pending, paid as the flag says, or refunded: paid no longer, after the order has ended.';
comment on column public.book_orders.paid_at is 'When it was marked as paid; null while it is not.';
comment on column public.book_orders.restocked is 'The copies of a refused or returned order went back to the stock.';
comment on column public.book_orders.confirmed is 'The buyer has confirmed the order. Fixed once the order has ended.';
comment on column public.book_orders.fulfilled is 'The parcel was given to the courier. Fixed once the order has ended.';
comment on column public.book_orders.total_amount is 'In currency. Computed by the server for visitors; admins may set it (price times quantity if they do not).';

-- Orders from before: the flags decide. When one was paid, the audit log knows; one that was added as paid, or
-- before the log, was paid when it was placed.
-- Row security would hide all orders from an owner of the tables that is no superuser.
alter table public.book_orders no force row level security;
alter table public.audit_log no force row level security;
alter table public.book_orders disable trigger user;
update public.book_orders o set
  order_status = case
    when o.order_status = 'cancelled' and not o.fulfilled then o.order_status
    when o.order_status in ('refused', 'returned') and o.fulfilled then o.order_status
    else private.order_status_of_flags(o.confirmed, o.fulfilled)
  end,
  payment_status = case
    when o.paid then 'paid'
    when o.payment_status = 'refunded' then 'refunded'
    else 'pending'
  end,
  paid_at = case when o.paid then coalesce(
    (select max(l.at) from public.audit_log l
      where l.table_name = 'book_orders' and l.row_id = o.id::text and l.changes -> 'paid' -> 1 = 'true'),
    o.created_at
  ) end;
alter table public.book_orders enable trigger user;
alter table public.book_orders force row level security;
alter table public.audit_log force row level security;

alter table public.book_orders
  drop constraint book_orders_order_status_format,
  add constraint book_orders_order_status_known check (
    order_status in ('new', 'confirmed', 'fulfilled', 'cancelled', 'refused', 'returned', 'spam')
  ),
  add constraint book_orders_order_status_of_flags check (
    case
      when order_status in ('new', 'confirmed', 'fulfilled') then order_status = private.order_status_of_flags(confirmed, fulfilled)
      when order_status = 'cancelled' then not fulfilled
      when order_status in ('refused', 'returned') then fulfilled
      when order_status = 'spam' then not confirmed and not fulfilled
      else false
    end
  ),
  add constraint book_orders_paid_at_there check ((paid_at is not null) = paid),
  add constraint book_orders_restocked_after_return check (not restocked or order_status in ('refused', 'returned'));
create index book_orders_order_status_idx on public.book_orders (order_status, created_at, id);
create index book_orders_paid_at_idx on public.book_orders (paid_at) where paid;

-- Definer: the callers may not use the schema private. It reads and writes nothing but the row at hand.
create function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if not private.is_order_ended(new.order_status) then
      new.order_status := private.order_status_of_flags(new.confirmed, new.fulfilled);
    end if;
    new.restocked := false;
    new.paid_at := case when new.paid then coalesce(new.paid_at, new.created_at) end;
    new.payment_status := case when new.paid then 'paid' else new.payment_status end;
    return new;
  end if;

  if new.order_status = old.order_status and not private.is_order_ended(old.order_status) then
    new.order_status := private.order_status_of_flags(new.confirmed, new.fulfilled);
  elsif private.is_order_ended(old.order_status) and (new.confirmed, new.fulfilled) is distinct from (old.confirmed, old.fulfilled) then
    raise exception 'an order that is % has to be reopened first', old.order_status using
      errcode = 'check_violation', constraint = 'book_orders_ended', schema = 'public', table = 'book_orders';
  end if;
  if new.order_status <> old.order_status and not private.is_order_status_change(old.order_status, new.order_status) then
    raise exception 'an order that is % cannot become %', old.order_status, new.order_status using
      errcode = 'check_violation', constraint = 'book_orders_order_status_change', schema = 'public', table = 'book_orders';
  end if;
  if not private.is_order_ended(new.order_status) then
    new.restocked := false;
  end if;

  if new.paid <> old.paid then
    new.paid_at := case when new.paid then now() end;
    new.payment_status := case
      when new.paid then 'paid'
      when private.is_order_ended(new.order_status) then 'refunded'
      else 'pending'
    end;
  end if;
  return new;
end
$$;
comment on function private.guard_order() is 'Keeps the states of orders and their sequence, for every role; and when an order was paid. Definer: reads and writes nothing but the row at hand.';
alter function private.guard_order() owner to toubkal_owner;

-- What was sent is what was ordered, and what was paid for keeps its price. Name, e-mail and phone may be
-- corrected at any time.
create function private.guard_order_content() returns trigger
language plpgsql set search_path = ''
as $$
declare
  edition constant text := '^(fr|ar)(?=\n|$)'; -- the first line of the notes
begin
  if old.order_status not in ('new', 'confirmed') and (
    (new.shipping_address, new.shipping_city, new.shipping_postal_code, new.quantity, new.total_amount, new.currency)
      is distinct from (old.shipping_address, old.shipping_city, old.shipping_postal_code, old.quantity, old.total_amount, old.currency)
    or substring(new.notes from edition) is distinct from substring(old.notes from edition)
  ) then
    raise exception 'address, edition, copies and total of an order that is % cannot be changed', old.order_status using
      errcode = 'check_violation', constraint = 'book_orders_content_fixed', schema = 'public', table = 'book_orders';
  end if;
  if old.paid and new.paid and (new.quantity, new.total_amount, new.currency) is distinct from (old.quantity, old.total_amount, old.currency) then
    raise exception 'copies and total of an order that is paid cannot be changed' using
      errcode = 'check_violation', constraint = 'book_orders_paid_fixed', schema = 'public', table = 'book_orders';
  end if;
  return new;
end
$$;
comment on function private.guard_order_content() is 'Keeps address, edition, copies and total of an order that was sent or has ended, and copies and total of one that is paid.';

create trigger book_orders_40_guard before insert or update on public.book_orders
  for each row execute function private.guard_order();
create trigger book_orders_45_guard_content before update on public.book_orders
  for each row when (private.is_api_caller()) execute function private.guard_order_content();

-- The history. Admins end and reopen an order by adding a row here; a change of the flags adds one too.

create table public.book_order_changes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null
    constraint book_order_changes_order_id_fkey references public.book_orders (id) on delete cascade,
  from_status text not null
    constraint book_order_changes_from_status_known check (from_status in ('new', 'confirmed', 'fulfilled', 'cancelled', 'refused', 'returned', 'spam')),
  to_status text not null
    constraint book_order_changes_to_status_known check (to_status in ('new', 'confirmed', 'fulfilled', 'cancelled', 'refused', 'returned', 'spam')),
  edited text[] not null default '{}',
  reason text
    constraint book_order_changes_reason_length check (reason ~ '\S' and char_length(reason) <= 1000),
  restock boolean not null default false,
  mail boolean not null default false,
  message text
    constraint book_order_changes_message_length check (message ~ '\S' and char_length(message) <= 2000),
  author_id uuid
    constraint book_order_changes_author_id_fkey references public.admin_users (id) on delete set null,
  made_by text not null default '',
  created_at timestamptz not null default now(),
  constraint book_order_changes_mail_written check (
    not mail or to_status in ('cancelled', 'refused', 'returned') or from_status = to_status
  ),
  constraint book_order_changes_restock_after_return check (not restock or to_status in ('refused', 'returned'))
);
comment on table public.book_order_changes is 'The history of orders: each change of state, and each correction of what was ordered.';
comment on column public.book_order_changes.from_status is 'Where the order is in another state by then, the change is refused: of two at the same time one wins.';
comment on column public.book_order_changes.to_status is 'The same as from_status for a correction.';
comment on column public.book_order_changes.edited is 'The columns that a correction changed.';
comment on column public.book_order_changes.reason is 'For the team. Required to cancel, refuse and return.';
comment on column public.book_order_changes.restock is 'The copies of a refused or returned parcel go back to the stock.';
comment on column public.book_order_changes.mail is 'The buyer is told by e-mail.';
comment on column public.book_order_changes.message is 'What the e-mail says besides, in the language of the order.';
comment on column public.book_order_changes.made_by is 'As it was then, since the account may go. Empty: the server.';
create index book_order_changes_order_id_idx on public.book_order_changes (order_id, created_at);
create index book_order_changes_author_id_idx on public.book_order_changes (author_id);

create function private.sign_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select id, coalesce(nullif(full_name, ''), email) into new.author_id, new.made_by
    from public.admin_users where auth_user_id = auth.uid();
  new.made_by := coalesce(new.made_by, '');
  new.created_at := now();
  return new;
end
$$;
comment on function private.sign_order_change() is 'A change is by who makes it, now. Definer: reads the caller''s own row of admin_users.';
alter function private.sign_order_change() owner to toubkal_owner;

-- Definer: an admin may not write order_status. It changes the state of the one order, if it still is the one
-- that the caller saw; the triggers of the order refuse what is no step of an order.
create function private.apply_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was public.book_orders;
begin
  if not public.is_admin() then -- before anything is told about the order
    raise exception 'only admins change orders' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'book_order_changes';
  end if;
  select * into was from public.book_orders where id = new.order_id for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if was.order_status <> new.from_status then
    raise exception 'the order is % by now', was.order_status using errcode = 'PT409', hint = 'Read it again.';
  end if;
  if new.mail and was.language is null then
    raise exception 'no language of e-mails to the buyer is chosen' using
      errcode = 'check_violation', constraint = 'book_order_changes_mail_language', schema = 'public', table = 'book_order_changes';
  end if;
  if new.from_status = new.to_status then
    return new; -- a correction
  end if;
  if new.to_status in ('cancelled', 'refused', 'returned') then
    if new.reason is null then
      raise exception 'a reason is needed' using
        errcode = 'check_violation', constraint = 'book_order_changes_reason_given', schema = 'public', table = 'book_order_changes';
    end if;
  elsif not private.is_order_ended(new.to_status) then
    if not private.is_order_ended(was.order_status) then
      raise exception 'an order is confirmed and fulfilled by its flags' using
        errcode = 'check_violation', constraint = 'book_order_changes_by_flags', schema = 'public', table = 'book_order_changes';
    end if;
    new.to_status := private.order_status_of_flags(was.confirmed, was.fulfilled);
  end if;
  update public.book_orders set order_status = new.to_status, restocked = new.restock where id = new.order_id;
  return new;
end
$$;
comment on function private.apply_order_change() is 'Ends or reopens an order. A reopened one is what its flags say. Definer: for admins only, and guards that itself; writes the state of the one order.';

-- Definer: nobody adds to the history without changing an order.
create function private.note_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.book_order_changes (order_id, from_status, to_status) values (new.id, old.order_status, new.order_status);
  return null;
end
$$;
comment on function private.note_order_change() is 'Writes a change of the flags into the history. Definer: adds that one row.';

-- Definer: an admin may neither add jobs nor write the log of e-mails.
create function private.mail_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  notice constant text := case when new.from_status = new.to_status then 'order_changed' else 'order_' || new.to_status end;
begin
  insert into public.mail_notices (row_id, kind) values (new.id, notice);
  perform toubkal_jobs.add('site-mail', jsonb_build_object('kind', notice, 'id', new.id), 'default', 10, null);
  return null;
end
$$;
comment on function private.mail_order_change() is 'Has the buyer told of a change. Definer: inserts one row of mail_notices and one job.';

grant select, update on public.book_orders to toubkal_owner;
grant select, insert on public.book_order_changes to toubkal_owner;
alter function private.apply_order_change() owner to toubkal_owner;
alter function private.note_order_change() owner to toubkal_owner;
alter function private.mail_order_change() owner to toubkal_owner;

alter table public.mail_notices
  drop constraint mail_notices_kind_known,
  add constraint mail_notices_kind_known check (
    kind in (
      'order_received', 'order_confirmed', 'order_shipped', 'order_changed', 'order_cancelled', 'order_refused', 'order_returned',
      'contact_received', 'sponsorship_received', 'retreat_received'
    )
  );
comment on column public.mail_notices.row_id is 'The order or inquiry; of order_changed, order_cancelled, order_refused and order_returned the row of book_order_changes. No foreign key: it belongs to one of five tables.';

create trigger book_order_changes_10_sign before insert on public.book_order_changes
  for each row execute function private.sign_order_change();
create trigger book_order_changes_20_apply before insert on public.book_order_changes
  for each row when (private.is_api_caller()) execute function private.apply_order_change();
create trigger book_order_changes_50_mail after insert on public.book_order_changes
  for each row when (new.mail) execute function private.mail_order_change();
-- Not for the change that private.apply_order_change makes itself.
create trigger book_orders_60_note_change after update on public.book_orders
  for each row when (new.order_status <> old.order_status and pg_trigger_depth() = 0)
  execute function private.note_order_change();

select private.audit('public.book_orders',
  hidden => '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code}',
  silent => '{payment_status, paid_at}'); -- they follow from paid

-- Two admins who edit one order do not overwrite each other. Invoker: the policy of the orders decides, and
-- their triggers what may still be changed.
create function public.edit_order(
  order_id uuid, known timestamptz, changes jsonb, mail boolean default false, message text default null
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  was public.book_orders;
  wanted public.book_orders;
  changed text[];
begin
  select * into was from public.book_orders o where o.id = edit_order.order_id for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if was.updated_at <> known then
    raise exception 'the order was changed meanwhile' using errcode = 'PT409', hint = 'Read it again.';
  end if;
  select coalesce(array_agg(key), '{}') into changed from jsonb_object_keys(changes) as key;
  if not changed <@ '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount, notes}' then
    raise exception 'only name, contact, address, copies, total and notes can be edited' using errcode = 'PT400';
  end if;
  wanted := jsonb_populate_record(was, changes);
  select coalesce(array_agg(key order by key), '{}') into changed from unnest(changed) as key
    where to_jsonb(was) -> key is distinct from to_jsonb(wanted) -> key;
  if cardinality(changed) = 0 then
    return;
  end if;
  update public.book_orders o set
    buyer_name = wanted.buyer_name, buyer_email = wanted.buyer_email, buyer_phone = wanted.buyer_phone,
    shipping_address = wanted.shipping_address, shipping_city = wanted.shipping_city,
    shipping_postal_code = wanted.shipping_postal_code, quantity = wanted.quantity,
    total_amount = wanted.total_amount, notes = wanted.notes
  where o.id = edit_order.order_id;
  insert into public.book_order_changes (order_id, from_status, to_status, edited, mail, message)
    values (edit_order.order_id, was.order_status, was.order_status, changed, edit_order.mail, edit_order.message);
end
$$;
comment on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) is 'Corrects an order: {"column": value, ...} of name, contact, address, copies, total and notes. For admins. Where updated_at is not "known" by now, nothing is saved and the answer is 409. With mail the buyer is told.';
revoke execute on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) from public;
grant execute on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) to authenticated;

-- The stock. A cancelled order, or spam, gives its copies back at once. A refused or returned one gives
-- them back where the admin says so; else they are lost. The quantity of an order may change.

alter table private.book_stock_changes add column restock boolean not null default false;
comment on column private.book_stock_changes.restock is 'A parcel came back, and its copies are counted again, also those of an order from before the stock was set by hand.';
comment on column private.book_stock_holds.kept is 'The order keeps its copies, however old it is.';
comment on column private.book_stock_holds.placed_at is 'When the order was placed; -infinity where it has ended and gives its copies back.';

create function private.keeps_copies(o public.book_orders) returns boolean
language sql stable
return case
  when private.is_order_ended(o.order_status) then o.order_status in ('refused', 'returned') and not o.restocked
  else o.confirmed or o.paid or o.fulfilled
end;
comment on function private.keeps_copies(public.book_orders) is 'Whether an order keeps its copies, however old it is.';
create function private.holds_since(o public.book_orders) returns timestamptz
language sql stable
return case when private.is_order_ended(o.order_status) and not private.keeps_copies(o) then '-infinity' else o.created_at end;
comment on function private.holds_since(public.book_orders) is 'From when on the days of an order''s reservation count; -infinity where it has ended.';
grant execute on function private.keeps_copies(public.book_orders), private.holds_since(public.book_orders)
  to anon, authenticated, service_role, toubkal_owner;

create or replace function private.count_stock() returns trigger
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
  if tg_op = 'INSERT' then
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

drop trigger book_orders_30_count_stock_of_flags on public.book_orders;
create constraint trigger book_orders_30_count_stock_of_changes after update on public.book_orders
  deferrable initially deferred for each row
  when (
    (old.confirmed or old.paid or old.fulfilled) <> (new.confirmed or new.paid or new.fulfilled)
    or old.order_status <> new.order_status or old.restocked <> new.restocked or old.quantity <> new.quantity
  )
  execute function private.count_stock();

-- The lists and the figures.

create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked
  from public.book_orders
  where (select public.is_admin());

create or replace view public.form_submissions with (security_invoker = true) as
select form_type, id, name, email, phone, message, status, created_at, updated_at, assigned_to,
  notes, record
from (
  select 'contact' as form_type, c.id, c.name, c.email, null::text as phone, c.message, c.status, c.created_at,
    c.updated_at, c.assigned_to, c.notes, to_jsonb(c) as record,
    exists (select from public.speaking_inquiries s where s.contact_submission_id = c.id) as converted
  from public.contact_submissions c
  union all
  select 'speaking', s.id, s.name, s.email, s.phone, s.message, s.status, s.created_at,
    s.updated_at, s.assigned_to, s.notes, to_jsonb(s), false
  from public.speaking_inquiries s
  union all
  select 'sponsorship', p.id, p.name, p.email, null::text, p.message, p.status, p.created_at,
    p.updated_at, p.assigned_to, p.notes, to_jsonb(p), false
  from public.sponsorship_inquiries p
  union all
  select 'retreat', r.id, r.name, r.email, r.phone, r.message, r.status, r.created_at,
    r.updated_at, r.assigned_to, r.notes, to_jsonb(r), false
  from public.retreat_inquiries r
  union all
  select 'book_order', o.id, o.buyer_name, o.buyer_email, o.buyer_phone, o.notes,
    case when private.is_order_ended(o.order_status) then o.order_status
      when o.fulfilled then 'fulfilled' when o.paid then 'paid' when o.confirmed then 'confirmed' end,
    o.created_at, o.updated_at, null::uuid, o.notes, to_jsonb(o) - 'search_text', false
  from public.book_orders o
) as submissions
where not converted;
comment on column public.form_submissions.status is 'new, read or responded; of an order how it has ended, or the furthest of confirmed, paid and fulfilled, null where it is none of them.';

-- Revenue is what was paid, on the day that it was paid. What was ordered is not revenue: of ten orders with cash
-- on delivery, some are refused at the door.
drop function public.orders_per_day(int);
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
    select (o.paid_at at time zone 'Africa/Casablanca')::date as day, sum(o.total_amount) as revenue
    from public.book_orders o
    where o.paid and o.paid_at >= (select b.first from bounds b) and o.paid_at < (select b.last from bounds b) and o.currency = 'MAD'
    group by 1
  )
  select w.day, coalesce(p.orders, 0), coalesce(p.copies, 0), coalesce(p.ordered, 0), coalesce(m.revenue, 0)
  from wanted w left join placed p using (day) left join paid m using (day)
  order by w.day;
end;
comment on function public.orders_per_day(int) is
  'Of each of the last days (1 to 366, today included), oldest first, days without any too: orders placed and their copies and amount, without those cancelled since; and revenue, which is what was paid on that day. Amounts in dirhams. A day is one in Morocco.';

drop function public.order_funnel(int);
create function public.order_funnel(days int default null)
returns table (placed bigint, new bigint, confirmed bigint, paid bigint, fulfilled bigint, cancelled bigint, refused bigint, returned bigint)
language sql stable security invoker
begin atomic
  select count(*), count(*) filter (where o.order_status = 'new' and not o.paid), count(*) filter (where o.confirmed),
    count(*) filter (where o.paid), count(*) filter (where o.fulfilled), count(*) filter (where o.order_status = 'cancelled'),
    count(*) filter (where o.order_status = 'refused'), count(*) filter (where o.order_status = 'returned')
  from public.book_orders o
  where o.order_status <> 'spam' and (days is null or o.created_at >= now() - make_interval(days => days))
  having not private.is_visitor();
end;
comment on function public.order_funnel(int) is
  'How many orders were placed (in the last days, or ever), are new, were confirmed, paid, fulfilled, and have ended how. An order can be in several of them. Spam is none.';
revoke execute on function public.orders_per_day(int), public.order_funnel(int) from public;
grant execute on function public.orders_per_day(int), public.order_funnel(int) to authenticated, service_role;
