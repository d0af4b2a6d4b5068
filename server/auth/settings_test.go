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

// What comes with later issues is absent, and not faked.
func TestAbsentRoutes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, route := range [][2]string{
		{"POST", "/signup"},
		{"POST", "/recover"},
		{"POST", "/otp"},
		{"POST", "/verify"},
		{"GET", "/verify"},
		{"POST", "/resend"},
		{"GET", "/authorize"},
		{"POST", "/factors"},
		{"POST", "/invite"},
		{"POST", "/admin/generate_link"},
		{"GET", "/nope"},
	} {
		a := f.call(route[0], route[1], f.service(), "{}")
		if a.status != 404 || a.text != "404 page not found\n" || a.header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%v: got %d %q %v", route, a.status, a.text, a.header)
		}
	}
	for _, route := range [][2]string{{"PATCH", "/user"}, {"GET", "/token"}, {"PATCH", "/admin/users/1"}} {
		if a := f.call(route[0], route[1], f.service(), "{}"); a.status != 405 || a.header.Get("Allow") == "" {
			t.Errorf("%v: got %d %v", route, a.status, a.header)
		}
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
