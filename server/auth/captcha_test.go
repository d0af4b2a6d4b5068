package auth

import (
	"context"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
)

// onlySolved accepts one token.
type onlySolved struct{}

func (onlySolved) Verify(_ context.Context, token, ip string) error {
	if token != "solved" || ip == "" {
		return fault.New(fault.AuthCaptchaFailed, "captcha protection: request disallowed")
	}
	return nil
}

func TestCaptcha(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.configure(func(o *Options) { o.Captcha = onlySolved{} })
	f.user(ann)
	for _, request := range []struct{ path, body string }{
		{"/signup", `"email":"bob@example.test","password":"correct horse"`},
		{"/recover", `"email":"ann@example.test"`},
		{"/resend", `"type":"signup","email":"bob@example.test"`},
		{"/otp", `"email":"new@example.test"`},
		{"/magiclink", `"email":"other@example.test"`},
		{"/token?grant_type=password", `"email":"ann@example.test","password":"` + annPass + `"`},
	} {
		f.refused(f.call("POST", request.path, "", `{`+request.body+`}`), 400, "captcha_failed", "captcha protection: request disallowed")
		f.clock.advance(1e12)
		f.ok(f.call("POST", request.path, "", `{`+request.body+`,"gotrue_meta_security":{"captcha_token":"solved"}}`))
		f.clock.advance(1e12)
		f.ok(f.call("POST", request.path, f.service(), `{`+request.body+`}`))
		if request.path == "/signup" {
			f.exec(`delete from auth.users where email = 'bob@example.test'`)
		}
	}
	f.refused(f.call("POST", "/token?grant_type=refresh_token", "", `{"refresh_token":"aaaaaaaaaaaa"}`), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
}
