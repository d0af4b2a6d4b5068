package auth

import (
	"maps"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/external"
	"github.com/toubkal/toubkal/server/auth/provider/providertest"
	"github.com/toubkal/toubkal/server/token"
)

// withCustomProviders lets custom providers be those of the test.
func (f *fixture) withCustomProviders() *providertest.Server {
	f.t.Helper()
	at, roots := providertest.NewTLS(f.t, f.clock.now)
	f.configure(func(o *Options) {
		o.CustomProviders = external.CustomProviders{Enabled: true, Internal: true, RootCAs: roots}
	})
	return at
}

func oidcProvider(issuer string) map[string]any {
	return map[string]any{
		"provider_type": "oidc", "identifier": "custom:acme", "name": "Acme", "client_id": providertest.ClientID, "client_secret": providertest.Secret,
		"issuer": issuer, "scopes": []string{"email"}, "custom_claims_allowlist": []string{"groups", "absent"},
		"authorization_params": map[string]string{"prompt": "login"},
	}
}

func (f *fixture) customProviders(method, path string, body map[string]any) answer {
	f.t.Helper()
	text, err := account.JSONObject(rawFields(f.t, body))
	if err != nil {
		f.t.Fatal(err)
	}
	return f.call(method, "/admin/custom-providers"+path, f.service(), text)
}

func TestCustomOpenIDProvider(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withCustomProviders()
	f.refusedProvider("custom:acme")
	made := f.customProviders("POST", "", oidcProvider(at.URL))
	if made.status != 201 || made.str("identifier") != "custom:acme" || made.body["enabled"] != true || made.body["pkce_enabled"] != true ||
		made.body["discovery_document"].(map[string]any)["token_endpoint"] != at.URL+"/token" || strings.Contains(made.text, providertest.Secret) {
		t.Fatalf("made %d %s", made.status, made.text)
	}
	if stored := f.text(`select client_secret from auth.custom_oauth_providers`); !strings.HasPrefix(stored, "{") || strings.Contains(stored, providertest.Secret) {
		t.Errorf("the secret is stored as %s", stored)
	}
	at.User(map[string]any{"groups": []string{"staff"}})
	begun := f.oauthBrowser().open("GET", "/authorize?provider=custom:acme").Query()
	if begun.Get("scope") != "openid email" || begun.Get("prompt") != "login" || begun.Get("code_challenge_method") != "S256" {
		t.Errorf("the browser is sent with %v", begun)
	}
	got := values(f.oauthBrowser().signIn(at, "provider=custom:acme"))
	user := f.ok(f.call("GET", "/user", got.Get("access_token"), ""))
	identity := user.body["identities"].([]any)[0].(map[string]any)
	custom := identity["identity_data"].(map[string]any)["custom_claims"].(map[string]any)
	if user.str("email") != una || identity["provider"] != "custom:acme" || identity["id"] != "u-1" || len(custom) != 1 || custom["groups"].([]any)[0] != "staff" {
		t.Errorf("got %s", user.text)
	}
	f.ok(f.call("POST", "/token?grant_type=id_token", "", `{"provider":"custom:acme","id_token":"`+at.IDToken(t, nil)+`"}`))

	// A change holds on another node, which has used the provider before.
	other := setupOn(t, f.db).withFlows(openSignUp)
	other.configure(func(o *Options) { o.CustomProviders = f.options.CustomProviders })
	other.oauthBrowser().open("GET", "/authorize?provider=custom:acme")
	if changed := f.ok(f.customProviders("PUT", "/custom:acme", map[string]any{"enabled": false, "name": "Acme Inc"})); changed.str("name") != "Acme Inc" ||
		changed.str("client_id") != providertest.ClientID || changed.body["discovery_document"] == nil {
		t.Errorf("changed: %s", changed.text)
	}
	other.refusedProvider("custom:acme")
	f.ok(f.customProviders("PUT", "/custom:acme", map[string]any{"enabled": true, "client_secret": "another"}))
	if to := other.oauthBrowser().signIn(at, "provider=custom:acme"); to.Query().Get("error_code") != "bad_oauth_callback" {
		t.Errorf("the new secret is not used: %s", to)
	}
	if gone := f.customProviders("DELETE", "/custom:acme", nil); gone.status != 204 {
		t.Errorf("deleted: %d %s", gone.status, gone.text)
	}
	other.refusedProvider("custom:acme")
	f.refused(f.customProviders("GET", "/custom:acme", nil), 404, "custom_provider_not_found", "Custom OAuth provider not found")
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' like 'custom_provider_%' and payload -> 'traits' ->> 'identifier' = 'custom:acme'`); n != 4 {
		t.Errorf("%d audit entries, want 4", n)
	}
}

