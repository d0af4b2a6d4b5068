-- PostgreSQL database dump

\restrict a7eB7cwX6jiYcjQCjPzLaZnjcE0JN6zjipFAxmwJQ1XMzTbL4dlowGFLKhtGQ2i

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

-- Name: auth; Type: SCHEMA; Schema: -; Owner: supabase_admin

CREATE SCHEMA auth;

ALTER SCHEMA auth OWNER TO supabase_admin;

-- Name: extensions; Type: SCHEMA; Schema: -; Owner: postgres

CREATE SCHEMA extensions;

ALTER SCHEMA extensions OWNER TO postgres;

-- Name: realtime; Type: SCHEMA; Schema: -; Owner: supabase_admin

CREATE SCHEMA realtime;

ALTER SCHEMA realtime OWNER TO supabase_admin;

-- Name: storage; Type: SCHEMA; Schema: -; Owner: supabase_admin

CREATE SCHEMA storage;

ALTER SCHEMA storage OWNER TO supabase_admin;

-- Name: aal_level; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.aal_level AS ENUM (
    'aal1',
    'aal2',
    'aal3'
);

ALTER TYPE auth.aal_level OWNER TO supabase_auth_admin;

-- Name: code_challenge_method; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.code_challenge_method AS ENUM (
    's256',
    'plain'
);

ALTER TYPE auth.code_challenge_method OWNER TO supabase_auth_admin;

-- Name: factor_status; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.factor_status AS ENUM (
    'unverified',
    'verified'
);

ALTER TYPE auth.factor_status OWNER TO supabase_auth_admin;

-- Name: factor_type; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.factor_type AS ENUM (
    'totp',
    'webauthn',
    'phone'
);

ALTER TYPE auth.factor_type OWNER TO supabase_auth_admin;

-- Name: oauth_authorization_status; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.oauth_authorization_status AS ENUM (
    'pending',
    'approved',
    'denied',
    'expired'
);

ALTER TYPE auth.oauth_authorization_status OWNER TO supabase_auth_admin;

-- Name: oauth_client_type; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.oauth_client_type AS ENUM (
    'public',
    'confidential'
);

ALTER TYPE auth.oauth_client_type OWNER TO supabase_auth_admin;

-- Name: oauth_registration_type; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.oauth_registration_type AS ENUM (
    'dynamic',
    'manual'
);

ALTER TYPE auth.oauth_registration_type OWNER TO supabase_auth_admin;

-- Name: oauth_response_type; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.oauth_response_type AS ENUM (
    'code'
);

ALTER TYPE auth.oauth_response_type OWNER TO supabase_auth_admin;

-- Name: one_time_token_type; Type: TYPE; Schema: auth; Owner: supabase_auth_admin

CREATE TYPE auth.one_time_token_type AS ENUM (
    'confirmation_token',
    'reauthentication_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
    'phone_change_token'
);

ALTER TYPE auth.one_time_token_type OWNER TO supabase_auth_admin;

-- Name: email(); Type: FUNCTION; Schema: auth; Owner: supabase_auth_admin

CREATE FUNCTION auth.email() RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select
  coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;

ALTER FUNCTION auth.email() OWNER TO supabase_auth_admin;

-- Name: is_admin(); Type: FUNCTION; Schema: auth; Owner: postgres

CREATE FUNCTION auth.is_admin() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    AS $$ select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) $$;

ALTER FUNCTION auth.is_admin() OWNER TO postgres;

-- Name: jwt(); Type: FUNCTION; Schema: auth; Owner: supabase_auth_admin

CREATE FUNCTION auth.jwt() RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select
    coalesce(
        nullif(current_setting('request.jwt.claim', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')
    )::jsonb
$$;

ALTER FUNCTION auth.jwt() OWNER TO supabase_auth_admin;

-- Name: role(); Type: FUNCTION; Schema: auth; Owner: supabase_auth_admin

CREATE FUNCTION auth.role() RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select
  coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;

ALTER FUNCTION auth.role() OWNER TO supabase_auth_admin;

-- Name: uid(); Type: FUNCTION; Schema: auth; Owner: supabase_auth_admin

CREATE FUNCTION auth.uid() RETURNS uuid
    LANGUAGE sql STABLE
    AS $$
  select
  coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;

ALTER FUNCTION auth.uid() OWNER TO supabase_auth_admin;

-- Name: FUNCTION uid(); Type: COMMENT; Schema: auth; Owner: supabase_auth_admin

COMMENT ON FUNCTION auth.uid() IS 'Deprecated. Use auth.jwt() -> ''sub'' instead.';

-- Name: handle_new_user(); Type: FUNCTION; Schema: public; Owner: postgres

CREATE FUNCTION public.handle_new_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.profiles (id, name) values (new.id, coalesce(new.raw_user_meta_data ->> 'name', new.email, ''));
  return new;
end
$$;

ALTER FUNCTION public.handle_new_user() OWNER TO postgres;

-- Name: broadcast_changes(text, text, text, text, text, record, record, text); Type: FUNCTION; Schema: realtime; Owner: supabase_admin

CREATE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform realtime.send(jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema), event_name, topic_name);
end;
$$;

ALTER FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text) OWNER TO supabase_admin;

-- Name: send(jsonb, text, text, boolean); Type: FUNCTION; Schema: realtime; Owner: supabase_admin

CREATE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension) values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end;
$$;

ALTER FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean) OWNER TO supabase_admin;

-- Name: topic(); Type: FUNCTION; Schema: realtime; Owner: supabase_realtime_admin

CREATE FUNCTION realtime.topic() RETURNS text
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('realtime.topic', true), '')::text; $$;

ALTER FUNCTION realtime.topic() OWNER TO supabase_realtime_admin;

SET default_tablespace = '';

SET default_table_access_method = heap;

-- Name: audit_log_entries; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.audit_log_entries (
    instance_id uuid,
    id uuid NOT NULL,
    payload json,
    created_at timestamp with time zone,
    ip_address character varying(64) DEFAULT ''::character varying NOT NULL
);

ALTER TABLE auth.audit_log_entries OWNER TO supabase_auth_admin;

