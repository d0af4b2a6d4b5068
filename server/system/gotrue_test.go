package system_test

import (
	"slices"
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// gotrueTables are the tables of GoTrue's newest migration.
var gotrueTables = []string{
	"audit_log_entries", "custom_oauth_providers", "flow_state", "identities", "instances", "mfa_amr_claims", "mfa_challenges",
	"mfa_factors", "oauth_authorizations", "oauth_client_states", "oauth_clients", "oauth_consents", "one_time_tokens",
	"refresh_tokens", "saml_providers", "saml_relay_states", "schema_migrations", "sessions", "sso_domains", "sso_providers", "users",
	"webauthn_challenges", "webauthn_credentials",
}

func TestGoTrueTables(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	got := rows[string](t, pool, "select relname::text from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1")
	for _, table := range gotrueTables {
		if !slices.Contains(got, table) {
			t.Errorf("auth.%s is missing", table)
		}
	}
}

// Every table of schema auth is the auth server's alone.
func TestAuthTablesAreClosed(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	for _, c := range []struct{ name, where string }{
		{"not owned by the auth server", "relowner <> 'supabase_auth_admin'::regrole"},
		{"without row security", "not relrowsecurity"},
		{"with a policy", "exists (select from pg_policy where polrelid = c.oid)"},
		{"with a right for others", `exists (select from aclexplode(relacl) where grantee not in ('supabase_auth_admin'::regrole, 'toubkal_owner'::regrole))`},
		{"with a right of the owner of functions", `relname <> 'revocations' and exists (select from aclexplode(relacl) where grantee = 'toubkal_owner'::regrole)`},
		{"without a comment", "obj_description(c.oid, 'pg_class') is null"},
		{"with a foreign key that does not cascade", `exists (select from pg_constraint where conrelid = c.oid and contype = 'f' and confdeltype <> 'c')`},
	} {
		got := rows[string](t, pool, "select relname::text from pg_class c where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p', 'v', 'm') and "+c.where)
		if len(got) > 0 {
			t.Errorf("tables %s: %q", c.name, got)
		}
	}
}

func TestConstraintsOfGoTrue(t *testing.T) {
	t.Parallel()
	const (
		lina    = "00000000-0000-4000-8000-000000000001"
		account = `insert into auth.users (id, email) values ('` + lina + `', 'lina@example.test');`
		factor  = `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at) values (gen_random_uuid(), '` + lina + `', `
		client  = `insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
			values ('` + lina + `', 'dynamic', 'https://app.test/callback', 'authorization_code', 'none');`
		provider = `insert into auth.custom_oauth_providers (provider_type, identifier, name, client_id, client_secret, issuer, authorization_url, token_url, userinfo_url) values `
	)
	for _, c := range []struct{ name, does, code string }{
		{"two factors of one name", account + factor + `'Phone', 'totp', 'verified', now(), now());` + factor + `'Phone', 'totp', 'verified', now(), now())`, "23505"},
		{"two factors without a name", account + factor + `'', 'totp', 'verified', now(), now());` + factor + `'', 'recovery_code', 'verified', now(), now())`, ""},
		{"a session of no application", account + `insert into auth.sessions (user_id, oauth_client_id) values ('` + lina + `', '` + lina + `')`, "23503"},
		{"a session goes with its application", account + client + `insert into auth.sessions (user_id, oauth_client_id) values ('` + lina + `', '` + lina + `');
			delete from auth.oauth_clients; do $$ begin assert not exists (select from auth.sessions); end $$`, ""},
		{"a code of another length", account + factor + `'Codes', 'recovery_code', 'verified', now(), now());
			insert into auth.mfa_recovery_code_sets (user_id, mfa_factor_id) select user_id, id from auth.mfa_factors;
			insert into auth.mfa_recovery_codes (recovery_code_set_id, code_hash) select id, 'plain' from auth.mfa_recovery_code_sets`, "23514"},
		{"a provider", provider + `('oidc', 'company:sso', 'Company', 'id', 'secret', 'https://id.test', null, null, null)`, ""},
		{"a provider without issuer", provider + `('oidc', 'company', 'Company', 'id', 'secret', null, null, null, null)`, "23514"},
		{"a provider without addresses", provider + `('oauth2', 'company', 'Company', 'id', 'secret', null, 'https://id.test/a', null, null)`, "23514"},
		{"a provider that is not https", provider + `('oauth2', 'company', 'Company', 'id', 'secret', null, 'http://id.test/a', 'https://id.test/t', 'https://id.test/u')`, "23514"},
		{"an identifier that is none", provider + `('oidc', 'Company', 'Company', 'id', 'secret', 'https://id.test', null, null, null)`, "23514"},
		{"an authorization that has ended", client + `insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope, expires_at)
			values (gen_random_uuid(), 'a', '` + lina + `', 'https://app.test/callback', 'email', now())`, "23514"},
		{"one that has not", client + `insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope)
			values (gen_random_uuid(), 'a', '` + lina + `', 'https://app.test/callback', 'email')`, ""},
		{"a domain of no provider", `insert into auth.sso_domains (id, sso_provider_id, domain) values (gen_random_uuid(), gen_random_uuid(), 'a.test')`, "23503"},
		{"a challenge of no kind", `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at) values ('other', '{}', now())`, "23514"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := pgtest.New(t).Admin.Exec(t.Context(), c.does)
			if got := codeOf(err); got != c.code {
				t.Errorf("got %q (%v), want %q", got, err, c.code)
			}
		})
	}
}
