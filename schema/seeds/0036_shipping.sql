-- Who sends the parcels of the book. Printed on packing slips; shown on no page, and read by admins alone.

insert into public.site_settings (key, value, description) values
('shipping.name', 'null', 'Name of the sender, as it stands on parcels. Null: not given, and slips are printed without.'),
('shipping.address', 'null', 'Return address, a line each. Null: not given.'),
('shipping.phone', 'null', 'Phone number of the sender, for the courier. Null: not given.')
on conflict (key) do nothing;
