package supabase_test

import (
	"path/filepath"
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
[auth.email.notification.email_changed]
enabled = true
content_path = "./templates/email_changed.html"
[auth.email.notification.phone_changed]
enabled = false
content_path = "./none.html"
[auth.email.notification.identity_linked]
content_path = "./none.html"
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
		"email_changed_notification":    {Path: filepath.Join("supabase", "templates", "email_changed.html")},
	}
	if diff := cmp.Diff(want, c.MailTemplates); diff != "" || c.Values["TOUBKAL_MAILBOX_PORT"] != "54399" {
		t.Errorf("(-want +got):\n%s port %s", diff, c.Values["TOUBKAL_MAILBOX_PORT"])
	}
}
