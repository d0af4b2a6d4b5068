-- The history of orders. Admins read it, and end or reopen an order by adding to it; nobody changes it.

alter table public.book_order_changes enable row level security;
alter table public.book_order_changes force row level security;

revoke all on table public.book_order_changes from anon, authenticated, service_role;
grant select on public.book_order_changes to authenticated;
grant insert (
  id, order_id, from_status, to_status, edited, reason, restock, mail, message
) on public.book_order_changes to authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505) and not a second e-mail.
grant all on table public.book_order_changes to service_role;

create policy book_order_changes_select_admin on public.book_order_changes for select to authenticated
  using ((select public.is_admin()));
comment on policy book_order_changes_select_admin on public.book_order_changes is
  'Admins read the history of all orders.';

create policy book_order_changes_insert_admin on public.book_order_changes for insert to authenticated
  with check ((select public.is_admin()));
comment on policy book_order_changes_insert_admin on public.book_order_changes is
  'Admins cancel orders, mark them as refused, returned or spam, and take that back.';

-- no insert of author and time: a trigger writes them.
-- no update, delete: what was done was done. The rows of an order go with it.
