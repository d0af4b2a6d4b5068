package edge

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestClientAddress(t *testing.T) {
	t.Parallel()
	ours := []string{"10.0.0.0/8", "2001:db8::/32", "127.0.0.1"}
	for _, c := range []struct {
		name    string
		trusted []string
		header  string
		peer    string
		sent    []string // of X-Forwarded-For
		want    string
	}{
		{"no proxy", nil, "", "192.0.2.1:5000", nil, "192.0.2.1:5000"},
		{"no proxy is trusted", nil, "", "192.0.2.1:5000", []string{"198.51.100.7"}, "192.0.2.1:5000"},
		{"a stranger claims to be a proxy", ours, "", "192.0.2.1:5000", []string{"198.51.100.7"}, "192.0.2.1:5000"},
		{"a proxy", ours, "", "10.1.2.3:5000", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"a proxy on this machine", ours, "", "127.0.0.1:5000", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"a proxy, by IPv4 in IPv6", ours, "", "[::ffff:10.1.2.3]:5000", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"a client that made up the first", ours, "", "10.1.2.3:5000", []string{"203.0.113.1, 198.51.100.7"}, "198.51.100.7:0"},
		{"two proxies", ours, "", "10.1.2.3:5000", []string{"203.0.113.1, 198.51.100.7, 10.9.9.9"}, "198.51.100.7:0"},
		{"two headers", ours, "", "10.1.2.3:5000", []string{"203.0.113.1, 198.51.100.7", "10.9.9.9"}, "198.51.100.7:0"},
		{"proxies alone", ours, "", "10.1.2.3:5000", []string{"10.4.4.4, 10.9.9.9"}, "10.4.4.4:0"},
		{"IPv6", ours, "", "[2001:db8::1]:5000", []string{"2001:0DB9::7"}, "[2001:db9::7]:0"},
		{"an address with a port", ours, "", "10.1.2.3:5000", []string{"198.51.100.7:81"}, "198.51.100.7:0"},
		{"rubbish at the right", ours, "", "10.1.2.3:5000", []string{"198.51.100.7, unknown"}, "10.1.2.3:5000"},
		{"rubbish before a proxy", ours, "", "10.1.2.3:5000", []string{"unknown, 10.9.9.9"}, "10.9.9.9:0"},
		{"nothing from the proxy", ours, "", "10.1.2.3:5000", nil, "10.1.2.3:5000"},
		{"a proxy on a socket", ours, "", "@", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"a socket, where no proxy is on this machine", []string{"10.0.0.0/8"}, "", "@", []string{"198.51.100.7"}, "@"},
		{"another header", nil, "X-Forwarded-For", "192.0.2.1:5000", []string{"198.51.100.7, 10.1.2.3"}, "198.51.100.7:0"},
		{"another header with rubbish", nil, "X-Forwarded-For", "192.0.2.1:5000", []string{"x"}, "192.0.2.1:5000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			trusted, err := ParseNetworks(c.trusted)
			if err != nil {
				t.Fatal(err)
			}
			var got string
			handler := clientAddress(Proxies{Trusted: trusted, Header: c.header}, slog.New(slog.DiscardHandler))(
				http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr }))
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			r.Header["X-Forwarded-For"] = c.sent
			handler.ServeHTTP(httptest.NewRecorder(), r)
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// What a proxy says of the request counts as its addresses do.
func TestForwardedHeadersOfStrangersAreRemoved(t *testing.T) {
	t.Parallel()
	trusted, err := ParseNetworks([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	var got http.Header
	var log bytes.Buffer
	handler := func(p Proxies) http.Handler {
		return clientAddress(p, slog.New(slog.NewTextHandler(&log, nil)))(
			http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	}
	ask := func(h http.Handler, peer string) string {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = peer
		for _, name := range forwarded {
			r.Header.Set(name, "https")
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
		return got.Get("X-Forwarded-Proto")
	}
	h := handler(Proxies{Trusted: trusted})
	if proto := ask(h, "10.1.2.3:5000"); proto != "https" {
		t.Errorf("a proxy's X-Forwarded-Proto is %q", proto)
	}
	if proto := ask(h, "192.0.2.1:5000"); proto != "" || len(got) != 0 {
		t.Errorf("a stranger's headers are left: %v", got)
	}
	if log.Len() != 0 {
		t.Errorf("a server with trusted proxies warns: %s", log.String())
	}
	if proto := ask(handler(Proxies{Trusted: trusted, Header: "CF-Connecting-IP"}), "10.1.2.3:5000"); proto != "https" {
		t.Errorf("with another header for the address, a proxy's X-Forwarded-Proto is %q", proto)
	}
	h = handler(Proxies{})
	for range 3 {
		ask(h, "192.0.2.1:5000")
	}
	if warnings := strings.Count(log.String(), "TRUSTED_PROXIES is not set"); warnings != 1 {
		t.Errorf("%d warnings, want one:\n%s", warnings, log.String())
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	const proxy, stranger = "10.1.2.3:5000", "192.0.2.1:5000"
	for _, c := range []struct {
		name, local, peer, host string
		proto, forwarded        []string
		tls                     bool
		want                    string // "" where it is not known
	}{
		{name: "this end", local: "192.0.2.9:8000", peer: stranger, host: "192.0.2.9:8000", want: "http://192.0.2.9:8000"},
		{name: "this end by TLS", local: "192.0.2.9:443", peer: stranger, host: "192.0.2.9", tls: true, want: "https://192.0.2.9"},
		{name: "this end without a port", local: "192.0.2.9:80", peer: stranger, host: "192.0.2.9", want: "http://192.0.2.9"},
		{name: "this end by IPv6", local: "[2001:db8::1]:80", peer: stranger, host: "[2001:DB8:0::1]", want: "http://[2001:db8:0::1]"},
		{name: "this machine", local: "127.0.0.1:8000", peer: "127.0.0.1:5000", host: "localhost:8000", want: "http://localhost:8000"},
		{name: "its name from elsewhere", local: "192.0.2.9:8000", peer: stranger, host: "localhost:8000"},
		{name: "another port", local: "192.0.2.9:8000", peer: stranger, host: "192.0.2.9:8001"},
		{name: "any name", local: "192.0.2.9:8000", peer: stranger, host: "evil.example:8000"},
		{name: "no host", local: "192.0.2.9:8000", peer: stranger},
		{name: "a stranger's headers", local: "192.0.2.9:8000", peer: stranger, host: "evil.example", proto: []string{"https"}, forwarded: []string{"evil.example"}},
		{
			name: "a stranger's headers on the right host", local: "192.0.2.9:8000", peer: stranger, host: "192.0.2.9:8000",
			proto: []string{"https"}, forwarded: []string{"evil.example"}, want: "http://192.0.2.9:8000",
		},
		{
			name: "a proxy's", local: "10.0.0.9:8000", peer: proxy, host: "10.0.0.9:8000", proto: []string{"https"}, forwarded: []string{"Example.org"},
			want: "https://example.org",
		},
		{
			name: "a proxy's behind another", local: "10.0.0.9:8000", peer: proxy, host: "10.0.0.9:8000",
			proto: []string{"http, https"}, forwarded: []string{"evil.example", "example.org:444"}, want: "https://example.org:444",
		},
		{name: "markup", local: "10.0.0.9:8000", peer: proxy, host: "evil.example", proto: []string{"javascript"}, forwarded: []string{`x"><script>`}},
		{name: "a path", local: "10.0.0.9:8000", peer: proxy, host: "evil.example", forwarded: []string{"example.org/evil"}},
		{name: "somebody at", local: "10.0.0.9:8000", peer: proxy, host: "evil.example", forwarded: []string{"me@example.org"}},
		{name: "a proxy that says nothing", local: "10.0.0.9:8000", peer: proxy, host: "evil.example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			trusted, err := ParseNetworks([]string{"10.0.0.0/8"})
			if err != nil {
				t.Fatal(err)
			}
			got := "not asked"
			handler := clientAddress(Proxies{Trusted: trusted}, slog.New(slog.DiscardHandler))(
				http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					var ok bool
					if got, ok = Address(r); !ok {
						got = ""
					}
				}))
			local := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.local))
			r := httptest.NewRequestWithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, local), http.MethodGet, "/", nil)
			r.RemoteAddr, r.Host = c.peer, c.host
			if c.tls {
				r.TLS = &tls.ConnectionState{}
			}
			r.Header["X-Forwarded-Proto"], r.Header["X-Forwarded-Host"] = c.proto, c.forwarded
			handler.ServeHTTP(httptest.NewRecorder(), r)
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestParseNetworksRefusesWhatIsNone(t *testing.T) {
	t.Parallel()
	if _, err := ParseNetworks([]string{"10.0.0.0/8", "10.0.0.0/33"}); err == nil || !strings.Contains(err.Error(), `"10.0.0.0/33"`) {
		t.Errorf("%v, want an error that names the network", err)
	}
}
