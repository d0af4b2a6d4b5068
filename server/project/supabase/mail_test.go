package supabase_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/project/supabase"
)

func TestMailTemplates(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"config.toml": `
[auth.email.template.invite]
subject = "Join us"
content_path = "./supabase/templates/invite.html"
[auth.email.notification.password_changed]
enabled = true
subject = "Changed"
[inbucket]
port = 54399
`})
	c, err := supabase.Read(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]supabase.MailTemplate{
		"invite":                        {Subject: "Join us", Path: "./supabase/templates/invite.html"},
		"password_changed_notification": {Subject: "Changed"},
	}
	if diff := cmp.Diff(want, c.MailTemplates); diff != "" || c.Values["TOUBKAL_MAILBOX_PORT"] != "54399" {
		t.Errorf("(-want +got):\n%s port %s", diff, c.Values["TOUBKAL_MAILBOX_PORT"])
	}
}
