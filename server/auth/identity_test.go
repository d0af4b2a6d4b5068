package auth

import (
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/provider/providertest"
)

func (f *fixture) withLinking() *fixture {
	f.configure(func(o *Options) { o.Flows.ManualLinking = true })
	return f
}

// link links an identity of the provider to the caller, up to the application.
func (o *oauthBrowser) link(at *providertest.Server, bearer, query string, headers ...string) *url.URL {
	o.t.Helper()
	begun := o.ok(o.call("GET", "/user/identities/authorize?skip_http_redirect=true&"+query, bearer, ""))
	to := o.open("GET", begun.str("url"), headers...)
	if !strings.HasPrefix(to.String(), at.URL) {
		return to
	}
	return o.open("GET", at.Approve(o.t, to.String()).String())
}

func (f *fixture) identities(bearer string) (names []string, ids map[string]string) {
	f.t.Helper()
	ids = map[string]string{}
	for _, each := range f.ok(f.call("GET", "/user", bearer, "")).body["identities"].([]any) {
		identity := each.(map[string]any)
		names = append(names, identity["provider"].(string))
		ids[identity["provider"].(string)] = identity["identity_id"].(string)
	}
	return names, ids
}

func TestLinkIdentity(t *testing.T) {
	t.Parallel()
	f := setup(t).withLinking()
	at := f.withProvider("google")
	at.User(map[string]any{"email": "other@example.test", "email_verified": false})
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	to := f.oauthBrowser().link(at, bearer, "provider=google&redirect_to=https://app.test/&scopes=calendar")
	if to.Host != "app.test" || values(to).Get("access_token") == "" || values(to).Get("provider_token") == "" {
		t.Errorf("got %s", to)
	}
	if names, _ := f.identities(bearer); strings.Join(names, " ") != "email google" {
		t.Errorf("providers %v", names)
	}
	if email := f.text(`select email from auth.users`); email != ann {
		t.Errorf("the address became %s", email)
	}
	refused := func(who, bearer, description string) {
		t.Helper()
		to := f.oauthBrowser().link(at, bearer, "provider=google&redirect_to=https://app.test/")
		for _, got := range []url.Values{to.Query(), values(to)} {
			if got.Get("error_code") != "identity_already_exists" || got.Get("error") != "invalid_request" || got.Get("error_description") != description {
				t.Errorf("%s: got %s", who, to)
			}
		}
	}
	refused("the same user", bearer, "Identity is already linked")
	f.user(bob)
	refused("another user", f.login(bob).str("access_token"), "Identity is already linked to another user")
}

// With PKCE the identity is linked by who exchanges the code, which an address that was sent
// to somebody else does not lead to.
func TestLinkIdentityWithPKCE(t *testing.T) {
	t.Parallel()
	f := setup(t).withLinking()
	at := f.withProvider("google")
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	code := f.oauthBrowser().link(at, bearer, "provider=google&"+appChallenge).Query().Get("code")
	if names, _ := f.identities(bearer); len(names) != 1 {
		t.Errorf("linked before the exchange: %v", names)
	}
	session := f.ok(f.exchange(code, appVerifier))
	if names, _ := f.identities(bearer); len(names) != 2 || session.str("provider_token") != "provider-access" {
		t.Errorf("providers %v, %s", names, session.text)
	}
	to := f.oauthBrowser().link(at, bearer, "provider=google&redirect_to=https://app.test/&"+appChallenge)
	if to.Query().Get("error_code") != "identity_already_exists" {
		t.Errorf("again: %s", to)
	}
}

