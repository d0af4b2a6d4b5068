package config

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/project"
)

func TestHookSettings(t *testing.T) {
	t.Parallel()
	const secret = "v1,whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	c, err := Read(project.Project{}, []string{
		"GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED=true", "GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI=pg-functions://postgres/public/claims",
		"GOTRUE_HOOK_SEND_SMS_ENABLED=true", "GOTRUE_HOOK_SEND_SMS_URI=https://app.test/sms", "GOTRUE_HOOK_SEND_SMS_SECRETS=" + secret,
		"GOTRUE_HOOK_SEND_EMAIL_URI=https://app.test/mail",
		"GOTRUE_SECURITY_CAPTCHA_ENABLED=true", "GOTRUE_SECURITY_CAPTCHA_PROVIDER=turnstile", "GOTRUE_SECURITY_CAPTCHA_PROVIDER_SECRET=hush",
	})
	if err != nil {
		t.Fatal(err)
	}
	o := c.AuthOptions()
	if _, token := o.Hooks[hook.CustomAccessToken]; !token || len(o.Hooks) != 2 || o.Captcha == nil {
		t.Errorf("hooks %v, captcha %v", o.Hooks, o.Captcha)
	}
	if text := c.Print(); strings.Contains(text, secret) || strings.Contains(text, "hush") {
		t.Errorf("a secret is printed:\n%s", text)
	}
	for name, test := range map[string]struct {
		environ []string
		want    string
	}{
		"no URI":     {[]string{"GOTRUE_HOOK_SEND_EMAIL_ENABLED=true"}, "GOTRUE_HOOK_SEND_EMAIL_URI: use pg-functions"},
		"no secret":  {[]string{"GOTRUE_HOOK_SEND_EMAIL_ENABLED=true", "GOTRUE_HOOK_SEND_EMAIL_URI=https://app.test/mail"}, "GOTRUE_HOOK_SEND_EMAIL_URI: secret 1"},
		"test code":  {[]string{"GOTRUE_SMS_TEST_OTP=491511234567:12"}, "GOTRUE_SMS_TEST_OTP: the entry 1"},
		"test time":  {[]string{"GOTRUE_SMS_TEST_OTP_VALID_UNTIL=tomorrow"}, "GOTRUE_SMS_TEST_OTP_VALID_UNTIL"},
		"short code": {[]string{"GOTRUE_SMS_OTP_EXP=5"}, "GOTRUE_SMS_OTP_EXP: 5 s"},
		"keep":       {[]string{"TOUBKAL_ANONYMOUS_USERS_DAYS=-1"}, "TOUBKAL_ANONYMOUS_USERS_DAYS: -1"},
		"no captcha": {[]string{"GOTRUE_SECURITY_CAPTCHA_ENABLED=true"}, "GOTRUE_SECURITY_CAPTCHA_PROVIDER: the provider's secret is missing"},
	} {
		if _, err := Read(project.Project{}, test.environ); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}
