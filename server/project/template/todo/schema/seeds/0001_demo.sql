-- Two accounts to try the app with, password "password". Delete this file before you go to production.

insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
select id, 'authenticated', 'authenticated', email, extensions.crypt('password', extensions.gen_salt('bf')), now(),
  '{"provider": "email", "providers": ["email"]}', '{}'
from (values
  ('00000000-0000-4000-8000-000000000001'::uuid, 'nadia@example.org'),
  ('00000000-0000-4000-8000-000000000002'::uuid, 'omar@example.org')
) as demo (id, email);

insert into auth.identities (provider_id, user_id, identity_data, provider)
select id, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email'
from auth.users where email in ('nadia@example.org', 'omar@example.org');

insert into public.teams (id, name, created_by) values
  ('00000000-0000-4000-8000-00000000000a', 'Household', '00000000-0000-4000-8000-000000000001'),
  ('00000000-0000-4000-8000-00000000000b', 'Climbing club', '00000000-0000-4000-8000-000000000002');

insert into public.team_members (team_id, user_id) values
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-000000000001');

insert into public.todos (team_id, title, done, created_by) values
  ('00000000-0000-4000-8000-00000000000a', 'Buy mint for the tea', false, '00000000-0000-4000-8000-000000000001'),
  ('00000000-0000-4000-8000-00000000000b', 'Check the ropes', true, '00000000-0000-4000-8000-000000000002'),
  ('00000000-0000-4000-8000-00000000000b', 'Book the refuge below Toubkal', false, '00000000-0000-4000-8000-000000000001');
