package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// One address of a client, behind a proxy: in the session, the audit log, the access log
// and the limits.
func TestClientAddressBehindAProxy(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TRUSTED_PROXIES=127.0.0.1", "LOG_LEVEL=debug", "GOTRUE_RATE_LIMIT_TOKEN_REFRESH=1")
	const email, password = "nadia@example.org", "a password of Nadia's"
	s.CreateUser(t, email, password)
	signIn := func(forwarded string) apptest.Reply {
		return s.Send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"`+email+`","password":"`+password+`"}`,
			append(s.Headers(""), "X-Forwarded-For: "+forwarded, "X-Request-Id: request-of-"+strings.Split(forwarded, ",")[0])...)
	}
	const client, other = "198.51.100.7", "198.51.100.8"
	for _, forwarded := range []string{client, "203.0.113.1, " + client, "203.0.113.2, " + client} {
		if answer := signIn(forwarded); answer.Status != http.StatusOK {
			t.Fatalf("sign in: %d %s", answer.Status, answer.Body)
		}
	}
	refused := 0
	for range 28 { // 30 may come at once
		answer := s.Send(t, "POST", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"none"}`,
			append(s.Headers(""), "X-Forwarded-For: 203.0.113.3, "+client, "X-Request-Id: request-of-203.0.113.3")...)
		if answer.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("%d of the 31 requests of one address are refused, want 1", refused)
	}
	if answer := signIn(other); answer.Status != http.StatusOK {
		t.Errorf("the sign-in of another address: %d %s", answer.Status, answer.Body)
	}
	for _, c := range []struct {
		name, query string
	}{
		{"sessions", `select count(*) from auth.sessions where ip = $1::inet`},
		{"entries of the audit log", `select count(*) from auth.audit_log_entries where payload ->> 'action' = 'login' and ip_address = $1`},
	} {
		for address, want := range map[string]int{client: 3, other: 1, "203.0.113.1": 0} {
			var got int
			if err := database.Admin.QueryRow(t.Context(), c.query, address).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%d %s of %s, want %d", got, c.name, address, want)
			}
		}
	}
	s.Logged.Wait(t, `path=/auth/v1/token .*client=`+client+` .*id=request-of-203.0.113.1()`)
	s.Logged.Wait(t, `path=/auth/v1/token status=429 .*client=`+client+` .*id=request-of-203.0.113.3()`)
}

// Links name a host that the operator or a trusted proxy has said, or the connection's own.
func TestHostHeaderGetsIntoNoLink(t *testing.T) {
	t.Parallel()
	const description = "/rest/v1/"
	for _, c := range []struct {
		name      string
		environ   []string
		headers   []string
		host      string
		want, not string
	}{
		{"any", nil, nil, "evil.example", `"host":"localhost:`, "evil.example"},
		{"a stranger's X-Forwarded-Host", nil, []string{"X-Forwarded-Host: evil.example"}, "", `"host":"127.0.0.1:`, "evil.example"},
		{"a stranger's X-Forwarded-Proto", nil, []string{"X-Forwarded-Proto: https"}, "", `"schemes":["http"]`, `"https"`},
		{
			"a proxy's",
			[]string{"TRUSTED_PROXIES=127.0.0.1"},
			[]string{"X-Forwarded-Host: Example.org", "X-Forwarded-Proto: https"},
			"10.0.0.1",
			`"host":"example.org:443"`, "10.0.0.1",
		},
		{
			"the site's",
			[]string{"TRUSTED_PROXIES=127.0.0.1", "GOTRUE_SITE_URL=http://example.org"},
			[]string{"X-Forwarded-Host: evil.example"},
			"evil.example",
			`"host":"example.org:80"`, "evil.example",
		},
		{
			"the APIs'",
			[]string{"GOTRUE_SITE_URL=http://example.org", "API_EXTERNAL_URL=http://api.example.org/"},
			nil, "evil.example",
			`"host":"api.example.org:80"`, "evil.example",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			listening := freeAddress(t)
			_, port, _ := strings.Cut(listening, ":")
			s := boot(t, append(c.environ, "PORT="+port)...)
			s.URL = "http://" + listening
			answer := s.Send(t, "GET", description, "", append(append(s.Headers(""), c.headers...), "Host: "+c.host)...)
			if answer.Status != http.StatusOK || !strings.Contains(answer.Body, c.want) || strings.Contains(answer.Body, c.not) {
				t.Errorf("%d, want %s and not %s: %.600s", answer.Status, c.want, c.not, answer.Body)
			}
		})
	}
}
