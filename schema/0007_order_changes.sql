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

create function private.is_order_ended(order_status text) returns boolean
language sql immutable parallel safe
return order_status in ('cancelled', 'refused', 'returned', 'spam');
comment on function private.is_order_ended(text) is 'Whether nothing more is delivered.';

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
begin
  if old.order_status not in ('new', 'confirmed') and
    (new.shipping_address, new.shipping_city, new.shipping_postal_code, new.quantity, new.total_amount, new.currency, new.edition)
      is distinct from (old.shipping_address, old.shipping_city, old.shipping_postal_code, old.quantity, old.total_amount, old.currency, old.edition)
  then
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
alter function private.apply_order_change() owner to toubkal_owner;

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
alter function private.note_order_change() owner to toubkal_owner;

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
alter function private.mail_order_change() owner to toubkal_owner;

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
  if not changed <@ '{buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount, edition, notes}' then
    raise exception 'only name, contact, address, copies, total, edition and notes can be edited' using errcode = 'PT400';
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
    total_amount = wanted.total_amount, edition = wanted.edition, notes = wanted.notes
  where o.id = edit_order.order_id;
  insert into public.book_order_changes (order_id, from_status, to_status, edited, mail, message)
    values (edit_order.order_id, was.order_status, was.order_status, changed, edit_order.mail, edit_order.message);
end
$$;
comment on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) is 'Corrects an order: {"column": value, ...} of name, contact, address, copies, total, edition and notes. For admins. Where updated_at is not "known" by now, nothing is saved and the answer is 409. With mail the buyer is told.';

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

create trigger book_orders_40_guard before insert or update on public.book_orders
  for each row execute function private.guard_order();
create trigger book_orders_45_guard_content before update on public.book_orders
  for each row when (private.is_api_caller()) execute function private.guard_order_content();
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

-- Conditions of triggers run with the rights of who changes the order.
grant execute on function private.is_order_status_change(text, text), private.order_status_of_flags(boolean, boolean),
  private.is_order_ended(text) to anon, authenticated, service_role, toubkal_owner;
grant select, update on public.book_orders to toubkal_owner;
grant select, insert on public.book_order_changes to toubkal_owner;
revoke execute on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) from public;
grant execute on function public.edit_order(uuid, timestamptz, jsonb, boolean, text) to authenticated;
grant execute on function private.keeps_copies(public.book_orders), private.holds_since(public.book_orders)
  to anon, authenticated, service_role, toubkal_owner;
comment on function private.order_status_of_flags(boolean, boolean) is 'The state of an order that is not ended.';
comment on column public.book_orders.payment_status is 'pending, paid as the flag says, or refunded: all of it was given back, or it is paid no longer after the order has ended.';
comment on column public.book_orders.paid_at is 'When it was marked as paid; null while it is not.';
comment on column public.book_orders.restocked is 'The copies of a refused or returned order went back to the stock.';
comment on column public.book_orders.confirmed is 'The buyer has confirmed the order. Fixed once the order has ended.';
comment on column public.book_orders.fulfilled is 'The parcel was given to the courier. Fixed once the order has ended.';
create index book_orders_order_status_idx on public.book_orders (order_status, created_at, id);
create index book_orders_paid_at_idx on public.book_orders (paid_at) where paid;
