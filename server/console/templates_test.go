package console_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestMailTemplatesArePreviewedAndSent(t *testing.T) {
	t.Parallel()
	o := operatorWith(t, map[string]string{
		"mail/invite.en.html": "Subject: Join us at {{ .SiteURL }}\n\n<p onclick=\"alert(1)\">Come, {{ .Email }}: <a href=\"{{ .ConfirmationURL }}\">yes</a></p>",
		"mail/invite.de.txt":  "Subject: Einladung\n\nKomm.\n",
		"mail/order.en.txt":   "Subject: Order {{ .Number }}\n\nThank you.\n",
	})
	found := ask[struct {
		Templates []struct {
			Kind      string
			Languages []string
		}
		Test string
	}](t, o, "GET", "/templates", "")
	kinds := map[string][]string{}
	for _, template := range found.Templates {
		kinds[template.Kind] = template.Languages
	}
	if !slices.Equal(kinds["invite"], []string{"de", "en"}) || !slices.Equal(kinds["recovery"], []string{"ar", "en", "fr"}) || !slices.Equal(kinds["order"], []string{"en"}) {
		t.Errorf("the templates are %v", kinds)
	}
	type preview struct {
		Subject, Text string
		HasHTML       bool
	}
	if got := ask[preview](t, o, "GET", "/templates/invite/en", ""); !strings.HasPrefix(got.Subject, "Join us at http://") || !strings.Contains(got.Text, "Come, reader@example.org") || !got.HasHTML {
		t.Errorf("the invitation is %+v", got)
	}
	if got := ask[preview](t, o, "GET", "/templates/invite/de", ""); got.Subject != "Einladung" || got.HasHTML {
		t.Errorf("the invitation in German is %+v", got)
	}
	if got := ask[preview](t, o, "GET", "/templates/order/en", ""); got.Subject != "Order" {
		t.Errorf("a kind of the project is %+v", got)
	}
	page := o.call(t, "GET", "/templates/invite/en/html", "")
	policy := page.Header.Get("Content-Security-Policy")
	if !strings.Contains(page.Body, "<p onclick") || !strings.HasPrefix(policy, "sandbox; default-src 'none';") || strings.Contains(policy, "allow-") || strings.Contains(policy, "script-src") {
		t.Errorf("the page is %d %s with the policy %q", page.Status, page.Body, policy)
	}
	for _, path := range []string{"/templates/invite/fr", "/templates/nix/en", "/templates/nix/en/html"} {
		o.refused(t, "GET", path, "", http.StatusNotFound, "not_found")
	}
	if found.Test != "operator@localhost" {
		t.Errorf("test messages go to %q", found.Test)
	}
	if got := ask[struct{ To string }](t, o, "POST", "/templates/invite/en/test", ""); got.To != found.Test {
		t.Errorf("the message went to %q", got.To)
	}
	if n := o.read(t, "select count(*)::text from toubkal_mail.messages where recipient = 'operator@localhost' and kind = 'invite'"); n != "1" {
		t.Errorf("%s messages in the outbox, want 1", n)
	}
}

// In production, nothing is sent for a test.
func TestNoTestMailInProduction(t *testing.T) {
	t.Parallel()
	o := open(t, "serve", "TOUBKAL_ENV=production")
	if got := ask[struct{ Test string }](t, o, "GET", "/templates", ""); got.Test != "" {
		t.Errorf("test messages go to %q", got.Test)
	}
	o.refused(t, "POST", "/templates/invite/en/test", "", http.StatusForbidden, "console_forbidden")
	if n := o.read(t, "select count(*)::text from toubkal_mail.messages"); n != "0" {
		t.Errorf("%s messages in the outbox", n)
	}
}
