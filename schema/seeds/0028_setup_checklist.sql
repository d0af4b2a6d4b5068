-- What the owner says about the checklist of the dashboard.

insert into public.site_settings (key, value, description) values
('setup.checklist', '{"hidden": false, "checked": []}',
 'The checklist of the dashboard: whether it is hidden, and the steps that no table can tick and the owner has checked.')
on conflict (key) do nothing;
