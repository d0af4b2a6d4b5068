package config

import (
	"os"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/project"
)

func TestProviderSettings(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/secret"
	if err := os.WriteFile(file, []byte("hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(project.Project{}, []string{
		"GOTRUE_EXTERNAL_GITHUB_ENABLED=true", "GOTRUE_EXTERNAL_GITHUB_CLIENT_ID=web, app", "GOTRUE_EXTERNAL_GITHUB_SECRET_FILE=" + file,
		"GOTRUE_EXTERNAL_GITHUB_URL=https://git.example.test", "GOTRUE_EXTERNAL_GITHUB_EMAIL_OPTIONAL=true",
		"GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI=https://api.example.test/auth/v1/callback",
		"GOTRUE_EXTERNAL_GOOGLE_ENABLED=true", "GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID=g", "GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK=true",
		"GOTRUE_EXTERNAL_APPLE_ENABLED=false", "GOTRUE_EXTERNAL_EMAIL_ENABLED=true", "GOTRUE_EXTERNAL_TWITCH_ENABLED=false",
	})
	if err != nil {
		t.Fatal(err)
	}
	all := c.AuthOptions().Providers
	if len(all) != 2 {
		t.Fatalf("got %+v", all)
	}
	github, google := all[0], all[1]
	if github.Name != "github" || strings.Join(github.ClientIDs, "|") != "web|app" || github.Secret != "hush" || github.URL != "https://git.example.test" ||
		!github.EmailOptional || github.RedirectURI != "https://api.example.test/auth/v1/callback" {
		t.Errorf("got %+v", github)
	}
	if google.Name != "google" || !google.SkipNonceCheck || google.EmailOptional {
		t.Errorf("got %+v", google)
	}
	text := c.Print()
	if strings.Contains(text, "hush") || !strings.Contains(text, "GOTRUE_EXTERNAL_GITHUB_SECRET=(hidden)\n") || !strings.Contains(text, "GOTRUE_EXTERNAL_GITHUB_CLIENT_ID=web, app\n") {
		t.Errorf("printed:\n%s", text)
	}
	for want, environ := range map[string][]string{
		"GOTRUE_EXTERNAL_GITHUB: the client ID is missing":                        {"GOTRUE_EXTERNAL_GITHUB_ENABLED=true"},
		"GOTRUE_EXTERNAL_GITHUB_ENABLED: \"yes\" is neither":                      {"GOTRUE_EXTERNAL_GITHUB_ENABLED=yes"},
		"GOTRUE_EXTERNAL_TWITCH_ENABLED: the provider is not known; there are ap": {"GOTRUE_EXTERNAL_TWITCH_ENABLED=true"},
		"GOTRUE_EXTERNAL_KEYCLOAK: the URL of the issuer is missing":              {"GOTRUE_EXTERNAL_KEYCLOAK_ENABLED=true", "GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID=x"},
		"GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI: \"/callback\" is no address":        {"GOTRUE_EXTERNAL_GOOGLE_ENABLED=true", "GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID=x", "GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI=/callback"},
	} {
		if _, err := Read(project.Project{}, environ); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestDocsNameEveryProvider(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../../../docs/configuration.md", "../../../docs/oauth.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range provider.Names() {
			if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "`"+strings.ToUpper(name)+"`") {
				t.Errorf("%s lacks the provider %s", file, name)
			}
		}
	}
	configuration, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range externalSettings {
		if !strings.Contains(string(configuration), "`GOTRUE_EXTERNAL_<P>_"+setting+"`") {
			t.Errorf("docs/configuration.md lacks the setting %s of providers", setting)
		}
	}
}
