package auth

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/provider/providertest"
)

const una = "una@example.test"

// withProvider lets users sign in at a provider of the test.
func (f *fixture) withProvider(name string, change ...func(*provider.Settings)) *providertest.Server {
	f.t.Helper()
	at := providertest.New(f.t, f.clock.now)
	settings := provider.Settings{
		Name: name, ClientIDs: []string{providertest.ClientID}, Secret: providertest.Secret, URL: at.URL,
	}
	for _, each := range change {
		each(&settings)
	}
	f.configure(func(o *Options) { o.Providers = append(o.Providers, settings) })
	return at
}

// oauthBrowser keeps cookies.
type oauthBrowser struct {
	*fixture
	cookies map[string]*http.Cookie
}

func (f *fixture) oauthBrowser() *oauthBrowser { return &oauthBrowser{f, map[string]*http.Cookie{}} }

// open follows an address of this server to the next.
func (o *oauthBrowser) open(method, target string, headers ...string) *url.URL {
	o.t.Helper()
	a := o.call(method, strings.TrimPrefix(target, "http://site.test/auth/v1"), "", "", append(headers, "Cookie", o.cookieHeader())...)
	for _, cookie := range (&http.Response{Header: a.header}).Cookies() {
		o.cookies[cookie.Name] = cookie
		if cookie.MaxAge < 0 {
			delete(o.cookies, cookie.Name)
		}
	}
	to, err := url.Parse(a.header.Get("Location"))
	if err != nil || a.status/100 != 3 {
		o.t.Fatalf("%s %s: %d %s %s", method, target, a.status, a.header.Get("Location"), a.text)
	}
	return to
}

