package outgoing

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"testing"
)

func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	refused := []string{
		"127.0.0.1", "127.8.8.8", "::1", "0.0.0.0", "0.1.2.3", "::", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
		"169.254.169.254", "169.254.1.1", "fe80::1", "fe80::1%eth0", "fd00:ec2::254", "fd20:ce::254", "168.63.129.16", "100.100.100.200", "192.0.0.192",
		"224.0.0.1", "ff02::1", "255.255.255.255",
	}
	for _, own := range all {
		refused = append(refused, netip.MustParsePrefix(own.String()).Addr().String())
	}
	for _, text := range refused {
		if (Allowed{}).refusal(netip.MustParseAddr(text)) == nil {
			t.Errorf("%s is allowed", text)
		}
	}
	for _, text := range []string{"1.1.1.1", "203.0.113.7", "2606:4700::1111", "64:ff9b::101:101"} {
		if err := (Allowed{}).refusal(netip.MustParseAddr(text)); err != nil {
			t.Error(err)
		}
	}
	allowed, err := ParseAllowed([]string{"127.0.0.0/8", "fe80::/10", "[::1]", "metadata.internal"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"127.0.0.1": true, "::ffff:127.0.0.1": true, "64:ff9b::7f00:1": true, "fe80::1%eth0": true, "::1": true, "169.254.169.254": false} {
		if err := allowed.refusal(netip.MustParseAddr(text)); (err == nil) != want {
			t.Errorf("%s: %v, want it allowed %v", text, err, want)
		}
	}
	if !allowed.hasHost("Metadata.Internal") || allowed.hasHost("internal") {
		t.Error("a host is not compared whole")
	}
	for _, text := range []string{"", "*", "http://example.org", "example.org:80", "10.0.0.0/33", "a b"} {
		if _, err := ParseAllowed([]string{text}); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestOwnAddresses(t *testing.T) {
	t.Parallel()
	local := Self{Handler: http.NotFoundHandler(), Address: "http://localhost:8000", Port: "8000"}
	public := Self{Handler: http.NotFoundHandler(), Address: "https://api.example.org", Port: "443"}
	for _, test := range []struct {
		self Self
		url  string
		want bool
	}{
		{local, "http://kong:8000/functions/v1/x", true},
		{local, "http://supabase_kong_todo:8000/rest/v1/", true},
		{local, "http://api.supabase.internal:8000/", true},
		{local, "http://host.docker.internal:54321/", true},
		{local, "http://host.docker.internal:8000/", true},
		{local, "http://172.17.0.1:54321/", true},
		{local, "http://localhost:8000/", true},
		{local, "http://127.0.0.1:8000/", true},
		{local, "http://[::1]:8000/", true},
		{local, "http://LOCALHOST:8000/", true},
		{local, "http://localhost:5432/", false},
		{local, "http://localhost/", false},
		{local, "http://kong:8001/", false},
		{local, "https://kong:8000/", false},
		{local, "http://kong.example.org:8000/", false},
		{local, "http://host.docker.internal:5432/", false},
		{public, "https://api.example.org/functions/v1/x", true},
		{public, "https://api.example.org:443/", true},
		{public, "http://api.example.org/", false},
		{public, "https://example.org/", false},
		{public, "https://api.example.org:8443/", false},
		{Self{Port: "8000"}, "http://localhost:8000/", false},
	} {
		u, err := url.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.self.has(u); got != test.want {
			t.Errorf("%s of %s: %v, want %v", test.url, test.self.Address, got, test.want)
		}
	}
}
