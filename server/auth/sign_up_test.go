package auth

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// withFlows changes the settings of a fixture.
func (f *fixture) withFlows(change func(*Flows)) *fixture {
	f.configure(func(o *Options) {
		o.Flows.SignUp = SignUpOpen
		change(&o.Flows)
	})
	return f
}

func openSignUp(*Flows) {}

// oneMail returns the only mail since the last call.
func (f *fixture) oneMail() sentMail {
	f.t.Helper()
	all := f.mails.take()
	if len(all) != 1 {
		f.t.Fatalf("%d mails, want one: %v", len(all), all)
	}
	return all[0]
}

const bob = "bob@example.test"

func (f *fixture) signUpBob() answer {
	f.t.Helper()
	return f.ok(f.call("POST", "/signup", "", `{"email":"BOB@example.test","password":"correct horse","data":{"full_name":"Bob","locale":"ar"}}`, "Accept-Language", "fr, en;q=0.5"))
}

func TestSignUpWithConfirmation(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	user := f.signUpBob()
	if user.str("email") != bob || user.str("role") != "authenticated" || user.str("confirmation_sent_at") == "" || user.body["email_confirmed_at"] != nil || user.body["access_token"] != nil {
		t.Errorf("got %s", user.text)
	}
	if got := user.body["user_metadata"].(map[string]any); got["full_name"] != "Bob" || got["email"] != bob || got["email_verified"] != false || got["sub"] != user.str("id") {
		t.Errorf("user_metadata %v", got)
	}
	m := f.oneMail()
	if m.kind != "confirmation" || m.to != bob || !slices.Equal(m.languages, []string{"ar", "fr", "en"}) || len(m.code()) != 6 {
		t.Errorf("mail %+v", m)
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"bob@example.test","password":"correct horse"}`), 400, "email_not_confirmed", "Email not confirmed")
	session := f.ok(f.call("POST", "/verify", "", `{"type":"signup","email":"bob@example.test","token":"`+m.code()+`"}`))
	if session.str("access_token") == "" || session.body["user"].(map[string]any)["email_confirmed_at"] == nil {
		t.Errorf("got %s", session.text)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"bob@example.test","password":"correct horse"}`))
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' in ('user_signedup', 'user_confirmation_requested', 'login')`); n < 4 {
		t.Errorf("%d entries of the audit log", n)
	}
}

// Applications tell an address that has an account by a user without identities. Nothing in the
// answer is that account's, and nothing is sent.
func TestSignUpOfAnAccount(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	id := f.user(ann)
	f.exec(`update auth.users set phone = '`+annDigit+`', phone_confirmed_at = now(), raw_user_meta_data = '{"secret":1}' where id = $1`, id)
	for _, contact := range []string{`"email":"ANN@example.test"`, `"phone":"` + annPhone + `"`} {
		for range 2 { // nothing is sent, so no interval holds the second one back
			a := f.ok(f.call("POST", "/signup", "", `{`+contact+`,"password":"correct horse","data":{"x":1}}`))
			identities, listed := a.body["identities"].([]any)
			if !listed || len(identities) != 0 || a.str("id") == id || a.str("role") != "" || a.str("aud") != "authenticated" || a.body["email_confirmed_at"] != nil ||
				strings.Contains(a.text, "secret") || !strings.Contains(a.text, `"user_metadata":{"x":1}`) {
				t.Errorf("%s: %s", contact, a.text)
			}
		}
	}
	if n := len(f.mails.take()) + len(f.runJobs()) + len(got.take()); n != 0 {
		t.Errorf("%d messages", n)
	}
}

// The time of an answer is the same for all addresses.
func TestAnswersTakeTheSameTime(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	var slept []time.Duration
	f.configure(func(o *Options) {
		o.Sleep = func(_ context.Context, d time.Duration) error {
			slept = append(slept, d)
			return nil
		}
	})
	for _, route := range []string{"/signup", "/otp", "/magiclink", "/recover", "/resend"} {
		for _, email := range []string{ann, bob} {
			f.call("POST", route, "", `{"type":"signup","email":"`+email+`","password":"correct horse"}`)
		}
	}
	if len(slept) != 10 {
		t.Errorf("%d of 10 answers waited", len(slept))
	}
}

