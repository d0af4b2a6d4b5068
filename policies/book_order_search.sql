-- Orders, to be searched and filtered. The view runs with its owner's rights, since PostgreSQL asks the index of a
-- search only where no row policy stands before it; so it asks is_admin() itself, before it reads a
-- row. Whoever is no active admin sees none, like in book_orders.

revoke all on table public.book_order_search from anon, authenticated, service_role;
grant select on public.book_order_search to authenticated, service_role;

-- no insert, update or delete: orders are changed in book_orders.
