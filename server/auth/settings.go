package auth

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
)

// health is GET /health: the process answers. Whether its database does is the
// program's own health check.
func (s settingsRoutes) health(w http.ResponseWriter, _ *http.Request) error {
	return gotrue.Reply(w, http.StatusOK, map[string]string{
		"version": "", "name": "Toubkal", "description": "Accounts and sessions, in the protocol of GoTrue",
	})
}

// knownProviders are the providers that GoTrue's /settings lists.
var knownProviders = []string{
	"apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github",
	"gitlab", "google", "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc",
	"workos", "twitch", "twitter", "phone", "zoom",
}

// settings is GET /settings: the features of this server.
func (s settingsRoutes) settings(w http.ResponseWriter, _ *http.Request) error {
	external := map[string]bool{"email": true, "anonymous_users": s.flows.Anonymous}
	for _, provider := range knownProviders {
		external[provider] = s.providers.IsConfigured(provider)
	}
	external["phone"] = s.phones.Enabled && (s.phones.AutoConfirm || s.hooks.Has(hook.SendSMS) || len(s.phones.TestCodes) > 0)
	return gotrue.Reply(w, http.StatusOK, map[string]any{
		"external": external, "disable_signup": s.flows.SignUp != SignUpOpen,
		"mailer_autoconfirm": s.flows.AutoConfirm, "phone_autoconfirm": s.phones.AutoConfirm, "sms_provider": "",
		"saml_enabled": false, "passkeys_enabled": s.passkeys.Enabled(),
	})
}

// jwks is GET /.well-known/jwks.json: the public keys, so that clients verify
// tokens themselves; empty where only a shared secret signs.
func (s settingsRoutes) jwks(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=600")
	return gotrue.Reply(w, http.StatusOK, map[string][]json.RawMessage{"keys": s.keys.JWKS()})
}
