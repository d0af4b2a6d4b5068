package auth

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/auth/session"
)

// factors is a fixture whose users may have second factors and passkeys.
type factors struct{ *fixture }

// withMFA turns on all types of factors.
func (f *fixture) withMFA() *factors {
	on := mfa.Switch{Enroll: true, Verify: true}
	f.configure(func(o *Options) {
		o.MFA.TOTP, o.MFA.WebAuthn, o.MFA.RecoveryCodes, o.MFA.Recent = on, on, on, 15*time.Minute
		o.Passkeys.Enabled = true
	})
	return &factors{f}
}

// app is an authenticator app.
type app struct{ factor, secret string }

func (f *factors) enrollTOTP(bearer, name string) app {
	f.t.Helper()
	a := f.ok(f.call("POST", "/factors", bearer, `{"factor_type":"totp","friendly_name":"`+name+`"}`))
	return app{a.str("id"), a.body["totp"].(map[string]any)["secret"].(string)}
}

func (f *factors) challenge(bearer, factor string) string {
	f.t.Helper()
	return f.ok(f.call("POST", "/factors/"+factor+"/challenge", bearer, `{}`)).str("id")
}

// code is the code in the app, at an offset from now.
func (f *factors) code(a app, offset time.Duration) string {
	f.t.Helper()
	code, err := totp.GenerateCode(a.secret, f.clock.now().Add(offset))
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

func (f *factors) answer(bearer string, a app, challenge, code string) answer {
	f.t.Helper()
	return f.call("POST", "/factors/"+a.factor+"/verify", bearer, `{"challenge_id":"`+challenge+`","code":"`+code+`"}`)
}

// verifyTOTP gives the next code of the app.
func (f *factors) verifyTOTP(bearer string, a app) answer {
	f.t.Helper()
	f.clock.advance(30 * time.Second)
	return f.ok(f.answer(bearer, a, f.challenge(bearer, a.factor), f.code(a, 0)))
}

// claimsOf are the claims of a response's access token.
func (f *factors) claimsOf(a answer) session.Claims {
	f.t.Helper()
	verified, err := f.keys.Verify(a.str("access_token"))
	var c session.Claims
	if err != nil || json.Unmarshal(verified.JSON, &c) != nil {
		f.t.Fatalf("%v %s", err, verified.JSON)
	}
	return c
}

func methodsOf(c session.Claims) (names []string) {
	for _, m := range c.AMR {
		names = append(names, m.Method)
	}
	slices.Sort(names)
	return names
}

func TestTOTP(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	other, in := f.login(ann), f.login(ann)
	bearer := in.str("access_token")

	enrolled := f.ok(f.call("POST", "/factors", bearer, `{"factor_type":"totp","friendly_name":"Phone"}`))
	data := enrolled.body["totp"].(map[string]any)
	a := app{enrolled.str("id"), data["secret"].(string)}
	if enrolled.str("type") != "totp" || enrolled.str("friendly_name") != "Phone" || len(a.secret) != 32 ||
		!strings.HasPrefix(data["uri"].(string), "otpauth://totp/site.test:ann@example.test?") || !strings.Contains(data["uri"].(string), "secret="+a.secret) {
		t.Errorf("enrolled: %s", enrolled.text)
	}
	if svg := data["qr_code"].(string); !strings.HasPrefix(svg, "<svg ") || strings.ContainsAny(svg, "#%") {
		t.Errorf("qr_code: %.200s", svg)
	}
	if stored := f.text(`select secret from auth.mfa_factors where id = $1`, a.factor); !strings.HasPrefix(stored, "{") || strings.Contains(stored, a.secret) {
		t.Errorf("the secret is stored as %s", stored)
	}
	u := f.ok(f.call("GET", "/user", bearer, ""))
	factor := u.body["factors"].([]any)[0].(map[string]any)
	if factor["status"] != "unverified" || factor["factor_type"] != "totp" || factor["friendly_name"] != "Phone" || strings.Contains(u.text, a.secret) || strings.Contains(u.text, "secret") {
		t.Errorf("factors of the user: %s", u.text)
	}

	challenge := f.ok(f.call("POST", "/factors/"+a.factor+"/challenge", bearer, `{}`))
	if challenge.str("type") != "totp" || int64(challenge.body["expires_at"].(float64)) != f.clock.now().Add(5*time.Minute).Unix() {
		t.Errorf("challenge: %s", challenge.text)
	}
	f.refused(f.answer(bearer, a, challenge.str("id"), "000000"), 422, "mfa_verification_failed", "Invalid TOTP code entered")
	verified := f.ok(f.answer(bearer, a, challenge.str("id"), f.code(a, 0)))
	got := f.claimsOf(verified)
	if got.AAL != "aal2" || got.SessionID != f.claimsOf(in).SessionID || !slices.Equal(methodsOf(got), []string{"password", "totp"}) {
		t.Errorf("claims: %+v", got)
	}
	if verified.body["user"].(map[string]any)["factors"].([]any)[0].(map[string]any)["status"] != "verified" || verified.str("refresh_token") == in.str("refresh_token") {
		t.Errorf("verified: %s", verified.text)
	}
	f.refused(f.call("GET", "/user", other.str("access_token"), ""), 403, "session_not_found", "Session from session_id claim in JWT does not exist")
	f.ok(f.call("GET", "/user", bearer, ""))

	refreshed := f.ok(f.call("POST", "/token?grant_type=refresh_token", "", `{"refresh_token":"`+verified.str("refresh_token")+`"}`))
	if got := f.claimsOf(refreshed); got.AAL != "aal2" || !slices.Equal(methodsOf(got), []string{"password", "totp"}) {
		t.Errorf("after a refresh: %+v", got)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'verification_attempted' and payload ->> 'actor_id' = $1`, id); n != 1 {
		t.Errorf("%d audit entries", n)
	}

	// A sign-in is at aal1, and says which factors there are.
	again := f.login(ann)
	if f.claimsOf(again).AAL != "aal1" || len(again.body["user"].(map[string]any)["factors"].([]any)) != 1 {
		t.Errorf("sign-in: %s", again.text)
	}
}

func TestTOTPCodesWorkOnce(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "Phone")
	challenge := f.challenge(bearer, a.factor)
	f.ok(f.answer(bearer, a, challenge, f.code(a, 0)))
	f.refused(f.answer(bearer, a, challenge, f.code(a, 30*time.Second)), 422, "mfa_challenge_expired", "MFA challenge "+challenge+" has been used, create a new challenge.")
	for _, offset := range []time.Duration{0, -30 * time.Second} {
		f.refused(f.answer(bearer, a, f.challenge(bearer, a.factor), f.code(a, offset)), 422, "mfa_verification_failed", "Invalid TOTP code entered")
	}
	f.ok(f.answer(bearer, a, f.challenge(bearer, a.factor), f.code(a, 30*time.Second)))
	f.refused(f.answer(bearer, a, f.challenge(bearer, a.factor), f.code(a, 60*time.Second)), 422, "mfa_verification_failed", "Invalid TOTP code entered")
}

// Wrong codes of a factor delay the next ones, over all challenges and sessions.
func TestWrongFactorCodes(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "Phone")
	f.ok(f.answer(bearer, a, f.challenge(bearer, a.factor), f.code(a, 0)))
	f.clock.advance(time.Minute)
	for range mfa.FreeOfFactor + 1 {
		in := f.login(ann).str("access_token")
		f.refused(f.answer(in, a, f.challenge(in, a.factor), "000000"), 422, "mfa_verification_failed", "Invalid TOTP code entered")
	}
	in := f.login(ann).str("access_token")
	locked := f.answer(in, a, f.challenge(in, a.factor), f.code(a, 0))
	f.refused(locked, 429, "over_request_rate_limit", "Request rate limit reached")
	if locked.header.Get("Retry-After") != "30" {
		t.Errorf("Retry-After %q", locked.header.Get("Retry-After"))
	}
	f.clock.advance(30 * time.Second)
	f.refused(f.answer(in, a, f.challenge(in, a.factor), "000000"), 422, "mfa_verification_failed", "Invalid TOTP code entered")
	if got := f.answer(in, a, f.challenge(in, a.factor), f.code(a, 0)).header.Get("Retry-After"); got != "60" {
		t.Errorf("the next time: Retry-After %q", got)
	}
	f.clock.advance(time.Minute)
	f.ok(f.answer(in, a, f.challenge(in, a.factor), f.code(a, 0)))
	if n := f.count(`select failed_verification_count from auth.mfa_factors`); n != 0 {
		t.Errorf("%d failures after a right code", n)
	}
}

func TestFactorRefusals(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	f.user("bob@example.test")
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "Phone")
	bob := f.login("bob@example.test").str("access_token")
	const none = "11111111-1111-4111-8111-111111111111"
	for _, c := range []struct {
		route, bearer, body string
		status              int
		code, message       string
	}{
		{"POST /factors", bearer, `{"factor_type":"dice"}`, 400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"},
		{"POST /factors", bearer, `{"factor_type":"phone","phone":"+212600000000"}`, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"},
		{"POST /factors", bearer, `{"factor_type":"totp","friendly_name":"` + long(101) + `"}`, 400, "validation_failed", "friendly_name can have 100 characters"},
		{"POST /factors", bearer, `{"factor_type":"totp","friendly_name":"\u0000"}`, 400, "validation_failed", "friendly_name can have 100 characters"},
		{"POST /factors", "", `{"factor_type":"totp"}`, 401, "no_authorization", "This endpoint requires a valid Bearer token"},
		{"POST /factors/1/challenge", bearer, `{}`, 404, "validation_failed", "factor_id must be an UUID"},
		{"POST /factors/" + none + "/challenge", bearer, `{}`, 404, "mfa_factor_not_found", "Factor not found"},
		{"POST /factors/" + a.factor + "/challenge", bob, `{}`, 404, "mfa_factor_not_found", "Factor not found"},
		{"POST /factors/" + a.factor + "/verify", bearer, `{"challenge_id":"x","code":"123456"}`, 400, "validation_failed", "challenge_id must be an UUID"},
		{"POST /factors/" + a.factor + "/verify", bearer, `{"challenge_id":"` + none + `"}`, 400, "validation_failed", "Code needs to be non-empty"},
		{"POST /factors/" + a.factor + "/verify", bearer, `{"challenge_id":"` + none + `","code":"123456"}`, 422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found"},
		{"POST /factors/" + a.factor + "/verify", bob, `{"challenge_id":"` + none + `","code":"123456"}`, 404, "mfa_factor_not_found", "Factor not found"},
		{"DELETE /factors/" + a.factor, bob, ``, 404, "mfa_factor_not_found", "Factor not found"},
	} {
		method, path := cut(c.route)
		f.refused(f.call(method, path, c.bearer, c.body), c.status, c.code, c.message)
	}

	challenge := f.challenge(bearer, a.factor)
	f.clock.advance(5 * time.Minute)
	f.refused(f.answer(bearer, a, challenge, f.code(a, 0)), 422, "mfa_challenge_expired",
		"MFA challenge "+challenge+" has expired, verify against another challenge or create a new challenge.")
	f.configure(func(o *Options) { o.MFA.SameAddress = true })
	f.exec(`update auth.mfa_challenges set ip_address = '192.0.2.77', created_at = $1`, f.clock.now())
	f.refused(f.answer(bearer, a, challenge, f.code(a, 0)), 422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.")
	f.configure(func(o *Options) { o.MFA.SameAddress = false })
	f.configure(func(o *Options) { o.MFA.TOTP.Verify = false })
	f.refused(f.answer(bearer, a, challenge, f.code(a, 0)), 422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP")
	f.refused(f.call("POST", "/factors/"+a.factor+"/challenge", bearer, `{}`), 422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP")
	f.configure(func(o *Options) { o.MFA.TOTP = mfa.Switch{Enroll: true, Verify: true} })
	f.ok(f.answer(bearer, a, challenge, f.code(a, 0)))
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"totp","friendly_name":"Phone"}`), 422, "mfa_factor_name_conflict",
		`A factor with the friendly name "Phone" for this user already exists`)
	f.configure(func(o *Options) { o.MFA.MaxVerified = 1 })
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"totp"}`), 422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue")
}

// An unverified factor is replaced, and does not lock its user out.
func TestUnverifiedFactors(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	for range 12 {
		f.enrollTOTP(bearer, "Phone")
	}
	if n := f.count(`select count(*) from auth.mfa_factors`); n != 1 {
		t.Errorf("%d factors, want 1", n)
	}
	a := f.enrollTOTP(bearer, "Phone")
	for range 15 {
		f.challenge(bearer, a.factor)
	}
	if n := f.count(`select count(*) from auth.mfa_challenges`); n != mfa.MaxChallenges {
		t.Errorf("%d challenges, want %d", n, mfa.MaxChallenges)
	}
	f.clock.advance(time.Hour)
	if err := f.maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.mfa_challenges`); n != 0 {
		t.Errorf("%d challenges after an hour", n)
	}
	if n := f.count(`select count(*) from auth.mfa_factors`); n != 1 {
		t.Errorf("a challenged factor is removed after an hour")
	}
	f.clock.advance(24 * time.Hour)
	if err := f.maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.mfa_factors`); n != 0 {
		t.Errorf("%d unverified factors after a day", n)
	}
}

// What a session at aal1 of a user with a second factor may not do.
func TestInsufficientAAL(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	first := f.login(ann).str("access_token")
	a := f.enrollTOTP(first, "Phone")
	high := f.verifyTOTP(first, a).str("access_token")
	low := f.login(ann).str("access_token")
	pending := f.enrollTOTP(high, "Second")

	const account = "AAL2 session is required to update email or password when MFA is enabled."
	f.refused(f.call("PUT", "/user", low, `{"password":"another secret"}`), 401, "insufficient_aal", account)
	f.refused(f.call("PUT", "/user", low, `{"email":"new@example.test"}`), 401, "insufficient_aal", account)
	f.ok(f.call("PUT", "/user", low, `{"data":{"a":1}}`))
	f.refused(f.call("POST", "/factors", low, `{"factor_type":"totp"}`), 403, "insufficient_aal", "AAL2 required to enroll a new factor")
	f.refused(f.call("DELETE", "/factors/"+a.factor, low, ``), 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
	pending = f.enrollTOTP(high, "Second")
	f.refused(f.call("POST", "/factors/"+pending.factor+"/challenge", low, `{}`), 403, "insufficient_aal", "AAL2 required to verify a new factor")
	challenge := f.challenge(high, pending.factor)
	f.refused(f.answer(low, pending, challenge, f.code(pending, 0)), 403, "insufficient_aal", "AAL2 required to verify a new factor")

	// Factors change only soon after a second factor was given.
	f.clock.advance(15 * time.Minute)
	const again = "Give a second factor again: factors can be changed for 15m0s after it"
	f.refused(f.call("POST", "/factors", high, `{"factor_type":"totp"}`), 403, "insufficient_aal", again)
	f.refused(f.call("DELETE", "/factors/"+a.factor, high, ``), 422, "insufficient_aal", again)
	high = f.verifyTOTP(high, a).str("access_token")
	f.ok(f.call("PUT", "/user", high, `{"password":"another secret","current_password":"`+annPass+`"}`))
	removed := f.ok(f.call("DELETE", "/factors/"+a.factor, high, ``))
	if removed.text != `{"id":"`+a.factor+`"}` {
		t.Errorf("removed: %s", removed.text)
	}
	if n := f.count(`select count(*) from auth.sessions where aal = 'aal2' or factor_id is not null`) + f.count(`select count(*) from auth.mfa_amr_claims where authentication_method = 'totp'`); n != 0 {
		t.Errorf("sessions at aal2 without the factor: %d", n)
	}
	f.ok(f.call("POST", "/factors", high, `{"factor_type":"totp"}`))
}

func TestFactorsOfAdmins(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	service := f.service()
	base := "/admin/users/" + id + "/factors"
	if a := f.ok(f.call("GET", base, service, "")); a.text != "[]" {
		t.Errorf("none: %s", a.text)
	}
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "Phone")
	f.verifyTOTP(bearer, a)
	var list []account.Factor
	if got := f.ok(f.call("GET", base, service, "")); json.Unmarshal([]byte(got.text), &list) != nil || len(list) != 1 || list[0].ID != a.factor || strings.Contains(got.text, "secret") {
		t.Errorf("list: %s", got.text)
	}
	f.refused(f.call("GET", base, bearer, ""), 403, "not_admin", "User not allowed")
	f.refused(f.call("DELETE", base+"/1", service, ""), 404, "validation_failed", "factor_id must be an UUID")
	if got := f.ok(f.call("PUT", base+"/"+a.factor, service, `{"friendly_name":"Tablet"}`)); got.str("friendly_name") != "Tablet" {
		t.Errorf("renamed: %s", got.text)
	}
	if got := f.ok(f.call("DELETE", base+"/"+a.factor, service, "")); got.str("id") != a.factor {
		t.Errorf("deleted: %s", got.text)
	}
	if f.claimsOf(f.login(ann)).AAL != "aal1" || f.count(`select count(*) from auth.sessions where aal = 'aal2'`) != 0 {
		t.Error("sessions stay at aal2")
	}
	f.refused(f.call("DELETE", base+"/"+a.factor, service, ""), 404, "mfa_factor_not_found", "Factor not found")
}

// Factors of GoTrue work, whether it has encrypted their secrets or not.
func TestImportedTOTP(t *testing.T) {
	t.Parallel()
	const secret = "YPJMQ7JKEBQVFVFZSTAHJDJ5GE5XJFRR"
	for _, encrypted := range []bool{false, true} {
		f := setup(t).withMFA()
		f.configure(func(o *Options) { o.DecryptionKeys = testKeys })
		id := f.user(ann)
		a := app{"00000000-0000-4000-8000-0000000000f1", secret}
		stored := secret
		if encrypted {
			stored = seal(t, "one", testKeys["one"], a.factor, secret)
		}
		f.exec(`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) values ($1, $2, '', 'totp', 'verified', now(), now(), $3)`, a.factor, id, stored)
		got := f.claimsOf(f.verifyTOTP(f.login(ann).str("access_token"), a))
		if got.AAL != "aal2" {
			t.Errorf("encrypted %t: %+v", encrypted, got)
		}
		if now := f.text(`select secret from auth.mfa_factors`); !strings.HasPrefix(now, "{") || strings.Contains(now, secret) {
			t.Errorf("stored now: %s", now)
		}
	}
}

// Anonymous users have no second factor.
func TestAnonymousUsersHaveNoFactors(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA().withFlows(func(o *Flows) { o.Anonymous = true })
	bearer := f.ok(f.call("POST", "/signup", "", `{}`)).str("access_token")
	const message = "Anonymous user not allowed to perform these actions"
	f.refused(f.call("POST", "/factors", bearer, `{"factor_type":"totp"}`), 403, "no_authorization", message)
	f.refused(f.call("POST", "/passkeys/registration/options", bearer, `{}`), 403, "no_authorization", message)
}

// The hook is asked after the check, and ends all sessions where it rejects.
func TestHookRejectsASecondFactor(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "Phone")
	challenge := f.challenge(bearer, a.factor)
	f.sqlHook(hook.MFAAttempt, `jsonb_build_object('decision', case when (event->>'valid')::bool and event->>'factor_type' = 'totp' then 'reject' else 'continue' end)`)
	f.refused(f.answer(bearer, a, challenge, "000000"), 422, "mfa_verification_failed", "Invalid TOTP code entered")
	f.refused(f.answer(bearer, a, challenge, f.code(a, 0)), 403, "mfa_verification_rejected", "Further MFA verification attempts will be rejected.")
	if n := f.count(`select count(*) from auth.sessions`); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	if n := f.count(`select count(*) from auth.mfa_factors where status = 'verified'`); n != 0 {
		t.Error("the factor is verified")
	}
}
