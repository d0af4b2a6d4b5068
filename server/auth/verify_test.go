package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/pkce"
)

// path is a mailed link without the part that the handler does not see.
func (f *fixture) path(link string) string {
	return strings.TrimPrefix(link, "http://site.test/auth/v1")
}

// follow presses the button of a link's page, and returns where it leads.
func (f *fixture) follow(link string) (to *url.URL, fragment url.Values) {
	f.t.Helper()
	_, form, _ := strings.Cut(link, "?")
	a := f.call("POST", "/verify", "", form, "Content-Type", "application/x-www-form-urlencoded")
	if a.status != 303 {
		f.t.Fatalf("%d %s, want 303", a.status, a.text)
	}
	to, err := url.Parse(a.header.Get("Location"))
	if err != nil {
		f.t.Fatal(err)
	}
	fragment, err = url.ParseQuery(to.Fragment)
	if err != nil {
		f.t.Fatal(err)
	}
	return to, fragment
}

// Opening a link shows a page and uses up nothing; the button does.
func TestLinkPage(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	f.ok(f.call("POST", "/recover?redirect_to=https://app.test/reset/x", "", `{"email":"ann@example.test"}`))
	m := f.oneMail()
	for range 3 {
		a := f.call("GET", f.path(m.link()), "", "", "Accept-Language", "ar")
		policy := a.header.Get("Content-Security-Policy")
		if a.status != 200 || !strings.Contains(a.text, `dir="rtl"`) || !strings.Contains(a.text, "اختر كلمة مرور جديدة") ||
			!strings.Contains(policy, "form-action 'self' https://app.test;") || !strings.Contains(policy, "default-src 'none'") {
			t.Fatalf("%d %s %s", a.status, policy, a.text)
		}
	}
	if a := f.call("HEAD", f.path(m.link()), "", ""); a.status != 200 {
		t.Errorf("HEAD: %d", a.status)
	}
	to, fragment := f.follow(m.link())
	if to.Host != "app.test" || to.Path != "/reset/x" || fragment.Get("type") != "recovery" || fragment.Get("access_token") == "" || fragment.Get("refresh_token") == "" {
		t.Errorf("led to %s", to)
	}
	f.ok(f.call("GET", "/user", fragment.Get("access_token"), ""))
	if _, again := f.follow(m.link()); again.Get("error_code") != "otp_expired" || again.Get("error") != "access_denied" {
		t.Errorf("the second time: %v", again)
	}
	if a := f.call("GET", f.path(m.link()), "", ""); a.status != 303 || !strings.Contains(a.header.Get("Location"), "https://app.test/reset/x#error=access_denied") {
		t.Errorf("opened after use: %d %v", a.status, a.header)
	}
}

func TestLinksAtOnce(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(func(o *Flows) { o.LinksAtOnce = true })
	f.user(ann)
	f.ok(f.call("POST", "/recover", "", `{"email":"ann@example.test"}`))
	a := f.call("GET", f.path(f.oneMail().link()), "", "")
	if a.status != 303 || !strings.HasPrefix(a.header.Get("Location"), "http://site.test/#access_token=") {
		t.Errorf("%d %v", a.status, a.header)
	}
}

func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	for _, c := range []struct {
		body          string
		status        int
		code, message string
	}{
		{`{"type":"email","email":"ann@example.test","token":"000000"}`, 403, "otp_expired", "Token has expired or is invalid"},
		{`{"type":"email","token_hash":"abc"}`, 403, "otp_expired", "Email link is invalid or has expired"},
		{`{"email":"ann@example.test","token":"000000"}`, 400, "validation_failed", "Verify requires a verification type"},
		{`{"type":"zzz","email":"ann@example.test","token":"000000"}`, 403, "otp_expired", "Token has expired or is invalid"},
		{`{"type":"email","token_hash":"abc","email":"ann@example.test"}`, 400, "validation_failed", "Only the token_hash and type should be provided"},
		{`{"type":"email"}`, 400, "validation_failed", "Verify requires either a token or a token hash"},
		{`{"type":"email","token":"000000"}`, 400, "validation_failed", "Only an email address or phone number should be provided on verify"},
	} {
		f.refused(f.call("POST", "/verify", "", c.body), c.status, c.code, c.message)
	}
	f.refused(f.call("GET", "/verify?token=x", "", ""), 400, "validation_failed", "Verify requires a verification type")
	if a := f.call("GET", "/verify?type=signup&token=abc&redirect_to=https://evil.test/", "", ""); a.header.Get("Location") !=
		"http://site.test/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=" {
		t.Errorf("led to %s", a.header.Get("Location"))
	}
}

