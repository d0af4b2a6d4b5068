-- Two users who sign in with the password "password". The trigger makes their profiles.
INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "created_at", "updated_at", "confirmation_token", "recovery_token", "email_change_token_new", "email_change") VALUES
	('00000000-0000-0000-0000-000000000000', '33333333-3333-4333-8333-333333333333', 'authenticated', 'authenticated', 'hana@example.com', extensions.crypt('password', extensions.gen_salt('bf')), now(), NULL, '{"provider": "email", "providers": ["email"]}', '{"full_name": "Hana Berrada"}', now(), now(), '', '', '', ''),
	('00000000-0000-0000-0000-000000000000', '44444444-4444-4444-8444-444444444444', 'authenticated', 'authenticated', 'idris@example.com', extensions.crypt('password', extensions.gen_salt('bf')), now(), NULL, '{"provider": "email", "providers": ["email"]}', '{"full_name": "Idris Naciri"}', now(), now(), '', '', '', '');

INSERT INTO "auth"."identities" ("provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "updated_at", "id") VALUES
	('33333333-3333-4333-8333-333333333333', '33333333-3333-4333-8333-333333333333', '{"sub": "33333333-3333-4333-8333-333333333333", "email": "hana@example.com"}', 'email', now(), now(), now(), gen_random_uuid()),
	('44444444-4444-4444-8444-444444444444', '44444444-4444-4444-8444-444444444444', '{"sub": "44444444-4444-4444-8444-444444444444", "email": "idris@example.com"}', 'email', now(), now(), now(), gen_random_uuid());

update profiles set username = 'hana', website = 'https://hana.example.com' where full_name = 'Hana Berrada';