func (o *oauthBrowser) cookieHeader() string {
	var all []string
	for _, cookie := range o.cookies {
		all = append(all, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(all, "; ")
}

// signIn goes to the provider and back, and returns where the application is reached.
func (o *oauthBrowser) signIn(at *providertest.Server, query string) *url.URL {
	o.t.Helper()
	return o.open("GET", at.Approve(o.t, o.open("GET", "/authorize?"+query).String()).String())
}

// values are the parameters of the fragment.
func values(to *url.URL) url.Values {
	all, _ := url.ParseQuery(to.Fragment)
	return all
}

func (f *fixture) exchange(code, verifier string) answer {
	f.t.Helper()
	return f.call("POST", "/token?grant_type=pkce", "", `{"auth_code":"`+code+`","code_verifier":"`+verifier+`"}`)
}

const (
	appVerifier  = "verifier-of-the-application-0123456789-0123456789"
	appChallenge = "code_challenge_method=plain&code_challenge=" + appVerifier
)

func TestOAuthImplicit(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	b := f.oauthBrowser()
	to := b.signIn(at, "provider=google&redirect_to="+url.QueryEscape("https://app.test/in?x=1"))
	got := values(to)
	if to.Host != "app.test" || to.Query().Get("x") != "1" || got.Get("access_token") == "" || got.Get("provider_token") != "provider-access" ||
		got.Get("provider_refresh_token") != "provider-refresh" || len(b.cookies) != 0 {
		t.Errorf("got %s, cookies %v", to, b.cookies)
	}
	user := f.ok(f.call("GET", "/user", got.Get("access_token"), ""))
	metadata := user.body["user_metadata"].(map[string]any)
	identities := user.body["identities"].([]any)
	if user.str("email") != una || user.str("email_confirmed_at") == "" || metadata["full_name"] != "Una Oum" || metadata["provider_id"] != "u-1" || len(identities) != 1 {
		t.Errorf("got %s", user.text)
	}
	if identity := identities[0].(map[string]any); identity["provider"] != "google" || identity["id"] != "u-1" || identity["email"] != una {
		t.Errorf("identity %v", identity)
	}
	if app := f.text(`select raw_app_meta_data::text from auth.users`); app != `{"provider": "google", "providers": ["google"]}` {
		t.Errorf("app_metadata %s", app)
	}
	at.User(map[string]any{"name": "Una Two", "email": "new@example.test"})
	again := values(b.signIn(at, "provider=google"))
	if user := f.ok(f.call("GET", "/user", again.Get("access_token"), "")); user.str("email") != una || user.body["user_metadata"].(map[string]any)["name"] != "Una Two" {
		t.Errorf("the second sign-in: %s", user.text)
	}
	if n := f.count(`select count(*) from auth.users`); n != 1 {
		t.Errorf("%d accounts, want one", n)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'login' and payload -> 'traits' ->> 'provider' = 'google'`); n != 2 {
		t.Errorf("%d entries of the audit log, want 2", n)
	}
	if n := f.count(`select count(*) from auth.flow_state where provider_access_token is not null or auth_code is not null`); n != 0 {
		t.Errorf("%d flows keep tokens", n)
	}
}

func TestOAuthWithPKCE(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	to := f.oauthBrowser().signIn(at, "provider=google&"+appChallenge)
	code := to.Query().Get("code")
	if code == "" || to.Fragment != "" {
		t.Fatalf("got %s", to)
	}
	if kept := f.text(`select provider_access_token from auth.flow_state`); strings.Contains(kept, "provider-") || kept == "" {
		t.Errorf("the provider's tokens are stored as %q", kept)
	}
	f.refused(f.exchange(code, "another"), 400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
	session := f.ok(f.exchange(code, appVerifier))
	if session.str("provider_token") != "provider-access" || session.str("provider_refresh_token") != "provider-refresh" || session.str("access_token") == "" {
		t.Errorf("got %s", session.text)
	}
	if n := f.count(`select count(*) from auth.mfa_amr_claims where authentication_method = 'oauth'`); n != 1 {
		t.Errorf("%d sessions by oauth, want 1", n)
	}
	f.refused(f.exchange(code, appVerifier), 404, "flow_state_not_found", "invalid flow state, no valid flow state found")
	late := f.oauthBrowser().signIn(at, "provider=google&"+appChallenge).Query().Get("code")
	f.clock.advance(pkce.FlowLife + time.Second)
	f.refused(f.exchange(late, appVerifier), 422, "flow_state_expired", "invalid flow state, flow state has expired")
}

// Apple posts a form, with the user's name the first time.
func TestOAuthFormPost(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("apple", func(s *provider.Settings) { s.RedirectURI = "https://site.test/auth/v1/callback" })
	at.User(map[string]any{"name": nil})
	b := f.oauthBrowser()
	back := at.Approve(t, b.open("GET", "/authorize?provider=apple").String())
	for name, cookie := range b.cookies {
		if !strings.HasPrefix(name, "__Host-") || !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteNoneMode || cookie.Path != "/" {
			t.Errorf("cookie %v", cookie)
		}
	}
	form := back.Query()
	form.Set("user", `{"name":{"firstName":"Una","lastName":"Oum"}}`)
	a := f.call("POST", "/callback", "", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Cookie", b.cookieHeader())
	if a.status != 303 || !strings.Contains(a.header.Get("Location"), "access_token=") {
		t.Fatalf("got %d %s", a.status, a.header.Get("Location"))
	}
	if name := f.text(`select raw_user_meta_data ->> 'full_name' from auth.users`); name != "Una Oum" {
		t.Errorf("name %q", name)
	}
}

// A callback counts once, in the browser that began, for five minutes.
func TestOAuthStates(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	b := f.oauthBrowser()
	begin := func() string {
		return at.Approve(t, b.open("GET", "/authorize?provider=google&redirect_to=https://app.test/").String()).String()
	}
	refused := func(name string, to *url.URL, code string) {
		t.Helper()
		if to.Host != "site.test" || to.Query().Get("error_code") != code || to.Query().Get("error") != "invalid_request" || to.Fragment != "" {
			t.Errorf("%s: got %s, want %s", name, to, code)
		}
	}
	refused("no state", b.open("GET", "/callback?code=x"), "bad_oauth_callback")
	refused("a state that is none", b.open("GET", "/callback?code=x&state=1"), "bad_oauth_state")
	refused("an unknown state", b.open("GET", "/callback?code=x&state=6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11"), "bad_oauth_state")
	refused("another browser", f.oauthBrowser().open("GET", begin()), "bad_oauth_state")
	late := begin()
	f.clock.advance(pkce.FlowLife)
	refused("after five minutes", b.open("GET", late), "bad_oauth_state")
	first := begin()
	forged := f.oauthBrowser()
	for name := range b.cookies {
		forged.cookies[name] = &http.Cookie{Name: name, Value: "AAAA" + strings.Repeat("x", 60)}
	}
	refused("a cookie that is forged", forged.open("GET", first), "bad_oauth_state")
	kept := maps.Clone(b.cookies)
	if to := b.open("GET", first); values(to).Get("access_token") == "" {
		t.Fatalf("got %s", to)
	}
	refused("again, without the cookie", b.open("GET", first), "bad_oauth_state")
	again := &oauthBrowser{f, kept}
	if to := again.open("GET", first); to.Host != "app.test" || to.Query().Get("error_code") != "flow_state_already_used" || values(to).Get("error_code") != "flow_state_already_used" {
		t.Errorf("again, with the cookie: %s", to)
	}
}

func TestOAuthRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		flows   func(*Flows)
		claims  map[string]any
		prepare func(*fixture, *providertest.Server)
		kind    string
		code    string
		text    string // of the description
		users   int
	}{
		{name: "the user refuses", prepare: func(_ *fixture, at *providertest.Server) { at.Refuse("access_denied") }, kind: "access_denied", text: "The user said no"},
		{name: "a nonce of another sign-in", claims: map[string]any{"nonce": "other"}, kind: "invalid_request", code: "bad_oauth_callback"},
		{name: "another audience", claims: map[string]any{"aud": "other"}, kind: "invalid_request", code: "bad_oauth_callback"},
		{name: "expired", claims: map[string]any{"exp": 1}, kind: "invalid_request", code: "bad_oauth_callback"},
		{name: "a provider that fails", prepare: func(_ *fixture, at *providertest.Server) { at.Answer("/token", `[]`) }, kind: "temporarily_unavailable", code: "provider_unavailable"},
		{name: "no address", claims: map[string]any{"email": nil}, kind: "invalid_request", code: "email_address_not_provided"},
		{name: "an address that is none", claims: map[string]any{"email": "una"}, kind: "invalid_request", code: "email_address_not_provided"},
		{name: "sign-up by invitation", flows: func(o *Flows) { o.SignUp = SignUpInvitation }, kind: "access_denied", code: "signup_disabled"},
		{name: "sign-up closed", flows: func(o *Flows) { o.SignUp = SignUpClosed }, kind: "access_denied", code: "signup_disabled"},
		{
			name: "banned", prepare: func(f *fixture, _ *providertest.Server) {
				f.user(una)
				f.exec(`update auth.users set banned_until = 'infinity'`)
			}, kind: "access_denied", code: "user_banned", users: 1,
		},
		{
			name: "two accounts", prepare: func(f *fixture, _ *providertest.Server) {
				f.user(una)
				id := f.user(bob)
				f.exec(`insert into auth.identities (provider_id, user_id, identity_data, provider) values ('7', $1, '{"email":"una@example.test","email_verified":true}', 'github')`, id)
			}, kind: "invalid_request", code: "conflict", text: "Several accounts use this address. Sign in with one of: email, github", users: 2,
		},
		{
			name: "an account with a phone number", prepare: func(f *fixture, _ *providertest.Server) {
				f.user(una)
				f.exec(`update auth.users set email_confirmed_at = null, phone = '212600000000', phone_confirmed_at = now()`)
			}, kind: "invalid_request", code: "conflict", users: 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			change := c.flows
			if change == nil {
				change = openSignUp
			}
			f := setup(t).withFlows(change)
			at := f.withProvider("google")
			at.User(c.claims)
			if c.prepare != nil {
				c.prepare(f, at)
			}
			to := f.oauthBrowser().signIn(at, "provider=google&redirect_to=https://app.test/")
			for _, got := range []url.Values{to.Query(), values(to)} {
				if to.Host != "app.test" || got.Get("error") != c.kind || got.Get("error_code") != c.code || got.Get("error_description") == "" ||
					c.text != "" && got.Get("error_description") != c.text || got.Has("access_token") {
					t.Errorf("got %s", to)
				}
			}
			if !values(to).Has("sb") {
				t.Errorf("the fragment lacks sb: %s", to)
			}
			if n := f.count(`select count(*) from auth.users`); n != c.users {
				t.Errorf("%d accounts, want %d", n, c.users)
			}
			if n := f.count(`select count(*) from auth.sessions`); n != 0 {
				t.Errorf("%d sessions", n)
			}
		})
	}
}

func TestAuthorize(t *testing.T) {
	t.Parallel()
	f := setup(t)
	at := f.withProvider("google")
	const unsupported = "Unsupported provider: provider is not enabled"
	f.refused(f.call("GET", "/authorize?provider=github", "", ""), 400, "validation_failed", unsupported)
	f.refused(f.call("GET", "/authorize", "", ""), 400, "validation_failed", unsupported)
	f.refused(f.call("GET", "/authorize?provider=google&code_challenge=x", "", ""), 400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge")
	f.refused(f.call("GET", "/authorize?link=x", "", ""), 400, "bad_oauth_state", "The link is invalid or has expired")
	a := f.call("GET", "/authorize?provider=google&prompt=login&scopes=calendar,files&redirect_to=https://evil.test/", "", "")
	to, err := url.Parse(a.header.Get("Location"))
	if err != nil || a.status != 302 || !strings.HasPrefix(to.String(), at.URL) || to.Query().Get("prompt") != "login" || a.header.Get("Cache-Control") != "no-store" ||
		to.Query().Get("scope") != "openid email profile calendar files" || to.Query().Get("redirect_uri") != "http://site.test/auth/v1/callback" ||
		to.Query().Has("redirect_to") || to.Query().Has("provider") {
		t.Errorf("got %d %v", a.status, a.header)
	}
	if n := f.count(`select count(*) from auth.flow_state`); n != 0 {
		t.Errorf("a sign-in that began costs %d rows", n)
	}
	settings := f.ok(f.call("GET", "/settings", "", ""))
	if external := settings.body["external"].(map[string]any); external["google"] != true || external["github"] != false {
		t.Errorf("settings %v", external)
	}
	hanging := f.withProvider("keycloak", func(s *provider.Settings) { s.RedirectURI = "http://site.test/auth/v1/callback" })
	hanging.CloseClientConnections()
	hanging.Close()
	b := f.oauthBrowser()
	if to := b.open("GET", "/authorize?provider=keycloak&redirect_to=https://app.test/"); to.Host != "app.test" || to.Query().Get("error_code") != "provider_unavailable" {
		t.Errorf("a provider that is down: %s", to)
	}
}
