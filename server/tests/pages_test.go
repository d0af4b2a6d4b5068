package tests

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/pgtest"
)

// page asks for a page with its data: again where the database took longer than
// pages wait for it, after which they leave it alone for two seconds.
func (s *site) page(t *testing.T, path string, headers ...string) reply {
	t.Helper()
	limit := time.After(patience)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := s.anyPage(t, path, headers...)
		bare := dataOf.MatchString(answer.body) && !strings.Contains(answer.body, `["settings"]`)
		if answer.status != http.StatusServiceUnavailable && !bare {
			return answer
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s has no data: %d %.500s", path, answer.status, answer.body)
		}
	}
}

// anyPage asks for a page as a browser does.
func (s *site) anyPage(t *testing.T, path string, headers ...string) reply {
	t.Helper()
	return s.send(t, http.MethodGet, path, "", append([]string{"Accept: text/html"}, headers...)...)
}

// opening is the first heading's start: a page that is rendered has one before any script.
const opening = "<h1"

func TestPagesInThreeLanguages(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, c := range []struct {
		path, cookie, language string
		status                 int
		has                    []string
	}{
		{"/", "", "en", 200, []string{opening, `"WebSite"`, `rel="canonical"`, `hreflang="x-default"`}},
		{"/?lang=ar", "fr", "ar", 200, []string{opening, `dir="rtl"`, `og:locale" content="ar_AR"`}},
		{"/story", "fr", "fr", 200, []string{opening, `"ProfilePage"`}},
		{"/book?lang=fr", "", "fr", 200, []string{opening, `"priceCurrency":"MAD"`}},
		{"/achievement/everest?lang=fr", "", "fr", 200, []string{opening, "/og/achievement-everest.fr.png"}},
		{"/achievement/toubkal", "", "en", 404, []string{"noindex"}},
		{"/blog?lang=ar", "", "ar", 200, []string{`/blog/preparation-is-the-climb?lang=ar`}},
		{"/blog/preparation-is-the-climb?lang=fr", "", "fr", 200, []string{"Partir de l’échec</h2>", `"BlogPosting"`, `og:type" content="article"`}},
		{"/blog/no-such-post", "", "en", 404, []string{"noindex"}},
		{"/checkout", "", "en", 200, []string{"noindex"}},
		{"/no/such/page?lang=fr", "", "fr", 404, []string{"noindex"}},
		{"/admin/no-such-page", "", "en", 404, []string{"noindex"}},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			answer := s.page(t, c.path, "Cookie: lang="+c.cookie)
			if answer.status != c.status || answer.header.Get("Content-Language") != c.language {
				t.Errorf("%d in %s, want %d in %s", answer.status, answer.header.Get("Content-Language"), c.status, c.language)
			}
			for _, has := range append(c.has, `<html lang="`+c.language+`"`) {
				if !strings.Contains(answer.body, has) {
					t.Errorf("the page lacks %s", has)
				}
			}
			for _, mark := range []string{"<!--head-->", "<!--data-->", "<!--app-->", "⟦"} {
				if strings.Contains(answer.body, mark) {
					t.Errorf("the page still has the mark %s", mark)
				}
			}
		})
	}
}

func TestAddressesHaveOneForm(t *testing.T) {
	t.Parallel()
	s := boot(t)
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for path, want := range map[string]string{
		"/Story/?lang=fr": "/story?lang=fr", "/achievement/Everest/": "/achievement/everest", "/blog/No-Such/": "",
	} {
		if answer := s.page(t, path); answer.header.Get("Location") != want || want != "" && answer.status != http.StatusPermanentRedirect {
			t.Errorf("%s: %d to %q, want %q", path, answer.status, answer.header.Get("Location"), want)
		}
	}
	for method, want := range map[string]int{"HEAD": 200, "POST": 405, "DELETE": 405} {
		if answer := s.send(t, method, "/story", ""); answer.status != want {
			t.Errorf("%s /story: %d, want %d", method, answer.status, want)
		}
	}
}