-- Name: custom_oauth_providers; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.custom_oauth_providers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    provider_type text NOT NULL,
    identifier text NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL,
    client_secret text NOT NULL,
    acceptable_client_ids text[] DEFAULT '{}'::text[] NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    pkce_enabled boolean DEFAULT true NOT NULL,
    attribute_mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
    authorization_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    email_optional boolean DEFAULT false NOT NULL,
    issuer text,
    discovery_url text,
    skip_nonce_check boolean DEFAULT false NOT NULL,
    cached_discovery jsonb,
    discovery_cached_at timestamp with time zone,
    authorization_url text,
    token_url text,
    userinfo_url text,
    jwks_uri text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    custom_claims_allowlist text[] DEFAULT '{}'::text[] NOT NULL
);

ALTER TABLE auth.custom_oauth_providers OWNER TO supabase_auth_admin;

-- Name: flow_state; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.flow_state (
    id uuid NOT NULL,
    user_id uuid,
    auth_code text,
    code_challenge_method auth.code_challenge_method,
    code_challenge text,
    provider_type text NOT NULL,
    provider_access_token text,
    provider_refresh_token text,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    authentication_method text NOT NULL,
    auth_code_issued_at timestamp with time zone,
    invite_token text,
    referrer text,
    oauth_client_state_id uuid,
    linking_target_id uuid,
    email_optional boolean DEFAULT false NOT NULL
);

ALTER TABLE auth.flow_state OWNER TO supabase_auth_admin;

-- Name: identities; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.identities (
    provider_id text NOT NULL,
    user_id uuid NOT NULL,
    identity_data jsonb NOT NULL,
    provider text NOT NULL,
    last_sign_in_at timestamp with time zone,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    email text GENERATED ALWAYS AS (lower((identity_data ->> 'email'::text))) STORED,
    id uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE auth.identities OWNER TO supabase_auth_admin;

-- Name: instances; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.instances (
    id uuid NOT NULL,
    uuid uuid,
    raw_base_config text,
    created_at timestamp with time zone,
    updated_at timestamp with time zone
);

ALTER TABLE auth.instances OWNER TO supabase_auth_admin;

-- Name: mfa_amr_claims; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.mfa_amr_claims (
    session_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    authentication_method text NOT NULL,
    id uuid NOT NULL
);

ALTER TABLE auth.mfa_amr_claims OWNER TO supabase_auth_admin;

-- Name: mfa_challenges; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.mfa_challenges (
    id uuid NOT NULL,
    factor_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    ip_address inet NOT NULL,
    otp_code text,
    web_authn_session_data jsonb
);

ALTER TABLE auth.mfa_challenges OWNER TO supabase_auth_admin;

-- Name: mfa_factors; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.mfa_factors (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    friendly_name text,
    factor_type auth.factor_type NOT NULL,
    status auth.factor_status NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    secret text,
    phone text,
    last_challenged_at timestamp with time zone,
    web_authn_credential jsonb,
    web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb
);

ALTER TABLE auth.mfa_factors OWNER TO supabase_auth_admin;

-- Name: oauth_authorizations; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.oauth_authorizations (
    id uuid NOT NULL,
    authorization_id text NOT NULL,
    client_id uuid NOT NULL,
    user_id uuid,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    state text,
    resource text,
    code_challenge text,
    code_challenge_method auth.code_challenge_method,
    response_type auth.oauth_response_type DEFAULT 'code'::auth.oauth_response_type NOT NULL,
    status auth.oauth_authorization_status DEFAULT 'pending'::auth.oauth_authorization_status NOT NULL,
    authorization_code text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '00:03:00'::interval) NOT NULL,
    approved_at timestamp with time zone,
    nonce text
);

ALTER TABLE auth.oauth_authorizations OWNER TO supabase_auth_admin;

-- Name: oauth_client_states; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.oauth_client_states (
    id uuid NOT NULL,
    provider_type text NOT NULL,
    code_verifier text,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE auth.oauth_client_states OWNER TO supabase_auth_admin;

-- Name: oauth_clients; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.oauth_clients (
    id uuid NOT NULL,
    client_secret_hash text,
    registration_type auth.oauth_registration_type NOT NULL,
    redirect_uris text NOT NULL,
    grant_types text NOT NULL,
    client_name text,
    client_uri text,
    logo_uri text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    client_type auth.oauth_client_type DEFAULT 'confidential'::auth.oauth_client_type NOT NULL,
    token_endpoint_auth_method text NOT NULL
);

ALTER TABLE auth.oauth_clients OWNER TO supabase_auth_admin;

-- Name: oauth_consents; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.oauth_consents (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    client_id uuid NOT NULL,
    scopes text NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);

ALTER TABLE auth.oauth_consents OWNER TO supabase_auth_admin;

-- Name: one_time_tokens; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.one_time_tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_type auth.one_time_token_type NOT NULL,
    token_hash text NOT NULL,
    relates_to text NOT NULL,
    created_at timestamp without time zone DEFAULT now() NOT NULL,
    updated_at timestamp without time zone DEFAULT now() NOT NULL,
    CONSTRAINT one_time_tokens_token_hash_check CHECK ((char_length(token_hash) > 0))
);

ALTER TABLE auth.one_time_tokens OWNER TO supabase_auth_admin;

-- Name: refresh_tokens; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.refresh_tokens (
    instance_id uuid,
    id bigint NOT NULL,
    token character varying(255),
    user_id character varying(255),
    revoked boolean,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    parent character varying(255),
    session_id uuid
);

ALTER TABLE auth.refresh_tokens OWNER TO supabase_auth_admin;

-- Name: refresh_tokens_id_seq; Type: SEQUENCE; Schema: auth; Owner: supabase_auth_admin

CREATE SEQUENCE auth.refresh_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE auth.refresh_tokens_id_seq OWNER TO supabase_auth_admin;

-- Name: refresh_tokens_id_seq; Type: SEQUENCE OWNED BY; Schema: auth; Owner: supabase_auth_admin

ALTER SEQUENCE auth.refresh_tokens_id_seq OWNED BY auth.refresh_tokens.id;

