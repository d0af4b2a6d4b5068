package app

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/project"
)

func TestTLSSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set string
		site      string // the site's address, where the settings are right
		want      string // the error, where they are not
	}{
		{"off", "", "", ""},
		{"a domain", "TLS_DOMAIN=example.org,www.example.org", "https://example.org", ""},
		{"a domain and an address", "TLS_DOMAIN=example.org GOTRUE_SITE_URL=https://www.example.org", "https://www.example.org", ""},
		{"files", "TLS_DOMAIN=localhost TLS_CERT_FILE=cert.pem TLS_KEY_FILE=key.pem", "https://localhost", ""},
		{"ports that are not used", "PORT=443", "", ""},
		{"an address as domain", "TLS_DOMAIN=https://example.org", "", `TLS_DOMAIN: "https://example.org" is no domain`},
		{"a wildcard", "TLS_DOMAIN=*.example.org", "", `TLS_DOMAIN: "*.example.org" is no domain`},
		{"an IP address", "TLS_DOMAIN=192.0.2.1", "", `TLS_DOMAIN: "192.0.2.1" is no domain`},
		{"no key", "TLS_DOMAIN=example.org TLS_CERT_FILE=cert.pem", "", "TLS_KEY_FILE: the key of TLS_CERT_FILE is missing"},
		{"no certificate", "TLS_DOMAIN=example.org TLS_KEY_FILE=key.pem", "", "TLS_CERT_FILE: the certificate of TLS_KEY_FILE is missing"},
		{"files for nothing", "TLS_CERT_FILE=cert.pem TLS_KEY_FILE=key.pem", "", "TLS_DOMAIN: the domain of TLS_CERT_FILE is missing"},
		{"no port", "TLS_PORT=0", "", "TLS_PORT: 0 is no port"},
		{"a port too many", "TLS_HTTP_PORT=65536", "", "TLS_HTTP_PORT: 65536 is no port"},
		{"the plain port", "TLS_DOMAIN=example.org PORT=443", "", "TLS_PORT: 443 is PORT already"},
		{"the plain port for the redirect", "TLS_DOMAIN=example.org PORT=80", "", "TLS_HTTP_PORT: 80 is PORT already"},
		{"one port for both", "TLS_DOMAIN=example.org TLS_HTTP_PORT=443", "", "TLS_HTTP_PORT: 443 is TLS_PORT already"},
		{"no directory", "TLS_ACME_URL=example.org", "", `TLS_ACME_URL: "example.org" is no address`},
		{"no e-mail", "TLS_EMAIL=ann", "", `TLS_EMAIL: "ann" is no e-mail address`},
		{"a negative time", "TLS_HSTS_MAX_AGE=-1", "", "TLS_HSTS_MAX_AGE: -1 s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := config.Read(project.Project{}, strings.Fields(c.set))
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %q", err, c.want)
				}
				return
			}
			if err != nil || got.SiteURL != c.site {
				t.Errorf("the site is %q, %v, want %q", got.SiteURL, err, c.site)
			}
		})
	}
}

// withTLS is a program with settings.
func withTLS(t *testing.T, settings string) *program {
	t.Helper()
	c, err := config.Read(project.Project{}, strings.Fields(settings))
	if err != nil {
		t.Fatal(err)
	}
	return newProgram(&installation.Installation{Config: c, Log: slog.New(slog.DiscardHandler)})
}

func TestRedirectToTLS(t *testing.T) {
	t.Parallel()
	const two = "TLS_DOMAIN=example.org,www.example.org"
	for _, c := range []struct{ name, settings, host, path, want string }{
		{"a domain", two, "example.org", "/a?b=c", "https://example.org/a?b=c"},
		{"the other", two, "www.example.org:80", "/", "https://www.example.org/"},
		{"none of them", two, "evil.example", "/", "https://example.org/"},
		{"no host", two, "", "/", "https://example.org/"},
		{"markup", two, `x"><script>`, "/", "https://example.org/"},
		{"a path that looks like a host", two, "example.org", "//evil.example/%2F?", "https://example.org//evil.example/%2F"},
		{"OPTIONS *", two, "example.org", "*", "https://example.org/"},
		{"a port of the site", two + " GOTRUE_SITE_URL=https://example.org:8443", "example.org", "/a", "https://example.org:8443/a"},
		{"not of the other domain", two + " GOTRUE_SITE_URL=https://example.org:8443", "www.example.org", "/a", "https://www.example.org/a"},
		{"the site is the other domain", two + " GOTRUE_SITE_URL=https://www.example.org", "evil.example", "/a", "https://www.example.org/a"},
		{"the site is elsewhere", two + " GOTRUE_SITE_URL=https://elsewhere.example", "evil.example", "/a", "https://example.org/a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://192.0.2.1"+strings.TrimPrefix(c.path, "*"), nil)
			r.Host = c.host
			if c.path == "*" {
				r.URL.Path = "*"
			}
			w := httptest.NewRecorder()
			redirectToTLS(&withTLS(t, c.settings).Config).ServeHTTP(w, r)
			if got := w.Header().Get("Location"); w.Code != http.StatusPermanentRedirect || got != c.want {
				t.Errorf("%d to %s, want 308 to %s", w.Code, got, c.want)
			}
		})
	}
}

func TestPortsOfTLSInUse(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for variable, more := range map[string]string{"TLS_PORT": " TLS_HTTP_PORT=0", "TLS_HTTP_PORT": " TLS_PORT=" + freePort(t)} {
		_, err := withTLS(t, "TLS_DOMAIN=example.org TLS_HOST=127.0.0.1 "+variable+"="+port+more).listenTLS(t.Context())
		if err == nil || !strings.Contains(err.Error(), "port "+port+" is in use") || !strings.Contains(err.Error(), variable+"=8") {
			t.Errorf("%s: %v, want an error that names the port and the variable", variable, err)
		}
	}
}

func TestAPortWithoutRights(t *testing.T) {
	t.Parallel()
	denied := &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", syscall.EACCES)}
	if got := explainListen(denied, "TLS_PORT", 443, 8443).Error(); !strings.Contains(got, "port 443 needs more rights") ||
		!strings.Contains(got, "cap_net_bind_service") || !strings.Contains(got, "TLS_PORT=8443") {
		t.Errorf("got %q, want what to do", got)
	}
	other := &net.OpError{Op: "listen", Err: syscall.EADDRNOTAVAIL}
	if got := explainListen(other, "TLS_PORT", 443, 8443).Error(); !strings.HasSuffix(got, "check TLS_HOST and TLS_PORT") {
		t.Errorf("got %q, want the variables to check", got)
	}
}

// freePort is one that was free just now.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// The server for HTTPS has the bounds of the plain one, and one of HTTP/2.
func TestServerBoundsStreams(t *testing.T) {
	t.Parallel()
	server := newServer(http.NotFoundHandler(), 0, slog.New(slog.DiscardHandler))
	if server.HTTP2 == nil || server.HTTP2.MaxConcurrentStreams != maxStreams || server.MaxHeaderBytes > 1<<20 || server.ReadHeaderTimeout <= 0 {
		t.Errorf("got %+v with %+v", server, server.HTTP2)
	}
}
