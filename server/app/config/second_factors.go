package config

import (
	"time"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/token"
)

// SecondFactors are the settings of second factors and passkeys.
type SecondFactors struct {
	// TOTPEnroll and TOTPVerify turn on authenticator apps.
	TOTPEnroll bool `env:"GOTRUE_MFA_TOTP_ENROLL_ENABLED" envDefault:"true"`
	TOTPVerify bool `env:"GOTRUE_MFA_TOTP_VERIFY_ENABLED" envDefault:"true"`
	// WebAuthnEnroll and WebAuthnVerify turn on security keys.
	WebAuthnEnroll bool `env:"GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED" envDefault:"false"`
	WebAuthnVerify bool `env:"GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED" envDefault:"false"`
	// PhoneEnroll and PhoneVerify turn on codes to phones, which the hook send_sms sends.
	PhoneEnroll bool `env:"GOTRUE_MFA_PHONE_ENROLL_ENABLED" envDefault:"false"`
	PhoneVerify bool `env:"GOTRUE_MFA_PHONE_VERIFY_ENABLED" envDefault:"false"`
	// PhoneFactorLength is the number of digits of these codes.
	PhoneFactorLength int `env:"GOTRUE_MFA_PHONE_OTP_LENGTH" envDefault:"6"`
	// PhoneFactorInterval is the least time between two codes to a phone factor.
	PhoneFactorInterval time.Duration `env:"GOTRUE_MFA_PHONE_MAX_FREQUENCY" envDefault:"1m"`
	// RecoveryEnroll and RecoveryVerify turn on recovery codes.
	RecoveryEnroll bool `env:"GOTRUE_MFA_RECOVERY_CODES_ENROLL_ENABLED" envDefault:"true"`
	RecoveryVerify bool `env:"GOTRUE_MFA_RECOVERY_CODES_VERIFY_ENABLED" envDefault:"true"`
	// MaxEnrolledFactors and MaxVerifiedFactors bound the factors of a user.
	MaxEnrolledFactors int `env:"GOTRUE_MFA_MAX_ENROLLED_FACTORS" envDefault:"10"`
	MaxVerifiedFactors int `env:"GOTRUE_MFA_MAX_VERIFIED_FACTORS" envDefault:"10"`
	// ChallengeExpiry is the time that a challenge can be answered, in seconds.
	ChallengeExpiry int `env:"GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION" envDefault:"300"`
	// FactorExpiry is the lifetime of a factor that was never challenged.
	FactorExpiry time.Duration `env:"GOTRUE_MFA_FACTOR_EXPIRY_DURATION" envDefault:"5m"`
	// RateLimitFactors: challenges and answers of an address in a minute, each; 0 is no limit.
	RateLimitFactors int `env:"GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY" envDefault:"15"`
	// RecentFactor is for how long after giving a second factor a user may add and remove
	// factors; 0 is as long as the session lasts.
	RecentFactor time.Duration `env:"TOUBKAL_MFA_RECENT" envDefault:"15m"`
	// SameAddress asks for the answer from the address that asked for the challenge.
	SameAddress bool `env:"TOUBKAL_MFA_SAME_ADDRESS" envDefault:"false"`

	// Passkeys turns on signing in by passkey.
	Passkeys bool `env:"GOTRUE_PASSKEY_ENABLED" envDefault:"false"`
	// MaxPasskeys bounds the passkeys of a user.
	MaxPasskeys int `env:"GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER" envDefault:"10"`
	// RateLimitPasskeys: sign-ins by passkey of an address in five minutes; 0 is no limit.
	RateLimitPasskeys int `env:"GOTRUE_RATE_LIMIT_PASSKEY" envDefault:"30"`
	// RelyingPartyID is the domain of security keys and passkeys; empty is that of SiteURL.
	RelyingPartyID string `env:"GOTRUE_WEBAUTHN_RP_ID"`
	// RelyingPartyName is the name that browsers show; empty is the domain.
	RelyingPartyName string `env:"GOTRUE_WEBAUTHN_RP_DISPLAY_NAME"`
	// RelyingPartyOrigins are the origins of the pages that ask for keys; empty is SiteURL's.
	RelyingPartyOrigins names `env:"GOTRUE_WEBAUTHN_RP_ORIGINS"`
	// PasskeyExpiry is the time that a passkey can answer.
	PasskeyExpiry time.Duration `env:"GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION" envDefault:"5m"`

	// EncryptionKeyID and EncryptionKey encrypt the secrets of second factors, as GoTrue's
	// do; empty is a key that follows from JWTSecret.
	EncryptionKeyID string `env:"GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID"`
	EncryptionKey   string `env:"GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY" secret:"yes"`
	// FormerSecrets are values that JWTSecret had: what was encrypted under them stays readable.
	FormerSecrets names `env:"TOUBKAL_FORMER_JWT_SECRETS" secret:"yes"`
}