-- Name: saml_providers; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.saml_providers (
    id uuid NOT NULL,
    sso_provider_id uuid NOT NULL,
    entity_id text NOT NULL,
    metadata_xml text NOT NULL,
    metadata_url text,
    attribute_mapping jsonb,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    name_id_format text
);

ALTER TABLE auth.saml_providers OWNER TO supabase_auth_admin;

-- Name: saml_relay_states; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.saml_relay_states (
    id uuid NOT NULL,
    sso_provider_id uuid NOT NULL,
    request_id text NOT NULL,
    for_email text,
    redirect_to text,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    flow_state_id uuid
);

ALTER TABLE auth.saml_relay_states OWNER TO supabase_auth_admin;

-- Name: schema_migrations; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.schema_migrations (
    version character varying(255) NOT NULL
);

ALTER TABLE auth.schema_migrations OWNER TO supabase_auth_admin;

-- Name: sessions; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    factor_id uuid,
    aal auth.aal_level,
    not_after timestamp with time zone,
    refreshed_at timestamp without time zone,
    user_agent text,
    ip inet,
    tag text,
    oauth_client_id uuid,
    refresh_token_hmac_key text,
    refresh_token_counter bigint,
    scopes text,
    CONSTRAINT sessions_scopes_length CHECK ((char_length(scopes) <= 4096))
);

ALTER TABLE auth.sessions OWNER TO supabase_auth_admin;

-- Name: sso_domains; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.sso_domains (
    id uuid NOT NULL,
    sso_provider_id uuid NOT NULL,
    domain text NOT NULL,
    created_at timestamp with time zone,
    updated_at timestamp with time zone
);

ALTER TABLE auth.sso_domains OWNER TO supabase_auth_admin;

-- Name: sso_providers; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.sso_providers (
    id uuid NOT NULL,
    resource_id text,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    disabled boolean,
    CONSTRAINT "resource_id not empty" CHECK (((resource_id = NULL::text) OR (char_length(resource_id) > 0)))
);

ALTER TABLE auth.sso_providers OWNER TO supabase_auth_admin;

-- Name: users; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.users (
    instance_id uuid,
    id uuid NOT NULL,
    aud character varying(255),
    role character varying(255),
    email character varying(255),
    encrypted_password character varying(255),
    email_confirmed_at timestamp with time zone,
    invited_at timestamp with time zone,
    confirmation_token character varying(255),
    confirmation_sent_at timestamp with time zone,
    recovery_token character varying(255),
    recovery_sent_at timestamp with time zone,
    email_change_token_new character varying(255),
    email_change character varying(255),
    email_change_sent_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    raw_app_meta_data jsonb,
    raw_user_meta_data jsonb,
    is_super_admin boolean,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    phone text,
    phone_confirmed_at timestamp with time zone,
    phone_change text DEFAULT ''::text,
    phone_change_token character varying(255) DEFAULT ''::character varying,
    phone_change_sent_at timestamp with time zone,
    confirmed_at timestamp with time zone GENERATED ALWAYS AS (LEAST(email_confirmed_at, phone_confirmed_at)) STORED,
    email_change_token_current character varying(255) DEFAULT ''::character varying,
    email_change_confirm_status smallint DEFAULT 0,
    banned_until timestamp with time zone,
    reauthentication_token character varying(255) DEFAULT ''::character varying,
    reauthentication_sent_at timestamp with time zone,
    is_sso_user boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    is_anonymous boolean DEFAULT false NOT NULL,
    CONSTRAINT users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2)))
);

ALTER TABLE auth.users OWNER TO supabase_auth_admin;

-- Name: TABLE users; Type: COMMENT; Schema: auth; Owner: supabase_auth_admin

COMMENT ON TABLE auth.users IS 'Auth: Stores user login data within a secure schema.';

