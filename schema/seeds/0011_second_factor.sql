-- Who may enter the back-office.

insert into public.site_settings (key, value, description) values
('admin.second_factor_required', 'false',
 'Whether admins must give a second factor: true or false. Only a super admin who has one can turn it on.')
on conflict (key) do nothing;
