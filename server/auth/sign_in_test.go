package auth

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/fault"
)

func TestSignIn(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	a := f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":" ANN@example.test","password":"secret123"}`, "User-Agent", "test\xff"))

	user, _ := a.body["user"].(map[string]any)
	if user["id"] != id || user["email"] != ann || user["last_sign_in_at"] != "2026-11-21T12:00:00Z" || strings.Contains(a.text, annHash) {
		t.Errorf("user = %v", user)
	}
	if a.str("token_type") != "bearer" || a.body["expires_in"] != 3600.0 || a.body["expires_at"] != float64(f.clock.now().Unix()+3600) {
		t.Errorf("session = %s", a.text)
	}
	if weak, has := a.body["weak_password"]; !has || weak != nil {
		t.Errorf("weak_password = %v %v, want null", weak, has)
	}
	for name, want := range map[string]string{
		"sb-auth-user-id": id, "sb-auth-refresh-token-counter": "0", "content-type": "application/json",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if n := f.count(`select count(*) from auth.sessions where id = $1 and user_id = $2 and user_agent = 'test' and ip = '192.0.2.1'`,
		a.header.Get("sb-auth-session-id"), id); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'login'
		and payload ->> 'actor_id' = $1 and payload ->> 'log_type' = 'account' and ip_address = '192.0.2.1'`, id); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
}

func TestAccessTokenClaims(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	a := f.login(ann)
	claims, err := f.keys.Verify(a.str("access_token"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(claims.JSON, &got); err != nil {
		t.Fatal(err)
	}
	at := float64(f.clock.now().Unix())
	want := map[string]any{
		"iss": "http://site.test/auth/v1", "sub": id, "aud": "authenticated", "exp": at + 3600, "iat": at,
		"email": ann, "phone": "", "role": "authenticated", "aal": "aal1", "is_anonymous": false,
		"amr":          []any{map[string]any{"method": "password", "timestamp": at}},
		"session_id":   a.header.Get("sb-auth-session-id"),
		"app_metadata": map[string]any{"provider": "email", "providers": []any{"email"}}, "user_metadata": map[string]any{"email_verified": true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

// As recorded of GoTrue.
func TestSignInRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.user("banned@example.test")
	f.user("new@example.test")
	f.user("gone@example.test")
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.users set
		banned_until = case when email like 'banned%' then '2026-11-21 12:00:01Z'::timestamptz end,
		email_confirmed_at = case when email like 'new%' then null else email_confirmed_at end,
		deleted_at = case when email like 'gone%' then now() end`); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, query, body string
		code, message     string
	}{
		{"wrong password", "password", `{"email":"ann@example.test","password":"nope"}`, "invalid_credentials", "Invalid login credentials"},
		{"unknown user", "password", `{"email":"nobody@example.test","password":"nope"}`, "invalid_credentials", "Invalid login credentials"},
		{"removed user", "password", `{"email":"gone@example.test","password":"secret123"}`, "invalid_credentials", "Invalid login credentials"},
		{"missing password", "password", `{"email":"ann@example.test"}`, "invalid_credentials", "Invalid login credentials"},
		{"NUL in the address", "password", `{"email":"ann\u0000@example.test","password":"x"}`, "invalid_credentials", "Invalid login credentials"},
		{"missing e-mail", "password", `{"password":"x"}`, "validation_failed", "missing email or phone"},
		{"both", "password", `{"email":"a@b.c","phone":"+451","password":"x"}`, "validation_failed", "Only an email address or phone number should be provided on login."},
		{"phone", "password", `{"phone":"+451","password":"x"}`, "phone_provider_disabled", "Phone logins are disabled"},
		{"banned, with the password", "password", `{"email":"banned@example.test","password":"secret123"}`, "user_banned", "User is banned"},
		{"banned, without it", "password", `{"email":"banned@example.test","password":"secret124"}`, "invalid_credentials", "Invalid login credentials"},
		{"not confirmed", "password", `{"email":"new@example.test","password":"secret123"}`, "email_not_confirmed", "Email not confirmed"},
		{"malformed", "password", `{"email":`, "bad_json", "Could not parse request body as JSON: unexpected end of JSON input"},
		{"empty body", "password", ``, "bad_json", "Could not parse request body as JSON: unexpected end of JSON input"},
		{"unsupported grant", "client_credentials", `{}`, "invalid_credentials", "unsupported_grant_type"},
		{"no grant", "", `{}`, "invalid_credentials", "unsupported_grant_type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := *f
			g.t = t
			g.refused(g.call("POST", "/token?grant_type="+tt.query, "", tt.body), http.StatusBadRequest, tt.code, tt.message)
		})
	}
}

