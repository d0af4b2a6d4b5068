package auth

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/mfa"
)

// setupPhoneFactor has no sign-ins by phone: a factor needs none.
func setupPhoneFactor(t *testing.T) (*factors, *receiver) {
	t.Helper()
	f := setup(t).withMFA()
	f.configure(func(o *Options) {
		o.MFA.Phone, o.MFA.PhoneOTPLength, o.MFA.PhoneInterval = mfa.Switch{Enroll: true, Verify: true}, 8, time.Minute
	})
	return f, f.httpHook(hook.SendSMS)
}

func (f *factors) enrollPhone(bearer, phone string) string {
	f.t.Helper()
	return f.ok(f.call("POST", "/factors", bearer, `{"factor_type":"phone","friendly_name":"Mobile","phone":"`+phone+`"}`)).str("id")
}

func TestPhoneFactor(t *testing.T) {
	t.Parallel()
	f, got := setupPhoneFactor(t)
	f.user(ann)
	in := f.login(ann)
	bearer := in.str("access_token")
	enrolled := f.ok(f.call("POST", "/factors", bearer, `{"factor_type":"phone","friendly_name":"Mobile","phone":"`+annPhone+`"}`))
	id := enrolled.str("id")
	if enrolled.str("type") != "phone" || enrolled.str("friendly_name") != "Mobile" || enrolled.str("phone") != annPhone {
		t.Errorf("enrolled: %s", enrolled.text)
	}
	challenge := f.ok(f.call("POST", "/factors/"+id+"/challenge", bearer, `{"channel":"whatsapp"}`))
	if challenge.str("type") != "phone" || int64(challenge.body["expires_at"].(float64)) != f.clock.now().Add(5*time.Minute).Unix() {
		t.Errorf("challenge: %s", challenge.text)
	}
	if errs := f.runJobs(); len(errs) != 1 || errs[0] != nil {
		t.Fatal(errs)
	}
	sms := got.take()[0]["sms"].(map[string]any)
	code := sms["otp"].(string)
	if sms["phone"] != annDigit || sms["sms_type"] != "mfa" || sms["channel"] != "whatsapp" || len(code) != 8 {
		t.Errorf("the hook got %v", sms)
	}
	if stored := f.text(`select otp_code from auth.mfa_challenges`); !strings.HasPrefix(stored, "{") || strings.Contains(stored, code) {
		t.Errorf("the code is stored as %s", stored)
	}
	a := app{factor: id}
	f.refused(f.answer(bearer, a, challenge.str("id"), "0000000x"), 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
	f.refused(f.answer(bearer, a, challenge.str("id"), ""), 400, "validation_failed", "Code needs to be non-empty")
	verified := f.ok(f.answer(bearer, a, challenge.str("id"), code))
	if c := f.claimsOf(verified); c.AAL != "aal2" || c.SessionID != f.claimsOf(in).SessionID || !slices.Equal(methodsOf(c), []string{"mfa/phone", "password"}) {
		t.Errorf("claims: %+v", c)
	}
	factor := verified.body["user"].(map[string]any)["factors"].([]any)[0].(map[string]any)
	if factor["phone"] != annDigit || factor["status"] != "verified" || factor["factor_type"] != "phone" {
		t.Errorf("factor: %v", factor)
	}
	f.refused(f.answer(bearer, a, challenge.str("id"), code), 422, "mfa_challenge_expired", "MFA challenge "+challenge.str("id")+" has been used, create a new challenge.")
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"phone","phone":"`+annPhone+`"}`), 422, "mfa_verified_factor_exists",
		"A verified phone factor already exists, unenroll the existing factor to continue")

	// A session without the factor may not remove it; one with it may, and falls to aal1.
	other := f.login(ann).str("access_token")
	f.refused(f.call("DELETE", "/factors/"+id, other, ""), 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
	f.ok(f.call("DELETE", "/factors/"+id, bearer, ""))
	refreshed := f.ok(f.call("POST", "/token?grant_type=refresh_token", "", `{"refresh_token":"`+verified.str("refresh_token")+`"}`))
	if c := f.claimsOf(refreshed); c.AAL != "aal1" || !slices.Equal(methodsOf(c), []string{"password"}) {
		t.Errorf("after the removal: %+v", c)
	}
}

// Codes of another number, another challenge and after the end are refused; wrong ones are
// counted in all challenges.
func TestPhoneFactorCodes(t *testing.T) {
	t.Parallel()
	f, got := setupPhoneFactor(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := app{factor: f.enrollPhone(bearer, annPhone)}
	first := f.challenge(bearer, a.factor)
	firstCode := f.smsCode(got, annDigit)
	f.clock.advance(time.Minute)
	second := f.challenge(bearer, a.factor)
	secondCode := f.smsCode(got, annDigit)
	if firstCode == secondCode {
		t.Fatal("two challenges have one code")
	}
	f.refused(f.answer(bearer, a, second, firstCode), 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
	for _, challenge := range []string{first, second, first, second} {
		f.refused(f.answer(bearer, a, challenge, "00000000"), 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
	}
	if a := f.answer(bearer, a, second, secondCode); a.status != 429 || a.header.Get("Retry-After") != "30" {
		t.Errorf("after five wrong codes: %d %s", a.status, a.text)
	}
	f.clock.advance(30 * time.Second)
	f.ok(f.answer(bearer, a, second, secondCode))
	f.clock.advance(5 * time.Minute)
	third := f.challenge(bearer, a.factor)
	code := f.smsCode(got, annDigit)
	f.clock.advance(5 * time.Minute)
	f.refused(f.answer(bearer, a, third, code), 422, "mfa_challenge_expired",
		"MFA challenge "+third+" has expired, verify against another challenge or create a new challenge.")
}

// A number that nobody has confirmed gets a code in a minute, whoever asks. Others do not
// delay the owner of a factor.
func TestPhoneFactorLimits(t *testing.T) {
	t.Parallel()
	f, got := setupPhoneFactor(t)
	f.user(ann)
	f.user(bob)
	anns, bobs := f.login(ann).str("access_token"), f.login(bob).str("access_token")
	challenge := func(bearer, id string) answer {
		return f.call("POST", "/factors/"+id+"/challenge", bearer, `{"channel":"sms"}`)
	}
	own := app{factor: f.enrollPhone(anns, annPhone)}
	asked := f.ok(challenge(anns, own.factor)).str("id")
	code := f.smsCode(got, annDigit)
	stranger := f.enrollPhone(bobs, annPhone)
	const message = "For security purposes, you can only request this after 60 seconds."
	f.refused(challenge(bobs, stranger), 429, "over_sms_send_rate_limit", message)
	f.ok(f.answer(anns, own, asked, code))
	f.clock.advance(time.Minute)
	f.ok(challenge(bobs, stranger))
	f.ok(challenge(anns, own.factor))
	f.refused(challenge(anns, own.factor), 429, "over_sms_send_rate_limit", message)
	// Another number is no way around it.
	f.refused(challenge(bobs, f.enrollPhone(bobs, "+33612345678")), 429, "over_sms_send_rate_limit", message)
	f.refused(f.call("POST", "/factors/"+own.factor+"/challenge", anns, `{"channel":"pigeon"}`), 400, "validation_failed",
		"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.")
	f.refused(f.call("POST", "/factors/"+own.factor+"/challenge", anns, `{`), 400, "bad_json", "Could not parse request body as JSON")
}

func TestPhoneFactorSettings(t *testing.T) {
	t.Parallel()
	f, _ := setupPhoneFactor(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"phone"}`), 400, "validation_failed", "Phone number required to enroll Phone factor")
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"phone","phone":"12"}`), 400, "validation_failed", "Invalid phone number format (E.164 required)")
	id := f.enrollPhone(bearer, annPhone)
	f.configure(func(o *Options) { o.MFA.Phone = mfa.Switch{Enroll: true} })
	f.refused(f.call("POST", "/factors/"+id+"/challenge", bearer, `{}`), 422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")
	f.configure(func(o *Options) { o.MFA.Phone = mfa.Switch{Verify: true} })
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"phone","phone":"`+annPhone+`"}`), 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")

	// Without a hook only test numbers get codes.
	f.withHooks(nil)
	f.configure(func(o *Options) { o.MFA.Phone = mfa.Switch{Enroll: true, Verify: true} })
	f.configure(func(o *Options) { o.Phones.TestCodes = map[string]string{"33612345678": "123456"} })
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"phone","phone":"`+annPhone+`"}`), 422, "mfa_phone_enroll_not_enabled",
		"MFA enroll is disabled for Phone: this server sends no messages")
	f.refused(f.call("POST", "/factors/"+id+"/challenge", bearer, `{}`), 422, "mfa_phone_verify_not_enabled",
		"MFA verification is disabled for Phone: this server sends no messages")
	a := app{factor: f.enrollPhone(bearer, "+33 612345678")}
	f.ok(f.answer(bearer, a, f.challenge(bearer, a.factor), "123456"))

	// An administrator writes another number, but not into a factor of another type.
	admin := "/admin/users/" + f.text(`select id::text from auth.users`) + "/factors/"
	if changed := f.ok(f.call("PUT", admin+a.factor, f.service(), `{"phone":"`+annPhone+`"}`)); changed.str("phone") != annDigit {
		t.Errorf("changed: %s", changed.text)
	}
	f.refused(f.call("PUT", admin+f.enrollTOTP(bearer, "App").factor, f.service(), `{"phone":"`+annPhone+`"}`), 400, "validation_failed", "Only phone factors have a phone")
}

// A code that GoTrue has stored in plain text is accepted.
func TestPhoneFactorOfGoTrue(t *testing.T) {
	t.Parallel()
	f, got := setupPhoneFactor(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := app{factor: f.enrollPhone(bearer, annPhone)}
	challenge := f.challenge(bearer, a.factor)
	f.smsCode(got, annDigit)
	f.exec(`update auth.mfa_challenges set otp_code = '654321'`)
	f.ok(f.answer(bearer, a, challenge, "654321"))
}
