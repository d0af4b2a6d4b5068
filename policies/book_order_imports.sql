-- Imports of orders. Admins read who imported what; public.import_orders writes it.

alter table public.book_order_imports enable row level security;
alter table public.book_order_imports force row level security;

revoke all on table public.book_order_imports from anon, authenticated, service_role;
grant select on public.book_order_imports to authenticated;
grant all on table public.book_order_imports to service_role;

create policy book_order_imports_select_admin on public.book_order_imports for select to authenticated
  using ((select public.is_admin()));
comment on policy book_order_imports_select_admin on public.book_order_imports is
  'Admins read all imports of orders.';

-- no insert, update, delete: public.import_orders writes them, and what was done was done.
