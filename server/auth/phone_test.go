package auth

import (
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
)

const (
	annPhone = "+49 151 1234567"
	annDigit = "491511234567"
)

func setupPhone(t *testing.T) (*fixture, *receiver) {
	t.Helper()
	f := setup(t).withFlows(openSignUp)
	f.configure(func(o *Options) { o.Phones = message.Phones{Enabled: true, Interval: time.Minute} })
	return f, f.httpHook(hook.SendSMS)
}

// smsCode runs the jobs, and gives the code of the only message, which goes to phone.
func (f *fixture) smsCode(got *receiver, phone string) string {
	f.t.Helper()
	for _, err := range f.runJobs() {
		if err != nil {
			f.t.Error(err)
		}
	}
	events := got.take()
	if len(events) != 1 {
		f.t.Fatalf("%d messages, want one: %v", len(events), events)
	}
	sms := events[0]["sms"].(map[string]any)
	if sms["phone"] != phone {
		f.t.Errorf("the message goes to %v, want %s", sms["phone"], phone)
	}
	return sms["otp"].(string)
}

func TestSignUpByPhone(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	body := `{"phone":"` + annPhone + `","password":"correct horse"}`
	user := f.ok(f.call("POST", "/signup", "", body))
	if user.str("phone") != annDigit || user.body["phone_confirmed_at"] != nil || user.body["access_token"] != nil {
		t.Errorf("got %s", user.text)
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", body), 400, "phone_not_confirmed", "Phone not confirmed")
	code := f.smsCode(got, annDigit)
	f.refused(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"000000x"}`), 403, "otp_expired", "Token has expired or is invalid")
	session := f.ok(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"`+code+`"}`))
	if session.str("access_token") == "" || session.body["user"].(map[string]any)["phone_confirmed_at"] == nil {
		t.Errorf("got %s", session.text)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", body))
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"phone":"`+annPhone+`","password":"wrong horse"}`), 400, "invalid_credentials", "Invalid login credentials")
}

// Codes end after a minute, and a number gets one in a minute, whether or not it has an
// account.
func TestPhoneCodes(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	otp := `{"phone":"` + annPhone + `"}`
	a := f.call("POST", "/otp", "", `{"phone":"+4915199999999","create_user":false}`)
	if f.ok(a); a.str("message_id") == "" || f.count(`select count(*) from auth.users`)+len(f.runJobs()) != 0 {
		t.Errorf("an unknown number: %s", a.text)
	}
	for _, known := range []string{otp, `{"phone":"+4915199999999","create_user":false}`} {
		if known == otp {
			if a := f.ok(f.call("POST", "/otp", "", otp)); a.str("message_id") == "" {
				t.Errorf("got %s", a.text)
			}
		}
		a := f.call("POST", "/otp", "", known)
		f.refused(a, 429, "over_sms_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")
		if a.header.Get("Retry-After") != "60" {
			t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
		}
	}
	code := f.smsCode(got, annDigit)
	f.clock.advance(time.Minute)
	f.refused(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"`+code+`"}`), 403, "otp_expired", "Token has expired or is invalid")
	f.ok(f.call("POST", "/resend", "", `{"type":"sms","phone":"`+annPhone+`"}`))
	f.ok(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"`+f.smsCode(got, annDigit)+`"}`))

	// Signed up already: the code signs in, and signing up again sends none.
	f.clock.advance(time.Minute)
	f.ok(f.call("POST", "/otp", "", otp))
	f.ok(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"`+f.smsCode(got, annDigit)+`"}`))
	f.clock.advance(time.Minute)
	if a := f.ok(f.call("POST", "/signup", "", `{"phone":"`+annPhone+`","password":"correct horse"}`)); a.body["phone_confirmed_at"] != nil {
		t.Errorf("the answer shows the account: %s", a.text)
	}
	if n := len(f.runJobs()); n != 0 {
		t.Errorf("%d messages", n)
	}
}

