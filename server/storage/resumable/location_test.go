package resumable_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/storage/resumable"
)

// proxy forwards what is below /backend to target, without that prefix and with a Host of
// its own.
func proxy(t *testing.T, target string) string {
	t.Helper()
	to, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.StripPrefix("/backend", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.SetXForwarded()
		r.Out.Header.Set("X-Forwarded-Prefix", "/backend")
	}}))
	t.Cleanup(server.Close)
	return server.URL
}

func outer(trusted ...netip.Prefix) func(http.Handler) http.Handler {
	return edge.Outer(edge.Options{Log: slog.New(slog.DiscardHandler), Proxies: edge.Proxies{Trusted: trusted}})
}

func TestLocationIsThePublicAddress(t *testing.T) {
	t.Parallel()
	loopback := netip.MustParsePrefix("127.0.0.0/8")
	f := setup(t, resumable.Options{}, everything)
	trusting := f.start(t, resumable.Options{}, outer(loopback))
	front := proxy(t, trusting.url)
	distrusting := f.start(t, resumable.Options{}, outer())
	configured := f.start(t, resumable.Options{Address: "https://example.org/backend"}, outer())
	const path = "/storage/v1/upload/resumable"
	for _, c := range []struct {
		name, at, want string
		headers        []string
	}{
		{"a proxy with another host, port and prefix", front + "/backend", front + "/backend", nil},
		{"a forged host through that proxy", front + "/backend", front + "/backend", []string{"X-Forwarded-Host: evil.example", "X-Forwarded-Prefix: /evil"}},
		{"a proxy that names its port", trusting.url, "https://example.org:8443", []string{"X-Forwarded-Host: example.org", "X-Forwarded-Port: 8443", "X-Forwarded-Proto: https"}},
		{"a proxy with the usual port", trusting.url, "https://example.org", []string{"X-Forwarded-Host: example.org", "X-Forwarded-Port: 443", "X-Forwarded-Proto: https"}},
		{"a prefix that is a host", trusting.url, trusting.url, []string{"X-Forwarded-Prefix: //evil.example"}},
		{"a proxy that is not trusted", distrusting.url, distrusting.url, []string{"X-Forwarded-Host: evil.example", "X-Forwarded-Prefix: /evil"}},
		{"the configured address", configured.url, "https://example.org/backend", []string{"X-Forwarded-Host: evil.example"}},
	} {
		got := f.do(lina, "POST", c.at+path, nil, append(c.headers, "Upload-Length: 3", metadata("bucketName", "papers", "objectName", c.name))...)
		location := got.header.Get("Location")
		if got.status != http.StatusCreated || !strings.HasPrefix(location, c.want+path+"/") {
			t.Errorf("%s: got %d %s at %s, want %s", c.name, got.status, got.body, location, c.want)
			continue
		}
		if strings.HasPrefix(location, front) {
			if got := f.patch(lina, location, "0", "abc"); got.header.Get("Tus-Complete") != "1" {
				t.Errorf("%s: at its location: %+v", c.name, got)
			}
		}
	}
}