func TestBanEnds(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.users set banned_until = '2026-11-21 12:00:01Z'`); err != nil {
		t.Fatal(err)
	}
	f.clock.advance(time.Second)
	f.login(ann)
}

func TestErrorsInTheNewShape(t *testing.T) {
	t.Parallel()
	f := setup(t)
	a := f.call("POST", "/token?grant_type=password", "", `{"email":"a@b.c","password":"nope"}`, "X-Supabase-Api-Version", "2024-01-01")
	if a.text != `{"code":"invalid_credentials","message":"Invalid login credentials"}` || a.status != 400 ||
		a.header.Get("X-Supabase-Api-Version") != "2024-01-01" || a.header.Get("X-Sb-Error-Code") != "invalid_credentials" {
		t.Errorf("got %d %s %v", a.status, a.text, a.header)
	}
	for _, version := range []string{"", "2023-01-01", "latest"} {
		old := f.call("POST", "/token?grant_type=password", "", `{"email":"a@b.c","password":"nope"}`, "X-Supabase-Api-Version", version)
		if old.str("error_code") != "invalid_credentials" || old.header.Get("X-Supabase-Api-Version") != "" {
			t.Errorf("version %q: got %s %v, want the older shape and no echo", version, old.text, old.header)
		}
	}
}

func TestBodyIsBounded(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"`+strings.Repeat("x", gotrue.MaxBody)+`"}`),
		http.StatusRequestEntityTooLarge, fault.TooLarge, "Request body too large (max 1048576 bytes)")
}

// Unknown user, wrong password and an account that has none do the same work.
func TestFailedSignInsCostTheSame(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.user("none@example.test")
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.users set encrypted_password = null where email like 'none%'`); err != nil {
		t.Fatal(err)
	}
	var work atomic.Int64 // rounds
	f.configure(func(o *Options) {
		o.Hashing.Compare = func(hash, _ []byte) error {
			cost, err := bcrypt.Cost(hash)
			if err != nil {
				t.Errorf("compare with %q: %v", hash, err)
			}
			work.Add(1 << cost)
			return bcrypt.ErrMismatchedHashAndPassword
		}
	})
	answers := map[string]bool{}
	for i, email := range []string{ann, "nobody@example.test", "none@example.test"} {
		answers[f.call("POST", "/token?grant_type=password", "", `{"email":"`+email+`","password":"wrong1"}`).text] = true
		if want := int64(i+1) << password.Cost; work.Load() != want {
			t.Errorf("after %s: %d rounds, want %d", email, work.Load(), want)
		}
	}
	if len(answers) != 1 {
		t.Errorf("the answers differ: %v", answers)
	}
}

// Accounts seeded by SQL have a cheap hash and nulls where GoTrue writes ”.
func TestSeededUserSignsInAndIsHashedAnew(t *testing.T) {
	t.Parallel()
	f := setup(t)
	if _, err := f.db.Admin.Exec(t.Context(), `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
		values (gen_random_uuid(), $1, $2, now())`, ann, cost6); err != nil {
		t.Fatal(err)
	}
	a := f.login(ann)
	if claims, err := f.keys.Verify(a.str("access_token")); err != nil || claims.Role != "authenticated" {
		t.Errorf("claims = %+v %v", claims, err)
	}
	if n := f.count(`select count(*) from auth.users where encrypted_password like '$2a$10$%'`); n != 1 {
		t.Error("the hash is still the cheap one")
	}
	f.login(ann)
}