func (f *fixture) refusedProvider(name string) {
	f.t.Helper()
	f.refused(f.call("GET", "/authorize?provider="+name, "", ""), 400, "validation_failed", "Unsupported provider: provider is not enabled")
}

func TestCustomOAuth2Provider(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withCustomProviders()
	at.Answer("/userinfo", `{"id":42,"mail":"una@example.test","email_verified":true,"display":"Una Oum"}`)
	made := f.customProviders("POST", "", map[string]any{
		"provider_type": "oauth2", "identifier": "custom:forge", "name": "Forge", "client_id": providertest.ClientID, "client_secret": providertest.Secret,
		"authorization_url": at.URL + "/authorize", "token_url": at.URL + "/token", "userinfo_url": at.URL + "/userinfo", "pkce_enabled": false,
		"attribute_mapping": map[string]any{"sub": "id", "email": "mail", "name": "display"},
	})
	if made.status != 201 {
		t.Fatalf("made %d %s", made.status, made.text)
	}
	if begun := f.oauthBrowser().open("GET", "/authorize?provider=custom:forge").Query(); begun.Has("code_challenge") || begun.Has("nonce") {
		t.Errorf("the browser is sent with %v", begun)
	}
	got := values(f.oauthBrowser().signIn(at, "provider=custom:forge"))
	user := f.ok(f.call("GET", "/user", got.Get("access_token"), ""))
	identity := user.body["identities"].([]any)[0].(map[string]any)
	if user.str("email") != una || identity["id"] != "42" || user.body["user_metadata"].(map[string]any)["full_name"] != "Una Oum" {
		t.Errorf("got %s", user.text)
	}
	f.refused(f.call("POST", "/token?grant_type=id_token", "", `{"provider":"custom:forge","id_token":"x"}`), 400, "provider_disabled", "Provider custom:forge is not enabled")
	if list := f.ok(f.customProviders("GET", "?type=oauth2", nil)).body["providers"].([]any); len(list) != 1 {
		t.Errorf("listed %v", list)
	}
	if list := f.ok(f.customProviders("GET", "?type=oidc", nil)).body["providers"].([]any); len(list) != 0 {
		t.Errorf("listed %v", list)
	}
}

