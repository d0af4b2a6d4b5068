package auth

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/token"
)

func (f *fixture) sign(claims jwt.MapClaims) string {
	f.t.Helper()
	bearer, err := f.keys.Sign(claims)
	if err != nil {
		f.t.Fatal(err)
	}
	return bearer
}

func TestShowUser(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	got := f.ok(f.call("GET", "/user", bearer, ""))
	identities, _ := got.body["identities"].([]any)
	if len(identities) != 1 {
		t.Fatalf("identities = %v", got.body["identities"])
	}
	identity, _ := identities[0].(map[string]any)
	if uuid.Validate(identity["identity_id"].(string)) != nil {
		t.Errorf("identity_id = %v", identity["identity_id"])
	}
	delete(identity, "identity_id")
	const noon = "2026-11-21T12:00:00Z"
	want := map[string]any{
		"id": id, "aud": "authenticated", "role": "authenticated", "email": ann, "email_confirmed_at": noon, "phone": "",
		"confirmed_at": noon, "last_sign_in_at": noon, "created_at": noon, "updated_at": noon, "is_anonymous": false,
		"app_metadata": map[string]any{"provider": "email", "providers": []any{"email"}}, "user_metadata": map[string]any{"email_verified": true},
		"identities": []any{map[string]any{
			"id": id, "user_id": id, "provider": "email", "email": ann, "last_sign_in_at": noon, "created_at": noon, "updated_at": noon,
			"identity_data": map[string]any{"sub": id, "email": ann, "email_verified": true, "phone_verified": false},
		}},
	}
	if diff := cmp.Diff(want, got.body); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
}

// As recorded of GoTrue.
func TestCallerIsRefused(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	f.user("banned@example.test")
	forger, err := token.New(token.Options{Secret: strings.Repeat("x", 32)})
	if err != nil {
		t.Fatal(err)
	}
	forged, err := forger.Sign(jwt.MapClaims{"sub": id})
	if err != nil {
		t.Fatal(err)
	}
	none, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"sub": id}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	anon, err := f.keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	banned := f.login("banned@example.test").str("access_token")
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.users set banned_until = 'infinity' where email like 'banned%'`); err != nil {
		t.Fatal(err)
	}
	const unable = "invalid JWT: unable to parse or verify signature, "
	for _, c := range []struct {
		name, bearer  string
		status        int
		code, message string
	}{
		{"no token", "", 401, "no_authorization", "This endpoint requires a valid Bearer token"},
		{"anon key", anon, 403, "bad_jwt", "invalid claim: missing sub claim"},
		{"service key", f.service(), 403, "bad_jwt", "invalid claim: missing sub claim"},
		{"expired", f.sign(jwt.MapClaims{"sub": id, "exp": f.clock.now().Unix() - 60}), 403, "bad_jwt", unable + "token has invalid claims: token is expired"},
		{"forged", forged, 403, "bad_jwt", unable + "token signature is invalid: signature is invalid"},
		{"alg none", none, 403, "bad_jwt", unable + "token signature is invalid: signing method none is invalid"},
		{"no JWT", "abc", 403, "bad_jwt", unable + "token is malformed: token contains an invalid number of segments"},
		{"sub is no UUID", f.sign(jwt.MapClaims{"sub": "1"}), 403, "bad_jwt", "invalid claim: sub claim must be a UUID"},
		{"session is no UUID", f.sign(jwt.MapClaims{"sub": id, "session_id": "1"}), 403, "bad_jwt", "invalid claim: session_id claim must be a UUID"},
		{"unknown user", f.sign(jwt.MapClaims{"sub": uuid.NewString()}), 403, "user_not_found", "User from sub claim in JWT does not exist"},
		{"unknown session", f.sign(jwt.MapClaims{"sub": id, "session_id": uuid.NewString()}), 403, "session_not_found", "Session from session_id claim in JWT does not exist"},
		{"banned since", banned, 403, "user_banned", "User is banned"},
	} {
		for _, request := range []string{"GET /user", "PUT /user", "POST /logout"} {
			method, path, _ := strings.Cut(request, " ")
			t.Log(c.name, request)
			f.refused(f.call(method, path, c.bearer, `{}`), c.status, c.code, c.message)
		}
	}
}

// A session of one user does not vouch for another.
func TestSessionOfAnotherUser(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bob := f.user("bob@example.test")
	session := f.login(ann).header.Get("sb-auth-session-id")
	bearer := f.sign(jwt.MapClaims{"sub": bob, "session_id": session})
	f.refused(f.call("GET", "/user", bearer, ""), 403, "session_not_found", "Session from session_id claim in JWT does not exist")
}

func TestUpdateUserMetadata(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.ok(f.call("PUT", "/user", bearer, `{"data":{"full_name":"Ann","deep":{"a":1,"b":null}}}`))
	got := f.ok(f.call("PUT", "/user", bearer, `{"data":{"nick":"A","full_name":null},"foo":1}`))
	want := map[string]any{"email_verified": true, "nick": "A", "deep": map[string]any{"a": 1.0, "b": nil}}
	if diff := cmp.Diff(want, got.body["user_metadata"]); diff != "" {
		t.Errorf("user_metadata (-want +got):\n%s", diff)
	}
	if _, has := f.ok(f.call("PUT", "/user", bearer, `{"email":"ANN@example.test","data":null}`)).body["user_metadata"].(map[string]any)["nick"]; !has {
		t.Error("a null data, or the same address, must change nothing")
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'user_modified'`); n != 3 {
		t.Errorf("%d audit entries, want 3", n)
	}
}

func TestUpdateUserRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	for _, c := range []struct {
		body          string
		status        int
		code, message string
	}{
		{`{"password":"secret123"}`, 422, "same_password", "New password should be different from the old password."},
		{`{"app_metadata":{"role":"admin"}}`, 403, "not_admin", "Updating app_metadata requires admin privileges"},
		{`{"email":"other"}`, 400, "validation_failed", "Unable to validate email address: invalid format"},
		{`{"phone":"+4512345678"}`, 400, "phone_provider_disabled", "Unsupported phone provider"},
		{`{"password":"` + strings.Repeat("x", 73) + `"}`, 400, "validation_failed", "Password cannot be longer than 72 characters"},
		{``, 400, "bad_json", "Could not parse request body as JSON: unexpected end of JSON input"},
	} {
		f.refused(f.call("PUT", "/user", bearer, c.body), c.status, c.code, c.message)
	}
}

func TestWeakPasswordInBothShapes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := f.call("PUT", "/user", bearer, `{"password":"1"}`)
	f.refused(a, 422, "weak_password", "Password should be at least 6 characters.")
	if !strings.Contains(a.text, `"weak_password":{"reasons":["length"]}`) {
		t.Errorf("got %s", a.text)
	}
	a = f.call("PUT", "/user", bearer, `{"password":"1"}`, "X-Supabase-Api-Version", "2024-01-01")
	if a.status != 422 || a.header.Get("X-Sb-Error-Code") != "" ||
		a.text != `{"code":"weak_password","message":"Password should be at least 6 characters.","weak_password":{"reasons":["length"]}}` {
		t.Errorf("got %d %s %v", a.status, a.text, a.header)
	}
}

func TestNewPasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	here, there := f.login(ann), f.login(ann)
	if _, err := f.db.Admin.Exec(t.Context(), `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
		values ($1, 'recovery_token', 'x', 'y')`, id); err != nil {
		t.Fatal(err)
	}
	f.ok(f.call("PUT", "/user", here.str("access_token"), `{"password":"secret456"}`))
	f.ok(f.call("GET", "/user", here.str("access_token"), ""))
	f.refused(f.call("GET", "/user", there.str("access_token"), ""), 403, "session_not_found", "Session from session_id claim in JWT does not exist")
	if n := f.count(`select count(*) from auth.one_time_tokens`); n != 0 {
		t.Error("a mailed link outlives the password")
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret123"}`),
		http.StatusBadRequest, "invalid_credentials", "Invalid login credentials")
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret456"}`))
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'user_updated_password'`); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		scope              string
		here, there, other bool // which sessions live on
	}{
		{"", false, false, true},
		{"?scope=global", false, false, true},
		{"?scope=local", false, true, true},
		{"?scope=others", true, false, true},
	}
	for _, tt := range tests {
		t.Run("scope "+tt.scope, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.user(ann)
			f.user("bob@example.test")
			here, there, other := f.login(ann), f.login(ann), f.login("bob@example.test")
			if a := f.call("POST", "/logout"+tt.scope, here.str("access_token"), ""); a.status != http.StatusNoContent || a.text != "" {
				t.Fatalf("got %d %s, want 204", a.status, a.text)
			}
			for name, c := range map[string]struct {
				session answer
				alive   bool
			}{"this": {here, tt.here}, "the other of the user": {there, tt.there}, "another user's": {other, tt.other}} {
				if got := f.call("GET", "/user", c.session.str("access_token"), "").status == 200; got != c.alive {
					t.Errorf("%s session: access %v, want %v", name, got, c.alive)
				}
				if got := f.refreshWith(c.session.str("refresh_token")).status == 200; got != c.alive {
					t.Errorf("%s session: refresh %v, want %v", name, got, c.alive)
				}
			}
			if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'logout'`); n != 1 {
				t.Errorf("%d audit entries, want 1", n)
			}
		})
	}
}

func TestSignOutRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.refused(f.call("POST", "/logout?scope=everything", bearer, ""), 400, "validation_failed", `Unsupported logout scope "everything"`)
	f.call("POST", "/logout", bearer, "")
	f.refused(f.call("POST", "/logout", bearer, ""), 403, "session_not_found", "Session from session_id claim in JWT does not exist")
}

// Reading who asks is one statement; a session that ended an hour ago is gone.
func TestAccessTokenEndsWithExp(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.clock.advance(time.Hour + 31*time.Second)
	if a := f.call("GET", "/user", bearer, ""); a.str("error_code") != "bad_jwt" {
		t.Errorf("got %d %s", a.status, a.text)
	}
}
