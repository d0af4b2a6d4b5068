-- Two users who sign in with the password "password", each with a list.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, email_change, email_change_token_new, recovery_token
)
select
  '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
  crypt('password', gen_salt('bf')), current_timestamp, '{"provider":"email","providers":["email"]}', '{}',
  current_timestamp, current_timestamp, '', '', '', ''
from (values
  ('11111111-1111-4111-8111-111111111111'::uuid, 'nora@example.com'),
  ('22222222-2222-4222-8222-222222222222'::uuid, 'yassin@example.com')
) as people (id, email);

insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select
  uuid_generate_v4(), id, id::text, jsonb_build_object('sub', id::text, 'email', email), 'email',
  current_timestamp, current_timestamp, current_timestamp
from auth.users;

insert into todos (user_id, title, is_done, due_on) values
  ('11111111-1111-4111-8111-111111111111', 'Buy mint', false, '2026-01-20'),
  ('11111111-1111-4111-8111-111111111111', 'Call the plumber', true, null),
  ('22222222-2222-4222-8222-222222222222', 'Return the books', false, '2026-01-15');