func TestSignUpIsRepeated(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	id := f.signUpBob().str("id")
	first := f.oneMail()
	f.clock.advance(61 * time.Second)
	if again := f.signUpBob(); again.str("id") != id || len(again.body["identities"].([]any)) != 1 {
		t.Errorf("got %s", again.text)
	}
	second := f.oneMail()
	f.refused(f.call("POST", "/verify", "", `{"type":"signup","email":"bob@example.test","token":"`+first.code()+`"}`), 403, "otp_expired", "Token has expired or is invalid")
	f.ok(f.call("POST", "/verify", "", `{"type":"signup","token_hash":"`+second.hash()+`"}`))
	if n := f.count(`select count(*) from auth.users where email = 'bob@example.test'`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestSignUpWithAutoConfirm(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.AutoConfirm = true })
	a := f.signUpBob()
	if a.str("access_token") == "" || a.body["user"].(map[string]any)["email_confirmed_at"] == nil {
		t.Errorf("got %s", a.text)
	}
	f.refused(f.call("POST", "/signup", "", `{"email":"bob@example.test","password":"correct horse"}`), 422, "user_already_exists", "User already registered")
	if mails := f.mails.take(); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
}

func TestSignUpRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	for _, c := range []struct {
		body          string
		status        int
		code, message string
	}{
		{`{"email":"b@example.test"}`, 400, "validation_failed", "Signup requires a valid password"},
		{`{"email":"not-an-email","password":"correct horse"}`, 400, "validation_failed", "Unable to validate email address: invalid format"},
		{`{"email":"b@example.test","phone":"+4512345678","password":"correct horse"}`, 400, "validation_failed", "Only an email address or phone number should be provided on signup."},
		{`{"email":"b@example.test","password":"123"}`, 422, "weak_password", "Password should be at least 6 characters."},
		{`{"email":"b@example.test","password":"` + strings.Repeat("x", 73) + `"}`, 400, "validation_failed", "Password cannot be longer than 72 characters"},
		{`{"email":"b@example.test","password":"correct horse","code_challenge":"x"}`, 400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"},
		{`{"email":"b@example.test","password":"correct horse","code_challenge":"x","code_challenge_method":"s256"}`, 400, "validation_failed", "code challenge has to be 43 to 128 letters, digits or -._~"},
		{`{"data":{}}`, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"},
		{`[]`, 400, "bad_json", "Could not parse request body as JSON: unexpected array"},
	} {
		f.refused(f.call("POST", "/signup", "", c.body), c.status, c.code, c.message)
	}
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpInvitation })
	f.refused(f.call("POST", "/signup", "", `{"email":"b@example.test","password":"correct horse"}`), 422, "signup_disabled", "Signups not allowed for this instance")
}

func TestAnonymousUserBecomesPermanent(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous = true })
	a := f.ok(f.call("POST", "/signup", "", `{"data":{"cart":"1"}}`))
	user := a.body["user"].(map[string]any)
	if user["is_anonymous"] != true || user["email"] != "" || len(user["app_metadata"].(map[string]any)) != 0 || len(user["identities"].([]any)) != 0 {
		t.Errorf("got %s", a.text)
	}
	bearer := a.str("access_token")
	f.refused(f.call("PUT", "/user", bearer, `{"password":"correct horse"}`), 422, "validation_failed", "Updating password of an anonymous user without an email or phone is not allowed")
	f.ok(f.call("PUT", "/user", bearer, `{"email":"bob@example.test"}`))
	m := f.oneMail()
	if m.kind != "email_change" || m.to != bob {
		t.Errorf("mail %+v", m)
	}
	done := f.ok(f.call("POST", "/verify", "", `{"type":"email_change","email":"bob@example.test","token":"`+m.code()+`"}`))
	user = done.body["user"].(map[string]any)
	if user["is_anonymous"] != false || user["email"] != bob || user["user_metadata"].(map[string]any)["cart"] != "1" || len(user["identities"].([]any)) != 1 {
		t.Errorf("got %s", done.text)
	}
}

func TestAnonymousUserWithAutoConfirm(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous, o.AutoConfirm = true, true })
	bearer := f.ok(f.call("POST", "/signup", "", `{}`)).str("access_token")
	a := f.ok(f.call("PUT", "/user", bearer, `{"email":"bob@example.test","password":"correct horse"}`))
	if a.body["is_anonymous"] != false || a.str("email") != bob {
		t.Errorf("got %s", a.text)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"bob@example.test","password":"correct horse"}`))
}

func TestLimitsOfAnAddress(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.configure(func(o *Options) { o.Limits.Verify = 30 })
	verify := func() answer {
		return f.call("POST", "/verify", "", `{"type":"email","email":"ann@example.test","token":"000000"}`)
	}
	for range 30 {
		if a := verify(); a.status == http.StatusTooManyRequests {
			t.Fatal("refused before the number was reached")
		}
	}
	a := verify()
	f.refused(a, http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
	if a.header.Get("Retry-After") != "10" {
		t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
	}
}
