package auth

import (
	"strings"
	"testing"
)

func TestOpenRoutes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	health := f.ok(f.call("GET", "/health", "", ""))
	for _, key := range []string{"version", "name", "description"} {
		if _, has := health.body[key].(string); !has {
			t.Errorf("health lacks %q: %s", key, health.text)
		}
	}
	settings := f.ok(f.call("GET", "/settings", "", ""))
	external, _ := settings.body["external"].(map[string]any)
	for provider, on := range external {
		if on != (provider == "email") {
			t.Errorf("%s = %v", provider, on)
		}
	}
	if len(external) != 26 || settings.body["disable_signup"] != true || settings.body["mailer_autoconfirm"] != false || settings.body["sms_provider"] != "" {
		t.Errorf("settings = %s", settings.text)
	}
	jwks := f.ok(f.call("GET", "/.well-known/jwks.json", "", ""))
	if jwks.text != `{"keys":[]}` || jwks.header.Get("Cache-Control") != "public, max-age=600" {
		t.Errorf("jwks = %s %v, want no symmetric key", jwks.text, jwks.header)
	}
}

// TestDisabledRoutes: a stock client shows the message of JSON, and an error of its own
// parser of anything else.
func TestDisabledRoutes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	user, service := f.login(ann).str("access_token"), f.service()
	for _, c := range []struct {
		route, bearer, body string
		status              int
		code, message       string
	}{
		{"POST /signup", "", `{"email":"a@example.test","password":"secret123"}`, 422, "signup_disabled", "Signups not allowed for this instance"},
		{"POST /signup", "", `{"phone":"212600000000","password":"secret123"}`, 400, "phone_provider_disabled", "Phone signups are disabled"},
		{"POST /signup", "", `{"data":{}}`, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"},
		{"POST /signup", "", `{`, 400, "bad_json", "Could not parse request body as JSON: unexpected end of JSON input"},
		{"POST /otp", "", `{"phone":"212600000000"}`, 400, "phone_provider_disabled", "Unsupported phone provider"},
		{"POST /verify", "", `{"type":"email","token":"123456","email":"ann@example.test"}`, 403, "otp_expired", "Token has expired or is invalid"},
		{"GET /reauthenticate", "", ``, 401, "no_authorization", "This endpoint requires a valid Bearer token"},
		{"GET /authorize?provider=github", "", ``, 400, "validation_failed", "Unsupported provider: provider is not enabled"},
		{"POST /token?grant_type=id_token", "", `{"id_token":"x","provider":"google"}`, 400, "provider_disabled", "Provider google is not enabled"},
		{"POST /token?grant_type=web3", "", `{}`, 422, "web3_provider_disabled", "Web3 provider is disabled"},
		{"GET /user/identities/authorize?provider=github", user, ``, 404, "manual_linking_disabled", "Manual linking is disabled"},
		{"POST /factors", user, `{"factor_type":"totp"}`, 422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP"},
		{"POST /factors", user, `{"factor_type":"phone"}`, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"},
		{"POST /factors", user, `{"factor_type":"dice"}`, 400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"},
		{"POST /factors", "", `{}`, 401, "no_authorization", "This endpoint requires a valid Bearer token"},
		{"POST /factors/1/verify", user, `{}`, 404, "validation_failed", "factor_id must be an UUID"},
		{"POST /sso", "", `{"domain":"example.test"}`, 404, "saml_provider_disabled", "SAML 2.0 is disabled"},
		{"GET /sso/saml/metadata", "", ``, 404, "saml_provider_disabled", "SAML 2.0 is disabled"},
		{"GET /admin/sso/providers", service, ``, 404, "saml_provider_disabled", "SAML 2.0 is disabled"},
		{"GET /admin/sso/providers", user, ``, 403, "not_admin", "User not allowed"},
		{"POST /passkeys/authentication/options", "", `{}`, 404, "passkey_disabled", "Passkeys are disabled"},
		{"GET /oauth/authorizations/1", "", ``, 404, "feature_disabled", "The OAuth server is not available on this server"},
		{"POST /invite", service, `{}`, 422, "signup_disabled", "Invitations are switched off on this server"},
		{"GET /admin/users/1/factors", service, ``, 404, "validation_failed", "user_id must be an UUID"},
		{"GET /nope", "", ``, 404, "not_found", "No such route: GET /auth/v1/nope"},
		{"GET /", "", ``, 404, "not_found", "No such route: GET /auth/v1/"},
		{"GET /user/", user, ``, 404, "not_found", "No such route: GET /auth/v1/user/"},
		{"GET //user", user, ``, 404, "not_found", "No such route: GET /auth/v1//user"},
		{"GET /a/../user", user, ``, 404, "not_found", "No such route: GET /auth/v1/a/../user"},
		{"PATCH /user", user, `{}`, 405, "method_not_allowed", "Method not allowed"},
		{"GET /token", "", ``, 405, "method_not_allowed", "Method not allowed"},
		{"PATCH /admin/users/1", service, `{}`, 405, "method_not_allowed", "Method not allowed"},
	} {
		method, target := cut(c.route)
		f.refused(f.call(method, target, c.bearer, c.body), c.status, c.code, c.message)
		dated := f.call(method, target, c.bearer, c.body, "X-Supabase-Api-Version", "2024-01-01")
		if dated.str("code") != c.code || dated.str("message") != c.message || dated.header.Get("X-Supabase-Api-Version") != "2024-01-01" {
			t.Errorf("%s: got %s %v", c.route, dated.text, dated.header)
		}
	}
	for route, want := range map[string]string{"PATCH /user": "GET, PUT, HEAD", "GET /token": "POST", "PATCH /admin/users/1": "GET, PUT, DELETE, HEAD"} {
		method, target := cut(route)
		if got := f.call(method, target, service, "{}").header.Get("Allow"); got != want {
			t.Errorf("%s: Allow %q, want %q", route, got, want)
		}
	}
	if a := f.call("HEAD", "/health", "", ""); a.status != 200 {
		t.Errorf("HEAD of a route with GET: %d", a.status)
	}
}

// No client can cause a 500.
func TestRubbish(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	user := f.login(ann).str("access_token")
	service := f.service()
	bodies := []string{
		``, ` `, `null`, `[]`, `5`, `"x"`, `{`, "\x00", "\xff", `{"email":null}`, `{"email":[]}`, `{"email":{}}`, `{"password":5}`,
		`{"refresh_token":"\u0000"}`, `{"email":"\u0000","password":"\u0000"}`, `{"email":"a@b.c\u0000"}`, `{"phone":"\u0000"}`, `{"role":"\u0000"}`,
		`{"email":"x@example.test","role":"\u0000"}`, `{"email":"y@example.test","user_metadata":{"a":"\u0000"}}`, `{"email":"z@example.test","app_metadata":{"a":"\ud800"}}`,
		`{"data":{"a":"\u0000"}}`, `{"data":{"a":"\ud800"}}`, `{"data":[]}`, `{"data":{"\u0000":1}}`, `{"user_metadata":{"a":1e400}}`,
		`{"data":{"a":1e999999}}`, `{"ban_duration":"9999999h"}`, `{"ban_duration":"-9999999h"}`, `{"ban_duration":"99999999999999h"}`,
		`{"email":"w@example.test","aud":"` + long(300) + `"}`, `{"role":"` + long(300) + `"}`, `{"data":` + nested(5000) + `}`, `{"data":{"a":` + nested(5000) + `}}`,
		`{"id":"00000000-0000-0000-0000-000000000000","email":"v@example.test"}`,
	}
	routes := []string{
		"POST /token?grant_type=password", "POST /token?grant_type=refresh_token", "POST /token?grant_type=%00", "GET /user", "PUT /user",
		"POST /logout?scope=%00", "GET /admin/users?page=%00", "GET /admin/users?sort=%00", "POST /admin/users", "GET /admin/users/%00",
		"PUT /admin/users/" + id, "DELETE /admin/users/%ff", "PUT /admin/users/11111111-1111-4111-8111-111111111111",
	}
	for _, route := range routes {
		method, path := cut(route)
		for _, body := range bodies {
			for _, bearer := range []string{"", "x", user, service} {
				if a := f.call(method, path, bearer, body, "X-Supabase-Api-Version", "\xff"); a.status >= 500 {
					t.Errorf("%s %.80q: %d %s", route, body, a.status, a.text)
				}
			}
		}
	}
}

func long(n int) string { return strings.Repeat("x", n) }

func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func cut(route string) (method, path string) {
	method, path, _ = strings.Cut(route, " ")
	return method, path
}
