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

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// page asks for a page with its data.
func (s *website) page(t testing.TB, path string, headers ...string) apptest.Reply {
	t.Helper()
	return s.pageWhen(t, path, func(apptest.Reply) bool { return true }, headers...)
}

// pageWhen asks until the page has its data and is as wanted: again where the database took longer than
// pages wait for it, after which they leave it alone for two seconds and have the last rows, and while it
// is marked as stale. In the end it is as it is.
func (s *website) pageWhen(t testing.TB, path string, wanted func(apptest.Reply) bool, headers ...string) apptest.Reply {
	t.Helper()
	limit := time.After(apptest.Timeout)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := s.anyPage(t, path, headers...)
		bare := dataOf.MatchString(answer.Body) && !strings.Contains(answer.Body, `["settings"]`)
		stale := answer.Header.Get("Server-Timing") == "stale"
		hasData := answer.Status != http.StatusServiceUnavailable && !bare && !stale
		if hasData && wanted(answer) {
			return answer
		}
		select {
		case <-tick.C:
		case <-limit:
			if !hasData {
				t.Fatalf("%s has no data: %d %.500s", path, answer.Status, answer.Body)
			}
			return answer
		}
	}
}

// anyPage asks for a page as a browser does.
func (s *website) anyPage(t testing.TB, path string, headers ...string) apptest.Reply {
	t.Helper()
	return s.Send(t, http.MethodGet, path, "", append([]string{"Accept: text/html"}, headers...)...)
}

// opening is the first heading's start: a page that is rendered has one before any script.
const opening = "<h1"

// TestPages reads the pages of one program. No test changes its rows, so that each page is rendered once.
func TestPages(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *website)
	}{
		{"three languages", pagesInThreeLanguages},
		{"one form of addresses", addressesHaveOneForm},
		{"sitemap", sitemapIsTrue},
		{"feeds and notes", feedsAndNotes},
		{"policy", pagesObeyTheirPolicy},
		{"weight", pagesAreLight},
		{"as Node", interpreterRendersAsNode},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, s)
		})
	}
}

func pagesInThreeLanguages(t *testing.T, s *website) {
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
		{"/achievement/toubkal", "", "en", 404, []string{opening, "noindex"}},
		{"/blog?lang=ar", "", "ar", 200, []string{opening, `/blog/preparation-is-the-climb`}},
		{"/blog/preparation-is-the-climb?lang=fr", "", "fr", 200, []string{opening, "Partir de l’échec</h2>", `"BlogPosting"`, `og:type" content="article"`}},
		{"/blog/no-such-post", "", "en", 404, []string{opening, "noindex"}},
		{"/checkout", "", "en", 200, []string{"noindex"}},
		{"/no/such/page?lang=fr", "", "fr", 404, []string{opening, "noindex", "introuvable"}},
		{"/admin/no-such-page", "", "en", 404, []string{"noindex"}},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			if slices.Contains(c.has, opening) {
				s.visible(t, c.path, "Cookie: lang="+c.cookie)
			}
			answer := s.page(t, c.path, "Cookie: lang="+c.cookie)
			if answer.Status != c.status || answer.Header.Get("Content-Language") != c.language {
				t.Errorf("%d in %s, want %d in %s", answer.Status, answer.Header.Get("Content-Language"), c.status, c.language)
			}
			for _, has := range append(c.has, `<html lang="`+c.language+`"`) {
				if !strings.Contains(answer.Body, has) {
					t.Errorf("the page lacks %s", has)
				}
			}
			for _, mark := range []string{"<!--head-->", "<!--app-->", "<!--data-->"} {
				if strings.Contains(answer.Body, mark) {
					t.Errorf("the page still has the mark %s", mark)
				}
			}
		})
	}
}

