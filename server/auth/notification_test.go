package auth

import (
	"testing"
	"time"
)

func TestNotifications(t *testing.T) {
	t.Parallel()
	for _, enabled := range []bool{false, true} {
		f := setup(t).withFlows(func(o *Flows) {
			o.Notifications = map[string]bool{"password_changed": enabled, "email_changed": enabled}
		})
		f.user(ann)
		session := f.login(ann).str("access_token")
		kinds := func() (all []string) {
			for _, m := range f.mails.take() {
				if m.kind != "email_change" {
					all = append(all, m.kind+" "+m.to+" "+m.data.OldEmail+" "+m.data.Email)
				}
			}
			return all
		}
		f.ok(f.call("PUT", "/user", session, `{"password":"another horse"}`))
		if got := kinds(); enabled != (len(got) == 1 && got[0] == "password_changed_notification "+ann+"  "+ann) || !enabled && len(got) > 0 {
			t.Errorf("enabled %v: mails %q", enabled, got)
		}
		f.clock.advance(time.Hour / 2)
		f.ok(f.call("PUT", "/user", session, `{"email":"new@example.test"}`))
		for _, m := range f.mails.take() {
			f.ok(f.call("POST", "/verify", "", `{"type":"email_change","token_hash":"`+m.hash()+`"}`))
		}
		if got := kinds(); enabled != (len(got) == 1 && got[0] == "email_changed_notification "+ann+" "+ann+" new@example.test") || !enabled && len(got) > 0 {
			t.Errorf("enabled %v: mails %q", enabled, got)
		}
	}
}

func TestFactorNotifications(t *testing.T) {
	t.Parallel()
	for _, enabled := range []bool{false, true} {
		f := setup(t).withMFA()
		f.configure(func(o *Options) {
			o.Flows.Notifications = map[string]bool{"mfa_factor_enrolled": enabled, "mfa_factor_unenrolled": enabled}
		})
		id := f.user(ann)
		bearer := f.login(ann).str("access_token")
		told := func(kind string) {
			t.Helper()
			mails := f.mails.take()
			if !enabled && len(mails) > 0 || enabled && (len(mails) != 1 || mails[0].kind != kind || mails[0].to != ann || mails[0].data.FactorType != "totp") {
				t.Errorf("enabled %v: %s: mails %+v", enabled, kind, mails)
			}
		}
		unverified := f.enrollTOTP(bearer, "")
		f.ok(f.call("DELETE", "/factors/"+unverified.factor, bearer, ""))
		if mails := f.mails.take(); len(mails) != 0 {
			t.Errorf("mails about an unverified factor: %+v", mails)
		}
		a := f.enrollTOTP(bearer, "")
		f.verifyTOTP(bearer, a)
		told("mfa_factor_enrolled_notification")
		f.verifyTOTP(bearer, a)
		if mails := f.mails.take(); len(mails) != 0 {
			t.Errorf("mails at the second use: %+v", mails)
		}
		f.ok(f.call("DELETE", "/factors/"+a.factor, bearer, ""))
		told("mfa_factor_unenrolled_notification")
		b := f.enrollTOTP(bearer, "")
		f.verifyTOTP(bearer, b)
		told("mfa_factor_enrolled_notification")
		f.ok(f.call("DELETE", "/admin/users/"+id+"/factors/"+b.factor, f.service(), ""))
		told("mfa_factor_unenrolled_notification")
	}
}
