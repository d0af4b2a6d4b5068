-- Refunds. Admins read them, enter them for paid orders that have ended, and withdraw an entry that was a mistake.

alter table public.book_order_refunds enable row level security;
alter table public.book_order_refunds force row level security;

revoke all on table public.book_order_refunds from anon, authenticated, service_role;
grant select on public.book_order_refunds to authenticated;
grant insert (id, order_id, amount, refunded_on, method, reason, mail, tell_reason, message) on public.book_order_refunds to authenticated;
-- id: the client makes it, so that a repeated submit is refused (23505) and not a second refund.
grant update (withdrawn_at) on public.book_order_refunds to authenticated;
grant all on table public.book_order_refunds to service_role;

create policy book_order_refunds_select_admin on public.book_order_refunds for select to authenticated
  using ((select public.is_admin()));
comment on policy book_order_refunds_select_admin on public.book_order_refunds is
  'Admins read all refunds.';

create policy book_order_refunds_insert_admin on public.book_order_refunds for insert to authenticated
  with check ((select public.is_admin()));
comment on policy book_order_refunds_insert_admin on public.book_order_refunds is
  'Admins enter refunds of paid orders that have ended.';

create policy book_order_refunds_update_admin on public.book_order_refunds for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy book_order_refunds_update_admin on public.book_order_refunds is
  'Admins withdraw a refund that was entered by mistake.';

-- no update of amount, day, method, reason, e-mail, author and time: they are withdrawn and entered again.
-- no delete: what was entered stays in the history.

-- realtime: not published. A refund changes its order, which is.