// A code dies of five wrong guesses, and of its age.
func TestCodesAreBounded(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	guess := func(code string) answer {
		return f.call("POST", "/verify", "", `{"type":"email","email":"ann@example.test","token":"`+code+`"}`)
	}
	f.ok(f.call("POST", "/otp", "", `{"email":"ann@example.test"}`))
	code := f.oneMail().code()
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	for range account.MaxWrongCodes {
		guess(wrong)
	}
	f.refused(guess(code), 403, "otp_expired", "Token has expired or is invalid")
	f.clock.advance(2 * time.Minute)
	f.ok(f.call("POST", "/otp", "", `{"email":"ann@example.test"}`))
	code = f.oneMail().code()
	f.clock.advance(time.Hour)
	f.refused(guess(code), 403, "otp_expired", "Token has expired or is invalid")
}

// Of many who use a token at once one succeeds.
func TestTokenIsUsedOnce(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	f.ok(f.call("POST", "/otp", "", `{"email":"ann@example.test"}`))
	hash := f.oneMail().hash()
	statuses := make(chan int, 8)
	var all sync.WaitGroup
	for range cap(statuses) {
		all.Go(func() {
			statuses <- f.call("POST", "/verify", "", `{"type":"email","token_hash":"`+hash+`"}`).status
		})
	}
	all.Wait()
	close(statuses)
	counts := map[int]int{}
	for status := range statuses {
		counts[status]++
	}
	if counts[200] != 1 || counts[403] != cap(statuses)-1 {
		t.Errorf("answers %v", counts)
	}
}

func TestPKCE(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	f.user(ann)
	verifier := strings.Repeat("a", 50)
	sum := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	request := func(route string) sentMail {
		f.ok(f.call("POST", route, "", `{"email":"ann@example.test","code_challenge":"`+challenge+`","code_challenge_method":"S256"}`))
		return f.oneMail()
	}
	exchange := func(code, verifier string) answer {
		return f.call("POST", "/token?grant_type=pkce", "", fmt.Sprintf(`{"auth_code":%q,"code_verifier":%q}`, code, verifier))
	}
	m := request("/otp")
	if !strings.HasPrefix(m.hash(), "pkce_") {
		t.Fatalf("hash %s", m.hash())
	}
	f.clock.advance(50 * time.Minute) // the code is as fresh as its issue, not as the request
	to, _ := f.follow(m.link())
	code := to.Query().Get("code")
	f.refused(exchange(code, strings.Repeat("b", 50)), 400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
	if session := f.ok(exchange(code, verifier)); session.str("access_token") == "" {
		t.Errorf("got %s", session.text)
	}
	f.refused(exchange(code, verifier), 404, "flow_state_not_found", "invalid flow state, no valid flow state found")
	f.refused(exchange("", verifier), 400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty")

	to, _ = f.follow(request("/recover").link())
	f.clock.advance(pkce.FlowLife + time.Second)
	f.refused(exchange(to.Query().Get("code"), verifier), 422, "flow_state_expired", "invalid flow state, flow state has expired")
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	all, err := gotrue.NewRedirects("https://site.test:8443/home", []string{"https://*.app.test/**", "myapp://**", "http://localhost:3000/*", "javascript:**", "https://10.0.0.1/**"})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://site.test:8443/a":       true,
		"https://site.test/a":            false,
		"http://site.test:8443/a":        false,
		"https://site.test:8443@evil.it": false,
		"https://a.app.test/x/y?z":       true,
		"https://a.b.app.test/x":         false,
		"https://app.test.evil.it/":      false,
		"myapp://login/x":                true,
		"http://localhost:3000/x":        true,
		"http://localhost:3000/x/y":      false,
		"javascript:alert(1)":            false,
		"https://10.0.0.1/x":             false,
		`https://a.app.test\@evil.it/`:   false,
		"//evil.it":                      false,
		"/a":                             false,
		"":                               false,
	} {
		if got := all.Allows(address); got != want {
			t.Errorf("%q allowed: %t, want %t", address, got, want)
		}
	}
	if _, err := gotrue.NewRedirects("https://site.test", []string{"https://[a"}); err == nil {
		t.Error("a pattern that is none is taken")
	}
}