func TestPhoneChange(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	id := f.user(ann)
	f.configure(func(o *Options) { o.Flows.Notifications = map[string]bool{"phone_changed": true} })
	session := f.login(ann).str("access_token")
	user := f.ok(f.call("PUT", "/user", session, `{"phone":"`+annPhone+`"}`))
	if user.str("phone") != "" || user.str("new_phone") != annDigit {
		t.Errorf("got %s", user.text)
	}
	f.ok(f.call("POST", "/verify", "", `{"type":"phone_change","phone":"`+annPhone+`","token":"`+f.smsCode(got, annDigit)+`"}`))
	if user := f.ok(f.call("GET", "/user", session, "")); user.str("phone") != annDigit || user.str("new_phone") != "" || user.str("id") != id {
		t.Errorf("got %s", user.text)
	}
	if m := f.oneMail(); m.kind != "phone_changed_notification" || m.to != ann || m.data.Phone != annDigit {
		t.Errorf("mail %+v", m)
	}

	// Another account asks for the same number, also where it was free at first: its owner gets no code.
	const taken = "A user with this phone number has already been registered"
	f.user(bob)
	f.exec(`update auth.users set phone = '491510000000', phone_change = '` + annDigit + `' where email = '` + bob + `'`)
	other := f.login(bob).str("access_token")
	f.clock.advance(time.Minute)
	f.refused(f.call("PUT", "/user", other, `{"phone":"`+annPhone+`"}`), 422, "phone_exists", taken)
	f.refused(f.call("POST", "/resend", "", `{"type":"phone_change","phone":"491510000000"}`), 422, "phone_exists", taken)
	f.configure(func(o *Options) { o.Phones.AutoConfirm = true })
	f.refused(f.call("PUT", "/user", other, `{"phone":"`+annPhone+`"}`), 422, "phone_exists", taken)
	f.runJobs()
	if messages := got.take(); len(messages) != 0 {
		t.Errorf("messages %v", messages)
	}
}

func TestPhoneSettings(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.refused(f.call("POST", "/signup", "", `{"phone":"`+annPhone+`","password":"correct horse"}`), 400, "phone_provider_disabled", "Phone signups are disabled")
	f.refused(f.call("POST", "/otp", "", `{"phone":"`+annPhone+`"}`), 400, "phone_provider_disabled", "Unsupported phone provider")
	f.configure(func(o *Options) {
		o.Phones = message.Phones{Enabled: true, TestCodes: map[string]string{annDigit: "123456"}, TestUntil: f.clock.now().Add(time.Hour)}
	})
	f.ok(f.call("POST", "/otp", "", `{"phone":"`+annPhone+`"}`))
	f.ok(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"123456"}`))
	f.user(ann)
	f.clock.advance(2 * time.Hour)
	session := f.login(ann).str("access_token")
	// No code reaches these numbers: nothing is made, and the message says what to do.
	const nothing = "Unsupported phone provider: nothing sends SMS here. Enable the hook send_sms, or give this number a code in GOTRUE_SMS_TEST_OTP (test_otp of [auth.sms] in config.toml)"
	users := f.count(`select count(*) from auth.users`)
	for _, number := range []string{annPhone, "+4915177777777"} {
		f.refused(f.call("POST", "/otp", "", `{"phone":"`+number+`"}`), 400, "phone_provider_disabled", nothing)
		f.refused(f.call("POST", "/otp", "", `{"phone":"`+number+`","create_user":false}`), 400, "phone_provider_disabled", nothing)
		f.refused(f.call("POST", "/resend", "", `{"type":"sms","phone":"`+number+`"}`), 400, "phone_provider_disabled", nothing)
	}
	f.refused(f.call("POST", "/signup", "", `{"phone":"+4915177777777","password":"correct horse"}`), 400, "phone_provider_disabled", nothing)
	f.refused(f.call("PUT", "/user", session, `{"phone":"+4915177777777"}`), 400, "phone_provider_disabled", nothing)
	if n := f.count(`select count(*) from auth.users`); n != users || f.count(`select count(*) from auth.users where phone_change <> ''`) != 0 {
		t.Errorf("%d accounts, want %d", n, users)
	}
	f.configure(func(o *Options) { o.Phones = message.Phones{Enabled: true, AutoConfirm: true} })
	own := f.ok(f.call("POST", "/signup", "", `{"phone":"+33612345678","password":"correct horse"}`))
	if own.str("access_token") == "" {
		t.Errorf("got %s", own.text)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"phone":"+33 6 12345678","password":"correct horse"}`))
	if got := f.ok(f.call("GET", "/settings", "", "")).body["external"].(map[string]any)["phone"]; got != true {
		t.Errorf("settings say %v", got)
	}
}
