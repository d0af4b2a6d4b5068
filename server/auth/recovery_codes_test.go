package auth

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/mfa"
)

// withCodes enrolls an app and recovery codes for ann, and returns a session at aal2.
func (f *factors) withCodes() (bearer string, a app, codes []string) {
	f.t.Helper()
	f.user(ann)
	bearer = f.login(ann).str("access_token")
	a = f.enrollTOTP(bearer, "Phone")
	bearer = f.verifyTOTP(bearer, a).str("access_token")
	return bearer, a, codesOf(f.ok(f.call("POST", "/factors/recovery-codes", bearer, ``)))
}

func codesOf(a answer) (codes []string) {
	for _, code := range a.body["codes"].([]any) {
		codes = append(codes, code.(string))
	}
	return codes
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user("bob@example.test")
	bob := f.login("bob@example.test").str("access_token")
	f.refused(f.call("GET", "/factors/recovery-codes", bob, ``), 404, "mfa_factor_not_found", "Factor not found")
	f.refused(f.call("POST", "/factors/recovery-codes", bob, ``), 422, "mfa_recovery_codes_sole_factor", "Recovery codes cannot be the only factor")
	f.refused(f.call("POST", "/factors/recovery-codes/verify", bob, `{"code":"x"}`), 422, "mfa_verification_failed", "Invalid recovery code entered")

	bearer, a, codes := f.withCodes()
	for _, code := range codes {
		if !regexp.MustCompile(`^[a-z0-9]{16}$`).MatchString(code) {
			t.Errorf("code %q", code)
		}
		if f.count(`select count(*) from auth.mfa_recovery_codes where encode(code_hash, 'escape') like '%' || $1 || '%'`, code) != 0 {
			t.Error("a code is stored in plain text")
		}
	}
	if len(codes) != 10 || len(slices.Compact(slices.Sorted(slices.Values(codes)))) != 10 {
		t.Errorf("codes: %q", codes)
	}
	f.refused(f.call("POST", "/factors/recovery-codes", bearer, ``), 422, "mfa_verified_factor_exists", "Recovery codes exist, regenerate them instead")

	low := f.login(ann).str("access_token")
	const aal = "AAL2 session is required to change recovery codes"
	f.refused(f.call("POST", "/factors/recovery-codes/regenerate", low, ``), 403, "insufficient_aal", aal)
	f.refused(f.call("DELETE", "/factors/recovery-codes", low, ``), 403, "insufficient_aal", aal)
	written := strings.ToUpper(codes[0][:4] + "-" + codes[0][4:8] + " " + codes[0][8:])
	in := f.ok(f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"`+written+`"}`))
	if got := f.claimsOf(in); got.AAL != "aal2" || !slices.Equal(methodsOf(got), []string{"mfa/recovery_code", "password"}) {
		t.Errorf("claims: %+v", got)
	}
	status := f.ok(f.call("GET", "/factors/recovery-codes", low, ``))
	if status.str("type") != "recovery_code" || status.body["total"] != 10.0 || status.body["remaining"] != 9.0 {
		t.Errorf("status: %s", status.text)
	}
	low = f.login(ann).str("access_token")
	f.refused(f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"`+codes[0]+`"}`), 422, "mfa_verification_failed", "Invalid recovery code entered")

	// With a code the lost app is replaced: a new one first, since codes are never the only factor.
	f.refused(f.call("DELETE", "/factors/"+a.factor, bearer, ``), 422, "mfa_recovery_codes_sole_factor", "Remove the recovery codes first: they cannot be the only factor")
	f.refused(f.call("DELETE", "/factors/"+status.str("id"), bearer, ``), 422, "validation_failed", "Recovery codes are removed at /factors/recovery-codes")
	lost := in.str("access_token")
	f.verifyTOTP(lost, f.enrollTOTP(lost, "New phone"))
	f.ok(f.call("DELETE", "/factors/"+a.factor, lost, ``))

	renewed := f.ok(f.call("POST", "/factors/recovery-codes/regenerate", lost, ``))
	if renewed.str("id") != status.str("id") || renewed.str("friendly_name") != "Recovery codes" || slices.Contains(codesOf(renewed), codes[1]) {
		t.Errorf("regenerated: %s", renewed.text)
	}
	low = f.login(ann).str("access_token")
	f.refused(f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"`+codes[1]+`"}`), 422, "mfa_verification_failed", "Invalid recovery code entered")
	f.ok(f.call("DELETE", "/factors/recovery-codes", lost, ``))
	if n := f.count(`select count(*) from auth.mfa_recovery_codes`); n != 0 {
		t.Errorf("%d codes are left", n)
	}
}

func TestWrongRecoveryCodes(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	_, _, codes := f.withCodes()
	low := f.login(ann).str("access_token")
	for range mfa.FreeOfFactor + 1 {
		f.refused(f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"0000000000000000"}`), 422, "mfa_verification_failed", "Invalid recovery code entered")
	}
	locked := f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"`+codes[0]+`"}`)
	f.refused(locked, 429, "mfa_recovery_codes_locked", "Too many wrong recovery codes")
	if locked.header.Get("Retry-After") != "30" {
		t.Errorf("Retry-After %q", locked.header.Get("Retry-After"))
	}
	f.clock.advance(30 * time.Second)
	f.ok(f.call("POST", "/factors/recovery-codes/verify", low, `{"code":"`+codes[0]+`"}`))
}

// An administrator who removes the last factor removes the codes too.
func TestRecoveryCodesGoWithTheLastFactor(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	bearer, a, _ := f.withCodes()
	id := f.ok(f.call("GET", "/user", bearer, "")).str("id")
	f.ok(f.call("DELETE", "/admin/users/"+id+"/factors/"+a.factor, f.service(), ``))
	if n := f.count(`select count(*) from auth.mfa_factors`); n != 0 {
		t.Errorf("%d factors are left", n)
	}
	f.configure(func(o *Options) { o.MFA.RecoveryCodes = mfa.Switch{} })
	f.refused(f.call("POST", "/factors/recovery-codes", bearer, ``), 422, "mfa_recovery_codes_enroll_not_enabled", "Recovery codes are disabled")
	f.refused(f.call("POST", "/factors/recovery-codes/verify", bearer, `{"code":"x"}`), 422, "mfa_recovery_codes_verify_not_enabled", "Recovery codes are disabled")
}
