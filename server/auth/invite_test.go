package auth

import "testing"

func TestInvite(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.flows.SignUp = SignUpInvitation
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
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"recovery","email":"zzz@example.test"}`), 404, "user_not_found", "User with this email not found")
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"zzz","email":"taken@example.test"}`), 400, "validation_failed", "Invalid email action link type requested: zzz")
	f.refused(f.call("POST", "/admin/generate_link", service, `{"type":"signup","email":"new@example.test","password":"correct horse"}`), 422, "email_exists", "A user with this email address has already been registered")
}
