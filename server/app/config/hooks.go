package config

import (
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/auth/captcha"
	"github.com/toubkal/toubkal/server/auth/hook"
)

// AuthHooks are the hooks of the application, by GoTrue's names: each is
// pg-functions://postgres/SCHEMA/FUNCTION, https://…, or http:// on this machine, the last
// two with secrets.
type AuthHooks struct {
	HookTokenOn      bool   `env:"GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED" envDefault:"false"`
	HookToken        string `env:"GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI" secret:"yes"`
	HookTokenKeys    string `env:"GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS" secret:"yes"`
	HookEmailOn      bool   `env:"GOTRUE_HOOK_SEND_EMAIL_ENABLED" envDefault:"false"`
	HookEmail        string `env:"GOTRUE_HOOK_SEND_EMAIL_URI" secret:"yes"`
	HookEmailKeys    string `env:"GOTRUE_HOOK_SEND_EMAIL_SECRETS" secret:"yes"`
	HookSMSOn        bool   `env:"GOTRUE_HOOK_SEND_SMS_ENABLED" envDefault:"false"`
	HookSMS          string `env:"GOTRUE_HOOK_SEND_SMS_URI" secret:"yes"`
	HookSMSKeys      string `env:"GOTRUE_HOOK_SEND_SMS_SECRETS" secret:"yes"`
	HookBeforeOn     bool   `env:"GOTRUE_HOOK_BEFORE_USER_CREATED_ENABLED" envDefault:"false"`
	HookBefore       string `env:"GOTRUE_HOOK_BEFORE_USER_CREATED_URI" secret:"yes"`
	HookBeforeKeys   string `env:"GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS" secret:"yes"`
	HookAfterOn      bool   `env:"GOTRUE_HOOK_AFTER_USER_CREATED_ENABLED" envDefault:"false"`
	HookAfter        string `env:"GOTRUE_HOOK_AFTER_USER_CREATED_URI" secret:"yes"`
	HookAfterKeys    string `env:"GOTRUE_HOOK_AFTER_USER_CREATED_SECRETS" secret:"yes"`
	HookPasswordOn   bool   `env:"GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED" envDefault:"false"`
	HookPassword     string `env:"GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI" secret:"yes"`
	HookPasswordKeys string `env:"GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS" secret:"yes"`
	HookMFAOn        bool   `env:"GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED" envDefault:"false"`
	HookMFA          string `env:"GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_URI" secret:"yes"`
	HookMFAKeys      string `env:"GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS" secret:"yes"`

	// CaptchaOn asks for a solved captcha at sign-ups, codes, recoveries and sign-ins by
	// password; the service key needs none.
	CaptchaOn bool `env:"GOTRUE_SECURITY_CAPTCHA_ENABLED" envDefault:"false"`
	// CaptchaProvider is hcaptcha or turnstile.
	CaptchaProvider string        `env:"GOTRUE_SECURITY_CAPTCHA_PROVIDER" envDefault:"hcaptcha"`
	CaptchaSecret   string        `env:"GOTRUE_SECURITY_CAPTCHA_PROVIDER_SECRET" secret:"yes"`
	CaptchaTimeout  time.Duration `env:"GOTRUE_SECURITY_CAPTCHA_TIMEOUT" envDefault:"10s"`
	// CaptchaURL is the address at which tokens are verified; empty is the provider's.
	CaptchaURL string `env:"TOUBKAL_CAPTCHA_URL"`
}

func (a *AuthHooks) check(say func(bad bool, format string, args ...any)) {
	_, err := a.hooks()
	say(err != nil, "%v", err)
	_, err = a.captcha()
	say(err != nil, "GOTRUE_SECURITY_CAPTCHA_PROVIDER: %v", err)
	say(a.CaptchaTimeout <= 0, "GOTRUE_SECURITY_CAPTCHA_TIMEOUT: %s is too short", a.CaptchaTimeout)
}

// hooks are the enabled hooks.
func (a *AuthHooks) hooks() (map[hook.Name]hook.Target, error) {
	all := map[hook.Name]hook.Target{}
	for _, given := range []struct {
		name         hook.Name
		variable     string
		enabled      bool
		uri, secrets string
	}{
		{hook.CustomAccessToken, "CUSTOM_ACCESS_TOKEN", a.HookTokenOn, a.HookToken, a.HookTokenKeys},
		{hook.SendEmail, "SEND_EMAIL", a.HookEmailOn, a.HookEmail, a.HookEmailKeys},
		{hook.SendSMS, "SEND_SMS", a.HookSMSOn, a.HookSMS, a.HookSMSKeys},
		{hook.BeforeUserCreated, "BEFORE_USER_CREATED", a.HookBeforeOn, a.HookBefore, a.HookBeforeKeys},
		{hook.AfterUserCreated, "AFTER_USER_CREATED", a.HookAfterOn, a.HookAfter, a.HookAfterKeys},
		{hook.PasswordAttempt, "PASSWORD_VERIFICATION_ATTEMPT", a.HookPasswordOn, a.HookPassword, a.HookPasswordKeys},
		{hook.MFAAttempt, "MFA_VERIFICATION_ATTEMPT", a.HookMFAOn, a.HookMFA, a.HookMFAKeys},
	} {
		if !given.enabled {
			continue
		}
		target, err := hook.Parse(given.uri, given.secrets)
		if err != nil {
			return nil, fmt.Errorf("GOTRUE_HOOK_%s_URI: %w", given.variable, err)
		}
		all[given.name] = target
	}
	return all, nil
}

// captcha is nil where captchas are off.
func (a *AuthHooks) captcha() (auth.Captcha, error) {
	if !a.CaptchaOn {
		return nil, nil
	}
	return captcha.New(captcha.Options{Name: a.CaptchaProvider, Secret: a.CaptchaSecret, Timeout: a.CaptchaTimeout, URL: a.CaptchaURL})
}
