package console_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
)

func TestTheServiceKeyOpensASession(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	o.refused(t, "GET", "/session", "", http.StatusUnauthorized, "console_signed_out")
	o.refused(t, "GET", "/tables", "", http.StatusUnauthorized, "console_signed_out")
	for _, key := range []string{"nonsense", o.AnonKey, "sb_secret_unknown"} {
		o.refused(t, "POST", "/session", `{"key":"`+key+`"}`, http.StatusUnauthorized, "console_signed_out")
	}
	answer := o.call(t, "POST", "/session", `{"key":"`+o.ServiceKey(t)+`"}`)
	cookie := answer.Header.Get("Set-Cookie")
	for _, part := range []string{"HttpOnly", "SameSite=Strict", "Path=/_/", "Max-Age=28800"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("the cookie %q lacks %s", cookie, part)
		}
	}
	if strings.Contains(answer.Body+cookie, o.ServiceKey(t)) {
		t.Error("the answer repeats the key")
	}
	o.cookie, _, _ = strings.Cut(cookie, ";")
	if answer := o.call(t, "GET", "/session", ""); answer.Status != http.StatusOK || !strings.Contains(answer.Body, `"operator":"service key","`) {
		t.Errorf("the session: %d %s", answer.Status, answer.Body)
	}
	forged := o
	forged.cookie = o.cookie[:len(o.cookie)-4] + "AAAA"
	forged.refused(t, "GET", "/tables", "", http.StatusUnauthorized, "console_signed_out")
	if cleared := o.call(t, "DELETE", "/session", "").Header.Get("Set-Cookie"); !strings.Contains(cleared, "Max-Age=0") {
		t.Errorf("signing out sets %q, want the cookie gone", cleared)
	}
}

func TestTheConsoleAnswersItsOwnPagesAlone(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	const body = `{"text":"select 1"}`
	for name, headers := range map[string][]string{
		"another origin":        {"Origin: https://evil.example"},
		"no origin":             {"Origin: "},
		"another scheme":        {"Origin: " + strings.Replace(o.URL, "http:", "https:", 1)},
		"no header of its own":  {"X-Toubkal-Console: "},
		"a page elsewhere":      {"Sec-Fetch-Site: cross-site"},
		"a name that resolves":  {"Host: rebound.example", "Origin: http://rebound.example"},
		"a proxy on the way":    {"X-Forwarded-For: 127.0.0.1"},
		"a proxy by RFC 7239":   {"Forwarded: for=203.0.113.1"},
		"a proxy that says via": {"Via: 1.1 proxy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o.refused(t, "POST", "/sql", body, http.StatusForbidden, "console_forbidden", headers...)
		})
	}
	if answer := o.call(t, "POST", "/sql", body); answer.Status != http.StatusOK {
		t.Errorf("from its own page: %d %s", answer.Status, answer.Body)
	}
}

func TestOtherMachinesAreLetInByASetting(t *testing.T) {
	t.Parallel()
	o := open(t, "serve", "TOUBKAL_CONSOLE=public", "TRUSTED_PROXIES=127.0.0.1")
	answer := o.call(t, "GET", "/tables", "", "X-Forwarded-For: 203.0.113.1", "X-Forwarded-Host: db.example.org", "X-Forwarded-Proto: https")
	if answer.Status != http.StatusOK {
		t.Errorf("behind a proxy: %d %s", answer.Status, answer.Body)
	}
	secure := o.call(t, "DELETE", "/session", "", "X-Forwarded-Host: db.example.org", "X-Forwarded-Proto: https", "Origin: https://db.example.org")
	if cookie := secure.Header.Get("Set-Cookie"); !strings.Contains(cookie, "Secure") {
		t.Errorf("over https the cookie is %q, want Secure", cookie)
	}
	off := start(t, "serve", "TOUBKAL_CONSOLE=off")
	if answer := off.Send(t, "GET", "/_/api/session", ""); answer.Status != http.StatusNotFound {
		t.Errorf("switched off: %d %s, want 404", answer.Status, answer.Body)
	}
}

func TestAUserIsLetInByTheOperator(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	const email = "ann@example.org"
	id := o.user(t, email)
	const body = `{"email":"` + email + `","password":"correct horse"}`
	o.refused(t, "POST", "/session", body, http.StatusForbidden, "console_forbidden")
	o.refused(t, "POST", "/session", strings.Replace(body, "horse", "hose", 1), http.StatusBadRequest, "invalid_credentials")

	p, err := project.Load(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	environ := []string{"DATABASE_URL=" + o.DB.URL, "TOUBKAL_DATA_DIR=" + o.DataDir, "GOTRUE_JWT_SECRET=" + apptest.Secret}
	var out bytes.Buffer
	if err := apptest.RunCommand(t, p, "user create "+email+" --console", environ, &out); err != nil || !strings.Contains(out.String(), "may use the console") {
		t.Fatalf("user create: %v %s", err, &out)
	}
	ann := o.signIn(t, body)
	if got := ask[map[string]any](t, ann, "GET", "/session", "")["operator"]; got != email {
		t.Errorf("the operator is %v", got)
	}
	if left := o.read(t, "select count(*)::text from auth.sessions where user_id = '"+id+"' and created_at > now() - interval '1 hour'"); left != "1" {
		t.Errorf("%s sessions of the user are open, want the one of the fixture: those of the console's sign-ins end", left)
	}
	o.exec(t, "update auth.users set banned_until = 'infinity' where id = '"+id+"'")
	ann.refused(t, "GET", "/tables", "", http.StatusForbidden, "console_forbidden")

	out.Reset()
	if err := apptest.RunCommand(t, p, "user create ben@example.org --console", environ, &out); err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`shown once: (\S+)`).FindStringSubmatch(out.String())
	if shown == nil {
		t.Fatalf("no password in %q", &out)
	}
	given, err := json.Marshal(map[string]string{"email": "ben@example.org", "password": shown[1]})
	if err != nil {
		t.Fatal(err)
	}
	o.signIn(t, string(given))
}

func TestThePagesHaveAStrictPolicy(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	first, second := o.Send(t, "GET", "/_/", ""), o.Send(t, "GET", "/_/tables/public/notes", "")
	nonce := regexp.MustCompile(`'nonce-([^']+)'`)
	policy := first.Header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy %q lacks %s", policy, part)
		}
	}
	one, other := nonce.FindStringSubmatch(policy), nonce.FindStringSubmatch(second.Header.Get("Content-Security-Policy"))
	if one == nil || other == nil || one[1] == other[1] {
		t.Errorf("nonces %v and %v, want two", one, other)
	}
	if !strings.Contains(first.Body, one[1]) || strings.Contains(first.Body, "__nonce__") {
		t.Error("the document lacks the nonce")
	}
	script := regexp.MustCompile(`src="/_(/assets/[^"]+\.js)"`).FindStringSubmatch(first.Body)
	if script == nil {
		t.Fatalf("no script in %s", first.Body)
	}
	if answer := o.Send(t, "GET", "/_"+script[1], ""); answer.Status != http.StatusOK || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the script: %d %v", answer.Status, answer.Header)
	}
	if answer := o.Send(t, "GET", "/_/assets/none.js", ""); answer.Status != http.StatusNotFound {
		t.Errorf("a file that is not there: %d", answer.Status)
	}
}
