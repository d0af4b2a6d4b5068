package site

import (
	"context"
	"encoding/xml"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// What is made for machines, each exactly.
func TestMadeFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, target, kind string }{
		{"sitemap.xml", "/sitemap.xml", "application/xml; charset=utf-8"},
		{"robots.txt", "/robots.txt", "text/plain; charset=utf-8"},
		{"llms.txt", "/llms.txt", "text/plain; charset=utf-8"},
		{"security.txt", "/.well-known/security.txt", "text/plain; charset=utf-8"},
		{"feed.xml", "/feed.xml", "application/atom+xml; charset=utf-8"},
		{"feed.fr.xml", "/feed.fr.xml", "application/atom+xml; charset=utf-8"},
		{"feed.fr.xml", "/feed.xml?lang=fr", "application/atom+xml; charset=utf-8"},
		{"feed.ar.xml", "/feed.ar.xml?lang=en", "application/atom+xml; charset=utf-8"},
		{"manifest.ar.json", "/manifest.webmanifest?lang=ar", "application/manifest+json"},
	} {
		t.Run(c.target, func(t *testing.T) {
			t.Parallel()
			site := siteOn(t, built(), seeded())
			res, body := ask(site, c.target)
			if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != c.kind {
				t.Fatalf("%d as %s, want 200 as %s: %s", res.StatusCode, res.Header.Get("Content-Type"), c.kind, body)
			}
			same(t, filepath.Join("testdata", "made", c.file), []byte(body))
			again, _ := ask(site, c.target, "If-None-Match: "+res.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified {
				t.Errorf("unchanged: status %d, want 304", again.StatusCode)
			}
		})
	}
}

func TestSitemapNamesEveryLanguageOfEachPage(t *testing.T) {
	t.Parallel()
	_, text := get(t, "/sitemap.xml")
	var all struct {
		URLs []struct {
			Location string `xml:"loc"`
			Links    []struct {
				Language string `xml:"hreflang,attr"`
				Address  string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	for _, u := range all.URLs {
		itself := false
		for _, l := range u.Links {
			itself = itself || l.Address == u.Location
		}
		if want := 4; len(u.Links) != want && !strings.Contains(u.Location, "first-light") {
			t.Errorf("%s has %d languages, want %d", u.Location, len(u.Links), want)
		}
		if !itself || strings.Contains(u.Location, "checkout") || strings.Contains(u.Location, "offline") {
			t.Errorf("%s should not be there so: %v", u.Location, u.Links)
		}
	}
	if len(all.URLs) != 7*3+2*3+2 {
		t.Errorf("%d addresses, want 7 pages and 2 peaks in 3 languages, and a post in 2", len(all.URLs))
	}
}

func TestNobodyToTellOfAHole(t *testing.T) {
	t.Parallel()
	for name, email := range map[string]string{"none": "null", "a line more": `"a@b\nContact: mailto:evil@example.org"`} {
		from := seeded()
		setting("contact.email", email)(from)
		if res, body := ask(siteOn(t, built(), from), "/.well-known/security.txt"); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d %s, want 404", name, res.StatusCode, body)
		}
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, configured, host, forwarded, proto, want string }{
		{"configured", "https://example.org/", "evil.example", "", "", "https://example.org"},
		{"configured, behind a proxy", "https://example.org/", "evil.example", "evil.example", "https", "https://example.org"},
		{"anything", "", "evil.example", "", "", "http://localhost:8000"},
		{"anything by https", "", "evil.example", "", "https", "http://localhost:8000"},
		{"what a proxy says", "", "10.0.0.1:8000", "summit.example", "https", "https://summit.example"},
		{"this end of the connection", "", "192.0.2.1:8000", "", "", "http://192.0.2.1:8000"},
		{"another port", "", "192.0.2.1:8001", "", "", "http://localhost:8000"},
		{"another machine's loopback", "", "localhost:8000", "", "https", "http://localhost:8000"},
		{"markup", "", `x"><script>`, "", "", "http://localhost:8000"},
		{"none", "", "", "", "", "http://localhost:8000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			local := &net.TCPAddr{IP: net.ParseIP("192.0.2.1"), Port: 8000}
			r, err := http.NewRequestWithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, local), http.MethodGet, "/", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = c.host
			r.Header.Set("X-Forwarded-Host", c.forwarded)
			r.Header.Set("X-Forwarded-Proto", c.proto)
			site := &Site{Options: Options{SiteURL: c.configured, Address: "http://localhost:8000"}}
			if got := site.origin(r); got != c.want {
				t.Errorf("origin %q, want %q", got, c.want)
			}
		})
	}
}
