package provider

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/provider/providertest"
)

func TestInternalAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"8.8.8.8": false, "2a00:1450:4001:82a::200e": false, "127.0.0.1": true, "10.1.2.3": true, "172.16.0.1": true, "192.168.1.1": true,
		"169.254.169.254": true, "100.64.0.1": true, "0.0.0.0": true, "224.0.0.1": true, "255.255.255.255": true, "198.18.0.1": true, "::1": true, "::": true,
		"fe80::1": true, "fd00::1": true, "::ffff:127.0.0.1": true, "::ffff:10.0.0.1": true, "64:ff9b::a9fe:a9fe": true, "2002:7f00:1::": true, "::127.0.0.1": true,
	} {
		if got := isInternal(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: internal is %v, want %v", text, got, want)
		}
	}
	for host, want := range map[string]bool{"localhost": true, "a.LOCALHOST.": true, "169.254.169.254": true, "issuer.example.org": false, "8.8.8.8": false} {
		if got := namesInternal(host); got != want {
			t.Errorf("%s: internal is %v, want %v", host, got, want)
		}
	}
}

// The address is refused when it is connected to, whatever name led to it.
func TestConnectsToPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	at, roots := providertest.NewTLS(t, clock)
	for _, public := range []bool{true, false} {
		client := newClient(clientOptions{timeout: time.Minute, roots: roots, public: public})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.URL+"/keys", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(r)
		if err == nil {
			_ = response.Body.Close()
		}
		if errors.Is(err, errInternal) != public {
			t.Errorf("public addresses only %v: %v", public, err)
		}
	}
	if asked := at.Requests(); len(asked) != 1 {
		t.Errorf("the provider was asked for %v, want one request", asked)
	}
}

// Anybody can send a token with an unknown key. Each is refused, and the keys are fetched
// again once in keysInterval.
func TestUnknownKeys(t *testing.T) {
	t.Parallel()
	now := clock()
	at := providertest.New(t, clock)
	p, err := New(Settings{Name: "keycloak", ClientIDs: []string{providertest.ClientID}, URL: at.URL}, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	other := providertest.New(t, clock)
	forged := other.IDTokenOf(t, "k2", map[string]any{"iss": at.URL})
	if _, err := p.Verify(t.Context(), at.IDToken(t, nil), "", ""); err != nil {
		t.Fatal(err)
	}
	fetched := func() int {
		return len(slices.DeleteFunc(at.Requests(), func(path string) bool { return path != "/keys" }))
	}
	if n := fetched(); n != 1 {
		t.Errorf("%d requests for the keys of the first token, want one", n)
	}
	for _, elapsed := range []time.Duration{0, keysInterval} {
		now = now.Add(elapsed)
		for range 5 {
			if _, err := p.Verify(t.Context(), forged, "", ""); !errors.Is(err, ErrToken) {
				t.Errorf("a token with an unknown key: %v", err)
			}
		}
		if n, want := fetched(), int(elapsed/keysInterval); n != want {
			t.Errorf("%d requests for the keys %s after the last, want %d", n, elapsed, want)
		}
	}
	if _, err := p.Verify(t.Context(), at.IDToken(t, nil), "", ""); err != nil {
		t.Errorf("a token with a known key: %v", err)
	}
}

// A provider whose keys cannot be fetched is not asked by each token either.
func TestKeysThatCannotBeFetched(t *testing.T) {
	t.Parallel()
	failing := httptest.NewServer(http.NotFoundHandler())
	failing.Close()
	s := &throttledTransport{next: http.DefaultTransport, now: clock}
	for range 3 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, failing.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if response, err := s.RoundTrip(r); err == nil || errors.Is(err, errAskedRecently) {
			_ = response.Body.Close()
			t.Errorf("a server that does not answer: %v", err)
		}
	}
}
