-- Which e-mails the owner gets.

insert into public.site_settings (key, value, description) values
('mail.owner_orders', '"each"',
 'E-mails to the owner about new orders: each, daily (one summary a day) or none.'),
('mail.owner_inquiries', '"each"',
 'E-mails to the owner about new inquiries: each, daily (one summary a day) or none.'),
('mail.owner_language', '"en"',
 'Language of the e-mails to the owner: en, fr or ar. They go to contact.email, or to the super admins where it is not given.')
on conflict (key) do nothing;