var (
	dataOf       = regexp.MustCompile(`(?s)<script type="application/json" id="__DATA__">(.*?)</script>`)
	structuredIn = regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`)
	canonicalOf  = regexp.MustCompile(`<link rel="canonical" href="([^"]*)">`)
)

// first gives the pattern's group in a page.
func first(t *testing.T, pattern *regexp.Regexp, page string) string {
	t.Helper()
	match := pattern.FindStringSubmatch(page)
	if match == nil {
		t.Fatalf("the page lacks %s: %.2000s", pattern, page)
	}
	return match[1]
}

// TestPageFollowsTheTables changes what the owner may, and reads the pages.
func TestPageFollowsTheTables(t *testing.T) {
	t.Parallel()
	s := boot(t)
	before := s.page(t, "/?lang=fr")
	unchanged := s.page(t, "/?lang=fr", "If-None-Match: "+before.header.Get("ETag"))
	if unchanged.status != http.StatusNotModified || unchanged.body != "" {
		t.Errorf("unchanged: %d with %d bytes, want 304 with none", unchanged.status, len(unchanged.body))
	}
	list := parsed[[][2]json.RawMessage](t, first(t, dataOf, before.body))
	if len(list) == 0 || !slices.ContainsFunc(list, func(each [2]json.RawMessage) bool { return string(each[0]) == `["settings"]` }) {
		t.Errorf("no settings came with the page: %d answers", len(list))
	}
	admin := s.signIn(t, s.admin, s.password)
	s.walk(t, admin.AccessToken, []step{
		{name: "name the site", method: "PATCH", path: "/rest/v1/site_settings?key=eq.brand.wordmark", body: `{"value":"Cairn & <Co>"}`, status: 204},
		{name: "hide a peak", method: "PATCH", path: "/rest/v1/expeditions?slug=eq.everest", body: `{"published":false}`, status: 204},
		{name: "take a post back", method: "PATCH", path: "/rest/v1/blog_posts?slug=eq.preparation-is-the-climb", body: `{"status":"draft"}`, status: 204},
		{
			name: "write another", method: "POST", path: "/rest/v1/blog_posts", status: 201,
			body: `{"slug":"hello","status":"published","title_en":"Hello","content_en":"<p>Hi</p><script>alert(1)</script><p onclick=\"x()\">there</p>"}`,
		},
	})
	after := s.page(t, "/?lang=fr", "If-None-Match: "+before.header.Get("ETag"))
	if after.status != http.StatusOK || !strings.Contains(after.body, "Cairn &amp; &lt;Co&gt;") || strings.Contains(after.body, "<Co>") {
		t.Errorf("the new name is not on the page: %d %.1500s", after.status, after.body)
	}
	for path, want := range map[string]int{
		"/achievement/everest": 404, "/achievement/k2": 200, "/blog/preparation-is-the-climb": 404, "/blog/hello": 200,
	} {
		if answer := s.page(t, path); answer.status != want {
			t.Errorf("%s: %d, want %d", path, answer.status, want)
		}
	}
	hello := s.page(t, "/blog/hello?lang=ar").body
	if visible := dataOf.ReplaceAllString(hello, ""); !strings.Contains(visible, `lang="en" dir="ltr" class="article"><p>Hi</p><p>there</p></div>`) || strings.Contains(visible, "alert(1)") {
		t.Errorf("the post is not shown as English, or not washed: %s", visible)
	}
	sitemap, feed := s.page(t, "/sitemap.xml").body, s.page(t, "/feed.xml").body
	for text, want := range map[string]bool{"/blog/hello?lang=en": true, "/achievement/everest": false, "/blog/preparation-is-the-climb": false} {
		if strings.Contains(sitemap, text) != want {
			t.Errorf("%s is in the sitemap: %v, want %v", text, !want, want)
		}
	}
	if !strings.Contains(feed, "/blog/hello?lang=en") || strings.Contains(feed, "alert(1)") || strings.Contains(feed, "preparation") {
		t.Errorf("the feed does not follow: %s", feed)
	}
}

