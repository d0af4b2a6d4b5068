package config

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/project"
)

func TestSecondFactorSettings(t *testing.T) {
	t.Parallel()
	p := func(environ ...string) (Config, error) { return Read(project.Project{}, environ) }
	whole, err := p()
	if err != nil {
		t.Fatal(err)
	}
	o, on := whole.AuthOptions(), mfa.Switch{Enroll: true, Verify: true}
	if o.MFA.TOTP != on || o.MFA.RecoveryCodes != on || o.MFA.WebAuthn != (mfa.Switch{}) || o.MFA.Recent != 15*time.Minute || o.MFA.SameAddress ||
		o.MFA.ChallengeLife != 5*time.Minute || o.Passkeys.Enabled || o.Limits.Factors != 15 || o.EncryptionKey.Key != nil ||
		o.MFA.Phone != (mfa.Switch{}) || o.MFA.PhoneOTPLength != 6 || o.MFA.PhoneInterval != time.Minute {
		t.Errorf("defaults: %+v", o)
	}
	const key = "MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTE"
	set, err := p("GOTRUE_MFA_TOTP_ENROLL_ENABLED=false", "GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED=true", "GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED=true",
		"GOTRUE_MFA_PHONE_ENROLL_ENABLED=true", "GOTRUE_MFA_PHONE_VERIFY_ENABLED=true", "GOTRUE_MFA_PHONE_OTP_LENGTH=8", "GOTRUE_MFA_PHONE_MAX_FREQUENCY=5s",
		"GOTRUE_MFA_MAX_ENROLLED_FACTORS=3", "GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION=60", "TOUBKAL_MFA_RECENT=0", "GOTRUE_PASSKEY_ENABLED=true",
		"GOTRUE_WEBAUTHN_RP_ID=example.org", "GOTRUE_WEBAUTHN_RP_DISPLAY_NAME=Site", "GOTRUE_WEBAUTHN_RP_ORIGINS=https://example.org,https://app.example.org",
		"GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID=one", "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY="+key)
	if err != nil {
		t.Fatal(err)
	}
	o = set.AuthOptions()
	if o.MFA.TOTP.Enroll || !o.MFA.TOTP.Verify || o.MFA.WebAuthn != on || o.MFA.Phone != on || o.MFA.PhoneOTPLength != 8 || o.MFA.PhoneInterval != 5*time.Second || o.MFA.MaxEnrolled != 3 || o.MFA.ChallengeLife != time.Minute || o.MFA.Recent != 0 ||
		!o.Passkeys.Enabled || o.RelyingParty.ID != "example.org" || !slices.Equal(o.RelyingParty.Origins, []string{"https://example.org", "https://app.example.org"}) ||
		o.EncryptionKey.ID != "one" || string(o.EncryptionKey.Key) != strings.Repeat("1", 32) {
		t.Errorf("as set: %+v", o)
	}
	for bad, want := range map[string]string{
		"GOTRUE_MFA_MAX_ENROLLED_FACTORS=0":                  "GOTRUE_MFA_MAX_ENROLLED_FACTORS: 0",
		"GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION=5":             "GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: 5 s is too short",
		"GOTRUE_MFA_PHONE_OTP_LENGTH=4":                      "GOTRUE_MFA_PHONE_OTP_LENGTH: 4 digits",
		"GOTRUE_MFA_PHONE_MAX_FREQUENCY=-1s":                 "GOTRUE_MFA_PHONE_MAX_FREQUENCY: -1s",
		"TOUBKAL_MFA_RECENT=-1m":                             "TOUBKAL_MFA_RECENT: -1m0s",
		"GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION=1s":       "GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION: 1s is too short",
		"GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY=short": "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: both an id and a key",
	} {
		if _, err := p(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
}