-- Name: webauthn_challenges; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.webauthn_challenges (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    challenge_type text NOT NULL,
    session_data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE auth.webauthn_challenges OWNER TO supabase_auth_admin;

-- Name: webauthn_credentials; Type: TABLE; Schema: auth; Owner: supabase_auth_admin

CREATE TABLE auth.webauthn_credentials (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    attestation_type text DEFAULT ''::text NOT NULL,
    aaguid uuid,
    sign_count bigint DEFAULT 0 NOT NULL,
    transports jsonb DEFAULT '[]'::jsonb NOT NULL,
    backup_eligible boolean DEFAULT false NOT NULL,
    backed_up boolean DEFAULT false NOT NULL,
    friendly_name text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);

ALTER TABLE auth.webauthn_credentials OWNER TO supabase_auth_admin;

-- Name: accounts; Type: VIEW; Schema: public; Owner: postgres

CREATE VIEW public.accounts AS
 SELECT users.id,
    users.email
   FROM auth.users;

ALTER TABLE public.accounts OWNER TO postgres;

-- Name: profiles; Type: TABLE; Schema: public; Owner: postgres

CREATE TABLE public.profiles (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.profiles OWNER TO postgres;

-- Name: messages; Type: TABLE; Schema: realtime; Owner: supabase_realtime_admin

CREATE TABLE realtime.messages (
    topic text NOT NULL,
    extension text NOT NULL,
    payload jsonb,
    event text,
    private boolean DEFAULT false,
    updated_at timestamp without time zone DEFAULT now() NOT NULL,
    inserted_at timestamp without time zone DEFAULT now() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL
)
PARTITION BY RANGE (inserted_at);

ALTER TABLE realtime.messages OWNER TO supabase_realtime_admin;

-- Name: messages_2026_11_20; Type: TABLE; Schema: realtime; Owner: supabase_admin

CREATE TABLE realtime.messages_2026_11_20 (
    topic text NOT NULL,
    extension text NOT NULL,
    payload jsonb,
    event text,
    private boolean DEFAULT false,
    updated_at timestamp without time zone DEFAULT now() NOT NULL,
    inserted_at timestamp without time zone DEFAULT now() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE realtime.messages_2026_11_20 OWNER TO supabase_admin;

-- Name: schema_migrations; Type: TABLE; Schema: realtime; Owner: postgres

CREATE TABLE realtime.schema_migrations (
    version bigint NOT NULL,
    inserted_at timestamp(0) without time zone
);

ALTER TABLE realtime.schema_migrations OWNER TO postgres;

-- Name: buckets; Type: TABLE; Schema: storage; Owner: supabase_storage_admin

CREATE TABLE storage.buckets (
    id text NOT NULL,
    name text NOT NULL,
    owner uuid,
    public boolean DEFAULT false,
    created_at timestamp with time zone DEFAULT now()
);

ALTER TABLE storage.buckets OWNER TO supabase_storage_admin;

-- Name: objects; Type: TABLE; Schema: storage; Owner: supabase_storage_admin

CREATE TABLE storage.objects (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    bucket_id text,
    name text,
    owner uuid,
    metadata jsonb,
    created_at timestamp with time zone DEFAULT now()
);

ALTER TABLE storage.objects OWNER TO supabase_storage_admin;

-- Name: messages_2026_11_20; Type: TABLE ATTACH; Schema: realtime; Owner: supabase_admin

ALTER TABLE ONLY realtime.messages ATTACH PARTITION realtime.messages_2026_11_20 FOR VALUES FROM ('2026-11-20 00:00:00') TO ('2026-11-21 00:00:00');

-- Name: refresh_tokens id; Type: DEFAULT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.refresh_tokens ALTER COLUMN id SET DEFAULT nextval('auth.refresh_tokens_id_seq'::regclass);

-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) FROM stdin;
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-0000000000f1	{"action":"login","actor_id":"00000000-0000-4000-8000-000000000001","log_type":"account"}	2026-01-02 03:04:05+00	
\.

-- Data for Name: custom_oauth_providers; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.custom_oauth_providers (id, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes, pkce_enabled, attribute_mapping, authorization_params, enabled, email_optional, issuer, discovery_url, skip_nonce_check, cached_discovery, discovery_cached_at, authorization_url, token_url, userinfo_url, jwks_uri, created_at, updated_at, custom_claims_allowlist) FROM stdin;
00000000-0000-4000-8000-000000000035	oidc	custom:company	Company	id	secret	{}	{}	t	{}	{}	t	f	https://id.company.test	\N	f	\N	\N	\N	\N	\N	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	{}
\.

-- Data for Name: flow_state; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, provider_access_token, provider_refresh_token, created_at, updated_at, authentication_method, auth_code_issued_at, invite_token, referrer, oauth_client_state_id, linking_target_id, email_optional) FROM stdin;
00000000-0000-4000-8000-0000000000e1	00000000-0000-4000-8000-000000000001	00000000-0000-4000-8000-0000000000e2	s256	jZae727K08KaOmKSgOaGzww_XVqGr_PKEgIMkjrcbJI	recovery	\N	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	recovery	\N	\N	\N	\N	\N	f
\.

-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;
00000000-0000-4000-8000-000000000001	00000000-0000-4000-8000-000000000001	{"sub": "00000000-0000-4000-8000-000000000001", "email": "ann@example.test", "email_verified": true}	email	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	00000000-0000-4000-8000-000000000011
1234567	00000000-0000-4000-8000-000000000001	{"iss": "https://api.github.com", "sub": "1234567", "email": "ann@example.test"}	github	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	00000000-0000-4000-8000-000000000012
\.

-- Data for Name: instances; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.instances (id, uuid, raw_base_config, created_at, updated_at) FROM stdin;
\.

-- Data for Name: mfa_amr_claims; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id) FROM stdin;
00000000-0000-4000-8000-0000000000a1	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	password	00000000-0000-4000-8000-0000000000b1
\.

-- Data for Name: mfa_challenges; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_challenges (id, factor_id, created_at, verified_at, ip_address, otp_code, web_authn_session_data) FROM stdin;
00000000-0000-4000-8000-0000000000c2	00000000-0000-4000-8000-0000000000c1	2026-01-02 03:04:05+00	\N	192.0.2.1	\N	\N
\.

-- Data for Name: mfa_factors; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data) FROM stdin;
00000000-0000-4000-8000-0000000000c1	00000000-0000-4000-8000-000000000001	App	totp	verified	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	JBSWY3DPEHPK3PXP	\N	2026-01-02 03:04:05+00	\N	\N	\N
\.

-- Data for Name: oauth_authorizations; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.oauth_authorizations (id, authorization_id, client_id, user_id, redirect_uri, scope, state, resource, code_challenge, code_challenge_method, response_type, status, authorization_code, created_at, expires_at, approved_at, nonce) FROM stdin;
00000000-0000-4000-8000-000000000032	a1	00000000-0000-4000-8000-000000000031	00000000-0000-4000-8000-000000000001	https://app.test/callback	openid	\N	\N	\N	\N	code	pending	\N	2026-01-02 03:04:05+00	2026-01-02 03:07:05+00	\N	\N
\.

-- Data for Name: oauth_client_states; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.oauth_client_states (id, provider_type, code_verifier, created_at) FROM stdin;
00000000-0000-4000-8000-000000000034	custom:company	verifier	2026-01-02 03:04:05+00
\.

-- Data for Name: oauth_clients; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_uri, logo_uri, created_at, updated_at, deleted_at, client_type, token_endpoint_auth_method) FROM stdin;
00000000-0000-4000-8000-000000000031	\N	dynamic	https://app.test/callback	authorization_code,refresh_token	App	\N	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N	public	none
\.

-- Data for Name: oauth_consents; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.oauth_consents (id, user_id, client_id, scopes, granted_at, revoked_at) FROM stdin;
00000000-0000-4000-8000-000000000033	00000000-0000-4000-8000-000000000001	00000000-0000-4000-8000-000000000031	openid email	2026-01-02 03:04:05+00	\N
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
20260625000000
\.