func addressesHaveOneForm(t *testing.T, s *website) {
	direct := *s.Instance // whose client follows no redirect
	direct.Client = &http.Client{
		Timeout:       apptest.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	s = &website{Instance: &direct}
	for path, want := range map[string]string{
		"/Story/?lang=fr": "/story?lang=fr", "/achievement/Everest/": "/achievement/everest", "/blog/No-Such/": "",
	} {
		if answer := s.page(t, path); answer.Header.Get("Location") != want || want != "" && answer.Status != http.StatusPermanentRedirect {
			t.Errorf("%s: %d to %q, want %q", path, answer.Status, answer.Header.Get("Location"), want)
		}
	}
	for method, want := range map[string]int{"HEAD": 200, "POST": 405, "DELETE": 405} {
		if answer := s.Send(t, method, "/story", ""); answer.Status != want {
			t.Errorf("%s /story: %d, want %d", method, answer.Status, want)
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
	s.visible(t, "/?lang=fr")
	before := s.page(t, "/?lang=fr")
	unchanged := s.page(t, "/?lang=fr", "If-None-Match: "+before.Header.Get("ETag"))
	if unchanged.Status != http.StatusNotModified || unchanged.Body != "" {
		t.Errorf("unchanged: %d with %d bytes, want 304 with none", unchanged.Status, len(unchanged.Body))
	}
	list := apptest.Parse[[][2]json.RawMessage](t, first(t, dataOf, before.Body))
	if len(list) == 0 || !slices.ContainsFunc(list, func(each [2]json.RawMessage) bool { return string(each[0]) == `["settings"]` }) {
		t.Errorf("no settings came with the page: %d answers", len(list))
	}
	admin := s.SignIn(t, s.admin, s.password)
	s.Walk(t, admin.AccessToken, []apptest.Step{
		{Name: "name the site", Method: "PATCH", Path: "/rest/v1/site_settings?key=eq.brand.wordmark", Body: `{"value":"Cairn & <Co>"}`, Status: 204},
		{Name: "hide a peak", Method: "PATCH", Path: "/rest/v1/expeditions?slug=eq.everest", Body: `{"published":false}`, Status: 204},
		{Name: "take a post back", Method: "PATCH", Path: "/rest/v1/blog_posts?slug=eq.preparation-is-the-climb", Body: `{"status":"draft"}`, Status: 204},
		{
			Name: "write another", Method: "POST", Path: "/rest/v1/blog_posts", Status: 201,
			Body: `{"slug":"hello","status":"published","title_en":"Hello","content_en":"<p>Hi</p><script>alert(1)</script><p onclick=\"x()\">there</p>"}`,
		},
	})
	named := func(r apptest.Reply) bool { return strings.Contains(r.Body, "Cairn &amp; &lt;Co&gt;") }
	after := s.pageWhen(t, "/?lang=fr", named, "If-None-Match: "+before.Header.Get("ETag"))
	if after.Status != http.StatusOK || !named(after) || strings.Contains(after.Body, "<Co>") {
		t.Errorf("the new name is not on the page: %d %.1500s", after.Status, after.Body)
	}
	for path, want := range map[string]int{
		"/achievement/everest": 404, "/achievement/k2": 200, "/blog/preparation-is-the-climb": 404, "/blog/hello": 200,
	} {
		if answer := s.pageWhen(t, path, func(r apptest.Reply) bool { return r.Status == want }); answer.Status != want {
			t.Errorf("%s: %d, want %d", path, answer.Status, want)
		}
	}
	if visible := s.visible(t, "/blog/hello?lang=ar"); !strings.Contains(visible, `lang="en" dir="ltr" class="article"><p>Hi</p><p>there</p></div>`) || strings.Contains(visible, "alert(1)") {
		t.Errorf("the post is not shown as English, or not washed: %s", visible)
	}
	follows := func(r apptest.Reply) bool {
		return strings.Contains(r.Body, "/blog/hello?lang=en") && !strings.Contains(r.Body, "/achievement/everest") && !strings.Contains(r.Body, "/blog/preparation-is-the-climb")
	}
	if sitemap := s.pageWhen(t, "/sitemap.xml", follows); !follows(sitemap) {
		t.Errorf("the sitemap does not follow: %s", sitemap.Body)
	}
	if feed := s.pageWhen(t, "/feed.xml", follows); !follows(feed) || strings.Contains(feed.Body, "alert(1)") || strings.Contains(feed.Body, "preparation") {
		t.Errorf("the feed does not follow: %s", feed.Body)
	}
}

// oneLanguageEach picks one address of each page, in one of its languages by turns.
func oneLanguageEach(addresses []string) (picked []string) {
	pages := map[string]bool{}
	for _, address := range addresses {
		name, query, _ := strings.Cut(address, "?")
		pages[name] = true
		if query == "lang="+codes[len(pages)%len(codes)] {
			picked = append(picked, address)
		}
	}
	return picked
}

// sitemapIsTrue opens every page that search engines are told, in one of its languages by
// turns: the program renders each that it answers with.
func sitemapIsTrue(t *testing.T, s *website) {
	var all struct {
		URLs []struct {
			Location string `xml:"loc"`
			Links    []struct {
				Address string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(s.page(t, "/sitemap.xml").Body), &all); err != nil {
		t.Fatal(err)
	}
	seen, paths := map[string]bool{}, []string{}
	for _, u := range all.URLs {
		path := strings.TrimPrefix(u.Location, s.URL)
		name, _, _ := strings.Cut(path, "?")
		seen[name] = true
		paths = append(paths, path)
		if len(u.Links) != 4 {
			t.Errorf("%s has %d links, want three languages and the default", u.Location, len(u.Links))
		}
	}
	opened := oneLanguageEach(paths)
	for _, path := range opened {
		answer := s.page(t, path)
		if canonical := first(t, canonicalOf, answer.Body); answer.Status != http.StatusOK || canonical != s.URL+path {
			t.Errorf("%s: %d, canonical %s", path, answer.Status, canonical)
		}
		if graph := apptest.Parse[map[string]any](t, first(t, structuredIn, answer.Body)); graph["@context"] != "https://schema.org" {
			t.Errorf("%s: JSON-LD of %v", path, graph["@context"])
		}
	}
	if len(opened) != len(seen) || len(all.URLs) != 3*len(seen) {
		t.Errorf("%d of %d pages were opened, of %d addresses", len(opened), len(seen), len(all.URLs))
	}
	if len(seen) < 25 || !seen["/achievement/k2"] || !seen["/blog/turning-back-is-a-decision"] || seen["/checkout"] || seen["/offline"] {
		t.Errorf("the sitemap has %v", slices.Sorted(maps.Keys(seen)))
	}
}

func feedsAndNotes(t *testing.T, s *website) {
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
		if err := xml.Unmarshal([]byte(answer.Body), &feed); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if feed.Language != language || feed.ID == "" || feed.Title == "" || feed.Updated == "" || feed.Author == "" || len(feed.Entries) != 4 {
			t.Errorf("%s is no whole feed of four posts: %+v", path, feed)
		}
		if again := s.page(t, path, "If-None-Match: "+answer.Header.Get("ETag")); again.Status != http.StatusNotModified {
			t.Errorf("%s unchanged: %d, want 304", path, again.Status)
		}
	}
	for path, want := range map[string]string{
		"/robots.txt": "\nSitemap: " + s.URL + "/sitemap.xml\n", "/llms.txt": "\n## Pages\n", "/manifest.webmanifest": `"display":"standalone"`,
	} {
		if answer := s.page(t, path); answer.Status != http.StatusOK || !strings.Contains(answer.Body, want) {
			t.Errorf("%s: %d %s, want %q in it", path, answer.Status, answer.Body, want)
		}
	}
	for _, path := range []string{"/.well-known/security.txt", "/.well-known/change-password", "/pages.json", "/render/main.js", "/wp-login.php"} {
		if answer := s.page(t, path); answer.Status != http.StatusNotFound || strings.Contains(answer.Body, "<html") {
			t.Errorf("%s: %d, want a plain 404: %.200s", path, answer.Status, answer.Body)
		}
	}
}

// TestPagesOutliveTheDatabase takes it away under a running program, restarts that, and gives
// it back.
func TestPagesOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p, through := apptest.NewProxy(t, database.URL)
	first := bootOn(t, database, "DATABASE_URL="+through, "TRUSTED_PROXIES=127.0.0.1")
	const proxied = "X-Forwarded-Host: site.test" // each start has another port
	want := func(s *website, when string, statuses map[string]int) {
		t.Helper()
		for path, want := range statuses {
			answer := s.anyPage(t, path, proxied)
			if answer.Status != want || want == 503 && answer.Header.Get("Retry-After") == "" {
				t.Errorf("%s %s: %d, want %d", path, when, answer.Status, want)
			}
			if kept := strings.Contains(answer.Body, opening); strings.HasPrefix(path, "/blog/") && kept != (want == 200) {
				t.Errorf("%s %s: rendered: %v", path, when, kept)
			}
		}
	}
	for _, path := range []string{"/", "/blog/preparation-is-the-climb?lang=fr", "/no/such/page"} {
		first.visible(t, path, proxied)
	}
	first.page(t, "/sitemap.xml")
	take := func(away bool) {
		p.Away.Store(away)
		p.Cut()
	}
	take(true)
	pages := map[string]int{
		"/": 200, "/blog/preparation-is-the-climb?lang=fr": 200, "/no/such/page": 404, // kept
		"/blog/turning-back-is-a-decision": 503, "/achievement/k2?lang=ar": 503, // never rendered
		"/robots.txt": 200, "/llms.txt": 200, "/feed.xml": 503, "/manifest.webmanifest": 200,
	}
	want(first, "without a database", pages)
	want(first, "from the last answers", map[string]int{"/sitemap.xml": 200})
	take(false)
	first.Stop()

	second := &website{Instance: apptest.New(t, site.Project(), database)}
	second.DataDir = first.DataDir
	second.Start(t, []string{"DATABASE_URL=" + through, "TRUSTED_PROXIES=127.0.0.1"})
	take(true)
	want(second, "without a database, after a restart", pages)
	want(second, "without any answer", map[string]int{"/sitemap.xml": 503})
	take(false)
	second.Until(t, "/blog/turning-back-is-a-decision", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
}
