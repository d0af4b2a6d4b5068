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