-- Data for Name: sessions; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag, oauth_client_id, refresh_token_hmac_key, refresh_token_counter, scopes) FROM stdin;
00000000-0000-4000-8000-0000000000a1	00000000-0000-4000-8000-000000000001	2026-01-02 03:04:05+00	2026-01-02 04:04:05+00	\N	aal1	\N	2026-01-02 04:04:05	node	192.0.2.1	\N	\N	\N	\N	\N
00000000-0000-4000-8000-0000000000a2	00000000-0000-4000-8000-000000000001	2026-01-02 03:04:05+00	2026-01-02 04:04:05+00	\N	aal1	\N	\N	\N	\N	\N	00000000-0000-4000-8000-000000000031	a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s	41	openid email
\.

-- Data for Name: sso_domains; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at) FROM stdin;
00000000-0000-4000-8000-000000000022	00000000-0000-4000-8000-000000000021	company.test	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00
\.

-- Data for Name: sso_providers; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.sso_providers (id, resource_id, created_at, updated_at, disabled) FROM stdin;
00000000-0000-4000-8000-000000000021	company	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N
\.

-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous) FROM stdin;
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-000000000001	authenticated	authenticated	ann@example.test	$2a$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6	2026-01-02 03:04:05+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{"name": "Ann"}	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N	\N			\N		0	\N		\N	f	\N	f
\N	00000000-0000-4000-8000-000000000002	authenticated	authenticated	bob@example.test	$2y$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6	2026-01-02 03:04:05+00	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	212600000001	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	00000000-0000-4000-8000-000000000003	authenticated	authenticated	cal@example.test	$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc	2026-01-02 03:04:05+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{}	\N	2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N	\N			\N		0	2126-01-01 00:00:00+00		\N	f	\N	f
\.

-- Data for Name: webauthn_challenges; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at) FROM stdin;
00000000-0000-4000-8000-000000000037	\N	authentication	{}	2026-01-02 03:04:05+00	2026-01-02 03:09:05+00
\.

-- Data for Name: webauthn_credentials; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin

COPY auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at, last_used_at) FROM stdin;
00000000-0000-4000-8000-000000000036	00000000-0000-4000-8000-000000000001	\\x0102	\\x0304	none	\N	0	[]	f	f		2026-01-02 03:04:05+00	2026-01-02 03:04:05+00	\N
\.

-- Data for Name: profiles; Type: TABLE DATA; Schema: public; Owner: postgres

COPY public.profiles (id, name, created_at) FROM stdin;
00000000-0000-4000-8000-000000000001	Ann	2026-01-02 03:04:05+00
\.

-- Data for Name: messages_2026_11_20; Type: TABLE DATA; Schema: realtime; Owner: supabase_admin

COPY realtime.messages_2026_11_20 (topic, extension, payload, event, private, updated_at, inserted_at, id) FROM stdin;
\.

-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: realtime; Owner: postgres

COPY realtime.schema_migrations (version, inserted_at) FROM stdin;
\.

-- Data for Name: buckets; Type: TABLE DATA; Schema: storage; Owner: supabase_storage_admin

COPY storage.buckets (id, name, owner, public, created_at) FROM stdin;
avatars	avatars	\N	f	2026-01-02 03:04:05+00
\.

-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: supabase_storage_admin

COPY storage.objects (id, bucket_id, name, owner, metadata, created_at) FROM stdin;
\.

-- Name: refresh_tokens_id_seq; Type: SEQUENCE SET; Schema: auth; Owner: supabase_auth_admin

SELECT pg_catalog.setval('auth.refresh_tokens_id_seq', 42, true);

-- Name: mfa_amr_claims amr_id_pk; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_amr_claims
    ADD CONSTRAINT amr_id_pk PRIMARY KEY (id);

-- Name: audit_log_entries audit_log_entries_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.audit_log_entries
    ADD CONSTRAINT audit_log_entries_pkey PRIMARY KEY (id);

-- Name: custom_oauth_providers custom_oauth_providers_identifier_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.custom_oauth_providers
    ADD CONSTRAINT custom_oauth_providers_identifier_key UNIQUE (identifier);

-- Name: custom_oauth_providers custom_oauth_providers_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.custom_oauth_providers
    ADD CONSTRAINT custom_oauth_providers_pkey PRIMARY KEY (id);

-- Name: flow_state flow_state_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.flow_state
    ADD CONSTRAINT flow_state_pkey PRIMARY KEY (id);

-- Name: identities identities_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (id);

-- Name: identities identities_provider_id_provider_unique; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_provider_id_provider_unique UNIQUE (provider_id, provider);

-- Name: instances instances_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);

-- Name: mfa_amr_claims mfa_amr_claims_session_id_authentication_method_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_amr_claims
    ADD CONSTRAINT mfa_amr_claims_session_id_authentication_method_pkey UNIQUE (session_id, authentication_method);

-- Name: mfa_challenges mfa_challenges_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_challenges
    ADD CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id);

-- Name: mfa_factors mfa_factors_last_challenged_at_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_factors
    ADD CONSTRAINT mfa_factors_last_challenged_at_key UNIQUE (last_challenged_at);

-- Name: mfa_factors mfa_factors_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_factors
    ADD CONSTRAINT mfa_factors_pkey PRIMARY KEY (id);

-- Name: oauth_authorizations oauth_authorizations_authorization_code_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_authorization_code_key UNIQUE (authorization_code);

-- Name: oauth_authorizations oauth_authorizations_authorization_id_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_authorization_id_key UNIQUE (authorization_id);

-- Name: oauth_authorizations oauth_authorizations_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_pkey PRIMARY KEY (id);

-- Name: oauth_client_states oauth_client_states_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_client_states
    ADD CONSTRAINT oauth_client_states_pkey PRIMARY KEY (id);

-- Name: oauth_clients oauth_clients_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);

-- Name: oauth_consents oauth_consents_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_consents
    ADD CONSTRAINT oauth_consents_pkey PRIMARY KEY (id);

-- Name: oauth_consents oauth_consents_user_client_unique; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_consents
    ADD CONSTRAINT oauth_consents_user_client_unique UNIQUE (user_id, client_id);

-- Name: one_time_tokens one_time_tokens_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.one_time_tokens
    ADD CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id);

-- Name: refresh_tokens refresh_tokens_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id);

-- Name: refresh_tokens refresh_tokens_token_unique; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.refresh_tokens
    ADD CONSTRAINT refresh_tokens_token_unique UNIQUE (token);

