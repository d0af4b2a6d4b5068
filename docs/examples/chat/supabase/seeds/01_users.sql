-- Users who sign in with the password "password". The one with "+admin" becomes an administrator.
create function pg_temp.add_user(user_id uuid, email text, app_metadata jsonb default '{}') returns void
language plpgsql as $$
begin
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, created_at, updated_at)
  values (
    '00000000-0000-0000-0000-000000000000', user_id, 'authenticated', 'authenticated', email,
    crypt('password', gen_salt('bf')), now(), '{"provider": "email", "providers": ["email"]}' || app_metadata, now(), now()
  );
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (user_id, user_id, format('{"sub": "%s", "email": "%s"}', user_id, email)::jsonb, 'email', now(), now(), now());
end
$$;

select pg_temp.add_user('8d0fd2b3-9ca7-4d9e-a95f-9e13dded323e', 'salma+admin@example.com', '{"staff": true}');
select pg_temp.add_user('185f2f83-d63a-4c9b-b4a0-7e4a885799e2', 'karim@example.com');
select pg_temp.add_user('2fa4a8f1-5c3d-4f0e-9d55-1d7b8d0c7a55', 'lina@example.com');
