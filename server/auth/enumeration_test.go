package auth

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/db"
)

// A hook that refuses new accounts does not tell which addresses have one.
func TestRefusedAccountOfACode(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	f.sqlHook(hook.BeforeUserCreated, `'{"error":{"http_code":403,"message":"not you"}}'::jsonb`)
	known, unknown := f.call("POST", "/otp", "", `{"email":"`+ann+`"}`), f.call("POST", "/otp", "", `{"email":"`+bob+`"}`)
	if f.ok(unknown); unknown.text != known.text {
		t.Errorf("known %s, unknown %s", known.text, unknown.text)
	}
	if mails := f.mails.take(); len(mails) != 1 || mails[0].to != ann || f.count(`select count(*) from auth.users`) != 1 {
		t.Errorf("mails %+v", mails)
	}
	again := f.call("POST", "/otp", "", `{"email":"`+bob+`"}`)
	f.refused(again, 429, "over_email_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")

	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(""))
	if _, err := f.InviteUserTx(r, bob, "", nil, func(db.Tx, string) error { return nil }); err == nil || !strings.Contains(err.Error(), "not you") {
		t.Errorf("an invitation of the Go API: %v", err)
	}
	if mails := f.mails.take(); len(mails) != 0 {
		t.Errorf("mails %+v", mails)
	}
}

// Which mail signs in follows from the account, so all count together.
func TestOneIntervalOfSignInMails(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	for _, email := range []string{ann, bob} {
		signUp := "/signup"
		if email == ann { // to whom a sign-up sends nothing
			signUp = "/recover"
		}
		f.ok(f.call("POST", "/otp", "", `{"email":"`+email+`"}`))
		for path, body := range map[string]string{
			signUp: `{"email":"` + email + `","password":"correct horse"}`, "/recover": `{"email":"` + email + `"}`,
			"/otp": `{"email":"` + email + `"}`, "/resend": `{"type":"signup","email":"` + email + `"}`,
		} {
			f.refused(f.call("POST", path, "", body), 429, "over_email_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")
		}
	}
}