// Without PKCE the browser has to come from the application.
func TestLinkIdentityFromElsewhere(t *testing.T) {
	t.Parallel()
	f := setup(t).withLinking()
	f.withProvider("google")
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	path := func(query string) string {
		address := f.ok(f.call("GET", "/user/identities/authorize?skip_http_redirect=true&provider=google"+query, bearer, "")).str("url")
		return strings.TrimPrefix(address, "http://site.test/auth/v1")
	}
	const code, message = "bad_oauth_state", "Linking without PKCE has to begin on a page of the application"
	f.refused(f.call("GET", path(""), "", "", "Sec-Fetch-Site", "none"), 400, code, message)
	f.refused(f.call("GET", path(""), "", "", "Sec-Fetch-Site", "cross-site", "Referer", "https://evil.test/"), 400, code, message)
	for _, headers := range [][]string{
		{"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "cross-site", "Referer", "https://app.test/"},
	} {
		if a := f.call("GET", path(""), "", "", headers...); a.status != 302 {
			t.Errorf("%v: got %d %s", headers, a.status, a.text)
		}
	}
	if a := f.call("GET", path("&"+appChallenge), "", "", "Sec-Fetch-Site", "none"); a.status != 302 {
		t.Errorf("with PKCE: got %d %s", a.status, a.text)
	}
	late := path("")
	f.clock.advance(pkce.FlowLife)
	f.refused(f.call("GET", late, "", ""), 400, code, "The link is invalid or has expired")
}

func TestLinkMakesAnonymousUserPermanent(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.Anonymous, o.ManualLinking = true, true })
	at := f.withProvider("google")
	anonymous := f.ok(f.call("POST", "/signup", "", `{}`)).str("access_token")
	to := f.oauthBrowser().link(at, anonymous, "provider=google")
	user := f.ok(f.call("GET", "/user", values(to).Get("access_token"), ""))
	if user.body["is_anonymous"] != false || user.str("email") != una || user.str("email_confirmed_at") == "" || user.body["user_metadata"].(map[string]any)["name"] != "Una Oum" {
		t.Errorf("got %s", user.text)
	}
	at.User(map[string]any{"sub": "u-2"})
	other := f.ok(f.call("POST", "/signup", "", `{}`)).str("access_token")
	if to := f.oauthBrowser().link(at, other, "provider=google&redirect_to=https://app.test/"); to.Query().Get("error_code") != "email_exists" {
		t.Errorf("an address that is taken: %s", to)
	}
}

func TestUnlinkIdentity(t *testing.T) {
	t.Parallel()
	f := setup(t).withLinking()
	f.configure(func(o *Options) { o.Flows.Notifications = map[string]bool{"identity_unlinked": true} })
	at := f.withProvider("google")
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	_, ids := f.identities(bearer)
	f.refused(f.call("DELETE", "/user/identities/"+ids["email"], bearer, ""), 422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
	f.oauthBrowser().link(at, bearer, "provider=google")
	_, ids = f.identities(bearer)
	f.refused(f.call("DELETE", "/user/identities/1", bearer, ""), 404, "validation_failed", "identity_id must be an UUID")
	f.refused(f.call("DELETE", "/user/identities/6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11", bearer, ""), 422, "identity_not_found", "Identity doesn't exist")
	f.refused(f.call("DELETE", "/user/identities/"+ids["google"], "", ""), 401, "no_authorization", "This endpoint requires a valid Bearer token")
	bobs := f.user(una)
	f.refused(f.call("DELETE", "/user/identities/"+ids["email"], bearer, ""), 422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
	f.exec(`delete from auth.users where id = $1`, bobs)
	if a := f.ok(f.call("DELETE", "/user/identities/"+ids["email"], bearer, "")); a.text != "{}" {
		t.Errorf("got %s", a.text)
	}
	user := f.ok(f.call("GET", "/user", bearer, ""))
	if user.str("email") != una || user.str("email_confirmed_at") == "" || user.body["app_metadata"].(map[string]any)["provider"] != "google" {
		t.Errorf("got %s", user.text)
	}
	if m := f.oneMail(); m.kind != "identity_unlinked_notification" || m.to != ann || m.data.Provider != "email" {
		t.Errorf("mail %+v", m)
	}
	f.exec(`insert into auth.identities (provider_id, user_id, identity_data, provider) values ('7', (select id from auth.users), '{"phone":"212600000000"}', 'phone')`)
	f.exec(`update auth.users set phone = '212600000000', phone_confirmed_at = now()`)
	_, ids = f.identities(bearer)
	f.ok(f.call("DELETE", "/user/identities/"+ids["phone"], bearer, ""))
	if n := f.count(`select count(*) from auth.users where phone is null and phone_confirmed_at is null and email = 'una@example.test'`); n != 1 {
		t.Error("the phone number stays")
	}
	f.configure(func(o *Options) { o.Flows.ManualLinking = false })
	f.refused(f.call("DELETE", "/user/identities/"+ids["google"], bearer, ""), 404, "manual_linking_disabled", "Manual linking is disabled")
}
