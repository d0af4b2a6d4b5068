-- Orders of the book. Visitors place them and never read one back, not even their own; admins read
-- and search them, add those taken on the phone, toggle the three flags, correct what was ordered until it is
-- sent (public.edit_order), take notes and choose the language of the e-mails to the buyer. They cancel an order,
-- and say that a parcel was refused or returned, in book_order_changes.

alter table public.book_orders enable row level security;
alter table public.book_orders force row level security;

revoke all on table public.book_orders from anon, authenticated, service_role;
grant insert (
  id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
  shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
  order_status, confirmed, paid, fulfilled, edition, notes, language
) on public.book_orders to anon, authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505) and not a second order.
-- total, currency, the two states and the flags: the form sends them; the trigger forces them for
-- all but admins.
grant select on public.book_orders to authenticated;
grant update (
  confirmed, paid, fulfilled, edition, notes, language, updated_at, buyer_name, buyer_email, buyer_phone,
  shipping_address, shipping_city, shipping_postal_code, quantity, total_amount
) on public.book_orders to authenticated;
grant delete on public.book_orders to authenticated;
grant all on table public.book_orders to service_role;

create policy book_orders_select_admin on public.book_orders for select to authenticated
  using ((select public.is_admin()));
comment on policy book_orders_select_admin on public.book_orders is
  'Admins read all orders.';

create policy book_orders_insert_public on public.book_orders for insert to anon, authenticated
  with check (
    payment_status = 'pending' and order_status = 'new' and currency = 'MAD'
    and not confirmed and not paid and not fulfilled
  );
comment on policy book_orders_insert_public on public.book_orders is
  'Anyone places an order; it is new and unpaid.';

create policy book_orders_insert_admin on public.book_orders for insert to authenticated
  with check ((select public.is_admin()));
comment on policy book_orders_insert_admin on public.book_orders is
  'Admins add orders in any state and at any price.';

create policy book_orders_update_admin on public.book_orders for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy book_orders_update_admin on public.book_orders is
  'Admins mark an order as confirmed, paid or fulfilled, in any mixture, correct it, take notes and choose the language of the e-mails to the buyer.';

create policy book_orders_delete_admin on public.book_orders for delete to authenticated
  using (order_status = 'spam' and (select public.is_admin()));
comment on policy book_orders_delete_admin on public.book_orders is
  'Admins delete orders that are marked as spam.';

-- no update of number, currency and payment: they are as ordered. The triggers keep the address, the copies and
-- the total of an order that was sent.
-- no update of the state: it is what the flags say, or is changed in book_order_changes.
-- no delete of any other order: it is cancelled, and its amount stays in the books.

-- realtime: a new order shows in the back-office at once. Only admins read it, so only they are told.
alter publication supabase_realtime add table public.book_orders;