// TestSitemapIsTrue opens every address that search engines are told.
func TestSitemapIsTrue(t *testing.T) {
	t.Parallel()
	s := boot(t)
	var all struct {
		URLs []struct {
			Location string `xml:"loc"`
			Links    []struct {
				Address string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(s.page(t, "/sitemap.xml").body), &all); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, u := range all.URLs {
		path := strings.TrimPrefix(u.Location, s.url)
		seen[strings.Split(path, "?")[0]] = true
		answer := s.page(t, path)
		if answer.status != http.StatusOK || len(u.Links) != 4 || first(t, canonicalOf, answer.body) != u.Location {
			t.Errorf("%s: %d, %d languages, canonical %s", u.Location, answer.status, len(u.Links), first(t, canonicalOf, answer.body))
		}
		if graph := parsed[map[string]any](t, first(t, structuredIn, answer.body)); graph["@context"] != "https://schema.org" {
			t.Errorf("%s: JSON-LD of %v", u.Location, graph["@context"])
		}
	}
	if len(seen) < 25 || !seen["/achievement/k2"] || !seen["/blog/turning-back-is-a-decision"] || seen["/checkout"] || seen["/offline"] {
		t.Errorf("the sitemap has %v", slices.Sorted(maps.Keys(seen)))
	}
}

func TestFeedsAndNotes(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for language, path := range map[string]string{"en": "/feed.xml", "fr": "/feed.fr.xml", "ar": "/feed.ar.xml"} {
		answer := s.page(t, path)
		var feed struct {
			XMLName  xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			Language string   `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
			ID       string   `xml:"id"`
			Title    string   `xml:"title"`
			Updated  string   `xml:"updated"`
			Author   string   `xml:"author>name"`
			Entries  []struct {
				ID, Title, Updated string
				Content            string `xml:"content"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal([]byte(answer.body), &feed); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if feed.Language != language || feed.ID == "" || feed.Title == "" || feed.Updated == "" || feed.Author == "" || len(feed.Entries) != 4 {
			t.Errorf("%s is no whole feed of four posts: %+v", path, feed)
		}
		if again := s.page(t, path, "If-None-Match: "+answer.header.Get("ETag")); again.status != http.StatusNotModified {
			t.Errorf("%s unchanged: %d, want 304", path, again.status)
		}
	}
	for path, want := range map[string]string{
		"/robots.txt": "\nSitemap: " + s.url + "/sitemap.xml\n", "/llms.txt": "\n## Pages\n", "/manifest.webmanifest": `"display":"standalone"`,
	} {
		if answer := s.page(t, path); answer.status != http.StatusOK || !strings.Contains(answer.body, want) {
			t.Errorf("%s: %d %s, want %q in it", path, answer.status, answer.body, want)
		}
	}
	for _, path := range []string{"/.well-known/security.txt", "/.well-known/change-password", "/pages.json", "/prerender/en/index.html", "/wp-login.php"} {
		if answer := s.page(t, path); answer.status != http.StatusNotFound || strings.Contains(answer.body, "<html") {
			t.Errorf("%s: %d, want a plain 404: %.200s", path, answer.status, answer.body)
		}
	}
}

// TestPagesOutliveTheDatabase takes it away under a running program, and gives it
// back.
func TestPagesOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p, through := proxied(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+through)
	p.away.Store(true)
	p.cut()
	for path, want := range map[string]int{
		"/": 200, "/achievement/k2?lang=ar": 200, "/achievement/toubkal": 404, "/blog": 200, "/blog/preparation-is-the-climb": 503,
		"/sitemap.xml": 200, "/robots.txt": 200, "/llms.txt": 200, "/feed.xml": 503, "/manifest.webmanifest": 200,
	} {
		if answer := s.anyPage(t, path); answer.status != want || want == 503 && answer.header.Get("Retry-After") == "" {
			t.Errorf("%s without a database: %d, want %d", path, answer.status, want)
		}
	}
	p.away.Store(false)
	s.until(t, "/blog/preparation-is-the-climb", func(r reply) bool { return r.status == http.StatusOK })
}
