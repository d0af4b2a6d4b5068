package auth

import (
	"strings"
	"testing"
	"time"
)

func TestRecoverAndOTPTellNothing(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpInvitation })
	f.user(ann)
	for _, route := range []string{"/recover", "/otp"} {
		for _, email := range []string{ann, "nobody@example.test"} {
			body := `{"email":"` + email + `","create_user":false}`
			if a := f.ok(f.call("POST", route, "", body)); a.text != "{}" {
				t.Errorf("%s %s: %s", route, email, a.text)
			}
			f.refused(f.call("POST", route, "", body), 429, "over_email_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")
		}
		f.clock.advance(time.Minute) // both count together
	}
	mails := f.mails.take()
	if len(mails) != 2 || mails[0].kind != "recovery" || mails[1].kind != "magic_link" {
		t.Errorf("mails %v", mails)
	}
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

// A new address becomes an account with its first code, without a password.
func TestOTPMakesAnAccount(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.ok(f.call("POST", "/otp", "", `{"email":"bob@example.test","data":{"a":1}}`))
	m := f.oneMail()
	if m.kind != "confirmation" {
		t.Errorf("mail %+v", m)
	}
	session := f.ok(f.call("POST", "/verify", "", `{"type":"email","email":"bob@example.test","token":"`+m.code()+`"}`))
	if user := session.body["user"].(map[string]any); user["email_confirmed_at"] == nil || user["user_metadata"].(map[string]any)["a"] != float64(1) {
		t.Errorf("got %s", session.text)
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"bob@example.test","password":"anything"}`), 400, "invalid_credentials", "Invalid login credentials")
}

func TestResend(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.signUpBob()
	f.mails.take()
	f.clock.advance(61 * time.Second)
	f.ok(f.call("POST", "/resend", "", `{"type":"signup","email":"bob@example.test"}`))
	m := f.oneMail()
	f.ok(f.call("POST", "/verify", "", `{"type":"signup","email":"bob@example.test","token":"`+m.code()+`"}`))
	f.clock.advance(61 * time.Second)
	f.ok(f.call("POST", "/resend", "", `{"type":"signup","email":"bob@example.test"}`))
	f.ok(f.call("POST", "/resend", "", `{"type":"email_change","email":"bob@example.test"}`))
	if mails := f.mails.take(); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
	f.refused(f.call("POST", "/resend", "", `{"type":"x","email":"bob@example.test"}`), 400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change")
}

// The code of GET /reauthenticate takes the place of the current password, once.
func TestReauthenticationByMail(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.clock.advance(reauthenticationWindow + time.Second)
	f.refused(f.call("PUT", "/user", bearer, `{"password":"correct horse"}`), 400, "reauthentication_needed", "Password update requires reauthentication")
	f.ok(f.call("GET", "/reauthenticate", bearer, ""))
	m := f.oneMail()
	if m.kind != "reauthentication" || m.to != ann {
		t.Errorf("mail %+v", m)
	}
	wrong := strings.Map(func(r rune) rune { return '0' + (r-'0'+1)%10 }, m.code())
	f.refused(f.call("PUT", "/user", bearer, `{"password":"correct horse","nonce":"`+wrong+`"}`), 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
	f.ok(f.call("PUT", "/user", bearer, `{"password":"correct horse","nonce":"`+m.code()+`"}`))
	f.refused(f.call("PUT", "/user", bearer, `{"password":"correct horse 2","nonce":"`+m.code()+`"}`), 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
}

func TestEmailChange(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.user("taken@example.test")
	bearer := f.login(ann).str("access_token")
	f.refused(f.call("PUT", "/user", bearer, `{"email":"taken@example.test"}`), 422, "email_exists", "A user with this email address has already been registered")
	a := f.ok(f.call("PUT", "/user", bearer, `{"email":"New@example.test"}`))
	if a.str("email") != ann || a.str("new_email") != "new@example.test" {
		t.Errorf("got %s", a.text)
	}
	mails := f.mails.take()
	if len(mails) != 2 || mails[0].to != ann || mails[1].to != "new@example.test" || mails[0].code() == mails[1].code() && mails[0].hash() == mails[1].hash() {
		t.Fatalf("mails %v", mails)
	}
	if _, fragment := f.follow(mails[1].link()); fragment.Get("message") != halfConfirmed {
		t.Errorf("the first link: %v", fragment)
	}
	if n := f.count(`select count(*) from auth.users where email = 'new@example.test'`); n != 0 {
		t.Error("one confirmation was enough")
	}
	done := f.ok(f.call("POST", "/verify", "", `{"type":"email_change","email":"ann@example.test","token":"`+mails[0].code()+`"}`))
	user := done.body["user"].(map[string]any)
	identity := user["identities"].([]any)[0].(map[string]any)
	if user["email"] != "new@example.test" || user["new_email"] != nil || identity["email"] != "new@example.test" {
		t.Errorf("got %s", done.text)
	}
	f.refused(f.call("PUT", "/user", bearer, `{"email":"third@example.test"}`), 429, "over_email_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")
}

func TestEmailChangeByOneMail(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Flows.OneMailEmailChange = true })
	f.user(ann)
	f.ok(f.call("PUT", "/user", f.login(ann).str("access_token"), `{"email":"new@example.test"}`))
	m := f.oneMail()
	if _, fragment := f.follow(m.link()); m.to != "new@example.test" || fragment.Get("access_token") == "" {
		t.Errorf("%s leads to %v", m.to, fragment)
	}
}