-- Name: saml_providers saml_providers_entity_id_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_providers
    ADD CONSTRAINT saml_providers_entity_id_key UNIQUE (entity_id);

-- Name: saml_providers saml_providers_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_providers
    ADD CONSTRAINT saml_providers_pkey PRIMARY KEY (id);

-- Name: saml_relay_states saml_relay_states_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_relay_states
    ADD CONSTRAINT saml_relay_states_pkey PRIMARY KEY (id);

-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

-- Name: sso_domains sso_domains_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sso_domains
    ADD CONSTRAINT sso_domains_pkey PRIMARY KEY (id);

-- Name: sso_providers sso_providers_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sso_providers
    ADD CONSTRAINT sso_providers_pkey PRIMARY KEY (id);

-- Name: users users_phone_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.users
    ADD CONSTRAINT users_phone_key UNIQUE (phone);

-- Name: users users_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

-- Name: webauthn_challenges webauthn_challenges_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_pkey PRIMARY KEY (id);

-- Name: webauthn_credentials webauthn_credentials_credential_id_key; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.webauthn_credentials
    ADD CONSTRAINT webauthn_credentials_credential_id_key UNIQUE (credential_id);

-- Name: webauthn_credentials webauthn_credentials_pkey; Type: CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.webauthn_credentials
    ADD CONSTRAINT webauthn_credentials_pkey PRIMARY KEY (id);

-- Name: profiles profiles_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);

-- Name: messages messages_pkey; Type: CONSTRAINT; Schema: realtime; Owner: supabase_realtime_admin

ALTER TABLE ONLY realtime.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id, inserted_at);

-- Name: messages_2026_11_20 messages_2026_11_20_pkey; Type: CONSTRAINT; Schema: realtime; Owner: supabase_admin

ALTER TABLE ONLY realtime.messages_2026_11_20
    ADD CONSTRAINT messages_2026_11_20_pkey PRIMARY KEY (id, inserted_at);

-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: realtime; Owner: postgres

ALTER TABLE ONLY realtime.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

-- Name: buckets buckets_pkey; Type: CONSTRAINT; Schema: storage; Owner: supabase_storage_admin

ALTER TABLE ONLY storage.buckets
    ADD CONSTRAINT buckets_pkey PRIMARY KEY (id);

-- Name: objects objects_pkey; Type: CONSTRAINT; Schema: storage; Owner: supabase_storage_admin

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_pkey PRIMARY KEY (id);

-- Name: audit_logs_instance_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX audit_logs_instance_id_idx ON auth.audit_log_entries USING btree (instance_id);

-- Name: confirmation_token_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX confirmation_token_idx ON auth.users USING btree (confirmation_token) WHERE ((confirmation_token)::text !~ '^[0-9 ]*$'::text);

-- Name: email_change_token_current_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX email_change_token_current_idx ON auth.users USING btree (email_change_token_current) WHERE ((email_change_token_current)::text !~ '^[0-9 ]*$'::text);

-- Name: email_change_token_new_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX email_change_token_new_idx ON auth.users USING btree (email_change_token_new) WHERE ((email_change_token_new)::text !~ '^[0-9 ]*$'::text);

-- Name: factor_id_created_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX factor_id_created_at_idx ON auth.mfa_factors USING btree (user_id, created_at);

-- Name: flow_state_created_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at DESC);

-- Name: identities_email_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX identities_email_idx ON auth.identities USING btree (email text_pattern_ops);

-- Name: identities_user_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);

-- Name: idx_auth_code; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX idx_auth_code ON auth.flow_state USING btree (auth_code);

-- Name: idx_user_id_auth_method; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX idx_user_id_auth_method ON auth.flow_state USING btree (user_id, authentication_method);

-- Name: mfa_challenge_created_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX mfa_challenge_created_at_idx ON auth.mfa_challenges USING btree (created_at DESC);

-- Name: mfa_factors_user_friendly_name_unique; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX mfa_factors_user_friendly_name_unique ON auth.mfa_factors USING btree (friendly_name, user_id) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text);

-- Name: mfa_factors_user_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);

-- Name: oauth_clients_deleted_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX oauth_clients_deleted_at_idx ON auth.oauth_clients USING btree (deleted_at);

-- Name: one_time_tokens_relates_to_hash_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX one_time_tokens_relates_to_hash_idx ON auth.one_time_tokens USING hash (relates_to);

-- Name: one_time_tokens_token_hash_hash_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX one_time_tokens_token_hash_hash_idx ON auth.one_time_tokens USING hash (token_hash);

-- Name: one_time_tokens_user_id_token_type_key; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON auth.one_time_tokens USING btree (user_id, token_type);

-- Name: reauthentication_token_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX reauthentication_token_idx ON auth.users USING btree (reauthentication_token) WHERE ((reauthentication_token)::text !~ '^[0-9 ]*$'::text);

-- Name: recovery_token_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX recovery_token_idx ON auth.users USING btree (recovery_token) WHERE ((recovery_token)::text !~ '^[0-9 ]*$'::text);

-- Name: refresh_tokens_instance_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX refresh_tokens_instance_id_idx ON auth.refresh_tokens USING btree (instance_id);

-- Name: refresh_tokens_instance_id_user_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX refresh_tokens_instance_id_user_id_idx ON auth.refresh_tokens USING btree (instance_id, user_id);

-- Name: refresh_tokens_parent_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX refresh_tokens_parent_idx ON auth.refresh_tokens USING btree (parent);

-- Name: refresh_tokens_session_id_revoked_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX refresh_tokens_session_id_revoked_idx ON auth.refresh_tokens USING btree (session_id, revoked);

-- Name: refresh_tokens_updated_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX refresh_tokens_updated_at_idx ON auth.refresh_tokens USING btree (updated_at DESC);

-- Name: saml_providers_sso_provider_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX saml_providers_sso_provider_id_idx ON auth.saml_providers USING btree (sso_provider_id);

-- Name: sessions_not_after_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after DESC);

-- Name: sessions_oauth_client_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX sessions_oauth_client_id_idx ON auth.sessions USING btree (oauth_client_id);

