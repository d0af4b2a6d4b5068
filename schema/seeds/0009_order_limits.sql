-- What bounds the orders of visitors.

insert into public.site_settings (key, value, description) values
('book.max_per_order', '20',
 'Copies that a visitor may order at once, 1 to 1000. Admins are not bound by it.'),
('book.reservation_days', '7',
 'Days, 1 to 365, for which an order holds its copies without being confirmed, paid or fulfilled. Then they go back to the stock.')
on conflict (key) do nothing;
