SET session_replication_role = replica;

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

INSERT INTO "auth"."audit_log_entries" ("instance_id", "id", "payload", "created_at", "ip_address") VALUES
	('00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-0000000000f1', '{"action":"login","actor_id":"00000000-0000-4000-8000-000000000001","log_type":"account"}', '2026-01-02 03:04:05+00', '');

INSERT INTO "auth"."custom_oauth_providers" ("id", "provider_type", "identifier", "name", "client_id", "client_secret", "acceptable_client_ids", "scopes", "pkce_enabled", "attribute_mapping", "authorization_params", "enabled", "email_optional", "issuer", "discovery_url", "skip_nonce_check", "cached_discovery", "discovery_cached_at", "authorization_url", "token_url", "userinfo_url", "jwks_uri", "created_at", "updated_at", "custom_claims_allowlist") VALUES
	('00000000-0000-4000-8000-000000000035', 'oidc', 'custom:company', 'Company', 'id', 'secret', '{}', '{}', true, '{}', '{}', true, false, 'https://id.company.test', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', '{}');

INSERT INTO "auth"."flow_state" ("id", "user_id", "auth_code", "code_challenge_method", "code_challenge", "provider_type", "provider_access_token", "provider_refresh_token", "created_at", "updated_at", "authentication_method", "auth_code_issued_at", "invite_token", "referrer", "oauth_client_state_id", "linking_target_id", "email_optional") VALUES
	('00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-0000000000e2', 's256', 'jZae727K08KaOmKSgOaGzww_XVqGr_PKEgIMkjrcbJI', 'recovery', NULL, NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', 'recovery', NULL, NULL, NULL, NULL, NULL, false);

INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "invited_at", "confirmation_token", "confirmation_sent_at", "recovery_token", "recovery_sent_at", "email_change_token_new", "email_change", "email_change_sent_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "phone", "phone_confirmed_at", "phone_change", "phone_change_token", "phone_change_sent_at", "email_change_token_current", "email_change_confirm_status", "banned_until", "reauthentication_token", "reauthentication_sent_at", "is_sso_user", "deleted_at", "is_anonymous") VALUES
	('00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'ann@example.test', '$2a$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6', '2026-01-02 03:04:05+00', NULL, '', NULL, '', NULL, '', '', NULL, NULL, '{"provider": "email", "providers": ["email"]}', '{"name": "Ann"}', NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false),
	(NULL, '00000000-0000-4000-8000-000000000002', 'authenticated', 'authenticated', 'bob@example.test', '$2y$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6', '2026-01-02 03:04:05+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '212600000001', NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false),
	('00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000003', 'authenticated', 'authenticated', 'cal@example.test', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', '2026-01-02 03:04:05+00', NULL, '', NULL, '', NULL, '', '', NULL, NULL, '{"provider": "email", "providers": ["email"]}', '{}', NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', NULL, NULL, '', '', NULL, '', 0, '2126-01-01 00:00:00+00', '', NULL, false, NULL, false);

INSERT INTO "auth"."identities" ("provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "updated_at", "id") VALUES
	('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', '{"sub": "00000000-0000-4000-8000-000000000001", "email": "ann@example.test", "email_verified": true}', 'email', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', '00000000-0000-4000-8000-000000000011'),
	('1234567', '00000000-0000-4000-8000-000000000001', '{"iss": "https://api.github.com", "sub": "1234567", "email": "ann@example.test"}', 'github', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', '00000000-0000-4000-8000-000000000012');

INSERT INTO "auth"."oauth_clients" ("id", "client_secret_hash", "registration_type", "redirect_uris", "grant_types", "client_name", "client_uri", "logo_uri", "created_at", "updated_at", "deleted_at", "client_type", "token_endpoint_auth_method") VALUES
	('00000000-0000-4000-8000-000000000031', NULL, 'dynamic', 'https://app.test/callback', 'authorization_code,refresh_token', 'App', NULL, NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', NULL, 'public', 'none');

INSERT INTO "auth"."sessions" ("id", "user_id", "created_at", "updated_at", "factor_id", "aal", "not_after", "refreshed_at", "user_agent", "ip", "tag", "oauth_client_id", "refresh_token_hmac_key", "refresh_token_counter", "scopes") VALUES
	('00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000001', '2026-01-02 03:04:05+00', '2026-01-02 04:04:05+00', NULL, 'aal1', NULL, '2026-01-02 04:04:05', 'node', '192.0.2.1', NULL, NULL, NULL, NULL, NULL),
	('00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-000000000001', '2026-01-02 03:04:05+00', '2026-01-02 04:04:05+00', NULL, 'aal1', NULL, NULL, NULL, NULL, NULL, '00000000-0000-4000-8000-000000000031', 'a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s', 41, 'openid email');

INSERT INTO "auth"."mfa_amr_claims" ("session_id", "created_at", "updated_at", "authentication_method", "id") VALUES
	('00000000-0000-4000-8000-0000000000a1', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', 'password', '00000000-0000-4000-8000-0000000000b1');

INSERT INTO "auth"."mfa_factors" ("id", "user_id", "friendly_name", "factor_type", "status", "created_at", "updated_at", "secret", "phone", "last_challenged_at", "web_authn_credential", "web_authn_aaguid", "last_webauthn_challenge_data") VALUES
	('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-000000000001', 'App', 'totp', 'verified', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', 'JBSWY3DPEHPK3PXP', NULL, '2026-01-02 03:04:05+00', NULL, NULL, NULL);

INSERT INTO "auth"."mfa_challenges" ("id", "factor_id", "created_at", "verified_at", "ip_address", "otp_code", "web_authn_session_data") VALUES
	('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c1', '2026-01-02 03:04:05+00', NULL, '192.0.2.1', NULL, NULL);

INSERT INTO "auth"."oauth_authorizations" ("id", "authorization_id", "client_id", "user_id", "redirect_uri", "scope", "state", "resource", "code_challenge", "code_challenge_method", "response_type", "status", "authorization_code", "created_at", "expires_at", "approved_at", "nonce") VALUES
	('00000000-0000-4000-8000-000000000032', 'a1', '00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000001', 'https://app.test/callback', 'openid', NULL, NULL, NULL, NULL, 'code', 'pending', NULL, '2026-01-02 03:04:05+00', '2026-01-02 03:07:05+00', NULL, NULL);

INSERT INTO "auth"."oauth_client_states" ("id", "provider_type", "code_verifier", "created_at") VALUES
	('00000000-0000-4000-8000-000000000034', 'custom:company', 'verifier', '2026-01-02 03:04:05+00');

INSERT INTO "auth"."oauth_consents" ("id", "user_id", "client_id", "scopes", "granted_at", "revoked_at") VALUES
	('00000000-0000-4000-8000-000000000033', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000031', 'openid email', '2026-01-02 03:04:05+00', NULL);

INSERT INTO "auth"."one_time_tokens" ("id", "user_id", "token_type", "token_hash", "relates_to", "created_at", "updated_at") VALUES
	('00000000-0000-4000-8000-0000000000d1', '00000000-0000-4000-8000-000000000001', 'recovery_token', 'b14361404c078ffd549c03db443c3fede2f3e534d73f78f77301ed97', 'ann@example.test', '2026-01-02 03:04:05', '2026-01-02 03:04:05');

INSERT INTO "auth"."refresh_tokens" ("instance_id", "id", "token", "user_id", "revoked", "created_at", "updated_at", "parent", "session_id") VALUES
	('00000000-0000-0000-0000-000000000000', 41, 'itn76khohkfo', '00000000-0000-4000-8000-000000000001', true, '2026-01-02 03:04:05+00', '2026-01-02 04:04:05+00', NULL, '00000000-0000-4000-8000-0000000000a1'),
	('00000000-0000-0000-0000-000000000000', 42, 'd2fyimflu4c4', '00000000-0000-4000-8000-000000000001', false, '2026-01-02 04:04:05+00', '2026-01-02 04:04:05+00', 'itn76khohkfo', '00000000-0000-4000-8000-0000000000a1');

INSERT INTO "auth"."sso_providers" ("id", "resource_id", "created_at", "updated_at", "disabled") VALUES
	('00000000-0000-4000-8000-000000000021', 'company', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', NULL);

INSERT INTO "auth"."saml_providers" ("id", "sso_provider_id", "entity_id", "metadata_xml", "metadata_url", "attribute_mapping", "created_at", "updated_at", "name_id_format") VALUES
	('00000000-0000-4000-8000-000000000023', '00000000-0000-4000-8000-000000000021', 'https://id.company.test', '<EntityDescriptor/>', NULL, NULL, NULL, NULL, NULL);

INSERT INTO "auth"."saml_relay_states" ("id", "sso_provider_id", "request_id", "for_email", "redirect_to", "created_at", "updated_at", "flow_state_id") VALUES
	('00000000-0000-4000-8000-000000000024', '00000000-0000-4000-8000-000000000021', 'id-1', NULL, NULL, NULL, NULL, '00000000-0000-4000-8000-0000000000e1');

INSERT INTO "auth"."sso_domains" ("id", "sso_provider_id", "domain", "created_at", "updated_at") VALUES
	('00000000-0000-4000-8000-000000000022', '00000000-0000-4000-8000-000000000021', 'company.test', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00');

INSERT INTO "auth"."webauthn_challenges" ("id", "user_id", "challenge_type", "session_data", "created_at", "expires_at") VALUES
	('00000000-0000-4000-8000-000000000037', NULL, 'authentication', '{}', '2026-01-02 03:04:05+00', '2026-01-02 03:09:05+00');

INSERT INTO "auth"."webauthn_credentials" ("id", "user_id", "credential_id", "public_key", "attestation_type", "aaguid", "sign_count", "transports", "backup_eligible", "backed_up", "friendly_name", "created_at", "updated_at", "last_used_at") VALUES
	('00000000-0000-4000-8000-000000000036', '00000000-0000-4000-8000-000000000001', '\x0102', '\x0304', 'none', NULL, 0, '[]', false, false, '', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', NULL);

SELECT pg_catalog.setval('"auth"."refresh_tokens_id_seq"', 42, true);

RESET ALL;
