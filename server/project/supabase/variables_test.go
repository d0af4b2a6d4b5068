package supabase_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/project/supabase"
)

// The first file that names a variable wins, and the process over all.
func TestOrderOfEnvFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		"config.toml": "[auth.email.smtp]\nhost = \"env(A)\"\nuser = \"env(B)\"\npass = \"env(C)\"\nadmin_email = \"env(D)\"",
		".env.local":  "B=local\nC=local\n", ".env": "C=file\nD=file\nA=file\n",
	})
	if err := os.WriteFile(filepath.Join(dir, ".env.local"), []byte("D=above\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := supabase.Read(dir, map[string]string{"A": "process"})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{c.Values["SMTP_HOST"], c.Values["SMTP_USER"], c.Values["SMTP_PASS"], c.Values["SMTP_ADMIN_EMAIL"]}
	if want := []string{"process", "local", "local", "file"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What needs a variable that is not set is off in development, with a note, and refused elsewhere.
func TestUnsetVariables(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"config.toml": `
[studio]
openai_api_key = "env(OPENAI_API_KEY)"
[auth]
site_url = "env(SITE_URL)"
[auth.external.github]
enabled = true
client_id = "env(GITHUB_ID)"
secret = "env(GITHUB_SECRET)"
[auth.external.google]
enabled = true
client_id = "known"
secret = "known"
[auth.external.apple]
enabled = false
secret = "env(APPLE_SECRET)"
[auth.hook.send_sms]
enabled = true
uri = "https://hook.test"
secrets = "env(SMS_SECRET)"
[auth.captcha]
enabled = true
provider = "turnstile"
secret = "env(CAPTCHA)"
[auth.email.smtp]
host = "mail.test"
pass = "env(SMTP)"
[edge_runtime.secrets]
OWN = "env(OWN)"
SET = "value"
[db.vault]
key = "env(VAULT_KEY)"
url = "https://example.test"
`})
	if _, err := supabase.Read(dir, nil); err == nil || !strings.Contains(err.Error(), "auth.external.github.client_id: the environment variable GITHUB_ID is not set") || !strings.Contains(err.Error(), "SMTP is not set") {
		t.Errorf("in production: got %v, want a refusal", err)
	}
	c, err := supabase.ReadLenient(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{
		"auth.external.github.client_id: the environment variable GITHUB_ID is not set: auth.external.github is off",
		"auth.hook.send_sms.secrets: the environment variable SMS_SECRET is not set: auth.hook.send_sms is off",
		"auth.captcha.secret: the environment variable CAPTCHA is not set: auth.captcha is off",
		"auth.email.smtp.pass: the environment variable SMTP is not set: auth.email.smtp is off",
		"edge_runtime.secrets.OWN: the environment variable OWN is not set: left out",
		"db.vault.key: the environment variable VAULT_KEY is not set: left out",
		"auth.site_url: the environment variable SITE_URL is not set: left out",
	} {
		if strings.Count(notes, want) != 1 {
			t.Errorf("the notes have no %q, or several:\n%s", want, notes)
		}
	}
	for _, absent := range []string{"GITHUB_SECRET", "OPENAI", "APPLE", "ignored"} {
		if strings.Contains(notes, absent) {
			t.Errorf("the notes tell of %s:\n%s", absent, notes)
		}
	}
	for _, absent := range []string{"GOTRUE_EXTERNAL_GITHUB_ENABLED", "GOTRUE_HOOK_SEND_SMS_ENABLED", "SMTP_HOST", "GOTRUE_SECURITY_CAPTCHA_PROVIDER"} {
		if value, set := c.Values[absent]; set {
			t.Errorf("%s is %q", absent, value)
		}
	}
	if c.Values["GOTRUE_EXTERNAL_GOOGLE_ENABLED"] != "true" || c.Values["GOTRUE_SITE_URL"] != "http://127.0.0.1:3000" {
		t.Errorf("what has its values is off: %v", c.Values)
	}
	if diff := cmp.Diff(map[string]string{"url": "https://example.test"}, c.Vault); diff != "" {
		t.Errorf("the vault (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"SET": "value"}, c.FunctionVariables); diff != "" {
		t.Errorf("the variables of functions (-want +got):\n%s", diff)
	}
}