func TestRefusedCustomProviders(t *testing.T) {
	t.Parallel()
	f := setup(t)
	at := f.withCustomProviders()
	for _, c := range []struct {
		name, field string
		value       any
		message     string // its beginning
	}{
		{"no name", "name", "", "name is required"},
		{"no issuer", "issuer", nil, "issuer is required"},
		{"no secret", "client_secret", "", "client_secret is required"},
		{"another type", "provider_type", "saml", "provider_type must be either 'oauth2' or 'oidc'"},
		{"no prefix", "identifier", "acme", "identifier must start with 'custom:' prefix"},
		{"a name of capitals", "identifier", "custom:Acme", "identifier must start with 'custom:' prefix"},
		{"http", "issuer", "http://issuer.example.test", "issuer has to be https://host/path"},
		{"a document of another issuer", "issuer", at.URL + "/realms/test/", "The discovery document cannot be used"},
		{"no document", "discovery_url", at.URL + "/nothing", "The discovery document cannot be used"},
		{"a long name", "name", strings.Repeat("é", 101), "name can have 100 characters"},
		{"a NUL", "client_id", "a\x00b", "a value is too long"},
		{"a mapped role", "attribute_mapping", map[string]any{"role": "role"}, "Cannot map to protected system field: role"},
		{"a parameter of the protocol", "authorization_params", map[string]string{"State": "x"}, "Cannot override reserved OAuth parameter: State"},
		{"too many scopes", "scopes", strings.Split(strings.Repeat("s ", 50), " "), "a list can have 50 entries"},
	} {
		body := oidcProvider(at.URL)
		body[c.field] = c.value
		if a := f.customProviders("POST", "", body); a.status != 400 || a.str("error_code") != "validation_failed" || !strings.HasPrefix(a.str("msg"), c.message) {
			t.Errorf("%s: %d %s, want %q", c.name, a.status, a.text, c.message)
		}
	}
	if a := f.customProviders("POST", "", oidcProvider(at.URL)); a.status != 201 {
		t.Fatal(a.text)
	}
	f.refused(f.customProviders("POST", "", oidcProvider(at.URL)), 400, "conflict", "A custom OAuth provider with this identifier already exists")
	if a := f.customProviders("PUT", "/custom:acme", map[string]any{"issuer": at.URL + "/elsewhere/", "discovery_url": at.URL + "/.well-known/openid-configuration"}); a.status != 400 {
		t.Errorf("a change to an issuer that does not match: %d %s", a.status, a.text)
	}
	f.refused(f.customProviders("GET", "?type=saml", nil), 400, "validation_failed", "type must be either 'oauth2' or 'oidc'")
	if a := f.customProviders("GET", "/acme", nil); a.status != 400 {
		t.Errorf("%d %s", a.status, a.text)
	}
	second := oidcProvider(at.URL)
	second["identifier"] = "custom:second"
	f.configure(func(o *Options) { o.CustomProviders.Max = 1 })
	f.refused(f.customProviders("POST", "", second), 400, "over_quota", "Maximum number of custom OAuth/OIDC providers reached")
	f.ok(f.customProviders("PUT", "/custom:acme", map[string]any{"name": "Renamed"}))

	// Only public addresses, unless the setting says otherwise.
	f.configure(func(o *Options) { o.CustomProviders.Max, o.CustomProviders.Internal = 0, false })
	a := f.customProviders("POST", "", second)
	if a.status != 400 || a.str("msg") != "issuer: the address is not a public one" {
		t.Errorf("an internal address: %d %s", a.status, a.text)
	}

	user, err := f.keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/custom:acme"} {
		if a := f.call("GET", "/admin/custom-providers"+path, user, ""); a.status != 403 || a.str("error_code") != "not_admin" {
			t.Errorf("%s as anon: %d %s", path, a.status, a.text)
		}
	}
	f.configure(func(o *Options) { o.CustomProviders.Enabled = false })
	f.refused(f.customProviders("POST", "", second), 404, "feature_disabled", "Custom OAuth/OIDC providers are not enabled")
	f.refusedProvider("custom:acme")
}

// An ID token may name its issuer instead of the provider, if a provider is configured for it.
func TestIDTokenByIssuer(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("keycloak")
	grant := func(fields map[string]any) answer {
		body := map[string]any{"id_token": at.IDToken(t, nil)}
		maps.Copy(body, fields)
		text, err := account.JSONObject(rawFields(t, body))
		if err != nil {
			t.Fatal(err)
		}
		return f.call("POST", "/token?grant_type=id_token", "", text)
	}
	f.ok(grant(map[string]any{"issuer": at.URL, "client_id": "any"}))
	f.refused(grant(map[string]any{"issuer": at.URL}), 400, "validation_failed", "provider or client_id and issuer required")
	f.refused(grant(map[string]any{"issuer": "https://accounts.google.com", "client_id": "evil"}), 400, "validation_failed",
		`Custom OIDC provider "https://accounts.google.com" not allowed`)
	f.refused(grant(map[string]any{"issuer": at.URL, "client_id": "evil", "id_token": at.IDToken(t, map[string]any{"aud": "evil"})}), 400, "validation_failed", "Bad ID token")
}