-- Name: sessions_user_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);

-- Name: sso_domains_domain_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX sso_domains_domain_idx ON auth.sso_domains USING btree (lower(domain));

-- Name: sso_domains_sso_provider_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX sso_domains_sso_provider_id_idx ON auth.sso_domains USING btree (sso_provider_id);

-- Name: sso_providers_resource_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX sso_providers_resource_id_idx ON auth.sso_providers USING btree (lower(resource_id));

-- Name: unique_phone_factor_per_user; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX unique_phone_factor_per_user ON auth.mfa_factors USING btree (user_id, phone);

-- Name: user_id_created_at_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX user_id_created_at_idx ON auth.sessions USING btree (user_id, created_at);

-- Name: users_email_partial_key; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email) WHERE (is_sso_user = false);

-- Name: users_instance_id_email_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX users_instance_id_email_idx ON auth.users USING btree (instance_id, lower((email)::text));

-- Name: users_instance_id_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX users_instance_id_idx ON auth.users USING btree (instance_id);

-- Name: users_is_anonymous_idx; Type: INDEX; Schema: auth; Owner: supabase_auth_admin

CREATE INDEX users_is_anonymous_idx ON auth.users USING btree (is_anonymous);

-- Name: messages_2026_11_20_pkey; Type: INDEX ATTACH; Schema: realtime; Owner: supabase_realtime_admin

ALTER INDEX realtime.messages_pkey ATTACH PARTITION realtime.messages_2026_11_20_pkey;

-- Name: users on_auth_user_created; Type: TRIGGER; Schema: auth; Owner: supabase_auth_admin

CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.handle_new_user();

-- Name: identities identities_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: mfa_amr_claims mfa_amr_claims_session_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_amr_claims
    ADD CONSTRAINT mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;

-- Name: mfa_challenges mfa_challenges_auth_factor_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_challenges
    ADD CONSTRAINT mfa_challenges_auth_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;

-- Name: mfa_factors mfa_factors_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.mfa_factors
    ADD CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: oauth_authorizations oauth_authorizations_client_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE;

-- Name: oauth_authorizations oauth_authorizations_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: oauth_consents oauth_consents_client_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_consents
    ADD CONSTRAINT oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE;

-- Name: oauth_consents oauth_consents_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.oauth_consents
    ADD CONSTRAINT oauth_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: one_time_tokens one_time_tokens_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.one_time_tokens
    ADD CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: refresh_tokens refresh_tokens_session_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;

-- Name: saml_providers saml_providers_sso_provider_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_providers
    ADD CONSTRAINT saml_providers_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE;

-- Name: saml_relay_states saml_relay_states_flow_state_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_relay_states
    ADD CONSTRAINT saml_relay_states_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE;

-- Name: saml_relay_states saml_relay_states_sso_provider_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.saml_relay_states
    ADD CONSTRAINT saml_relay_states_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE;

-- Name: sessions sessions_oauth_client_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sessions
    ADD CONSTRAINT sessions_oauth_client_id_fkey FOREIGN KEY (oauth_client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE;

-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: sso_domains sso_domains_sso_provider_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.sso_domains
    ADD CONSTRAINT sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE;

-- Name: webauthn_challenges webauthn_challenges_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: webauthn_credentials webauthn_credentials_user_id_fkey; Type: FK CONSTRAINT; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE ONLY auth.webauthn_credentials
    ADD CONSTRAINT webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: profiles profiles_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Name: objects objects_bucket_id_fkey; Type: FK CONSTRAINT; Schema: storage; Owner: supabase_storage_admin

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id);

-- Name: audit_log_entries; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.audit_log_entries ENABLE ROW LEVEL SECURITY;

-- Name: flow_state; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.flow_state ENABLE ROW LEVEL SECURITY;

-- Name: identities; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;

-- Name: instances; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.instances ENABLE ROW LEVEL SECURITY;

-- Name: mfa_amr_claims; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.mfa_amr_claims ENABLE ROW LEVEL SECURITY;

-- Name: mfa_challenges; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.mfa_challenges ENABLE ROW LEVEL SECURITY;

-- Name: mfa_factors; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.mfa_factors ENABLE ROW LEVEL SECURITY;

-- Name: one_time_tokens; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.one_time_tokens ENABLE ROW LEVEL SECURITY;

-- Name: refresh_tokens; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY;

-- Name: saml_providers; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.saml_providers ENABLE ROW LEVEL SECURITY;

-- Name: saml_relay_states; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.saml_relay_states ENABLE ROW LEVEL SECURITY;

-- Name: schema_migrations; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.schema_migrations ENABLE ROW LEVEL SECURITY;

-- Name: sessions; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;

-- Name: sso_domains; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.sso_domains ENABLE ROW LEVEL SECURITY;

-- Name: sso_providers; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.sso_providers ENABLE ROW LEVEL SECURITY;

-- Name: users; Type: ROW SECURITY; Schema: auth; Owner: supabase_auth_admin

ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;

-- Name: profiles The service reads all.; Type: POLICY; Schema: public; Owner: postgres

CREATE POLICY "The service reads all." ON public.profiles FOR SELECT USING (((auth.role() = 'service_role'::text) OR ((auth.jwt() ->> 'plan'::text) = 'pro'::text)));

-- Name: profiles Users read their own profile.; Type: POLICY; Schema: public; Owner: postgres

CREATE POLICY "Users read their own profile." ON public.profiles FOR SELECT TO authenticated USING ((( SELECT auth.uid() AS uid) = id));

-- Name: profiles; Type: ROW SECURITY; Schema: public; Owner: postgres

ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;

-- Name: messages Members listen.; Type: POLICY; Schema: realtime; Owner: supabase_realtime_admin

CREATE POLICY "Members listen." ON realtime.messages FOR SELECT TO authenticated USING ((extension = 'broadcast'::text));

-- Name: messages; Type: ROW SECURITY; Schema: realtime; Owner: supabase_realtime_admin

ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;

-- Name: objects Users see their files.; Type: POLICY; Schema: storage; Owner: supabase_storage_admin

