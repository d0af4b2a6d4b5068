package auth

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/provider"
)

// An address that the provider does not vouch for is confirmed by mail, and links to no
// account.
func TestOAuthUnverifiedAddress(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	at.User(map[string]any{"email_verified": false})
	refused := func(to *url.URL) {
		t.Helper()
		if to.Query().Get("error_code") != "provider_email_needs_verification" || to.Query().Get("error") != "access_denied" || strings.Contains(to.String(), "access_token") {
			t.Errorf("got %s", to)
		}
	}
	refused(f.oauthBrowser().signIn(at, "provider=google&redirect_to=https://app.test/in"))
	m := f.oneMail()
	if m.kind != "confirmation" || m.to != una || m.data.RedirectTo != "https://app.test/in" {
		t.Errorf("mail %+v", m)
	}
	refused(f.oauthBrowser().signIn(at, "provider=google"))
	if all := f.mails.take(); len(all) != 0 {
		t.Errorf("a second mail at once: %v", all)
	}
	f.ok(f.call("POST", "/verify", "", `{"type":"signup","token_hash":"`+m.hash()+`"}`))
	if to := f.oauthBrowser().signIn(at, "provider=google"); values(to).Get("access_token") == "" {
		t.Errorf("after the confirmation: %s", to)
	}
	f.exec(`delete from auth.users`)
	id := f.user(una)
	refused(f.oauthBrowser().signIn(at, "provider=google"))
	if n := f.count(`select count(*) from auth.identities where user_id = $1`, id); n != 1 || len(f.mails.take()) != 0 {
		t.Errorf("%d identities of the account whose address it is, and perhaps a mail", n)
	}
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestOAuthWithoutAddress(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("discord", func(s *provider.Settings) { s.EmailOptional = true })
	at.Answer("/users/@me", `{"id":"80","username":"una","discriminator":"0"}`)
	to := f.oauthBrowser().signIn(at, "provider=discord")
	if user := f.ok(f.call("GET", "/user", values(to).Get("access_token"), "")); user.str("email") != "" || user.body["is_anonymous"] != false {
		t.Errorf("got %s", user.text)
	}
}

func TestOAuthLinksByVerifiedAddress(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Flows.Notifications = map[string]bool{"identity_linked": true} })
	at := f.withProvider("google")
	id := f.user(una)
	at.User(map[string]any{"email": "UNA@Example.test"})
	to := f.oauthBrowser().signIn(at, "provider=google")
	user := f.ok(f.call("GET", "/user", values(to).Get("access_token"), ""))
	if user.str("id") != id || len(user.body["identities"].([]any)) != 2 {
		t.Errorf("got %s", user.text)
	}
	if providers := user.body["app_metadata"].(map[string]any)["providers"].([]any); !slices.Equal(providers, []any{"email", "google"}) {
		t.Errorf("providers %v", providers)
	}
	if m := f.oneMail(); m.kind != "identity_linked_notification" || m.to != una || m.data.Provider != "google" {
		t.Errorf("mail %+v", m)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'identity_linked' and payload -> 'traits' ->> 'provider' = 'google'`); n != 1 {
		t.Errorf("%d entries of the audit log, want 1", n)
	}
	f.login(una)
}

// Who registered an address without confirming it keeps no way into the account.
func TestOAuthReclaimsUnconfirmedAccount(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	f.ok(f.call("POST", "/signup", "", `{"email":"una@example.test","password":"squatter password","data":{"full_name":"Squatter"}}`))
	link := f.oneMail()
	to := f.oauthBrowser().signIn(at, "provider=google")
	user := f.ok(f.call("GET", "/user", values(to).Get("access_token"), ""))
	if len(user.body["identities"].([]any)) != 1 || user.body["user_metadata"].(map[string]any)["full_name"] != "Una Oum" || user.str("email_confirmed_at") == "" {
		t.Errorf("got %s", user.text)
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"una@example.test","password":"squatter password"}`), 400, "invalid_credentials", "Invalid login credentials")
	f.refused(f.call("POST", "/verify", "", `{"type":"signup","token_hash":"`+link.hash()+`"}`), 403, "otp_expired", "Email link is invalid or has expired")
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestOAuthAcceptsInvitations(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.SignUp = SignUpInvitation })
	at := f.withProvider("google")
	invite := func() sentMail {
		f.ok(f.call("POST", "/invite", f.service(), `{"email":"una@example.test","data":{"team":"north"}}`))
		return f.oneMail()
	}
	invite()
	if to := f.oauthBrowser().signIn(at, "provider=google"); values(to).Get("access_token") == "" {
		t.Errorf("by the verified address: %s", to)
	}
	if team := f.text(`select raw_user_meta_data ->> 'team' from auth.users`); team != "north" {
		t.Errorf("the metadata of the invitation is %q", team)
	}
	f.exec(`delete from auth.users`)
	token := invite().hash()
	at.User(map[string]any{"email": "other@example.test"})
	if to := f.oauthBrowser().signIn(at, "provider=google&invite_token="+token); to.Query().Get("error_description") != "Invited email does not match emails from external provider" {
		t.Errorf("another address: %s", to)
	}
	at.User(map[string]any{"email": una, "email_verified": false})
	if to := f.oauthBrowser().signIn(at, "provider=google&invite_token="+token); values(to).Get("access_token") == "" {
		t.Errorf("with the token: %s", to)
	}
	at.User(map[string]any{"sub": "u-2"})
	if to := f.oauthBrowser().signIn(at, "provider=google&invite_token="+token); to.Query().Get("error_code") != "otp_expired" {
		t.Errorf("again: %s", to)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'invite_accepted'`); n != 1 {
		t.Errorf("%d entries of the audit log, want 1", n)
	}
}

// The hook before-user-created is asked about first sign-ins alone.
func TestOAuthAsksHook(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	f.sqlHook(hook.BeforeUserCreated, `jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', (event -> 'user' -> 'identities' -> 0 ->> 'id') || ' may not'))`)
	if to := f.oauthBrowser().signIn(at, "provider=google"); to.Query().Get("error_description") != "u-1 may not" {
		t.Errorf("got %s", to)
	}
	if n := f.count(`select count(*) from auth.users`); n != 0 {
		t.Errorf("%d accounts", n)
	}
	f.user(una)
	if to := f.oauthBrowser().signIn(at, "provider=google"); values(to).Get("access_token") == "" {
		t.Errorf("a user who is known: %s", to)
	}
}
