package auth

import (
	"testing"
	"time"
)

// The answer has the id that the hook gets, also where no message is sent.
func TestMessageIDs(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	sent := f.ok(f.call("POST", "/otp", "", `{"phone":"`+annPhone+`"}`)).str("message_id")
	f.runJobs()
	if id := got.take()[0]["metadata"].(map[string]any)["uuid"]; id != sent || sent == "" {
		t.Errorf("the answer says %q, the hook got %v", sent, id)
	}
	if id := f.ok(f.call("POST", "/otp", "", `{"phone":"+4915199999999","create_user":false}`)).str("message_id"); len(id) != 36 {
		t.Errorf("an unknown number: %q", id)
	}
	f.configure(func(o *Options) { o.Phones.TestCodes = map[string]string{"33612345678": "123456"} })
	if id := f.ok(f.call("POST", "/otp", "", `{"phone":"+33612345678"}`)).str("message_id"); id != "test-otp" {
		t.Errorf("a test number: %q", id)
	}
	f.clock.advance(time.Minute)
	if id := f.ok(f.call("POST", "/resend", "", `{"type":"sms","phone":"`+annPhone+`"}`)).str("message_id"); len(id) != 36 {
		t.Errorf("resend: %q", id)
	}
}

// The bound of an hour counts known and unknown numbers, so that it does not tell them apart.
func TestMessagesOfAnHour(t *testing.T) {
	t.Parallel()
	f, _ := setupPhone(t)
	f.configure(func(o *Options) { o.Phones.PerHour = 2 })
	f.configure(func(o *Options) { o.Phones.TestCodes = map[string]string{"33612345678": "123456"} })
	otp := func(phone string) answer {
		return f.call("POST", "/otp", "", `{"phone":"`+phone+`","create_user":false}`)
	}
	f.ok(f.call("POST", "/otp", "", `{"phone":"`+annPhone+`"}`))
	f.ok(otp("+4915199999999"))
	f.clock.advance(10 * time.Minute)
	for _, phone := range []string{annPhone, "+4915199999998"} {
		a := otp(phone)
		f.refused(a, 429, "over_sms_send_rate_limit", "SMS rate limit exceeded")
		if a.header.Get("Retry-After") != "3000" {
			t.Errorf("Retry-After %q, want the 50 minutes of the hour that are left", a.header.Get("Retry-After"))
		}
	}
	f.ok(otp("+33612345678"))
	f.clock.advance(50 * time.Minute)
	f.ok(otp(annPhone))
	f.configure(func(o *Options) { o.Phones.PerHour = -1 })
	f.refused(otp("+4915199999997"), 429, "over_sms_send_rate_limit", "SMS rate limit exceeded")
}

func TestReauthenticationByPhone(t *testing.T) {
	t.Parallel()
	f, got := setupPhone(t)
	f.ok(f.call("POST", "/otp", "", `{"phone":"`+annPhone+`"}`))
	session := f.ok(f.call("POST", "/verify", "", `{"type":"sms","phone":"`+annPhone+`","token":"`+f.smsCode(got, annDigit)+`"}`)).str("access_token")
	f.clock.advance(2 * reauthenticationWindow)
	f.refused(f.call("PUT", "/user", session, `{"password":"a new horse"}`), 400, "reauthentication_needed", "Password update requires reauthentication")
	if id := f.ok(f.call("GET", "/reauthenticate", session, "")).str("message_id"); len(id) != 36 {
		t.Errorf("message_id %q", id)
	}
	code := f.smsCode(got, annDigit)
	f.refused(f.call("PUT", "/user", session, `{"password":"a new horse","nonce":"x"}`), 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
	f.ok(f.call("PUT", "/user", session, `{"password":"a new horse","nonce":"`+code+`"}`))
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"phone":"`+annPhone+`","password":"a new horse"}`))
	f.configure(func(o *Options) { o.Phones.Enabled = false })
	f.refused(f.call("GET", "/reauthenticate", session, ""), 400, "phone_provider_disabled", "Unsupported phone provider")
}