CREATE POLICY "Users see their files." ON storage.objects FOR SELECT TO authenticated USING ((owner = auth.uid()));

-- Name: objects; Type: ROW SECURITY; Schema: storage; Owner: supabase_storage_admin

ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;

-- Name: supabase_realtime; Type: PUBLICATION; Schema: -; Owner: postgres

CREATE PUBLICATION supabase_realtime WITH (publish = 'insert, update, delete, truncate');

ALTER PUBLICATION supabase_realtime OWNER TO postgres;

-- Name: supabase_realtime_messages_publication; Type: PUBLICATION; Schema: -; Owner: supabase_admin

CREATE PUBLICATION supabase_realtime_messages_publication WITH (publish = 'insert, update, delete, truncate');

ALTER PUBLICATION supabase_realtime_messages_publication OWNER TO supabase_admin;

-- Name: supabase_realtime profiles; Type: PUBLICATION TABLE; Schema: public; Owner: postgres

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.profiles;

-- Name: supabase_realtime_messages_publication messages; Type: PUBLICATION TABLE; Schema: realtime; Owner: supabase_admin

ALTER PUBLICATION supabase_realtime_messages_publication ADD TABLE ONLY realtime.messages;

-- Name: SCHEMA auth; Type: ACL; Schema: -; Owner: supabase_admin

GRANT USAGE ON SCHEMA auth TO anon;
GRANT USAGE ON SCHEMA auth TO authenticated;
GRANT USAGE ON SCHEMA auth TO service_role;
GRANT ALL ON SCHEMA auth TO supabase_auth_admin;
GRANT ALL ON SCHEMA auth TO dashboard_user;
GRANT USAGE ON SCHEMA auth TO postgres;

-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: pg_database_owner

GRANT USAGE ON SCHEMA public TO postgres;
GRANT USAGE ON SCHEMA public TO anon;
GRANT USAGE ON SCHEMA public TO authenticated;
GRANT USAGE ON SCHEMA public TO service_role;

-- Name: FUNCTION email(); Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON FUNCTION auth.email() TO dashboard_user;
GRANT ALL ON FUNCTION auth.email() TO postgres;

-- Name: FUNCTION jwt(); Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON FUNCTION auth.jwt() TO dashboard_user;
GRANT ALL ON FUNCTION auth.jwt() TO postgres;

-- Name: FUNCTION role(); Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON FUNCTION auth.role() TO dashboard_user;
GRANT ALL ON FUNCTION auth.role() TO postgres;

-- Name: FUNCTION uid(); Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON FUNCTION auth.uid() TO dashboard_user;
GRANT ALL ON FUNCTION auth.uid() TO postgres;

-- Name: TABLE audit_log_entries; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.audit_log_entries TO postgres;
GRANT ALL ON TABLE auth.audit_log_entries TO dashboard_user;

-- Name: TABLE flow_state; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.flow_state TO postgres;
GRANT ALL ON TABLE auth.flow_state TO dashboard_user;

-- Name: TABLE identities; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.identities TO postgres;
GRANT ALL ON TABLE auth.identities TO dashboard_user;

-- Name: TABLE instances; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.instances TO postgres;
GRANT ALL ON TABLE auth.instances TO dashboard_user;

-- Name: TABLE mfa_amr_claims; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.mfa_amr_claims TO postgres;
GRANT ALL ON TABLE auth.mfa_amr_claims TO dashboard_user;

-- Name: TABLE mfa_challenges; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.mfa_challenges TO postgres;
GRANT ALL ON TABLE auth.mfa_challenges TO dashboard_user;

-- Name: TABLE mfa_factors; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.mfa_factors TO postgres;
GRANT ALL ON TABLE auth.mfa_factors TO dashboard_user;

-- Name: TABLE one_time_tokens; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.one_time_tokens TO postgres;
GRANT ALL ON TABLE auth.one_time_tokens TO dashboard_user;

-- Name: TABLE refresh_tokens; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.refresh_tokens TO postgres;
GRANT ALL ON TABLE auth.refresh_tokens TO dashboard_user;

-- Name: TABLE saml_providers; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.saml_providers TO postgres;
GRANT ALL ON TABLE auth.saml_providers TO dashboard_user;

-- Name: TABLE saml_relay_states; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.saml_relay_states TO postgres;
GRANT ALL ON TABLE auth.saml_relay_states TO dashboard_user;

-- Name: TABLE schema_migrations; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.schema_migrations TO postgres;
GRANT ALL ON TABLE auth.schema_migrations TO dashboard_user;

-- Name: TABLE sessions; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.sessions TO postgres;
GRANT ALL ON TABLE auth.sessions TO dashboard_user;

-- Name: TABLE sso_domains; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.sso_domains TO postgres;
GRANT ALL ON TABLE auth.sso_domains TO dashboard_user;

-- Name: TABLE sso_providers; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.sso_providers TO postgres;
GRANT ALL ON TABLE auth.sso_providers TO dashboard_user;

-- Name: TABLE users; Type: ACL; Schema: auth; Owner: supabase_auth_admin

GRANT ALL ON TABLE auth.users TO postgres;
GRANT ALL ON TABLE auth.users TO dashboard_user;

-- Name: TABLE profiles; Type: ACL; Schema: public; Owner: postgres

GRANT ALL ON TABLE public.profiles TO anon;
GRANT ALL ON TABLE public.profiles TO authenticated;
GRANT ALL ON TABLE public.profiles TO service_role;

-- Name: TABLE messages; Type: ACL; Schema: realtime; Owner: supabase_realtime_admin

GRANT SELECT,INSERT,UPDATE ON TABLE realtime.messages TO postgres;
GRANT SELECT,INSERT,UPDATE ON TABLE realtime.messages TO anon;
GRANT SELECT,INSERT,UPDATE ON TABLE realtime.messages TO authenticated;
GRANT SELECT,INSERT,UPDATE ON TABLE realtime.messages TO service_role;

-- PostgreSQL database dump complete

\unrestrict a7eB7cwX6jiYcjQCjPzLaZnjcE0JN6zjipFAxmwJQ1XMzTbL4dlowGFLKhtGQ2i

