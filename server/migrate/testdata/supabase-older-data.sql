-- PostgreSQL database dump

\restrict m12hk9EcgP0ZFzlmIfsOvysf0F3b7ycmj7cQh521qVFFJkLKxdbFtGZg1xxIr9p

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

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

-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) FROM stdin;
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-0000000000f1	{"action":"login","actor_id":"00000000-0000-4000-8000-000000000001","log_type":"account"}	2026-01-02 03:04:05+00	
\.

-- Data for Name: flow_state; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, provider_access_token, provider_refresh_token, created_at, updated_at, authentication_method, auth_code_issued_at) FROM stdin;
00000000-0000-4000-8000-0000000000e1	00000000-0000-4000-8000-000000000001	00000000-0000-4000-8000-0000000000e2	s256	jZae727K08KaOmKSgOaGzww_XVqGr_PKEgIMkjrcbJI	recovery	\N	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	recovery	\N
\.

-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous) FROM stdin;
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-000000000001	authenticated	authenticated	ann@example.test	$2a$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6	2026-01-02 03:04:05+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{"name": "Ann"}	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N	\N			\N		0	\N		\N	f	\N	f
\N	00000000-0000-4000-8000-000000000002	authenticated	authenticated	bob@example.test	$2y$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6	2026-01-02 03:04:05+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	212600000001	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-000000000003	authenticated	authenticated	cal@example.test	$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc	2026-01-02 03:04:05+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{}	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N	\N			\N		0	2126-01-01 00:00:00+00		\N	f	\N	f
\.

-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;
00000000-0000-4000-8000-000000000001	00000000-0000-4000-8000-000000000001	{"sub": "00000000-0000-4000-8000-000000000001", "email": "ann@example.test", "email_verified": true}	email	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	00000000-0000-4000-8000-000000000011
1234567	00000000-0000-4000-8000-000000000001	{"iss": "https://api.github.com", "sub": "1234567", "email": "ann@example.test"}	github	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	00000000-0000-4000-8000-000000000012
\.

-- Data for Name: instances; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.instances (id, uuid, raw_base_config, created_at, updated_at) FROM stdin;
\.

-- Data for Name: sessions; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag) FROM stdin;
00000000-0000-4000-8000-0000000000a1	00000000-0000-4000-8000-000000000001	2026-01-02 03:04:05+00	2026-01-02 04:04:05+00	\N	aal1	\N	2026-01-02 04:04:05	node	192.0.2.1	\N
\.

-- Data for Name: mfa_amr_claims; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id) FROM stdin;
00000000-0000-4000-8000-0000000000a1	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	password	00000000-0000-4000-8000-0000000000b1
\.

-- Data for Name: mfa_factors; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) FROM stdin;
00000000-0000-4000-8000-0000000000c1	00000000-0000-4000-8000-000000000001	App	totp	verified	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	JBSWY3DPEHPK3PXP
\.

-- Data for Name: mfa_challenges; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_challenges (id, factor_id, created_at, verified_at, ip_address) FROM stdin;
00000000-0000-4000-8000-0000000000c2	00000000-0000-4000-8000-0000000000c1	2026-01-02 03:04:05+00	\N	192.0.2.1
\.

-- Data for Name: one_time_tokens; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at) FROM stdin;
00000000-0000-4000-8000-0000000000d1	00000000-0000-4000-8000-000000000001	recovery_token	b14361404c078ffd549c03db443c3fede2f3e534d73f78f77301ed97	ann@example.test	2026-01-02 03:04:05	2026-01-02 03:04:05
\.

-- Data for Name: refresh_tokens; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.refresh_tokens (instance_id, id, token, user_id, revoked, created_at, updated_at, parent, session_id) FROM stdin;
00000000-0000-0000-0000-000000000000	41	itn76khohkfo	00000000-0000-4000-8000-000000000001	t	2026-01-02 03:04:05+00	2026-01-02 04:04:05+00	\N	00000000-0000-4000-8000-0000000000a1
00000000-0000-0000-0000-000000000000	42	d2fyimflu4c4	00000000-0000-4000-8000-000000000001	f	2026-01-02 04:04:05+00	2026-01-02 04:04:05+00	itn76khohkfo	00000000-0000-4000-8000-0000000000a1
\.

-- Data for Name: sso_providers; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sso_providers (id, resource_id, created_at, updated_at) FROM stdin;
00000000-0000-4000-8000-000000000021	company	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00
\.

-- Data for Name: saml_providers; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, created_at, updated_at, name_id_format) FROM stdin;
00000000-0000-4000-8000-000000000023	00000000-0000-4000-8000-000000000021	https://id.company.test	<EntityDescriptor/>	\N	\N	\N	\N	\N
\.

-- Data for Name: saml_relay_states; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.saml_relay_states (id, sso_provider_id, request_id, for_email, redirect_to, created_at, updated_at, flow_state_id) FROM stdin;
00000000-0000-4000-8000-000000000024	00000000-0000-4000-8000-000000000021	id-1	\N	\N	\N	\N	00000000-0000-4000-8000-0000000000e1
\.

-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.schema_migrations (version) FROM stdin;
00
20210710035447
20240427152123
\.

-- Data for Name: sso_domains; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at) FROM stdin;
00000000-0000-4000-8000-000000000022	00000000-0000-4000-8000-000000000021	company.test	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00
\.

-- Name: refresh_tokens_id_seq; Type: SEQUENCE SET; Schema: auth; Owner: supabase_auth_admin

SELECT pg_catalog.setval('auth.refresh_tokens_id_seq', 42, true);

-- PostgreSQL database dump complete

\unrestrict m12hk9EcgP0ZFzlmIfsOvysf0F3b7ycmj7cQh521qVFFJkLKxdbFtGZg1xxIr9p