func (s *SecondFactors) check(say func(bad bool, format string, args ...any)) {
	say(s.PhoneFactorLength < 6 || s.PhoneFactorLength > 10, "GOTRUE_MFA_PHONE_OTP_LENGTH: %d digits; use 6 to 10", s.PhoneFactorLength)
	say(s.PhoneFactorInterval < 0, "GOTRUE_MFA_PHONE_MAX_FREQUENCY: %s is less than none; 0 is no bound", s.PhoneFactorInterval)
	say(s.MaxEnrolledFactors < 1, "GOTRUE_MFA_MAX_ENROLLED_FACTORS: %d is too few; use 1 or more", s.MaxEnrolledFactors)
	say(s.MaxVerifiedFactors < 1, "GOTRUE_MFA_MAX_VERIFIED_FACTORS: %d is too few; use 1 or more", s.MaxVerifiedFactors)
	say(s.ChallengeExpiry < 30, "GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: %d s is too short; use 30 or more", s.ChallengeExpiry)
	say(s.FactorExpiry < time.Minute, "GOTRUE_MFA_FACTOR_EXPIRY_DURATION: %s is too short; use 1m or more", s.FactorExpiry)
	say(s.RateLimitFactors < 0, "GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: %d is less than none; 0 is no limit", s.RateLimitFactors)
	say(s.RecentFactor < 0, "TOUBKAL_MFA_RECENT: %s is less than none", s.RecentFactor)
	say(s.MaxPasskeys < 1, "GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER: %d is too few; use 1 or more", s.MaxPasskeys)
	say(s.RateLimitPasskeys < 0, "GOTRUE_RATE_LIMIT_PASSKEY: %d is less than none; 0 is no limit", s.RateLimitPasskeys)
	say(s.PasskeyExpiry < 30*time.Second, "GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION: %s is too short; use 30s or more", s.PasskeyExpiry)
	_, err := encryption.ParseKey(s.EncryptionKeyID, s.EncryptionKey)
	say(err != nil, "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: %v", err)
}

// secondFactors adds to the options of the auth service.
func (c *Config) secondFactors(o *auth.Options) {
	for _, former := range c.FormerSecrets {
		o.FormerSecrets = append(o.FormerSecrets, []byte(token.Derive(former, "sign-in")))
	}
	o.EncryptionKey, _ = encryption.ParseKey(c.EncryptionKeyID, c.EncryptionKey) // check has refused wrong ones
	o.MFA = mfa.Settings{
		TOTP:     mfa.Switch{Enroll: c.TOTPEnroll, Verify: c.TOTPVerify},
		WebAuthn: mfa.Switch{Enroll: c.WebAuthnEnroll, Verify: c.WebAuthnVerify},
		Phone:    mfa.Switch{Enroll: c.PhoneEnroll, Verify: c.PhoneVerify}, PhoneOTPLength: c.PhoneFactorLength, PhoneInterval: c.PhoneFactorInterval,
		RecoveryCodes: mfa.Switch{Enroll: c.RecoveryEnroll, Verify: c.RecoveryVerify},
		MaxEnrolled:   c.MaxEnrolledFactors, MaxVerified: c.MaxVerifiedFactors,
		ChallengeLife: time.Duration(c.ChallengeExpiry) * time.Second, FactorLife: c.FactorExpiry,
		Recent: c.RecentFactor, SameAddress: c.SameAddress,
	}
	o.Passkeys = mfa.PasskeySettings{Enabled: c.Passkeys, Max: c.MaxPasskeys}
	o.RelyingParty = mfa.RelyingParty{
		ID: c.RelyingPartyID, Name: c.RelyingPartyName, Origins: c.RelyingPartyOrigins, ChallengeLife: c.PasskeyExpiry,
	}
	o.Limits.Factors, o.Limits.Passkeys = c.RateLimitFactors, c.RateLimitPasskeys
}
