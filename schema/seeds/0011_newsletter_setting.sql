-- Whether the newsletter form stores what it is given: a switch among the settings.

insert into public.site_settings (key, value, description) values
('newsletter.sync', 'true', 'Whether newsletter addresses are stored. False: the form thanks and stores nothing.')
on conflict (key) do nothing;
