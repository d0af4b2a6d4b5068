package auth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInvite(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpInvitation })
	f.user(ann)
	service := f.service()
	f.refused(f.call("POST", "/invite", f.login(ann).str("access_token"), `{"email":"bob@example.test"}`), 403, "not_admin", "User not allowed")
	f.refused(f.call("POST", "/invite", service, `{"email":"ann@example.test"}`), 422, "email_exists", "A user with this email address has already been registered")
	a := f.ok(f.call("POST", "/invite", service, `{"email":"bob@example.test","data":{"full_name":"Bob"}}`))
	if a.str("invited_at") == "" || a.str("email") != bob || a.body["user_metadata"].(map[string]any)["full_name"] != "Bob" {
		t.Errorf("got %s", a.text)
	}
	first := f.oneMail()
	f.ok(f.call("POST", "/invite", service, `{"email":"bob@example.test"}`))
	second := f.oneMail()
	if second.kind != "invite" || second.to != bob || first.hash() == second.hash() {
		t.Errorf("mails %v %v", first, second)
	}
	_, fragment := f.follow(second.link())
	if fragment.Get("type") != "invite" {
		t.Fatalf("led to %v", fragment)
	}
	f.ok(f.call("PUT", "/user", fragment.Get("access_token"), `{"password":"correct horse"}`))
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"bob@example.test","password":"correct horse"}`))
	f.refused(f.call("POST", "/invite", service, `{"email":"bob@example.test"}`), 422, "email_exists", "A user with this email address has already been registered")
}

// Every type of link works, by the link and by the hash.
func TestGenerateLink(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	service := f.service()
	for _, c := range []struct{ body, verification, use string }{
		{`{"type":"signup","email":"s@example.test","password":"correct horse"}`, "signup", "signup"},
		{`{"type":"invite","email":"i@example.test"}`, "invite", "invite"},
		{`{"type":"magiclink","email":"m@example.test"}`, "signup", "signup"},
		{`{"type":"magiclink","email":"ann@example.test"}`, "magiclink", "magiclink"},
		{`{"type":"recovery","email":"ann@example.test","redirect_to":"https://app.test/x"}`, "recovery", "recovery"},
		{`{"type":"email_change_new","email":"ann@example.test","new_email":"new@example.test"}`, "email_change_new", "email_change"},
		{`{"type":"email_change_current","email":"ann@example.test","new_email":"new@example.test"}`, "email_change_current", "email_change"},
	} {
		a := f.ok(f.call("POST", "/admin/generate_link", service, c.body))
		if a.str("verification_type") != c.verification || a.str("action_link") == "" || len(a.str("email_otp")) != 6 || a.str("id") == "" {
			t.Errorf("%s: %s", c.body, a.text)
		}
		f.ok(f.call("POST", "/verify", "", `{"type":"`+c.use+`","token_hash":"`+a.str("hashed_token")+`"}`))
	}
	if n := f.count(`select count(*) from auth.users where email = 'new@example.test'`); n != 1 {
		t.Error("the address is not changed")
	}
	if mails := f.mails.take(); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
	// Applications take links apart by patterns.
	for given, want := range map[string]string{
		"https://app.test/welcome": "https://app.test/welcome", "https://app.test/a?b=c&d=e": "https%3A%2F%2Fapp.test%2Fa%3Fb%3Dc%26d%3De",
		"https://app.test/a%20b": "https%3A%2F%2Fapp.test%2Fa%2520b",
	} {
		a := f.ok(f.call("POST", "/admin/generate_link", service, `{"type":"recovery","email":"s@example.test","redirect_to":"`+given+`"}`))
		if link := "http://site.test/auth/v1/verify?token=" + a.str("hashed_token") + "&type=recovery&redirect_to=" + want; a.str("action_link") != link || a.str("redirect_to") != given {
			t.Errorf("%s: %s", given, a.text)
		}
		if to, _ := f.follow(a.str("action_link")); !strings.HasPrefix(to.String(), given) {
			t.Errorf("%s leads to %s", a.str("action_link"), to)
		}
	}
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"recovery","email":"zzz@example.test"}`), 404, "user_not_found", "User with this email not found")
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"zzz","email":"taken@example.test"}`), 400, "validation_failed", "Invalid email action link type requested: zzz")
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"signup","email":"new@example.test","password":"correct horse"}`), 422, "email_exists", "A user with this email address has already been registered")
}

// What an administrator invites with is the user's metadata, and nothing else is in it until the
// address is confirmed.
func TestInvitedMetadata(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	service := f.service()
	given := map[string]any{"full_name": "Bob", "org": "x"}
	for _, c := range []struct{ name, path, body, kind string }{
		{"invitation", "/invite", `{"email":"a@example.test","data":{"full_name":"Bob","org":"x"}}`, "invite"},
		{"link of an invitation", "/admin/generate_link", `{"type":"invite","email":"b@example.test","data":{"full_name":"Bob","org":"x"}}`, "invite"},
		{"link of a sign-up", "/admin/generate_link", `{"type":"signup","email":"c@example.test","password":"correct horse","data":{"full_name":"Bob","org":"x"}}`, "signup"},
		{"magic link of nobody", "/admin/generate_link", `{"type":"magiclink","email":"d@example.test","data":{"full_name":"Bob","org":"x"}}`, "signup"},
	} {
		a := f.ok(f.call("POST", c.path, service, c.body))
		if diff := cmp.Diff(given, a.body["user_metadata"]); diff != "" {
			t.Errorf("%s: user_metadata (-want +got):\n%s", c.name, diff)
		}
		data := a.body["identities"].([]any)[0].(map[string]any)["identity_data"].(map[string]any)
		if diff := cmp.Diff(map[string]any{"sub": a.str("id"), "email": a.str("email"), "email_verified": false, "phone_verified": false}, data); diff != "" {
			t.Errorf("%s: identity_data (-want +got):\n%s", c.name, diff)
		}
		hash := a.str("hashed_token")
		if c.path == "/invite" {
			hash = f.oneMail().hash()
		}
		session := f.ok(f.call("POST", "/verify", "", `{"type":"`+c.kind+`","token_hash":"`+hash+`"}`))
		if diff := cmp.Diff(map[string]any{"full_name": "Bob", "org": "x", "email_verified": true}, session.body["user"].(map[string]any)["user_metadata"]); diff != "" {
			t.Errorf("%s: user_metadata once confirmed (-want +got):\n%s", c.name, diff)
		}
	}
	f.ok(f.call("POST", "/admin/generate_link", service, `{"type":"signup","email":"e@example.test","password":"correct horse","data":{"a":1}}`))
	again := f.ok(f.call("POST", "/admin/generate_link", service, `{"type":"signup","email":"e@example.test","password":"correct horse","data":{"b":2,"a":null}}`))
	if diff := cmp.Diff(map[string]any{"b": 2.0}, again.body["user_metadata"]); diff != "" {
		t.Errorf("metadata of a second link (-want +got):\n%s", diff)
	}
}
